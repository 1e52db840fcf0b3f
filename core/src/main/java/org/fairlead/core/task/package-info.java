// SPDX-License-Identifier: Apache-2.0
/** A set's pending tasks, the slots that are offered to them, and the seam of those who assign: what they may ask, what they answer, what they remember. */
package org.fairlead.core.task;
