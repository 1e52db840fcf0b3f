// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.scheduler.TaskLocation;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Senders;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Topology;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.input.BroadcastBlocks;
import org.fairlead.spark.input.StageInput;
import scala.collection.Iterator;

/**
 * What the planner keeps of a stage: pending tasks as policies know them, renewed by what changed. Of a large stage only a window, those with the
 * lowest numbers, several for each place: what comes after is taken in as tasks are launched. Of the planner's thread alone.
 */
final class PlannedStage {
    /** What a task is taken to read when nothing tells: a block of HDFS. */
    private static final double USUAL_BYTES = 128L << 20;

    private static final int LEAST_WINDOW = 8192;
    private static final int WINDOW_BY_PLACES = 4;
    /** Where broadcast variables are is asked of Spark's block manager, by a message to itself. */
    private static final long BROADCASTS_EVERY_NANOS = 200_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final StageDecisions decisions;
    private final Map<String, Integer> hostOfName = new HashMap<>();
    private final Set<String> unresolved = new HashSet<>();
    /** Pending tasks that failures keep from some executors: a plan for those would never come true, and leave others free meanwhile. */
    private final Set<Integer> leftToStock = new HashSet<>();

    private StageInput input;
    private BroadcastBlocks broadcasts = BroadcastBlocks.NONE;
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
    private long renewedNanos = NEVER;
    private long broadcastsNanos = NEVER;

    PlannedStage(StageDecisions decisions) {
        this.decisions = decisions;
    }

    StageDecisions decisions() {
        return decisions;
    }

    /** Whether nothing of it will be launched any more. */
    boolean isOver() {
        return decisions.manager().isZombie();
    }

    /**
     * Whether a plan made now could differ from the last one, or that one is of an age.
     *
     * @param executors the version of their table
     */
    boolean isDue(ClusterPicture.Snapshot snapshot, long executors, long nowNanos, long ageNanos) {
        if (pending == null || topology != snapshot.topology()) {
            return true;
        }
        boolean changed = !decisions.changes().isEmpty();
        if (!hasInput() || (pending.size() == 0 && !changed)) {
            return false;
        }
        return changed
                || executors != executorsVersion
                || snapshot.network().view().version() != viewVersion
                || nowNanos - renewedNanos >= ageNanos;
    }

    /**
     * Takes in what changed since the last plan.
     *
     * @param executors the version of their table
     * @param places of all executors
     * @param learning of this stage's tasks that ended, and of others
     */
    void renew(ClusterPicture.Snapshot snapshot, long executors, int places, Learned learning) {
        Optional<Learned.Means> learned = learning.of(decisions.key());
        if (input == null) {
            input = decisions.readInput();
        }
        int[] changes = decisions.changes().take();
        boolean newBytes = learnsBytes(learned);
        boolean resolved = unresolved.stream().anyMatch(name -> snapshot.host(name) >= 0);
        if (pending == null || topology != snapshot.topology() || changes == null || newBytes || resolved) {
            build(snapshot);
        } else {
            apply(changes, snapshot);
        }
        fill(snapshot, Math.max(LEAST_WINDOW, WINDOW_BY_PLACES * places));
        pending.learned(
                learned.map(Learned.Means::computeSecondsPerByte).orElse(0.0),
                learned.map(Learned.Means::fixedSeconds).orElse(0.0),
                learning.overheadSeconds(decisions.key()));
        long now = System.nanoTime();
        if (broadcastsNanos == NEVER || now - broadcastsNanos >= BROADCASTS_EVERY_NANOS) {
            broadcasts = decisions.broadcasts();
            broadcastsNanos = now;
        }
        executorsVersion = executors;
        viewVersion = snapshot.network().view().version();
        renewedNanos = now;
    }

    private boolean learnsBytes(Optional<Learned.Means> learned) {
        if (bytesLearned || learned.isEmpty() || !(learned.get().bytes() > 0) || !Double.isNaN(input.meanBytes())) {
            return false;
        }
        bytesLearned = true;
        bytesWhenUnknown = learned.get().bytes();
        return true;
    }

    private void build(ClusterPicture.Snapshot snapshot) {
        topology = snapshot.topology();
        hostOfName.clear();
        unresolved.clear();
        hosts = new int[decisions.manager().numTasks()][];
        anyPreferred = false;
        pending = new TaskSet(decisions.seed(), input.kind(), topology.routes());
        pending.sentBy(senders(snapshot));
        decisions.sentBy(pending.senders());
        next = 0;
        leftToStock.clear();
        for (int task = 0; task < hosts.length && !anyPreferred; task++) {
            anyPreferred =
                    !decisions.manager().tasks()[task].preferredLocations().isEmpty();
        }
    }

    private Senders senders(ClusterPicture.Snapshot snapshot) {
        Map<Integer, Double> bytes = new HashMap<>();
        input.senders().forEach((name, sent) -> {
            int host = snapshot.host(name);
            if (host >= 0) {
                bytes.merge(host, sent, Double::sum);
            } else {
                unresolved.add(name);
            }
        });
        return bytes.isEmpty() ? Senders.UNKNOWN : new Senders(bytes);
    }

    private void fill(ClusterPicture.Snapshot snapshot, int window) {
        while (next < hosts.length && pending.size() < window) {
            if (decisions.manager().isPending(next)) {
                add(next, snapshot);
            }
            next++;
        }
    }

    private void add(int task, ClusterPicture.Snapshot snapshot) {
        if (pending.isPending(task)) {
            return;
        }
        if (decisions.exclusions().restrict(task)) {
            leftToStock.add(task);
            return;
        }
        if (hosts[task] == null) {
            hosts[task] = hosts(task, snapshot);
        }
        pending.add(task, hosts[task], bytes(task));
    }

    private int[] hosts(int task, ClusterPicture.Snapshot snapshot) {
        int[] found = new int[4];
        int count = 0;
        Iterator<TaskLocation> preferred =
                decisions.manager().tasks()[task].preferredLocations().iterator();
        while (preferred.hasNext()) {
            String name = preferred.next().host();
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

    private void apply(int[] changes, ClusterPicture.Snapshot snapshot) {
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

    /** What was kept may be half renewed: all of it is made anew next time. */
    void forget() {
        pending = null;
    }

    /** Whether its tasks read anything that a place could be near to. */
    boolean hasInput() {
        return anyPreferred || input.meanBytes() > 0;
    }

    TaskSet pending() {
        return pending;
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
        pending.putBack(task, hosts[task], bytes(task));
    }

    /** Input of a task, bytes. */
    double bytes(int task) {
        double known = input.bytes(decisions.manager().tasks()[task].partitionId());
        if (!Double.isNaN(known)) {
            return known;
        }
        return Double.isNaN(input.meanBytes()) ? bytesWhenUnknown : input.meanBytes();
    }

    /** Input of the pending tasks that read from a host, bytes; of tasks of which nothing is known, as much as of others. */
    double bytesOn(int host) {
        return pending.pendingOn(host) * (input.meanBytes() > 0 ? input.meanBytes() : bytesWhenUnknown);
    }

    /** What the first task on a host fetches besides its input, bytes. */
    double bytesBesides(String host) {
        return broadcasts.missingOn(host);
    }

    /** How far from its input a task would run on a host, in Spark's terms. */
    Level levelOf(int task, int host) {
        if (decisions.manager().tasks()[task].preferredLocations().isEmpty()) {
            return Level.NO_PREF;
        }
        Level level = Level.ANY;
        for (int holder : hosts[task]) {
            if (holder == host) {
                return Level.NODE_LOCAL;
            }
            if (topology.routes().rackOf(holder) == topology.routes().rackOf(host)) {
                level = Level.RACK_LOCAL;
            }
        }
        return level;
    }

    /** The host that a task reads from on a host, if nobody chose one; −1 where it reads from many. */
    int usualSource(int task, int host) {
        if (pending.kind() == InputKind.SHUFFLE || hosts[task].length == 0) {
            return -1;
        }
        return levelOf(task, host) == Level.NODE_LOCAL ? host : hosts[task][0];
    }
}
