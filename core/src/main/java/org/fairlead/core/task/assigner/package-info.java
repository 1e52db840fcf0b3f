// SPDX-License-Identifier: Apache-2.0
/** Which task an offered slot gets, or why it waits: stock's paths, published ones, ours; and their names. */
package org.fairlead.core.task.assigner;
