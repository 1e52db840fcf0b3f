// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * Decoupled shuffle architecture with skew-aware meta-shuffle (DSA w/ SMS): what an owner's memory cannot hold goes into the memory of others.
 *
 * <p><b>Goals.</b> No worker exceeds its memory, and no block goes to disk while anybody has memory.
 *
 * <p><b>Constraints.</b> Blind to links: a block that goes to a third host crosses the network twice, wherever that host is.
 *
 * <p><b>Algorithm.</b> Owners and order as in {@link WindowedExchange}. First every owner takes its blocks while its memory has room. Then each block that is left, in the same
 * order, goes to the host with most free memory, of equals to the first; that may be the one that made it. Where no host has room it goes to the shared store,
 * or to its owner's disk.
 *
 * <p><b>Example.</b> Caps of 20 MB; hosts 0 to 2 have 10 MB each for host 0, nothing else. Host 0 takes its own block and that of host 1, or of host 2, whichever it meets first. The other one goes
 * to host 1, which has 20 MB free: over the network, unless host 1 made it, and to host 0 when its task reads it.
 *
 * <p><b>Source.</b> As {@link PairwiseExchange}: places by the memory consumption of workers, known to all after the exchange of sizes. The rule itself is not public; most free
 * memory first, and disks, are ours.
 */
final class SkewAwareExchange implements ExchangePlanner {
    static final String NAME = "dsa-sms";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed) {
        ExchangeOrder order = ExchangeOrder.windows(bytes.hosts(), WindowedExchange.WINDOW);
        return BlindPlan.of(bytes, memory, outlook, order, nowNanos, seed, draft -> {
            Blocks left = new Blocks();
            draft.fillOwners(order, left::add);
            left.forEach((row, partition) -> place(draft, row, partition));
        });
    }

    private static void place(PlanDraft draft, int row, int partition) {
        int host = draft.mostFree();
        Place place = host == draft.bytes().sender(row)
                ? Place.SENDER_MEMORY
                : host == draft.owners()[partition] ? Place.OWNER_MEMORY : Place.OTHER_MEMORY;
        if (!draft.takes(place, row, partition, host)) {
            draft.toDisk(row, partition);
        }
    }
}
