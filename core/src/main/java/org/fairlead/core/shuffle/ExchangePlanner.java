// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/** Decides for each block of a shuffle who owns it, where it lies until its task reads it, and when it is brought there. Remembers nothing. */
public interface ExchangePlanner {
    String name();

    /**
     * Plans one exchange, all of whose sizes are known. One party plans and announces, so that views cannot differ. The same arguments give the same plan.
     *
     * @param memory caps of the same hosts
     * @param outlook of the same hosts, as of {@code nowNanos}
     * @param seed decides where choices are equal
     * @throws IllegalArgumentException if hosts are not as many in all three
     */
    ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed);
}
