// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.profile.StageProfile;
import org.fairlead.core.profile.StageProfiles;
import org.fairlead.core.task.HeldByExecutors;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Topology;

/**
 * What the planner keeps of a stage: pending tasks as policies know them, renewed by what changed. Of a large stage only a window, those with the
 * lowest numbers, several for each slot: what comes after is taken in as tasks are launched. Of one thread.
 */
public final class PlannedStage {
    /** What a task is taken to read when nothing says: a block of HDFS. */
    private static final double USUAL_BYTES = 128L << 20;

    private static final int LEAST_WINDOW = 8192;
    /** For the first plan, which slots wait for; it comes no farther than this in the time that it has. */
    public static final int LEAST_FIRST_WINDOW = 1024;

    private static final int WINDOW_BY_SLOTS = 4;
    /** Where broadcast variables are is asked of the engine, which may take a message. */
    private static final long BROADCASTS_EVERY_NANOS = 200_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final StageTasks tasks;
    private final Map<String, Integer> hostOfName = new HashMap<>();
    private final Set<String> unresolved = new HashSet<>();
    /** Pending tasks that failures keep from some executors: a plan for those would never come true, and leave others free meanwhile. */
    private final Set<Integer> leftToStock = new HashSet<>();

    private final HeldByExecutors held = new HeldByExecutors();

    /** Whether what is held has changed since the last plan. */
    private boolean heldChanged;

    private StageTasks.Input input;
    private ToDoubleFunction<String> bytesBesides = host -> 0;
    private int[][] hosts = {};
    private boolean anyPreferred;
    private double bytesWhenUnknown = USUAL_BYTES;
    private boolean bytesLearned;
    private TaskSet pending;
    /** The first task that was not looked at yet. */
    private int next;

    private Topology topology;
    private long executorsVersion;
    private long viewVersion;
    private boolean planned;
    private long renewedNanos = NEVER;
    private long broadcastsNanos = NEVER;

    PlannedStage(StageTasks tasks) {
        this.tasks = tasks;
    }

    StageTasks tasks() {
        return tasks;
    }

    /**
     * Whether a plan made now could differ from the last one, or that one is of an age.
     *
     * @param executors the version of their table
     * @param slowHosts whether any host is slow: stages that read nothing are planned then, too
     * @param ageNanos that a plan is to have at most
     */
    boolean isDue(ClusterSnapshot snapshot, long executors, boolean slowHosts, long nowNanos, long ageNanos) {
        if (pending == null || topology != snapshot.topology()) {
            return true;
        }
        boolean changed = !tasks.changes().isEmpty();
        if ((!hasInput() && !slowHosts) || (pending.size() == 0 && !changed)) {
            return false;
        }
        return changed
                || heldChanged
                || executors != executorsVersion
                || snapshot.network().view().version() != viewVersion
                || nowNanos - renewedNanos >= ageNanos;
    }

    /**
     * Takes in what changed since the last plan.
     *
     * @param executors the version of their table
     * @param slots of all executors
     * @param profiles of this stage's tasks that ended, and of others
     */
    void renew(ClusterSnapshot snapshot, long executors, int slots, StageProfiles profiles, long nowNanos) {
        Optional<StageProfile> profile = profiles.of(tasks.id(), nowNanos);
        int[] changes = tasks.changes().take();
        boolean newBytes = learnsBytes(profile);
        boolean resolved = unresolved.stream().anyMatch(name -> snapshot.host(name) >= 0);
        if (pending == null || topology != snapshot.topology() || changes == null || newBytes || resolved) {
            build(snapshot);
        } else {
            apply(changes, snapshot);
        }
        fill(snapshot, planned ? Math.max(LEAST_WINDOW, WINDOW_BY_SLOTS * slots) : Math.max(LEAST_FIRST_WINDOW, slots));
        pending.learned(
                profile.map(StageProfile::computeSecondsPerByte).orElse(0.0),
                profile.map(StageProfile::fixedSeconds).orElse(0.0),
                profiles.overheadSeconds(tasks.id(), nowNanos),
                profiles.coldSeconds(tasks.id(), nowNanos));
        if (broadcastsNanos == NEVER || nowNanos - broadcastsNanos >= BROADCASTS_EVERY_NANOS) {
            bytesBesides = tasks.bytesBesides();
            broadcastsNanos = nowNanos;
        }
        heldChanged = false;
        executorsVersion = executors;
        viewVersion = snapshot.network().view().version();
        renewedNanos = nowNanos;
    }

    boolean isInputKnown() {
        return input != null;
    }

    /** What its tasks read; asked of the engine once. */
    StageTasks.Input input() {
        if (input == null) {
            input = tasks.input();
        }
        return input;
    }

    private boolean learnsBytes(Optional<StageProfile> learned) {
        if (bytesLearned || learned.isEmpty() || !(learned.get().bytes() > 0) || !Double.isNaN(input().meanBytes())) {
            return false;
        }
        bytesLearned = true;
        bytesWhenUnknown = learned.get().bytes();
        return true;
    }

    private void build(ClusterSnapshot snapshot) {
        topology = snapshot.topology();
        hostOfName.clear();
        held.forEach((task, host) -> hostOfName.put(host, snapshot.host(host)));
        unresolved.clear();
        hosts = new int[tasks.count()][];
        anyPreferred = false;
        pending = new TaskSet(tasks.seed(), input().kind(), topology.routes());
        pending.sentBy(mapOutput(snapshot));
        held.forEach(this::hold);
        next = 0;
        leftToStock.clear();
        for (int task = 0; task < hosts.length && !anyPreferred; task++) {
            anyPreferred = !tasks.preferredHosts(task).isEmpty();
        }
    }

    private MapOutputMatrix mapOutput(ClusterSnapshot snapshot) {
        StageTasks.MapOutput known = input().mapOutput();
        int[] indices = known.hosts().stream().mapToInt(snapshot::host).toArray();
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < 0) {
                unresolved.add(known.hosts().get(i));
            }
        }
        return known.bytes().onHosts(i -> indices[i], topology.nodes().size());
    }

    private void fill(ClusterSnapshot snapshot, int window) {
        while (next < hosts.length && pending.size() < window) {
            if (tasks.isPending(next)) {
                add(next, snapshot);
            }
            next++;
        }
    }

    private void add(int task, ClusterSnapshot snapshot) {
        if (pending.isPending(task)) {
            return;
        }
        if (tasks.isRestricted(task)) {
            leftToStock.add(task);
            return;
        }
        if (hosts[task] == null) {
            hosts[task] = hosts(task, snapshot);
        }
        pending.add(task, nearHosts(task), bytes(task));
    }

    /** Hosts with input of a task: those that the engine prefers, unless it receives a shuffle by other shares than others do. */
    private int[] nearHosts(int task) {
        MapOutputMatrix output = pending.mapOutput();
        return pending.kind() == InputKind.SHUFFLE && output.differs()
                ? output.of(task).outstanding()
                : hosts[task];
    }

    private int[] hosts(int task, ClusterSnapshot snapshot) {
        int[] found = new int[4];
        int count = 0;
        for (String name : tasks.preferredHosts(task)) {
            int host = hostOfName.computeIfAbsent(name, snapshot::host);
            if (host < 0) {
                unresolved.add(name);
            } else {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count] = host;
                count++;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private void apply(int[] changes, ClusterSnapshot snapshot) {
        for (int change : changes) {
            if (change >= 0) {
                add(change, snapshot);
            } else {
                leftToStock.remove(~change);
                if (pending.isPending(~change)) {
                    pending.launched(~change);
                }
            }
        }
    }

    /**
     * So much of a task's input is in an executor's memory by now.
     *
     * @param host the executor's, as executors name it; one that is not known counts as soon as all of the stage is made anew
     * @param bytes 0: nothing is, or none any more
     */
    void held(int task, String executor, String host, double bytes, ClusterSnapshot snapshot) {
        heldChanged |= pending != null && pending.isPending(task);
        held.put(task, executor, host, bytes);
        if (pending != null && topology == snapshot.topology()) {
            hostOfName.putIfAbsent(host, snapshot.host(host));
            hold(task, host);
        }
    }

    private void hold(int task, String name) {
        int host = hostOfName.get(name);
        if (host >= 0) {
            pending.held(task, host, held.most(task, name));
        } else {
            unresolved.add(name);
        }
    }

    /** What was kept may be half renewed: all of it is made anew next time. */
    void forget() {
        pending = null;
    }

    /** Whether its tasks read anything that a slot could be near to. */
    boolean hasInput() {
        return anyPreferred || input().meanBytes() > 0;
    }

    /** Who sends what each of its tasks receives, as far as it is known. */
    public MapOutputMatrix mapOutput() {
        return pending == null ? MapOutputMatrix.UNKNOWN : pending.mapOutput();
    }

    TaskSet pending() {
        return pending;
    }

    /** A copy of those tasks that wait to be launched at this moment, as of when the last plan was made; empty before there was any. */
    Optional<TaskSet> copyOfPending() {
        return Optional.ofNullable(pending).map(known -> known.copy(tasks::isPending));
    }

    /** It has its first plan: nobody waits for what is taken in from now on. */
    void planned() {
        planned = true;
    }

    /** Whether all that is pending is among {@link #pending}. */
    boolean isWhole() {
        return next >= hosts.length && leftToStock.isEmpty();
    }

    /** A task is planned: others are planned as if it were launched. */
    void take(int task) {
        pending.launched(task);
    }

    /** The plan is made; the last task that was taken is put back first. */
    void putBack(int task) {
        pending.putBack(task, nearHosts(task), bytes(task));
    }

    /** Input of a task, bytes. */
    double bytes(int task) {
        double known = input().bytes().applyAsDouble(task);
        if (!Double.isNaN(known)) {
            return known;
        }
        return Double.isNaN(input().meanBytes()) ? bytesWhenUnknown : input().meanBytes();
    }

    /** Input of the pending tasks that read from a host, bytes; of tasks of which nothing is known, as much as of others. */
    double bytesOn(int host) {
        return pending.pendingOn(host) * (input().meanBytes() > 0 ? input().meanBytes() : bytesWhenUnknown);
    }

    /** What the first task on a host fetches besides its input, bytes. */
    double bytesBesides(String host) {
        return bytesBesides.applyAsDouble(host);
    }

    /** How far from its input a task would run on a host, by the levels of a round. */
    LocalityLevel levelOf(int task, int host) {
        if (isHeldOn(task, host)) {
            return LocalityLevel.HOST;
        }
        if (hosts[task].length == 0 && tasks.preferredHosts(task).isEmpty()) {
            return LocalityLevel.NO_PREFERENCE;
        }
        LocalityLevel level = LocalityLevel.ANY;
        for (int holder : hosts[task]) {
            if (holder == host) {
                return LocalityLevel.HOST;
            }
            if (topology.routes().rackOf(holder) == topology.routes().rackOf(host)) {
                level = LocalityLevel.RACK;
            }
        }
        return level;
    }

    /** Whether a task has hosts to be near to, and all of them are such. */
    boolean isNearOnly(int task, IntPredicate hostsLike) {
        return hosts[task].length > 0 && Arrays.stream(hosts[task]).allMatch(hostsLike);
    }

    private boolean isHeldOn(int task, int host) {
        double there = pending.heldBytes(task, host);
        return there > 0 && there >= bytes(task);
    }

    /** The executor of a host that has most of a task's input in memory; empty: none has any. */
    String holder(int task, int host) {
        return held.holder(task, name -> hostOfName.getOrDefault(name, -1) == host);
    }

    /** The host that a task reads from on a host, if nobody chose one; −1 where it reads from many. */
    int usualSource(int task, int host) {
        if (pending.kind() == InputKind.SHUFFLE || hosts[task].length == 0) {
            return -1;
        }
        return levelOf(task, host) == LocalityLevel.HOST ? host : hosts[task][0];
    }
}
