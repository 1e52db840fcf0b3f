// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

/** How large random transfers are. */
enum SizeKind {
    FIXED,
    EXPONENTIAL,
    /** Heavy-tailed with shape 1.5: many small transfers, most bytes in few large ones. */
    PARETO
}
