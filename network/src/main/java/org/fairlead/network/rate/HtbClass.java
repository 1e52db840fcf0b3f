// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

/**
 * A class of Linux's hierarchical token buckets (tc-htb(8)), by the kernel's figures.
 *
 * @param device the index of the network device
 * @param handle major and minor number, 16 bits each
 * @param parent of the class above; −1 where the qdisc itself is
 * @param queue the handle of its qdisc, in the upper 16 bits; 0 for none of a number, or where it has classes below
 * @param bytesPerSecond guaranteed
 * @param ceilBytesPerSecond that it takes at most
 * @param burstTicks in which it may send at its own rate at once, in the kernel's ticks of 64 ns
 * @param ceilBurstTicks the same at its ceiling
 * @param quantumBytes of a turn
 * @param priority of what it borrows, 0 first
 * @param overhead what is added to each packet, and how its length is rounded: the remaining figures of both rates, as they were read
 */
record HtbClass(
        int device,
        int handle,
        int parent,
        int queue,
        long bytesPerSecond,
        long ceilBytesPerSecond,
        int burstTicks,
        int ceilBurstTicks,
        int quantumBytes,
        int priority,
        Overhead overhead) {
    private static final double TICK_NANOS = 64;

    /** The kernel's {@code tc_ratespec} without its rate, of rate and ceiling: 8 bytes each. */
    record Overhead(long ofRate, long ofCeiling) {}

    /** The same class at another rate. */
    HtbClass at(long newBytesPerSecond, long burstBytes) {
        int ticks = (int) Math.min(Integer.MAX_VALUE, Math.round(burstBytes * 1e9 / newBytesPerSecond / TICK_NANOS));
        return new HtbClass(
                device,
                handle,
                parent,
                queue,
                newBytesPerSecond,
                ceilBytesPerSecond,
                ticks,
                ceilBurstTicks,
                quantumBytes,
                priority,
                overhead);
    }
}
