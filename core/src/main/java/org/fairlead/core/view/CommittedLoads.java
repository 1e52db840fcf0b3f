// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Reports what applications have committed on each link that no counter has seen yet.
 *
 * <p><b>Goals.</b> Between a decision and the first report that shows it, a second application does not choose the link that a
 * first one has just filled. Nothing of its own is reported to an application: it knows better.
 *
 * <p><b>Constraints.</b> Nothing counts twice: once what was committed has run for a whole report, the counters alone speak. So a
 * claim that never becomes traffic stops counting with the second report after it; where no report comes, after two intervals. Who
 * claims so again and again is believed less and less ({@link ClaimCredit}). What is claimed of a link is at most its capacity.
 *
 * <p><b>Algorithm.</b> For each application and link a level L: the sum of the rates at which it expects its flows there, by the
 * paths that are held when it says so ({@link HeldPaths}). With a report of the link, S = the mean of L over the time that the report covers: what the counters
 * have seen of it. Committed and unseen is max(0, L − S), over all applications but the one that asks, at most C.
 *
 * <p><b>Example.</b> A link of 10 MB/s is reported each second, the last time idle. 0.3 s later an application commits 6 MB/s: 6 are
 * unseen. The next report covers its first 0.7 s, 4.2 MB/s, and 1.8 are unseen; with the one after that none are.
 *
 * <p><b>Source.</b> Ours. Safe for threads; hosts and links by index.
 */
public final class CommittedLoads {
    /** Claimants whose credit is kept, at most; beyond, that of whoever claimed longest ago is forgotten. */
    private static final int MOST_CLAIMANTS = 4096;

    private final Topology topology;
    private final long intervalNanos;
    private final Map<String, Claims> applications = new HashMap<>();
    private long lapsesNanos = Long.MAX_VALUE;
    private final Map<String, ClaimCredit> credits = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ClaimCredit> eldest) {
            return size() > MOST_CLAIMANTS;
        }
    };

    /** @param intervalNanos between two reports of a link */
    public CommittedLoads(Topology topology, long intervalNanos) {
        this.topology = topology;
        this.intervalNanos = intervalNanos;
    }

    /** An application's, and the credit of whoever speaks for it. */
    private record Claims(ClaimCredit credit, Map<Integer, Level> levels) {}

    /** One application's rate on one link over time. */
    private static final class Level {
        private double rate;
        private double seen;
        /** Integral of the rate since the last report. */
        private double bytes;

        private long changedNanos;
        private long reportedNanos;
        /** By the last report. */
        private long coveredNanos;

        Level(long reportedNanos, long nowNanos) {
            this.reportedNanos = reportedNanos;
            changedNanos = nowNanos;
        }

        private void pass(long nowNanos) {
            long until = Math.max(changedNanos, nowNanos);
            bytes += rate * (until - changedNanos) / 1e9;
            changedNanos = until;
        }

        void set(double bytesPerSecond, long nowNanos) {
            pass(nowNanos);
            rate = bytesPerSecond;
        }

        /** @return whether this is a report that was not taken in yet, and ends a time over which bytes were counted */
        boolean reported(long atNanos) {
            if (reportedNanos == ClusterView.NEVER) {
                reportedNanos = atNanos;
                return false;
            }
            if (atNanos - reportedNanos <= 0) {
                return false;
            }
            pass(atNanos);
            coveredNanos = atNanos - reportedNanos;
            double afterwards = rate * (changedNanos - atNanos) / 1e9;
            seen = Math.max(0, bytes - afterwards) / ((atNanos - reportedNanos) / 1e9);
            bytes = afterwards;
            reportedNanos = atNanos;
            return true;
        }

        double unseen() {
            return Math.max(0, rate - seen);
        }
    }

    /**
     * What an application expects from now on, in the place of what it said before.
     *
     * @param claimant who answers for it with its credit, under whatever names it speaks
     * @param view says, besides when links were measured, which paths are held
     */
    public synchronized void commit(
            String claimant, String application, List<FlowRequest> flows, ClusterView view, long nowNanos) {
        ClaimCredit credit = credits.computeIfAbsent(claimant, name -> new ClaimCredit(intervalNanos));
        Map<Integer, Double> rates = new HashMap<>();
        PathResolver paths = new HeldPaths(topology.routes(), view.steering(), nowNanos);
        flows.forEach(flow -> charge(flow, paths, rates));
        Map<Integer, Level> levels = applications
                .computeIfAbsent(application, name -> new Claims(credit, new HashMap<>()))
                .levels();
        Set<Integer> links = new HashSet<>(levels.keySet());
        links.addAll(rates.keySet());
        for (int link : links) {
            double rate = Math.min(topology.links().get(link).bytesPerSecond(), rates.getOrDefault(link, 0.0));
            levels.computeIfAbsent(link, number -> new Level(view.measuredAtNanos(number), nowNanos))
                    .set(rate, nowNanos);
            if (rate > 0) {
                credit.claimed(link, view.measuredAtNanos(link), nowNanos);
            }
        }
    }

    /** The application is gone: it will carry nothing more. */
    public synchronized void forget(String application, long nowNanos) {
        Claims gone = applications.remove(application);
        if (gone != null) {
            gone.levels().forEach((link, level) -> {
                level.set(0, nowNanos);
                gone.credit().left(link, level.bytes, level.reportedNanos, nowNanos);
            });
        }
    }

    /** Whether something that was unseen when last asked no longer counts, since no report has come. */
    public synchronized boolean lapsed(long nowNanos) {
        return lapsesNanos <= nowNanos;
    }

    /** What all applications expect on each link at the moment, seen by counters or not, bytes per second; at most its capacity. */
    public synchronized double[] claimed() {
        double[] claimed = new double[topology.links().size()];
        applications.values().forEach(claims -> claims.levels()
                .forEach((link, level) -> claimed[link] =
                        Math.min(topology.links().get(link).bytesPerSecond(), claimed[link] + level.rate)));
        return claimed;
    }

    /** Takes in when each link was last measured, and says what is unseen since. */
    public synchronized Unseen unseen(ClusterView view, long nowNanos) {
        applications.values().forEach(claims -> claims.levels().forEach((link, level) -> {
            if (level.reported(view.measuredAtNanos(link))) {
                double seconds = level.coveredNanos / 1e9;
                claims.credit().reported(level.seen * seconds, view.latest(link) * seconds, view.measuredAtNanos(link));
            }
        }));
        credits.values().forEach(credit -> credit.reported(view, nowNanos));
        lapsesNanos = Long.MAX_VALUE;
        Map<String, double[]> byApplication = new HashMap<>();
        applications.forEach((application, claims) -> {
            double[] unseen = new double[topology.links().size()];
            claims.levels().forEach((link, level) -> {
                long reportedNanos = view.measuredAtNanos(link);
                unseen[link] = level.unseen() * claims.credit().of(link, reportedNanos, nowNanos);
                if (unseen[link] > 0) {
                    lapsesNanos = Math.min(lapsesNanos, claims.credit().lapsesNanos(link, reportedNanos));
                }
            });
            claims.levels().values().removeIf(level -> level.rate <= 0 && level.bytes <= 0);
            if (Arrays.stream(unseen).anyMatch(rate -> rate > 0)) {
                byApplication.put(application, unseen);
            }
        });
        return new Unseen(topology, byApplication);
    }

    private void charge(FlowRequest flow, PathResolver paths, Map<Integer, Double> rates) {
        checkHost(flow.destination());
        if (flow.source() == FlowRequest.MANY) {
            int down = topology.routes().downLink(flow.destination());
            if (down >= 0) {
                rates.merge(down, flow.maxBytesPerSecond(), Double::sum);
            }
            return;
        }
        checkHost(flow.source());
        paths.resolve(
                flow.source(),
                flow.destination(),
                flow.trafficClass(),
                (link, share) -> rates.merge(link, flow.maxBytesPerSecond() * share, Double::sum));
    }

    private void checkHost(int node) {
        if (!(topology.nodes().get(node) instanceof Host)) {
            throw new IllegalArgumentException(topology.nodes().get(node).name() + " is a switch; a host is expected");
        }
    }

    /** What was unseen at a moment, for each who may ask. Immutable. */
    public static final class Unseen {
        private final Topology topology;
        private final Map<String, double[]> byApplication;

        private Unseen(Topology topology, Map<String, double[]> byApplication) {
            this.topology = topology;
            this.byApplication = byApplication;
        }

        public static Unseen none(Topology topology) {
            return new Unseen(topology, Map.of());
        }

        /** @param asking the application to which its own is not reported; empty: all count */
        public double of(int link, String asking) {
            double sum = 0;
            for (Map.Entry<String, double[]> entry : byApplication.entrySet()) {
                sum += entry.getKey().equals(asking) ? 0 : entry.getValue()[link];
            }
            return Math.min(topology.links().get(link).bytesPerSecond(), sum);
        }

        /** Of each link, over all applications. */
        public double[] ofAll() {
            double[] all = new double[topology.links().size()];
            if (!byApplication.isEmpty()) {
                Arrays.setAll(all, link -> of(link, ""));
            }
            return all;
        }

        /** Whether the same is reported of a link to whoever asks. */
        public boolean sameAt(int link, Unseen other) {
            return containsAll(link, other) && other.containsAll(link, this);
        }

        private boolean containsAll(int link, Unseen other) {
            for (Map.Entry<String, double[]> entry : other.byApplication.entrySet()) {
                double[] here = byApplication.get(entry.getKey());
                if ((here == null ? 0 : here[link]) != entry.getValue()[link]) {
                    return false;
                }
            }
            return true;
        }
    }
}
