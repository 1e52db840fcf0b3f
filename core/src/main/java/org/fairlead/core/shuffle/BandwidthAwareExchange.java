// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * Our exchange: blocks go where they are predicted to be read soonest, by what others leave of links and disks.
 *
 * <p><b>Goals.</b> The last task has read its input as soon as links and disks allow; nothing crosses the network twice without need; where stock is as fast, stock decides.
 *
 * <p><b>Constraints.</b> No cap is exceeded. Sizes are known, rates are estimates: of hosts' links with what is above them in their rack, and of disks. One plan for each shuffle; it is not made anew when loads change.
 *
 * <p><b>Algorithm.</b> Owners are the hosts for which tasks are planned. Others are chosen so that the busiest link has least to do ({@link OwnerSearch}), for task assigners to see as the place of the bytes. Every owner takes
 * its blocks while its memory has room. Each block that is left goes where the exchange is predicted to end soonest, of equals where it moves least ({@link OverflowSearch}): it mostly stays where it was made.
 * Where a shared store has a network of its own, link and store are first given what they bring soonest together ({@link StoreSplit}). If the plan is then over {@value #NEAR} times the least time, it is made without that, too, and the sooner one counts.
 *
 * <p>Receivers have windows as in {@link WindowedExchange}. Each is paced: what is brought to it may take {@value #USED} of the time that the plan's busiest host leaves it before it has to read the
 * rest, so that links are free for others until then.
 *
 * <p>The plan is predicted by its busiest host, stock by the same with its own owners, all blocks on their senders' disks, and what exceeds the cap written to the owner's disk and read again. Below a gain of {@value #LEAST_GAIN} the plan
 * steps aside, and where too little is known of links.
 *
 * <p><b>Example.</b> Caps of 20 MB, links of 10 MB/s, disks of 5 MB/s behind a page cache that makes reading free; hosts 0 to 2 have 20 MB each for one partition. Stock lets one of them fetch 40 MB in 4 s, and writes 40 MB that do not
 * fit: 8 s more. Here its owner, host 0, takes its own 20 MB; the others stay in the memory of hosts 1 and 2 and are read in 4 s.
 *
 * <p><b>Source.</b> Ours; what it places is what {@link SkewAwareExchange} places. By falling size: R. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17(2), 1969.
 */
final class BandwidthAwareExchange implements ExchangePlanner {
    static final String NAME = "fairlead";

    /** As a share of stock's time: predictions are not more exact than that. */
    static final double LEAST_GAIN = 0.05;

    /** Of the least time, for which no other plan is made: that takes as long again. */
    private static final double NEAR = 1.05;

    /** Of a receiver's time: estimates are wrong by some, and the rest makes up for it. */
    static final double USED = 0.8;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExchangePlan plan(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed) {
        return plan(bytes, memory, outlook, nowNanos, seed, LEAST_GAIN);
    }

    /** @param leastGain below which it steps aside */
    static ExchangePlan plan(
            ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, long nowNanos, long seed, double leastGain) {
        PlanDraft.check(bytes, memory, outlook);
        ExchangeOrder order = ExchangeOrder.windows(bytes.hosts(), WindowedExchange.WINDOW);
        PlanDraft draft = draft(bytes, memory, outlook, order);
        double seconds = draft.loads().seconds();
        ExchangeTimes times = new ExchangeTimes(bytes, outlook);
        PredictedTimes predicted = new PredictedTimes(
                seconds,
                times.stock(memory, PlanDraft.inTurn(bytes, outlook, seed)),
                ExchangeTimes.bound(bytes, outlook, draft.owners()));
        return new ExchangePlan(
                draft,
                order,
                pace(draft.loads(), outlook, seconds),
                predicted,
                outlook.isBlind() || predicted.gain() < leastGain,
                nowNanos);
    }

    private static PlanDraft draft(ByteMatrix bytes, ReceiverMemory memory, Outlook outlook, ExchangeOrder order) {
        int[] owners = new OwnerSearch(bytes, outlook).owners();
        PlanDraft draft = new PlanDraft(bytes, memory, outlook, owners);
        if (!outlook.store().isBesideLinks()) {
            return placed(draft, outlook, order, PlanDraft.Placement.NOWHERE);
        }
        StoreSplit split = new StoreSplit(bytes, outlook, owners);
        PlanDraft divided = placed(draft, outlook, order, (row, partition) -> split.place(draft, row, partition));
        if (divided.loads().seconds() <= NEAR * split.seconds()) {
            return divided;
        }
        PlanDraft filled =
                placed(new PlanDraft(bytes, memory, outlook, owners), outlook, order, PlanDraft.Placement.NOWHERE);
        return divided.loads().seconds() < filled.loads().seconds() ? divided : filled;
    }

    /** @param first asked for a place of each block */
    private static PlanDraft placed(PlanDraft draft, Outlook outlook, ExchangeOrder order, PlanDraft.Placement first) {
        Blocks left = new Blocks();
        draft.fillOwners(order, first, left::add);
        left.forEach(new OverflowSearch(draft, outlook)::place);
        return draft;
    }

    /** By host, bytes per second; infinite where its link gives no more, or nothing is known of the end. */
    private static double[] pace(PortLoads loads, Outlook outlook, double seconds) {
        double[] pace = new double[outlook.hosts()];
        for (int host = 0; host < pace.length; host++) {
            double time = USED * (seconds - loads.reading(host));
            double rate = time > 0 ? loads.receivedBytes(host) / time : 0;
            pace[host] = rate > 0 && rate < outlook.receives(host) ? rate : Double.POSITIVE_INFINITY;
        }
        return pace;
    }
}
