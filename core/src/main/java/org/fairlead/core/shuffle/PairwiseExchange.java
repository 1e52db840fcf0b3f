// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * Coupled shuffle architecture (CSA): all with all, pair after pair.
 *
 * <p><b>Goals.</b> One exchange carries sizes and blocks in one message; nothing has to be known before it.
 *
 * <p><b>Constraints.</b> Blind to links and to memory. A host that has much to send or to receive holds up all that it meets.
 *
 * <p><b>Algorithm.</b> Partitions belong to hosts in turn, from a drawn one on, unless their tasks are planned. With P hosts there are P − 1 rounds. In round i a host
 * meets the one whose number differs from its own by an exclusive or with i, or on a ring by i where P is no power of two ({@link ExchangeOrder}). A round of a
 * pair begins when both ends have ended theirs before. A block goes into its owner's memory while that has room for it, in the order of arrival; else to the
 * shared store, or to the owner's disk where there is none.
 *
 * <p><b>Example.</b> Four hosts, and hosts 1 to 3 have 10 MB each for host 0, and nothing for each other; links of 10 MB/s. Host 0 receives in rounds 1, 2 and 3, and all
 * is there after 3 s. If host 1 had 30 MB for host 2 as well, it would send them in round 3, which host 2 begins after its round with host 0: from 2 s to 5 s.
 *
 * <p><b>Source.</b> H. Daikoku, H. Kawashima, O. Tatebe, Skew-Aware Collective Communication for MapReduce Shuffling, 2019: one pairwise all-to-all exchange for blocks
 * and their metadata. Which exchange that is, owners in turn, and disks are ours: only the paper's abstract and appendix are public.
 */
final class PairwiseExchange implements ExchangePlanner {
    static final String NAME = "csa";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed) {
        ExchangeOrder order = ExchangeOrder.rounds(bytes.hosts());
        return BlindPlan.of(
                bytes, memory, outlook, order, nowNanos, seed, draft -> draft.fillOwners(order, draft::toDisk));
    }
}
