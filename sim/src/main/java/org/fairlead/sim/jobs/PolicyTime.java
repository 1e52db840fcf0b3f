// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

/** Simulated time as the policies count it. */
final class PolicyTime {
    private PolicyTime() {}

    static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
