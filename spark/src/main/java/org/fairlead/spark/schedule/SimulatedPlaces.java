// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Senders;
import org.fairlead.core.task.TaskOutlook;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Outlook;
import org.fairlead.spark.cluster.ClusterPicture;

/**
 * The executors' places while a plan is made: offered in the order in which they are free, or are predicted to become free by tasks that run and
 * by those that are planned. A host is offered what is free and as many again as it has. Of one thread.
 *
 * <p>Times are seconds from the plan's beginning; policies are asked as of the place's turn: how long others' places take from then.
 */
final class SimulatedPlaces implements TaskOutlook {
    /** The turn of a place of which nobody knows when it becomes free: after all others. */
    private static final double SOMETIME = 1e9;

    private final ClusterPicture.Snapshot snapshot;
    private final long nowNanos;
    private final PlannedLoad load;
    private final Senders senders;
    private final HostPlaces[] byHost;
    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparingDouble(Turn::atSeconds).thenComparingLong(Turn::number));
    private final PriorityQueue<Transfer> transfers =
            new PriorityQueue<>(Comparator.comparingDouble(Transfer::endSeconds));
    private final double[] plannedToReceive;
    private final double[] plannedToRead;
    private final SlowSources sources;
    /** Free places that were refused, until somebody else took a task. */
    private final List<HostPlaces> refused = new ArrayList<>();

    private boolean launchedSince;
    private double allPlannedToReceive;
    private long number;
    private int running;
    /** Hosts with a free place that were not asked yet: who refuses before they are, refuses to an idle cluster only in name. */
    private int unasked;

    private double nowSeconds;
    private boolean foreseen;

    private record Turn(double atSeconds, long number, HostPlaces host) {}

    private record Transfer(double endSeconds, int source, int host, double bytes) {}

    /** Places of a host, which may go by several names. */
    private static final class HostPlaces {
        private final int host;
        private final List<String> names = new ArrayList<>(1);
        private double bytesBesides;
        private final PriorityQueue<Double> ends = new PriorityQueue<>();
        private int places;
        private int free;
        private int turnsLeft;
        private boolean unasked;

        HostPlaces(int host) {
            this.host = host;
        }

        /** Places whose task has ended, or begun, at this moment, so that they are neither free nor taken by one that is known. */
        void addBetweenTasks() {
            while (free + ends.size() < places) {
                ends.add(0.0);
            }
        }
    }

    /**
     * @param stage that is planned: executors that it is not offered, who sends what it receives
     * @param sources as they are for it
     * @param seed decides who comes first among equals
     */
    SimulatedPlaces(
            Scheduling scheduling,
            ClusterPicture.Snapshot snapshot,
            PlannedStage stage,
            SlowSources sources,
            long seed,
            long nowNanos) {
        senders = stage.pending().senders();
        Exclusions exclusions = stage.decisions().exclusions();
        int coresPerTask = stage.decisions().coresPerTask();
        this.snapshot = snapshot;
        this.nowNanos = nowNanos;
        load = new PlannedLoad(snapshot.network(), snapshot.topology().routes());
        int nodes = snapshot.topology().nodes().size();
        byHost = new HostPlaces[nodes];
        plannedToReceive = new double[nodes];
        plannedToRead = new double[nodes];
        this.sources = sources;
        Map<String, HostPlaces> byName = new HashMap<>();
        List<HostPlaces> all = new ArrayList<>();
        for (ExecutorTable.Executor executor : scheduling.executors().all()) {
            if (exclusions.exclude(executor)) {
                continue;
            }
            HostPlaces places = byName.computeIfAbsent(executor.host(), name -> named(name, all));
            if (places != null) {
                places.bytesBesides = stage.bytesBesides(executor.host());
                places.places += executor.cores() / coresPerTask;
                places.free += executor.freeCores() / coresPerTask;
            }
        }
        addRunning(scheduling, byName, stage.decisions().key(), nowNanos);
        Draw draw = new Draw(seed);
        for (int left = all.size(); left > 0; left--) {
            HostPlaces next = all.set(draw.below(left), all.get(left - 1));
            next.addBetweenTasks();
            next.turnsLeft = next.places == 0 ? 0 : next.free + next.places;
            next.unasked = next.turnsLeft > 0 && next.free > 0;
            unasked += next.unasked ? 1 : 0;
            schedule(next);
        }
    }

    /** @return null of a host that the topology does not know */
    private HostPlaces named(String name, List<HostPlaces> all) {
        int host = snapshot.host(name);
        if (host < 0) {
            return null;
        }
        if (byHost[host] == null) {
            byHost[host] = new HostPlaces(host);
            all.add(byHost[host]);
        }
        byHost[host].names.add(name);
        return byHost[host];
    }

    private void addRunning(Scheduling scheduling, Map<String, HostPlaces> byName, StageKey planned, long nowNanos) {
        Map<StageKey, Optional<Learned.Means>> means = new HashMap<>();
        for (RunningTasks.Running task : scheduling.running().all()) {
            running++;
            HostPlaces places = byName.get(task.host());
            double seconds = task.expectedSeconds();
            if (!Double.isFinite(seconds) || seconds <= 0) {
                seconds = means.computeIfAbsent(task.stage(), scheduling.learned()::of)
                        .map(Learned.Means::seconds)
                        .orElse(0.0);
            }
            if (places != null) {
                places.ends.add(secondsLeft(seconds, (nowNanos - task.launchedNanos()) / 1e9));
                if (task.stage().equals(planned)) {
                    places.bytesBesides = 0; // is fetching them, or has
                }
            }
        }
    }

    /** A task that is late, or of which nobody knows how long it takes, is taken to need as much again. */
    private static double secondsLeft(double expected, double elapsed) {
        return Math.abs(expected - elapsed);
    }

    private void schedule(HostPlaces places) {
        if (places.turnsLeft == 0) {
            return;
        }
        places.turnsLeft--;
        double at = SOMETIME;
        if (places.free > 0) {
            at = nowSeconds;
        } else if (!places.ends.isEmpty()) {
            at = Math.max(nowSeconds, places.ends.peek());
        }
        turns.add(new Turn(at, number++, places));
    }

    Topology topology() {
        return snapshot.topology();
    }

    /** A host's name in the topology. */
    String nodeName(int host) {
        return snapshot.topology().nodes().get(host).name();
    }

    /** Goes on to the next place's turn; its host's index, or −1 after the last. */
    int next() {
        if (launchedSince && (turns.isEmpty() || turns.peek().atSeconds > nowSeconds)) {
            refused.forEach(this::schedule);
            refused.clear();
            launchedSince = false;
        }
        Turn turn = turns.poll();
        if (turn == null) {
            return -1;
        }
        nowSeconds = turn.atSeconds;
        for (Transfer first = transfers.peek();
                first != null && first.endSeconds <= nowSeconds;
                first = transfers.peek()) {
            transfers.poll();
            load.change(first.source, first.host, -1);
            count(first.source, first.host, -first.bytes);
        }
        HostPlaces places = turn.host;
        if (places.unasked) {
            places.unasked = false;
            unasked--;
        }
        foreseen = places.free == 0;
        if (foreseen) {
            places.ends.poll();
            places.free = 1;
        }
        return places.host;
    }

    @Override
    public boolean isForeseen() {
        return foreseen;
    }

    /** Names of a host's executors. */
    List<String> names(int host) {
        return byHost[host].names;
    }

    /**
     * The place whose turn it is got a task.
     *
     * @param seconds that it is predicted to take; NaN when nothing is known
     */
    void launched(int host, int source, double bytes, double seconds) {
        HostPlaces places = byHost[host];
        places.bytesBesides = 0;
        places.free--;
        running++;
        load.change(source, host, 1);
        count(source, host, bytes);
        launchedSince = true;
        if (Double.isFinite(seconds)) {
            places.ends.add(nowSeconds + seconds);
            transfers.add(new Transfer(nowSeconds + seconds, source, host, bytes));
        }
        schedule(places);
    }

    private void count(int source, int host, double bytes) {
        if (source >= 0) {
            plannedToRead[source] += bytes;
        } else {
            plannedToReceive[host] += bytes;
            allPlannedToReceive += bytes;
        }
    }

    /** The place whose turn it is got no task; one that is free is asked again once others have taken some. */
    void refused(int host) {
        if (!foreseen) {
            refused.add(byHost[host]);
        }
    }

    @Override
    public Outlook network() {
        return load;
    }

    @Override
    public int places(int host, InputKind kind) {
        return byHost[host] == null ? 0 : byHost[host].places;
    }

    @Override
    public int freePlaces(int host, InputKind kind) {
        return byHost[host] == null ? 0 : byHost[host].free;
    }

    @Override
    public int running() {
        return running + unasked;
    }

    @Override
    public double secondsToFreePlace(int host, InputKind kind) {
        HostPlaces places = byHost[host];
        if (places == null || places.places == 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (places.free > 0) {
            return 0;
        }
        return places.ends.isEmpty() ? Double.POSITIVE_INFINITY : Math.max(0, places.ends.peek() - nowSeconds);
    }

    @Override
    public double bytesBesides(int host) {
        return byHost[host] == null ? 0 : byHost[host].bytesBesides;
    }

    @Override
    public double bytesToReceive(int host) {
        return stillToReceive(host) + plannedToReceive[host];
    }

    /** Of tasks that run now, at the time of the place's turn: until then comes what others leave of the link. */
    private double stillToReceive(int host) {
        double bytes = snapshot.bytesToReceive(host);
        int link = snapshot.topology().routes().downLink(host);
        return link < 0 || nowSeconds <= 0 ? bytes : Math.max(0, bytes - nowSeconds * load.left(link, nowNanos));
    }

    @Override
    public double bytesToSend(int host) {
        double planned = senders.share(host) * (allPlannedToReceive - plannedToReceive[host]);
        return snapshot.bytesToSend(host) + planned;
    }

    @Override
    public double readRate(int source) {
        return sources.rate(source);
    }

    @Override
    public double bytesToRead(int source) {
        return snapshot.bytesToRead(source) + plannedToRead[source];
    }

    @Override
    public double bytesAhead(int source) {
        return sources.bytesAhead(source);
    }
}
