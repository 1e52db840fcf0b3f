// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * When a host receives from which other one: in step i from the i-th of them. Steps are rounds, where both ends of a pair have to end one before they begin the
 * next, or places in a queue, of which a receiver takes some at the same time.
 *
 * <p>Each host meets each other one in exactly one step, and no two receivers meet the same sender in one: by the exclusive or of their numbers where the
 * hosts are a power of two, so that they meet as sender and as receiver in the same step; else by their distance on a ring.
 *
 * <p>Example: of four hosts, host 1 meets hosts 0, 3 and 2 in steps 1, 2 and 3. Of three hosts, it receives from 0 and from 2 in steps 1 and 2.
 *
 * @param hosts how many there are
 * @param coupled whether a step is a round
 * @param window pairs that a receiver has under way at once, at most
 */
public record ExchangeOrder(int hosts, boolean coupled, int window) {
    public ExchangeOrder {
        if (hosts < 0 || window < 1) {
            throw new IllegalArgumentException(hosts + " hosts and a window of " + window);
        }
    }

    /** In rounds. */
    public static ExchangeOrder rounds(int hosts) {
        return new ExchangeOrder(hosts, true, 1);
    }

    /** In windows of so many pairs. */
    public static ExchangeOrder windows(int hosts, int pairs) {
        return new ExchangeOrder(hosts, false, pairs);
    }

    /** The last step; 0 of one host. */
    public int steps() {
        return Math.max(0, hosts - 1);
    }

    /** The step in which a pair is served, from 1; 0 of a host with itself. */
    public int step(int from, int to) {
        return isPowerOfTwo() ? from ^ to : onRing(to - from);
    }

    /** Who sends to a host in a step. */
    public int sender(int to, int step) {
        return isPowerOfTwo() ? to ^ step : onRing(to - step);
    }

    /** Of a number from {@code −hosts}: cheaper than a division, and every plan needs it once a block. */
    private int onRing(int number) {
        return number < 0 ? number + hosts : number;
    }

    private boolean isPowerOfTwo() {
        return Integer.bitCount(hosts) == 1;
    }
}
