// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/**
 * Judges a link's load as Sinbad does, by an exponential average raised after each decision until the next measurement.
 *
 * <p><b>Goals.</b> The published rule, for comparison ({@link FairShareLoadModel} is ours).
 *
 * <p><b>Constraints.</b> A link whose report is late counts as fully loaded. Nothing outlives a measurement.
 *
 * <p><b>Algorithm.</b> available = C − min(C, L + H) with L the EWMA of the view ({@link LinkLoads}) and H the hysteresis of
 * this link: after a decision H += size / (time to the link's next report), at its next measurement H ← 0. The time to the next
 * report is taken to be at least {@value #LEAST_SHARE} of the interval, and L + H at most C. Other applications' commitments, which
 * the paper does not have, come on top as the view has them.
 *
 * <p><b>Example.</b> C = 125 MB/s, L = 20 MB/s, reports each second, the last 0.6 s ago. A block of 8 MB raises the estimate by
 * 8 / 0.4 = 20 MB/s, to 40: 85 MB/s are available, until the next report makes it what was measured.
 *
 * <p><b>Source.</b> Chowdhury, Kandula, Stoica: Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM 2013. The
 * formula of the hysteresis is not spelled out there; this is its usual reading. Known defect: the average has taken in only a
 * fifth of a new transfer when the hysteresis is dropped, so that all return to the same link.
 */
public final class PublishedLoadModel implements LoadModel {
    private static final double LEAST_SHARE = 0.05;

    private final long intervalNanos;
    private volatile State state;

    /** What belongs to one view; the hysteresis is handed on to the next for links without a newer figure. */
    private record State(ClusterView view, AtomicLongArray raised) implements AvailableBandwidth {
        @Override
        public double available(int link, long nowNanos) {
            if (view.knowledge(link, nowNanos) != Freshness.FRESH) {
                return 0;
            }
            double capacity = view.topology().links().get(link).bytesPerSecond();
            return Math.max(0, capacity - view.smoothed(link) - view.committed(link) - raised.get(link));
        }

        @Override
        public Freshness knowledge(int link, long nowNanos) {
            return view.knowledge(link, nowNanos);
        }
    }

    /** @param intervalNanos expected time between two reports of a link */
    public PublishedLoadModel(Topology topology, long intervalNanos) {
        if (intervalNanos <= 0) {
            throw new IllegalArgumentException("the interval must be above 0 ns, not " + intervalNanos);
        }
        this.intervalNanos = intervalNanos;
        state = fresh(ClusterView.unknown(topology));
    }

    private static State fresh(ClusterView view) {
        return new State(view, new AtomicLongArray(view.topology().links().size()));
    }

    @Override
    public String name() {
        return "sinbad";
    }

    @Override
    public synchronized void observe(ClusterView view, long nowNanos) {
        State before = state;
        if (view.topology() != before.view.topology()) {
            state = fresh(view);
            return;
        }
        if (view.version() <= before.view.version()) {
            return;
        }
        AtomicLongArray raised = before.raised;
        for (int link = 0; link < raised.length(); link++) {
            if (view.measuredAtNanos(link) != before.view.measuredAtNanos(link)) {
                raised.set(link, 0);
            }
        }
        state = new State(view, raised);
    }

    @Override
    public long commit(Transfer transfer, long nowNanos) {
        State now = state;
        for (int i = 0; i < transfer.links().size(); i++) {
            Link link = transfer.links().get(i);
            long age = Math.max(0, nowNanos - now.view.measuredAtNanos(link.index()));
            double toNext = Math.max(LEAST_SHARE * intervalNanos, (double) (intervalNanos - age)) / 1e9;
            long raise = Math.max(
                    0, (long) Math.min(link.bytesPerSecond(), transfer.shares().get(i) * transfer.bytes() / toNext));
            long full = (long) link.bytesPerSecond();
            now.raised.accumulateAndGet(link.index(), raise, (was, more) -> Math.min(full, was + more));
        }
        return 0;
    }

    /** Of no effect: what was raised falls with the next measurement. */
    @Override
    public void finish(long transfer, long nowNanos) {}

    @Override
    public AvailableBandwidth availableBandwidth() {
        return state;
    }
}
