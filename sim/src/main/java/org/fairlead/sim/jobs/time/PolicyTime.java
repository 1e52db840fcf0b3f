// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

/** Simulated time as the policies count it. */
public final class PolicyTime {
    private PolicyTime() {}

    public static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    public static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
