// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/**
 * Keeps the transfers that we decided and that have not ended: how many use a link, and what they take of it. Safe for threads;
 * a commitment and an end count at once, and what is read takes no lock.
 */
final class OwnFlows {
    /** Transfers kept; further ones are not counted until others end. */
    static final int MOST = 100_000;
    /** A flow counts as silent in a report when it carried at most this share of what was expected. */
    private static final double SILENT = 0.02;

    private static final int SILENT_REPORTS = 4;
    /** A flow is given up when it takes this many times longer than expected, and {@link #PATIENCE_NANOS} besides. */
    private static final double PATIENCE = 10;

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long RUNNING = Long.MAX_VALUE;

    /** What a flow may have moved beyond what was reported of it: a share, and what was not counted yet. */
    private static final double REPORTED_SLACK = 1.25;

    private static final double REPORTED_LAG = 128 << 10;

    /**
     * Bytes of a transfer that sockets and queues on its way keep: by so much a hop may be before the others. On links of 10 Mbit/s, pipelines' hops differed by 50
     * KiB in a quarter of all reports and by 165 in one of a hundred.
     */
    static final int KEPT_BYTES = 256 << 10;

    /** Bytes on the wire for a byte of payload, with headers and acknowledgements. */
    private static final double WIRE_SHARE = 1.06;

    private record Reported(double bytes, long atNanos) {}

    /** A transfer; guarded by itself but for what is final. */
    static final class Flow {
        final long number;
        final int[] links;
        final double[] times;
        final double bytes;
        final double mostBytes;
        /** Links that it crosses in part are those of equal paths, of which it takes one. */
        final boolean equalPaths;

        final double expected;
        final long startNanos;
        volatile long endNanos = RUNNING;
        private volatile Reported reported;
        /** Bytes that each hop carried and the slowest has not yet. */
        private final double[] kept;

        private long rate;
        private int silent;
        /** Bytes per second that it moved at most in the last report that covers it; infinite before there is one. */
        double carried = Double.POSITIVE_INFINITY;

        Flow(long number, Transfer transfer, long startNanos) {
            this.number = number;
            int[] all = transfer.links().stream().mapToInt(Link::index).toArray();
            links = Arrays.stream(all).distinct().toArray();
            times = new double[links.length];
            for (int i = 0; i < links.length; i++) {
                for (int crossed = 0; crossed < all.length; crossed++) {
                    times[i] += all[crossed] == links[i] ? transfer.shares().get(crossed) : 0;
                }
            }
            kept = new double[links.length];
            bytes = Math.max(1, transfer.bytes());
            equalPaths = transfer.equalPaths();
            mostBytes = Math.max(bytes, (double) transfer.mostBytes());
            expected = Math.max(1, transfer.bytesPerSecond());
            this.startNanos = startNanos;
        }

        boolean runs() {
            return endNanos == RUNNING;
        }

        /** The most it can have moved, as a mean over its life until now, or until it was last reported how much it moved. */
        double mostPerSecond(long nowNanos) {
            Reported last = reported;
            if (runs() && last != null) {
                double moved = Math.min(WIRE_SHARE * mostBytes, REPORTED_SLACK * last.bytes + REPORTED_LAG);
                return meanUntil(last.atNanos, moved);
            }
            return meanUntil(Math.min(nowNanos, endNanos), WIRE_SHARE * mostBytes);
        }

        private double meanUntil(long nanos, double moved) {
            return moved * 1e9 / Math.max(1_000_000L, nanos - startNanos);
        }

        /** What it has moved for certain, as a mean over its life until it was last reported; all of it when it has ended. */
        double leastPerSecond() {
            if (!runs()) {
                return meanUntil(endNanos, bytes);
            }
            Reported last = reported;
            return last == null ? 0 : meanUntil(last.atNanos, Math.min(bytes, last.bytes));
        }

        /**
         * Takes bytes that a hop carried beyond the slowest.
         *
         * @return how many of them can have been this transfer's
         */
        double keptBefore(int hop, double bytesBeyond) {
            double more = Math.min(bytesBeyond, KEPT_BYTES * times[hop] - kept[hop]);
            kept[hop] += Math.max(0, more);
            return Math.max(0, more);
        }

        /** What all its hops have carried by now is kept nowhere. */
        void settleKept() {
            double everywhere = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < kept.length; hop++) {
                everywhere = isOneOfEqual(hop) ? everywhere : Math.min(everywhere, kept[hop] / times[hop]);
            }
            for (int hop = 0; hop < kept.length && everywhere > 0; hop++) {
                kept[hop] = Math.max(0, kept[hop] - everywhere * times[hop]);
            }
        }

        /** Whether a link is one of several, on equal paths, of which one carries all. */
        boolean isOneOfEqual(int hop) {
            return equalPaths && times[hop] < 1;
        }

        /** The same figures of the links that all of it crosses, or the largest part; 0 of the others. */
        double[] ofWholeHops(double[] byHop) {
            double whole = Math.min(1, Arrays.stream(times).max().orElse(0));
            double[] of = byHop.clone();
            for (int hop = 0; hop < of.length; hop++) {
                of[hop] = times[hop] < whole ? 0 : of[hop];
            }
            return of;
        }

        /** Share of the interval of a measurement during which it ran. */
        double overlap(long fromNanos, long toNanos) {
            long from = Math.max(fromNanos, startNanos);
            long to = Math.min(toNanos, endNanos);
            return Math.max(0.0, (double) (to - from)) / (toNanos - fromNanos);
        }
    }

    private final Topology topology;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentHashMap<Long, Flow> running = new ConcurrentHashMap<>();
    private final AtomicInteger kept = new AtomicInteger();
    private final ConcurrentLinkedQueue<Flow> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedKept = new AtomicInteger();
    /** In thousandths. */
    private final AtomicLongArray active;

    private final AtomicLongArray taken;

    OwnFlows(Topology topology, long firstNumber) {
        this.topology = topology;
        numbers.set(firstNumber);
        active = new AtomicLongArray(topology.links().size());
        taken = new AtomicLongArray(topology.links().size());
    }

    long lastNumber() {
        return numbers.get();
    }

    long commit(Transfer transfer, long nowNanos) {
        long number = numbers.incrementAndGet();
        if (kept.incrementAndGet() > MOST) {
            kept.decrementAndGet();
            return number;
        }
        Flow flow = new Flow(number, transfer, nowNanos);
        running.put(number, flow);
        for (int i = 0; i < flow.links.length; i++) {
            active.addAndGet(flow.links[i], thousandths(flow.times[i]));
        }
        setRate(flow, flow.expected);
        return number;
    }

    void progressed(long number, long bytes, long nowNanos) {
        Flow flow = running.get(number);
        if (flow != null) {
            flow.reported = new Reported(bytes, nowNanos);
        }
    }

    void finish(long number, long nowNanos) {
        Flow flow = running.remove(number);
        if (flow == null) {
            return;
        }
        kept.decrementAndGet();
        synchronized (flow) { // no rate may be given to it between the two
            setRate(flow, 0);
            flow.endNanos = Math.max(flow.startNanos, nowNanos);
        }
        for (int i = 0; i < flow.links.length; i++) {
            active.addAndGet(flow.links[i], -thousandths(flow.times[i]));
        }
        if (endedKept.incrementAndGet() <= MOST) {
            ended.add(flow);
        } else {
            endedKept.decrementAndGet();
        }
    }

    private static long thousandths(double times) {
        return Math.round(1000 * times);
    }

    private void setRate(Flow flow, double bytesPerSecond) {
        synchronized (flow) {
            if (!flow.runs()) {
                return;
            }
            long rate = (long) bytesPerSecond;
            for (int i = 0; i < flow.links.length; i++) {
                long more = Math.round(flow.times[i] * rate) - Math.round(flow.times[i] * flow.rate);
                taken.addAndGet(flow.links[i], more);
            }
            flow.rate = rate;
        }
    }

    /** What one more transfer gets of a link on which others leave {@code left}: what our own leave over, or an even share. */
    double room(int link, double left) {
        if (!(left > 0)) {
            return 0;
        }
        double sharers = Math.max(0, active.get(link)) / 1000.0 + 1;
        return Math.max(left - Math.max(0, taken.get(link)), left / sharers);
    }

    /** Running flows and those that ended after {@code sinceNanos}, oldest first; older ends are forgotten. */
    List<Flow> since(long sinceNanos) {
        ended.removeIf(flow -> {
            boolean old = flow.endNanos - sinceNanos < 0;
            if (old) {
                endedKept.decrementAndGet();
            }
            return old;
        });
        List<Flow> all = new ArrayList<>(running.values());
        all.addAll(ended);
        all.sort(Comparator.comparingLong(flow -> flow.number));
        return all;
    }

    /**
     * Takes in what a flow carried in the last report, and ends one that has fallen silent or is far beyond its time.
     *
     * @param whole whether the flow ran during the whole report
     */
    void carried(Flow flow, double bytesPerSecond, boolean whole, long nowNanos) {
        flow.carried = bytesPerSecond;
        if (whole) {
            flow.silent = bytesPerSecond <= SILENT * flow.expected ? flow.silent + 1 : 0;
        }
        double expectedNanos = flow.bytes * 1e9 / flow.expected;
        if (flow.runs()
                && (flow.silent >= SILENT_REPORTS
                        || nowNanos - flow.startNanos > PATIENCE_NANOS + PATIENCE * expectedNanos)) {
            finish(flow.number, nowNanos);
        }
    }

    /** Gives the running flows the max-min fair rates of what others leave, and no more than {@code most} times what they carried. */
    void share(List<Flow> flows, double[] left, double most) {
        List<Flow> now = flows.stream().filter(Flow::runs).toList();
        Touched touched = new Touched(now, topology.links().size());
        List<double[]> usage = now.stream().map(flow -> flow.times).toList();
        double[] caps = now.stream().mapToDouble(flow -> most * flow.carried).toArray();
        double[] rates = MaxMinFairRates.of(touched.of(left), touched.paths, usage, caps);
        for (int i = 0; i < rates.length; i++) {
            setRate(now.get(i), Math.min(rates[i], 1e15));
        }
    }

    /** The links that flows touch, numbered densely, so that an allocation costs what the flows touch and not the network. */
    static final class Touched {
        final List<int[]> paths;
        final int[] links;

        Touched(List<Flow> flows, int size) {
            int[] dense = new int[size];
            int[] found = new int[size];
            int count = 0;
            paths = new ArrayList<>(flows.size());
            for (Flow flow : flows) {
                int[] path = new int[flow.links.length];
                for (int i = 0; i < path.length; i++) {
                    int link = flow.links[i];
                    if (dense[link] == 0) {
                        found[count++] = link;
                        dense[link] = count;
                    }
                    path[i] = dense[link] - 1;
                }
                paths.add(path);
            }
            links = Arrays.copyOf(found, count);
        }

        double[] of(double[] byLink) {
            return Arrays.stream(links).mapToDouble(link -> byLink[link]).toArray();
        }
    }
}
