// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/**
 * How far a look-ahead goes.
 *
 * @param nanos from now to the last launch that is looked at
 * @param bytes of all requests together: with the first that does not fit it ends
 * @param bytesByExecutor of the requests for one: those that do not fit are left out
 */
public record Horizon(long nanos, long bytes, long bytesByExecutor) {
    public Horizon {
        if (nanos < 0 || bytes < 0 || bytesByExecutor < 0) {
            throw new IllegalArgumentException("a horizon of at least 0 nanoseconds and bytes is expected, not " + nanos
                    + " ns, " + bytes + " bytes, " + bytesByExecutor + " bytes for an executor");
        }
    }
}
