// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.fairlead.core.profile.BlockRead;
import org.fairlead.core.profile.BlockWaits;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.HostPaces;
import org.fairlead.core.profile.LaunchedTasks;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.SourceTurns;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.profile.StageProfile;
import org.fairlead.core.profile.StageProfiles;
import org.fairlead.core.profile.TaskOverheads;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.view.Contention;

/**
 * Plans an application's stages, and learns what plans stand on.
 *
 * <p><b>Goals.</b> The same decisions in a cluster and in the simulator: what happens is reported by events, and a plan follows from those, a snapshot, the time
 * and the seed alone.
 *
 * <p><b>Constraints.</b> Events may come from any thread. Plans are made by one thread at a time, which waits for nobody but its engine's answers about a stage. Times are nanoseconds on one clock.
 *
 * <p><b>Algorithm.</b> The policy ({@link TaskAssigner}) is asked slot by slot, in the order in which slots are free or are predicted to become free, as if each task that it chose were launched
 * ({@link SimulatedSlots}). What it says becomes the {@link Plan}: the stage's schedule as it is predicted. Predictions stand on means of the stage's tasks that ended ({@link StageProfile}), on what
 * tasks take besides ({@link TaskOverheads}), on how slow hosts are ({@link HostPaces}), and on how fast they give their blocks ({@link SourceRates}, {@link SourceTurns}).
 *
 * <p><b>Example.</b> h1 has a free slot, h2 one that a task is predicted to leave in 2 s. Tasks 0 and 1 have their input on h2 and read it in 1 s there, in 5 s on h1. The plan: h1 declines for as long as
 * that saves time, h2 gets 0 at 2 s and 1 at 3 s.
 *
 * <p><b>Source.</b> Ours.
 */
public final class ApplicationPlanner {
    private static final String OWN = "fairlead";
    private static final String UNKNOWN_HOST = "";

    private final long freshNanos;
    private final ExecutorSlots executors = new ExecutorSlots();
    private final LaunchedTasks launched = new LaunchedTasks();
    private final StageProfiles profiles;
    private final SourceRates sources = new SourceRates();
    private final ContentionWatch contention = new ContentionWatch(sources);
    private final PlanMaker maker;

    /** One that counts on hosts to be as slow as tasks were there. */
    public ApplicationPlanner(TaskAssigner policy, long freshNanos, Optional<LongSupplier> explaining) {
        this(policy, freshNanos, true, explaining);
    }

    /**
     * @param freshNanos age up to which a plan counts
     * @param paced whether hosts are counted on to be as slow as tasks were there; else to be alike
     * @param explaining the clock by which the time for explanations is measured; empty for none
     */
    public ApplicationPlanner(TaskAssigner policy, long freshNanos, boolean paced, Optional<LongSupplier> explaining) {
        this.freshNanos = freshNanos;
        profiles = new StageProfiles(paced);
        maker = new PlanMaker(policy, freshNanos, executors, launched, profiles, sources, explaining);
    }

    /** The executors, as offers show them. */
    public ExecutorSlots executors() {
        return executors;
    }

    /**
     * A task was launched.
     *
     * @param taskId of the attempt, unique in the application
     * @param executor in which it runs
     * @param host the executor's
     * @param expectedSeconds from its launch to its end; NaN when nothing was predicted
     * @param block that it reads, from one host; empty when it reads from many, or nobody knows
     */
    public void launched(
            long taskId,
            StageAttempt stage,
            String executor,
            String host,
            double expectedSeconds,
            Optional<BlockRead> block,
            long nowNanos) {
        Optional<SourceRates.Reading> reading = block.map(read -> sources.begun(
                new SourceRates.Read(
                        stage,
                        read.source(),
                        read.bytes(),
                        read.remote(),
                        Double.isFinite(expectedSeconds) ? expectedSeconds : 0),
                nowNanos));
        launched.launched(
                taskId,
                new LaunchedTasks.Running(
                        executor, host, nowNanos, expectedSeconds, stage, profiles.isCold(stage, host), reading));
    }

    /**
     * A task runs, as the engine reports of all, also of those that were {@link #launched} before: where none was, its stage is not planned, and it takes a slot until it has {@link #left}.
     */
    public void begun(long taskId, StageAttempt stage, String executor, String host, long nowNanos) {
        if (executors.isKnown(executor)) {
            launched.begun(
                    taskId,
                    new LaunchedTasks.Running(executor, host, nowNanos, Double.NaN, stage, false, Optional.empty()));
        }
    }

    /** A task that has {@link #begun} no longer runs. */
    public void left(long taskId) {
        launched.left(taskId);
    }

    /** A task no longer runs; how it ended is reported later. */
    public void ended(long taskId, long nowNanos) {
        LaunchedTasks.Running was = launched.ended(taskId);
        if (was != null) {
            was.reading().ifPresent(reading -> sources.left(reading, nowNanos));
            launched.keep(taskId, new LaunchedTasks.Ended(was, (nowNanos - was.launchedNanos()) / 1e9));
        }
    }

    /**
     * A task has {@link #ended} well, and waited for no other host but for what its figures say.
     *
     * @return whether it was predicted what it takes
     */
    public boolean succeeded(long taskId, StageAttempt stage, EndedTask task, long nowNanos) {
        return succeeded(taskId, stage, task, false, nowNanos);
    }

    /**
     * A task has {@link #ended} well.
     *
     * @param awaitsReads whether it is reported by {@link #waited}, before or after this, what it waited for
     * @return whether it was predicted what it takes
     */
    public boolean succeeded(long taskId, StageAttempt stage, EndedTask task, boolean awaitsReads, long nowNanos) {
        Optional<LaunchedTasks.Ended> kept = launched.succeeded(taskId);
        String host = kept.map(ended -> ended.task().host()).orElse(UNKNOWN_HOST);
        boolean cold = kept.map(ended -> ended.task().cold()).orElse(false);
        if (awaitsReads) {
            profiles.endedAwaitingReads(taskId, stage, task, host, cold, nowNanos);
        } else {
            profiles.ended(stage, task, host, cold, nowNanos);
        }
        kept.flatMap(ended -> ended.task().reading())
                .ifPresent(reading -> sources.succeeded(reading, kept.get().seconds(), nowNanos));
        return kept.isPresent() && Double.isFinite(kept.get().task().expectedSeconds());
    }

    /**
     * A task that ends, or has ended, has reported for how long it waited for blocks.
     */
    public void waited(long taskId, BlockWaits waits) {
        profiles.waited(taskId, waits);
    }

    /** A task has {@link #ended} that was killed, since another attempt at it was sooner or nobody needs it. */
    public void killed(long taskId, long nowNanos) {
        launched.succeeded(taskId).ifPresent(kept -> profiles.killed(kept.task(), kept.seconds(), nowNanos));
    }

    /**
     * Attempts of a stage's tasks, by their numbers, that run on slow hosts and would end sooner if they began anew on a host that is well; that with most left first. As far as slow hosts are counted on.
     */
    public List<Long> worthCopying(StageAttempt stage, long nowNanos) {
        renewPaces(nowNanos);
        return profiles.worthCopying(stage, launched, nowNanos);
    }

    /** Whether {@link #worthCopying} could name any: it costs nothing to ask. */
    public boolean anyWorthCopying() {
        return profiles.remembersSlowHosts();
    }

    /** The tasks that run, by the numbers of their attempts. */
    public LaunchedTasks launchedTasks() {
        return launched;
    }

    /** Tasks that were launched and still run. */
    public int running() {
        return launched.all().size();
    }

    /** All tasks of a stage have ended. */
    public void completed(StageAttempt stage, long nowNanos) {
        launched.completed(stage);
        profiles.completed(stage, nowNanos);
    }

    /** Mean seconds from launch to end of a stage's tasks that ended well; empty before any did. */
    public OptionalDouble meanSeconds(StageAttempt stage) {
        return profiles.seconds(stage);
    }

    /** Looks whether there is anything to be kept away from. */
    public void renewContention(Optional<ClusterSnapshot> known, long nowNanos) {
        renewPaces(nowNanos);
        contention.renew(known, slowHosts(), nowNanos);
    }

    /** Looks which hosts are slow, if that is due. */
    public void renewPaces(long nowNanos) {
        profiles.renewPaces(launched.all(), nowNanos);
    }

    /** By the names of executors' hosts, how many times as long tasks take there as on hosts that are well, where that is above 1; as of when plans were made last. */
    public Map<String, Double> paces() {
        return profiles.slowHosts();
    }

    /** The same of hosts whose disks are slow, for tasks that read from them. */
    public Map<String, Double> diskPaces() {
        return profiles.slowDisks();
    }

    /** From which hosts reads and writes are to keep away, and by how much: the larger one of both paces; empty while neither is {@value HostPaces#SLOW_FROM} anywhere. */
    public Map<String, Double> avoided() {
        Map<String, Double> hosts = paces();
        Map<String, Double> disks = diskPaces();
        if (hosts.isEmpty() && disks.isEmpty()) {
            return Map.of();
        }
        Map<String, Double> avoided = new HashMap<>(hosts);
        disks.forEach((host, pace) -> avoided.merge(host, pace, Math::max));
        return avoided.values().stream().anyMatch(pace -> pace >= HostPaces.SLOW_FROM) ? avoided : Map.of();
    }

    /** Names of the hosts that are slow enough for a slot elsewhere to be better; as of when plans were made last. */
    public Set<String> slowHosts() {
        return slow(paces());
    }

    /** Names of the hosts whose disks are so slow. */
    public Set<String> slowDisks() {
        return slow(diskPaces());
    }

    private static Set<String> slow(Map<String, Double> paces) {
        return paces.entrySet().stream()
                .filter(host -> host.getValue() >= HostPaces.SLOW_FROM)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Seconds for which that was there to be kept away from, whenever it was looked, so far. */
    public double secondsOf(Contention seen) {
        return contention.seconds(seen);
    }

    /** It cannot be said whether there is. */
    public void contentionUnknown() {
        contention.reset();
    }

    /** Whether a policy's plans count also while the network is uncontended: others' are as published. */
    public static boolean alwaysCounts(String policy) {
        return !policy.equals(OWN);
    }

    /** Whether links, disks and sources of blocks are uncontended and no host is slow, so that a slot is as good as another but for distance. */
    public boolean isUncontended() {
        return contention.isUncontended();
    }

    /** Whether a host's own links, its disk and what it gives are uncontended and it is not slow, so that a task beside its input ends there as soon as anywhere. */
    public boolean isUncontended(String host) {
        return contention.isUncontended(host);
    }

    /** Whether nothing but slow hosts is to be kept away from. */
    public boolean isUncontendedBesideSlowHosts() {
        return contention.isUncontendedBesideSlowHosts();
    }

    /** Whether a host is slow enough for a slot elsewhere to be better, by the name of its executors; as of when contention was looked at last. */
    public boolean isSlow(String host) {
        return contention.isSlow(host);
    }

    /** A stage that is to be planned. */
    public PlannedStage stage(StageTasks tasks) {
        return new PlannedStage(tasks);
    }

    /** Whether a plan made now could differ from the last one, or that one has half the age up to which it counts. */
    public boolean isDue(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        renewPaces(nowNanos);
        return stage.isDue(snapshot, executors.version(), !slowHosts().isEmpty(), nowNanos, freshNanos / 2);
    }

    /**
     * Takes in what changed since a stage's last plan.
     *
     * @return whether its tasks read anything that a slot could be near to, or a host is slow; otherwise no plan is of use
     */
    public boolean renew(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        if (!stage.isInputKnown()) {
            sources.reads(stage.tasks().id(), stage.input().scans());
        }
        renewed(stage, snapshot, nowNanos);
        return stage.hasInput() || !slowHosts().isEmpty();
    }

    /** Takes in a stage that is not submitted yet, for a look-ahead alone; nothing is learned from it. */
    public void foresee(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        renewed(stage, snapshot, nowNanos);
    }

    private void renewed(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        int slots = executors.cores() / stage.tasks().coresPerTask();
        stage.renew(snapshot, executors.version(), slots, profiles, nowNanos);
    }

    /** Makes the plan of a stage where no other stage has tasks to launch. */
    public Optional<StagePlan> plan(
            PlannedStage stage, ClusterSnapshot snapshot, long nowNanos, BooleanSupplier goesOn) {
        return plan(stage, snapshot, 0, nowNanos, goesOn);
    }

    /**
     * Makes the plan of a stage that was {@link #renew renewed}; empty while there are no executors.
     *
     * @param pendingBesides tasks of the application's other stages that wait to be launched: they take what this one leaves free
     * @param goesOn asked before each choice; hosts that the plan did not come to are left to the engine until the next, which begins with others
     */
    public Optional<StagePlan> plan(
            PlannedStage stage, ClusterSnapshot snapshot, int pendingBesides, long nowNanos, BooleanSupplier goesOn) {
        return executors.all().isEmpty()
                ? Optional.empty()
                : Optional.of(maker.make(stage, snapshot, pendingBesides, nowNanos, goesOn));
    }

    /**
     * So much of a task's input is in an executor's memory by now: plans made from then on count on it on its host, and leave the task to that executor while they have others for the host's. One is due if the task waits.
     *
     * @param host the executor's, as executors name it
     * @param bytes 0: nothing is, or none any more
     */
    public void held(
            PlannedStage stage, int task, String executor, String host, double bytes, ClusterSnapshot snapshot) {
        stage.held(task, executor, host, bytes, snapshot);
    }

    /**
     * What of a stage is pending at this moment, as policies knew it when its last plan was made, for a look-ahead that goes on from there. A copy: nothing becomes of the stage. Empty before
     * there was any plan.
     */
    public Optional<TaskSet> copyOfPending(PlannedStage stage) {
        return stage.copyOfPending();
    }

    /** The attempt that a stage is. */
    public StageAttempt id(PlannedStage stage) {
        return stage.tasks().id();
    }

    /** What the next task of a stage on an executor's host fetches besides its input, bytes; as it was when the last plan was made. */
    public double bytesBesides(PlannedStage stage, String host) {
        return stage.bytesBesides(host);
    }

    /** What a stage knows of slow sources, by what stages have claimed when their last plans were made. */
    public SlowSourceReads slowSources(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        return maker.slowSources(stage, snapshot, nowNanos);
    }

    /** No more plans are made of a stage, or none for a while. */
    public void leave(PlannedStage stage) {
        maker.leave(stage.tasks().id());
    }

    /** What was kept of a stage may be half renewed: all of it is made anew next time. */
    public void forget(PlannedStage stage) {
        stage.forget();
    }
}
