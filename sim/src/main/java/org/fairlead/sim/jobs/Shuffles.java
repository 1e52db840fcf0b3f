// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.machine.Senders;
import org.fairlead.sim.jobs.time.Event;

/**
 * How attempts fetch the output of earlier stages. Those with parts of one size that begin on one machine together fetch over one flow from each machine, with
 * a share of the links for each of them; apart, each has flows of its own. Outputs that appear while a flow runs are fetched when it has
 * ended; one from several machines takes them in at once.
 *
 * <p>A shuffle of more than {@value #WIDE} pairs of a sending machine and a task, unless they are apart, is fetched over fewer flows, so that pairs are not more than that: a flow brings what comes from a bundle of
 * machines, from each at the same pace, and uses the disk and the link of each, and the links of every rack, by their share of the bytes. Tasks with at least {@value #HOT} times their even part keep machines apart. Bytes on
 * links are exact; all that a machine gets from a bundle's machines in a rack goes by one of the equal paths.
 *
 * <p>Of more than {@value Senders#MOST_PAIRS} pairs such a flow uses the links of racks alone: the machines' own links and disks, of which each gives a small
 * part, are taken not to hold it up, and what lies on the reader's machine comes by its link as well.
 */
final class Shuffles {
    /** What is called when a group has all that there will be. */
    interface Fetched {
        void has(RunningAttempt attempt);
    }

    /** Pairs of a machine with output and a reduce above which machines are bundled. */
    static final int WIDE = 16_384;

    /** So many times its even part makes a task's part a hot one. */
    private static final double HOT = 4;

    private final RunContext world;
    private final boolean apart;
    private final Fetched fetched;
    private final List<FetchGroup> groups = new ArrayList<>();
    /** Only looked up, never gone through: the order of its entries is no stage's. */
    private final Map<StageRun, List<FetchGroup>> byStage = new HashMap<>();

    private final Map<RunningAttempt, FetchGroup> byAttempt = new HashMap<>();
    private final List<Integer> freeNumbers = new ArrayList<>();
    private final double[] toReceive;
    /** Without what wide groups fetch. */
    private final double[] toSend;

    private final Senders senders;

    Shuffles(RunContext world, boolean apart, Fetched fetched) {
        this.world = world;
        this.apart = apart;
        this.fetched = fetched;
        toReceive = new double[world.machines.count()];
        toSend = new double[world.machines.count()];
        senders = new Senders(world.machines, world.routes);
    }

    double toReceive(int machine) {
        return Math.max(0, toReceive[machine]);
    }

    double toSend(int machine) {
        return Math.max(0, toSend[machine]);
    }

    /**
     * An attempt begins to fetch; {@link #look} then starts its flows.
     *
     * @param copies by parent, the outputs of which it has a copy, and which it does not fetch; empty where it has none
     */
    void join(RunningAttempt attempt, List<BitSet> copies) {
        StageRun stage = attempt.stage;
        FetchGroup group = null;
        boolean alone = apart || !copies.isEmpty();
        if (!alone) {
            for (FetchGroup other : groups(stage)) {
                group = other.machine == attempt.machine
                                && other.part == stage.parts[attempt.task]
                                && other.copies.isEmpty()
                                && other.isNew()
                        ? other
                        : group;
            }
        }
        if (group == null) {
            int id = freeNumbers.isEmpty() ? groups.size() : freeNumbers.remove(freeNumbers.size() - 1);
            group = new FetchGroup(
                    id,
                    stage,
                    attempt.machine,
                    stage.parts[attempt.task],
                    alone || isHot(stage, attempt.task) || !isWide(stage)
                            ? senders.apart()
                            : senders.bundles(stage.tasks, WIDE),
                    copies);
            if (id == groups.size()) {
                groups.add(group);
            } else {
                groups.set(id, group);
            }
            byStage.computeIfAbsent(stage, unused -> new ArrayList<>()).add(group);
        }
        group.members.add(attempt);
        group.share += stage.parts[attempt.task];
        byAttempt.put(attempt, group);
    }

    private List<FetchGroup> groups(StageRun stage) {
        return byStage.getOrDefault(stage, List.of());
    }

    /** Whether any attempt of a stage fetches. */
    boolean isFetched(StageRun stage) {
        return byStage.containsKey(stage);
    }

    boolean isFetching(RunningAttempt attempt) {
        return byAttempt.containsKey(attempt);
    }

    /** Whether an attempt has all that there is to fetch by now, and more is to come. */
    boolean waitsForOutput(RunningAttempt attempt) {
        FetchGroup group = byAttempt.get(attempt);
        return group != null && group.flows.isEmpty();
    }

    /** Share of what an attempt fetches that it has, as its group had it when a flow last ended. */
    double copied(RunningAttempt attempt) {
        FetchGroup group = byAttempt.get(attempt);
        double all = attempt.stage.shuffleBytes();
        return group == null || all == 0 ? 0 : Math.min(1, group.fetchedBytes / (all * group.share));
    }

    private boolean isWide(StageRun stage) {
        long senders = 0;
        for (int parent : stage.stage.parents()) {
            senders += Math.min(stage.job.stages.get(parent).tasks, world.machines.count());
        }
        return senders * stage.tasks > WIDE;
    }

    private static boolean isHot(StageRun stage, int task) {
        return stage.parts[task] * stage.tasks >= HOT;
    }

    /** Has a stage's attempts ask what there is to fetch, so many seconds from now, unless that is set already. */
    void pollIn(StageRun stage, double seconds) {
        if (!stage.pollSet) {
            stage.pollSet = true;
            long payload = RunContext.payload(Event.POLL, stage.job.number, stage.number);
            world.engine.at(world.engine.now() + seconds, Event.POLL, payload);
        }
    }

    /** A stage's attempts ask; again a heartbeat later if more is to come. */
    void poll(StageRun stage) {
        stage.pollSet = false;
        look(stage);
        if (mayGetMore(stage)) {
            pollIn(stage, world.cluster.costs().heartbeatSeconds());
        }
    }

    /** Takes notice of outputs that have appeared, for all groups of a stage. */
    void look(StageRun stage) {
        for (FetchGroup group : List.copyOf(groups(stage))) {
            look(group);
        }
    }

    private void look(FetchGroup group) {
        for (int i = 0; i < group.seen.length; i++) {
            StageRun parent = group.parent(i);
            for (int output = group.seen[i]; output < parent.outputs(); output++) {
                double bytes = group.hasCopy(i, output) ? 0 : parent.outputBytes(output);
                if (bytes * group.share > 0) {
                    want(group, group.bundles.placeOf(parent.outputMachine(output)), bytes);
                }
            }
            group.seen[i] = parent.outputs();
        }
        for (Map.Entry<Integer, FetchGroup.Flow> entry : group.flows.entrySet()) {
            FetchGroup.Flow flow = entry.getValue();
            if (flow.activity < 0) {
                begin(group, entry.getKey(), flow);
            } else if (group.bundles.size() > 1 && flow.amount > 0) {
                stop(group, entry.getKey(), flow, 0);
            }
        }
        finishIfComplete(group);
    }

    private void want(FetchGroup group, int place, double made) {
        group.flow(place).want(group.bundles.at(place), made, group.share);
        toMove(group, group.bundles.of(place), made * group.share);
    }

    private void toMove(FetchGroup group, int bundle, double bytes) {
        toReceive[group.machine] += bytes;
        if (group.bundles.areSingleMachines() && bundle != group.machine) {
            toSend[bundle] += bytes;
        }
    }

    /** Starts a flow for what was not asked for yet. */
    private void begin(FetchGroup group, int bundle, FetchGroup.Flow flow) {
        double[] shares = flow.ask();
        MachineActivities.Needs needs = world.activities.needs();
        double members = group.members.size();
        double cap = members * group.bundles.use(needs, bundle, shares, group.machine);
        double connections = members * group.bundles.connections(shares, group.sources());
        flow.streams = group.bundles.readFrom(bundle, shares);
        world.activities.streams(flow.streams, 1);
        flow.activity = needs.start(connections, cap, flow.asked, RunContext.payload(Event.FETCH, bundle, group.id));
    }

    /** A flow has brought all that was asked of it. */
    void ended(int id, int bundle) {
        FetchGroup group = groups.get(id);
        FetchGroup.Flow flow = group.flows.get(bundle);
        world.activities.left(flow.activity, 0);
        flow.activity = -1;
        toMove(group, bundle, -flow.asked);
        group.fetchedBytes += flow.asked;
        world.activities.streams(flow.streams, -1);
        if (flow.amount > 0) {
            begin(group, bundle, flow);
        } else {
            group.flows.remove(bundle);
            finishIfComplete(group);
        }
    }

    private void finishIfComplete(FetchGroup group) {
        if (group.members.isEmpty() || !group.isComplete()) {
            return;
        }
        List<RunningAttempt> members = List.copyOf(group.members);
        drop(group);
        for (RunningAttempt member : members) {
            byAttempt.remove(member);
            fetched.has(member);
        }
    }

    /** An attempt is killed: what it wanted is no longer wanted. */
    void leave(RunningAttempt attempt) {
        FetchGroup group = byAttempt.remove(attempt);
        group.members.remove(attempt);
        double part = group.stage.parts[attempt.task] / group.share;
        group.share -= group.stage.parts[attempt.task];
        boolean empty = group.members.isEmpty();
        for (Map.Entry<Integer, FetchGroup.Flow> entry : group.flows.entrySet()) {
            stop(group, entry.getKey(), entry.getValue(), empty ? 1 : part);
        }
        if (empty) {
            drop(group);
        } else {
            finishIfComplete(group);
        }
    }

    /** Ends a flow, and starts it again with what is still wanted of it. */
    private void stop(FetchGroup group, int bundle, FetchGroup.Flow flow, double unwanted) {
        double left = world.engine.remaining(flow.activity);
        world.activities.left(flow.activity, left);
        world.engine.cancel(flow.activity);
        flow.activity = -1;
        world.activities.streams(flow.streams, -1);
        if (flow.asked > 0) {
            flow.stopped(left / flow.asked);
        }
        double fetched = flow.asked - left;
        group.fetchedBytes += fetched;
        toMove(group, bundle, -(fetched + (left + flow.amount) * unwanted));
        if (unwanted < 1) {
            flow.amount = (1 - unwanted) * (left + flow.amount);
            begin(group, bundle, flow);
        }
    }

    private void drop(FetchGroup group) {
        List<FetchGroup> left = byStage.get(group.stage);
        left.remove(group);
        if (left.isEmpty()) {
            byStage.remove(group.stage);
        }
        group.members.clear();
        groups.set(group.id, null);
        freeNumbers.add(group.id);
    }

    /** A stage has made something: who collects on hosts of its own is sent it. */
    void made(StageRun by) {
        for (StageRun stage : by.job.stages) {
            if (stage.started && stage.hasFixedHosts() && stage.stage.parents().contains(by.number)) {
                look(stage);
            }
        }
    }

    /** Whether attempts fetch what a stage's parents make, and these still run. */
    private boolean mayGetMore(StageRun stage) {
        for (int parent : stage.stage.parents()) {
            if (!stage.job.stages.get(parent).isDone()) {
                return isFetched(stage);
            }
        }
        return false;
    }

    /**
     * Who sends what each task of a stage receives: known where it starts after its parents, as the tracker of map outputs knows it. A task has its part of each
     * earlier task's output: parts differ, the hosts' shares of them do not.
     */
    MapOutputMatrix mapOutput(StageRun stage) {
        if (stage.kind != InputKind.SHUFFLE || world.cluster.framework() != Cluster.Framework.SPARK) {
            return MapOutputMatrix.UNKNOWN;
        }
        Map<Integer, Double> bytes = new HashMap<>();
        for (int parent : stage.stage.parents()) {
            StageRun before = stage.job.stages.get(parent);
            for (int output = 0; output < before.outputs(); output++) {
                int host = world.machines.host(before.outputMachine(output));
                bytes.merge(host, before.outputBytes(output), Double::sum);
            }
        }
        return MapOutputMatrix.alike(bytes);
    }
}
