// SPDX-License-Identifier: Apache-2.0
/** Random choices that a seed decides, the same on every machine. */
package org.fairlead.core.chance;
