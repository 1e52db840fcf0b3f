package org.fairlead.core.view;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.topology.Ways;

/**
 * Tells what applications have committed on each link that no counter has seen yet.
 *
 * <p><b>Goals.</b> Between a decision and the first report that shows it, a second application does not choose the link that a
 * first one has just filled. An application is not told of itself: it knows better.
 *
 * <p><b>Constraints.</b> Nothing counts twice: once what was committed has run for a whole report, the counters alone speak. So a
 * claim that never becomes traffic stops counting with the second report after it. What is claimed of a link is at most its capacity.
 *
 * <p><b>Algorithm.</b> For each application and link a level L: the sum of the rates it expects there, those of a host pair spread
 * evenly over the pair's ways. With a report of the link, S = the mean of L over the time that the report covers: what the counters
 * have seen of it. Committed and unseen is max(0, L − S), over all applications but the one that asks, at most C.
 *
 * <p><b>Example.</b> A link of 10 MB/s is reported each second, the last time idle. 0.3 s later an application commits 6 MB/s: 6 are
 * unseen. The next report covers its first 0.7 s, 4.2 MB/s, and 1.8 are unseen; with the one after that none are.
 *
 * <p><b>Source.</b> Ours. Safe for threads; hosts and links by index.
 */
public final class CommittedLoads {
    /** The source of what comes from many hosts: only its last link is known. */
    public static final int MANY = -1;

    private final Topology topology;
    private final Map<String, Map<Integer, Level>> applications = new HashMap<>();

    public CommittedLoads(Topology topology) {
        this.topology = topology;
    }

    /** @param source {@link #MANY}, or the host that sends */
    public record Pair(int source, int destination, double bytesPerSecond) {}

    /** One application's rate on one link over time. */
    private static final class Level {
        private double rate;
        private double seen;
        /** Integral of the rate since the last report. */
        private double bytes;

        private long changedNanos;
        private long reportedNanos;

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

        void reported(long atNanos) {
            if (reportedNanos == ClusterView.NEVER) {
                reportedNanos = atNanos;
                return;
            }
            if (atNanos - reportedNanos <= 0) {
                return;
            }
            pass(atNanos);
            double afterwards = rate * (changedNanos - atNanos) / 1e9;
            seen = Math.max(0, bytes - afterwards) / ((atNanos - reportedNanos) / 1e9);
            bytes = afterwards;
            reportedNanos = atNanos;
        }

        double unseen() {
            return Math.max(0, rate - seen);
        }
    }

    /** What an application expects from now on, in the place of what it said before. */
    public synchronized void commit(String application, List<Pair> pairs, ClusterView view, long nowNanos) {
        Map<Integer, Double> rates = new HashMap<>();
        pairs.forEach(pair -> spread(pair, rates));
        Map<Integer, Level> levels = applications.computeIfAbsent(application, name -> new HashMap<>());
        Set<Integer> links = new HashSet<>(levels.keySet());
        links.addAll(rates.keySet());
        for (int link : links) {
            double rate = Math.min(topology.links().get(link).bytesPerSecond(), rates.getOrDefault(link, 0.0));
            levels.computeIfAbsent(link, number -> new Level(view.measuredAtNanos(number), nowNanos))
                    .set(rate, nowNanos);
        }
    }

    /** The application is gone: it will carry nothing. */
    public synchronized void forget(String application) {
        applications.remove(application);
    }

    /** What all applications expect on each link at the moment, seen by counters or not, bytes per second; at most its capacity. */
    public synchronized double[] claimed() {
        double[] claimed = new double[topology.links().size()];
        applications
                .values()
                .forEach(levels -> levels.forEach((link, level) -> claimed[link] =
                        Math.min(topology.links().get(link).bytesPerSecond(), claimed[link] + level.rate)));
        return claimed;
    }

    /** Takes in when each link was last measured, and says what is unseen since. */
    public synchronized Unseen unseen(ClusterView view) {
        Map<String, double[]> byApplication = new HashMap<>();
        applications.forEach((application, levels) -> {
            double[] unseen = new double[topology.links().size()];
            levels.forEach((link, level) -> {
                level.reported(view.measuredAtNanos(link));
                unseen[link] = level.unseen();
            });
            levels.values().removeIf(level -> level.rate <= 0 && level.bytes <= 0);
            if (Arrays.stream(unseen).anyMatch(rate -> rate > 0)) {
                byApplication.put(application, unseen);
            }
        });
        return new Unseen(topology, byApplication);
    }

    private void spread(Pair pair, Map<Integer, Double> rates) {
        Routes routes = topology.routes();
        checkHost(pair.destination());
        int down = routes.downLink(pair.destination());
        if (pair.source() == pair.destination()) {
            return;
        }
        if (down >= 0) {
            rates.merge(down, pair.bytesPerSecond(), Double::sum);
        }
        if (pair.source() == MANY) {
            return;
        }
        checkHost(pair.source());
        int up = routes.upLink(pair.source());
        if (up >= 0) {
            rates.merge(up, pair.bytesPerSecond(), Double::sum);
        }
        Ways ways = routes.inner(pair.source(), pair.destination());
        for (int way = 0; way < ways.count(); way++) {
            for (int hop = 0; hop < ways.hops(); hop++) {
                rates.merge(ways.link(way, hop), pair.bytesPerSecond() / ways.count(), Double::sum);
            }
        }
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

        /** @param asking the application that is not told of itself; empty: all count */
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

        /** Whether whoever asks is told the same of a link. */
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
