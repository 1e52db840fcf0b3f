// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModels;
import org.fairlead.core.view.Staleness;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the driver's picture current, in the background: controllers' views, executors' samples, what running tasks have committed.
 * Without a controller the view comes from samples alone and the topology from a file, or from where executors run: then it grows with them.
 */
public final class LiveCluster implements ClusterPicture, AutoCloseable {
    private static final String THREADS = "fairlead-cluster";
    private static final Logger LOG = LoggerFactory.getLogger(LiveCluster.class);
    private static final long RENEW_EVERY_MILLIS = 200;
    /** Executors stop to collect garbage: they are given this share of their interval. */
    private static final long EXECUTORS_PAUSE_PERCENT = 150;

    private static final long LOOK_UP_EVERY_MILLIS = 500;
    private static final long ABSENCE_EVERY_MILLIS = 500;

    private final ClusterSettings settings;
    private final HostNames.NameService names;
    private final TimeSource time;
    private final FoundHosts found;
    /** What is to come changes without reports. */
    private final boolean foresees;

    private final RareLog rareLog = new RareLog(LOG);
    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(3, LastingThread.workers(THREADS));
    private final FollowedControllers controllers;
    private volatile Optional<State> state = Optional.empty();
    /** By executor, as it reported it last. */
    private final Map<String, ExecutorMemory> memory = new ConcurrentHashMap<>();

    private final JudgedHosts judged = new JudgedHosts();
    private final PathProposals.Counts proposals = new PathProposals.Counts();
    private long version;

    /** What is known of the topology, the newest view of it that a controller sent, and when, and what planners see of both. */
    private record State(TopologyPicture picture, ClusterView reported, long reportedNanos, ClusterSnapshot snapshot) {}

    private LiveCluster(ClusterSettings settings, RackMapping racks, HostNames.NameService names, TimeSource time) {
        this.settings = settings;
        this.names = names;
        this.time = time;
        found = new FoundHosts(racks);
        controllers = new FollowedControllers(settings, time);
        foresees = LoadModels.policy(settings.loadModel()).needsForecast();
    }

    /**
     * @param racks asked where the topology is made of what executors tell
     * @throws IllegalArgumentException if a file cannot be used
     */
    public static LiveCluster start(ClusterSettings settings, RackMapping racks, TimeSource time) {
        return start(settings, racks, HostNames.NameService.SYSTEM, time);
    }

    static LiveCluster start(
            ClusterSettings settings, RackMapping racks, HostNames.NameService names, TimeSource time) {
        LiveCluster cluster = new LiveCluster(settings, racks, names, time);
        try {
            cluster.start();
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void start() {
        if (settings.findsHosts()) {
            repeat("hosts", this::grow, RENEW_EVERY_MILLIS);
        } else if (settings.controllers().isEmpty()) {
            Topology topology = Options.ofFile(
                    "spark.fairlead.topology.file",
                    () -> TopologyFile.read(settings.topologyFile().orElseThrow()));
            observe(ClusterView.unknown(topology), time.nanoTime());
        } else {
            ControllerAbsence absence = controllers.start(
                    this::observeQuietly, () -> state.map(now -> now.picture().ledger()), LOG);
            repeat("controllers", () -> absence.renew(state.isPresent(), time.nanoTime()), ABSENCE_EVERY_MILLIS);
        }
        repeat("samples", this::renewWithSamples, RENEW_EVERY_MILLIS);
        repeat("health", this::judge, RENEW_EVERY_MILLIS);
        repeat(
                "names",
                () -> state.ifPresent(now -> now.picture().hosts().lookUp(time.nanoTime())),
                LOOK_UP_EVERY_MILLIS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches its own exceptions
    private void repeat(String what, Runnable task, long everyMillis) {
        Runnable quiet = () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                rareLog.warn(what, "The picture of the cluster could not be renewed", e);
            }
        };
        threads.scheduleWithFixedDelay(
                LastingThread.repeated(THREADS, quiet), everyMillis, everyMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        controllers.close();
    }

    public ClusterSettings settings() {
        return settings;
    }

    /** Whether decisions may be enforced; false only when the followed controller's kill switch says so. */
    public boolean enforcement() {
        return controllers.enforcement();
    }

    @Override
    public Optional<ClusterSnapshot> snapshot() {
        return state.map(State::snapshot);
    }

    @Override
    public void launched(
            long taskId, int sourceHost, int host, double bytes, MapOutputLocations senders, PathChoice path) {
        try {
            state.ifPresent(now -> {
                now.picture().ledger().launched(taskId, sourceHost, host, bytes, senders, path, time.nanoTime());
                if (sourceHost != host && now.reported().steering() != Steering.NONE) {
                    controllers.soon(); // its path is planned before much has left
                }
            });
        } catch (RuntimeException e) {
            rareLog.warn("launched", "A launch could not be committed", e);
        }
    }

    @Override
    public void ended(long taskId) {
        try {
            long nowNanos = time.nanoTime();
            state.ifPresent(now -> {
                now.picture().formerLedger().ifPresent(former -> former.ended(taskId, nowNanos)); // first: see moveTo
                now.picture().ledger().ended(taskId, nowNanos);
            });
        } catch (RuntimeException e) {
            rareLog.warn("ended", "A task's end could not be taken in", e);
        }
    }

    /** What a running task has read so far, and whether it waits; ignored of tasks that were not launched here. */
    public void progressed(long taskId, long bytesRead, long shuffleBytesRead, boolean waits) {
        long nowNanos = time.nanoTime();
        TaskProgress progress = new TaskProgress(bytesRead, shuffleBytesRead, waits, nowNanos);
        state.ifPresent(now -> now.picture().ledger().progress(taskId, progress, nowNanos));
    }

    @Override
    public Optional<TaskProgress> progress(long taskId) {
        return state.flatMap(now -> now.picture().ledger().progress(taskId))
                .filter(progress -> !progress.equals(TaskProgress.NONE));
    }

    /**
     * What is fetched before its task starts is asked for whenever flows are reported to controllers.
     *
     * @param allowed is told what controllers answer to it, each time all
     */
    public void fetches(Supplier<List<InputFetch>> underWay, Consumer<List<Reply.Quota>> allowed) {
        controllers.fetches(underWay, allowed);
    }

    /** What became of the paths that tasks were launched for. */
    public PathFigures paths() {
        Steering now =
                snapshot().map(known -> known.network().view().steering()).orElse(Steering.NONE);
        long nowNanos = time.nanoTime();
        PathPlan plan = now.plan();
        return new PathFigures(
                plan.isValid(nowNanos) ? plan.paths().size() : 0, proposals.ofProposed(), proposals.ofGranted());
    }

    /** Reported to controllers. */
    @Override
    public void residualTasks(long tasks) {
        controllers.residualTasks(tasks);
    }

    /** What an executor on a host has to count of it, because nobody else reports it. */
    public MissingCounters gap(int host) {
        return state.map(now -> MergedView.gap(
                        now.reported(), (Host) now.picture().topology().nodes().get(host), time.nanoTime()))
                .orElse(MissingCounters.NONE);
    }

    /**
     * An executor runs on a host; where nobody describes the network, that is how it is found out.
     *
     * @param bytesPerSecond of its network device; 0 when it is not known
     */
    public void met(String host, double bytesPerSecond) {
        if (settings.findsHosts()) {
            found.add(host, bytesPerSecond);
        }
    }

    /** An executor has reported its memory; snapshots have it from the next view or sample on. */
    public void memory(String executor, ExecutorMemory now) {
        memory.put(executor, now);
    }

    /** An executor is gone. */
    public void removed(String executor) {
        memory.remove(executor);
    }

    /** What an executor counted of its host. */
    public void sampled(int host, Heartbeat sample) {
        state.ifPresent(now -> now.picture().samples().take(host, sample, time.nanoTime()));
    }

    /**
     * An executor on a host has reported.
     *
     * @param nextMillis until its next report
     */
    public void heard(int host, long nextMillis) {
        long intervalNanos = nextMillis * 1_000_000 * EXECUTORS_PAUSE_PERCENT / 100;
        state.ifPresent(
                now -> now.picture().health().heard(host, HeartbeatSource.EXECUTOR, intervalNanos, time.nanoTime()));
    }

    /** The last executor of a host is gone. */
    public void left(String host) {
        state.ifPresent(
                now -> ifKnown(now, host, index -> now.picture().health().left(index, HeartbeatSource.EXECUTOR)));
    }

    @Override
    public void failed(String host, String complainer) {
        state.ifPresent(
                now -> ifKnown(now, host, index -> now.picture().health().failed(index, complainer, time.nanoTime())));
    }

    private static void ifKnown(State now, String host, IntConsumer then) {
        int index = now.picture().hosts().host(host);
        if (index >= 0) {
            then.accept(index);
        }
    }

    private void judge() {
        state.ifPresent(now -> {
            Suspects before = judged.suspects();
            long nowNanos = time.nanoTime();
            if (judged.renew(
                    now.picture().health().judge(nowNanos), now.picture().hosts())) {
                synchronized (this) {
                    state.ifPresent(newest -> observe(newest.reported(), newest.reportedNanos()));
                }
                judged.log(before, now.picture().topology(), nowNanos);
            }
        });
    }

    @Override
    public boolean lacksController() {
        long nowNanos = time.nanoTime();
        return !settings.controllers().isEmpty()
                && state.map(now -> controllers.areSilent(nowNanos)
                                || now.snapshot().network().isBlind(nowNanos))
                        .orElse(true);
    }

    @Override
    public OptionalLong newestSuspicionNanos() {
        return judged.newestNanos();
    }

    @Override
    public boolean bars(String host, long seed) {
        return judged.bars(host, seed);
    }

    @Override
    public OptionalLong suspectedSinceNanos(String host) {
        return judged.suspectedSinceNanos(host);
    }

    private void observeQuietly(ClusterView view) {
        try {
            observe(view, time.nanoTime());
        } catch (RuntimeException e) {
            rareLog.warn("observe", "A controller's view could not be taken in", e);
        }
    }

    private void grow() {
        found.grown().ifPresent(larger -> {
            Optional<State> before = state;
            observe(ClusterView.unknown(larger), time.nanoTime());
            before.ifPresent(then ->
                    then.picture().ledger().moveTo(state.orElseThrow().picture().ledger(), time.nanoTime()));
        });
    }

    private synchronized void renewWithSamples() {
        state.filter(now -> foresees || now.picture().samples().news())
                .ifPresent(now -> observe(now.reported(), now.reportedNanos()));
    }

    /** @param reportedNanos when a controller reported it */
    private synchronized void observe(ClusterView reported, long reportedNanos) {
        long nowNanos = time.nanoTime();
        TopologyPicture picture = state.map(State::picture)
                .filter(known -> known.topology() == reported.topology())
                .orElseGet(() -> fresh(reported.topology()));
        version++;
        Staleness staleness = settings.controllers().isEmpty()
                ? Staleness.reportedEvery(settings.interval().toNanos())
                : reported.staleness();
        boolean deaf = controllers.areDeaf(reportedNanos, nowNanos);
        ClusterView counts = deaf
                ? reported.withCommitted(new double[reported.topology().links().size()])
                : reported;
        picture.observe(
                deaf || !settings.pathsTogether() ? counts.withSteering(Steering.NONE) : counts,
                deaf ? Suspects.NONE : reported.suspects(),
                staleness,
                version,
                nowNanos);
        boolean uncontended = picture.isUncontended(nowNanos);
        controllers.relaxed(uncontended);
        state = Optional.of(new State(picture, reported, reportedNanos, picture.snapshot(memory, nowNanos, time)));
    }

    private TopologyPicture fresh(Topology topology) {
        TopologyPicture made =
                TopologyPicture.of(topology, settings, names, proposals, state.map(State::picture), time);
        LOG.info("Topology: {}; load model {}", topology, made.model().name());
        return made;
    }
}
