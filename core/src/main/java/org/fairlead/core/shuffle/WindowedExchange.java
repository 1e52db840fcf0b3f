// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * Decoupled shuffle architecture (DSA): sizes first, then blocks in a window.
 *
 * <p><b>Goals.</b> Nobody waits for a straggler with whom he has nothing to exchange.
 *
 * <p><b>Constraints.</b> Blind to links. Sizes have to be known before the first block: in the paper by an exchange of their own, live by what map tasks report to the driver.
 *
 * <p><b>Algorithm.</b> Owners, and where blocks go, as in {@link PairwiseExchange}. A receiver takes blocks of {@value #WINDOW} senders at once, in the order in which it would
 * meet them in rounds, and the next one's as soon as one has ended. As long as a receiver's window holds one that can send, its link is busy.
 *
 * <p><b>Example.</b> In the second case of {@link PairwiseExchange}, host 1 sends its 30 MB to host 2 from the beginning, beside 10 MB to host 0: all is there after 4 s, the bound of its
 * link, instead of 5 s.
 *
 * <p><b>Source.</b> As {@link PairwiseExchange}: metadata first, then blocks, each by an exchange of its own. For sizes the exchange for small uniform messages would be Bruck's (J. Bruck
 * and others, IEEE TPDS 8(11), 1997). The window and its length are ours. Where the store is shared, this is the paper's On-Disk method.
 */
final class WindowedExchange implements ExchangePlanner {
    static final String NAME = "dsa";
    static final int WINDOW = 8;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed) {
        ExchangeOrder order = ExchangeOrder.windows(bytes.hosts(), WINDOW);
        return BlindPlan.of(
                bytes, memory, outlook, order, nowNanos, seed, draft -> draft.fillOwners(order, draft::toDisk));
    }
}
