package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How attempts fetch the output of earlier stages. Those that begin on one machine together fetch over one flow from each machine, with
 * a share of the links for each of them; apart, each has flows of its own. Outputs that appear later are added to the flow
 * from their machine.
 */
final class Shuffles {
    /** What is told when a group has all that there will be. */
    interface Fetched {
        void has(Running attempt);
    }

    private final World world;
    private final boolean apart;
    private final Fetched fetched;
    private final List<FetchGroup> groups = new ArrayList<>();
    private final List<Integer> freeNumbers = new ArrayList<>();
    private final double[] toReceive;
    private final double[] toSend;

    Shuffles(World world, boolean apart, Fetched fetched) {
        this.world = world;
        this.apart = apart;
        this.fetched = fetched;
        toReceive = new double[world.machines.count()];
        toSend = new double[world.machines.count()];
    }

    double toReceive(int machine) {
        return Math.max(0, toReceive[machine]);
    }

    double toSend(int machine) {
        return Math.max(0, toSend[machine]);
    }

    /** A task's output is there. */
    void made(JobState job, int machine, double bytes) {
        toSend[machine] += bytes;
        job.toSend.merge(machine, bytes, Double::sum);
    }

    /** A job has ended: what nobody fetched of it is no longer to be sent. */
    void forget(JobState job) {
        job.toSend.forEach((machine, bytes) -> toSend[machine] -= bytes);
        job.toSend.clear();
    }

    private void sent(FetchGroup group, int from, double bytes) {
        double left = group.stage.job.toSend.getOrDefault(from, 0.0);
        double less = Math.min(left, bytes);
        group.stage.job.toSend.put(from, left - less);
        toSend[from] -= less;
    }

    /** An attempt begins to fetch; {@link #look} then starts its flows. */
    void join(Running attempt) {
        StageRun stage = attempt.stage;
        FetchGroup group = null;
        if (!apart) {
            for (FetchGroup other : stage.groups) {
                group = other.machine == attempt.machine && isNew(other) ? other : group;
            }
        }
        if (group == null) {
            int id = freeNumbers.isEmpty() ? groups.size() : freeNumbers.remove(freeNumbers.size() - 1);
            group = new FetchGroup(
                    id, stage, attempt.machine, stage.stage.parents().size());
            if (id == groups.size()) {
                groups.add(group);
            } else {
                groups.set(id, group);
            }
            stage.groups.add(group);
        }
        group.members.add(attempt);
        group.share += stage.parts[attempt.task];
        attempt.group = group;
    }

    private static boolean isNew(FetchGroup group) {
        for (int seen : group.seen) {
            if (seen > 0) {
                return false;
            }
        }
        return group.flows.isEmpty();
    }

    /** Takes notice of outputs that have appeared, for all groups of a stage. */
    void look(StageRun stage) {
        for (FetchGroup group : List.copyOf(stage.groups)) {
            look(group);
        }
    }

    private void look(FetchGroup group) {
        List<StageRun> stages = group.stage.job.stages;
        List<Integer> parents = group.stage.stage.parents();
        for (int i = 0; i < parents.size(); i++) {
            StageRun parent = stages.get(parents.get(i));
            for (int output = group.seen[i]; output < parent.outputs(); output++) {
                double bytes = parent.outputBytes(output) * group.share;
                if (bytes > 0) {
                    FetchGroup.Flow flow =
                            group.flows.computeIfAbsent(parent.outputMachine(output), unused -> new FetchGroup.Flow());
                    flow.amount += bytes;
                    flow.total += bytes;
                    toReceive[group.machine] += bytes;
                }
            }
            group.seen[i] = parent.outputs();
        }
        for (Map.Entry<Integer, FetchGroup.Flow> entry : group.flows.entrySet()) {
            FetchGroup.Flow flow = entry.getValue();
            if (flow.amount > 0) {
                begin(group, entry.getKey(), flow);
            }
        }
        finishIfComplete(group);
    }

    /** Starts a flow, or starts it again with more. */
    private void begin(FetchGroup group, int from, FetchGroup.Flow flow) {
        double amount = flow.amount;
        if (flow.activity >= 0) {
            double left = world.engine.remaining(flow.activity);
            world.meter.leaves(flow.activity, left);
            world.engine.cancel(flow.activity);
            amount += left;
        } else {
            world.streams(new int[] {from}, 1);
        }
        flow.amount = 0;
        World.Needs needs = world.new Needs();
        needs.use(world.machines.disk(from), 1);
        needs.way(from, group.machine, ((long) from << 20) ^ group.machine);
        double connections = group.members.size();
        flow.activity = needs.start(
                connections,
                connections * world.machines.oneDisk(from),
                amount,
                World.payload(Event.FETCH, from, group.id));
    }

    /** A flow has brought all that was asked of it. */
    void ended(int id, int from) {
        FetchGroup group = groups.get(id);
        FetchGroup.Flow flow = group.flows.get(from);
        world.meter.leaves(flow.activity, 0);
        flow.activity = -1;
        world.streams(new int[] {from}, -1);
        toReceive[group.machine] -= flow.total;
        sent(group, from, flow.total);
        group.fetchedBytes += flow.total;
        flow.total = 0;
        group.flows.remove(from);
        finishIfComplete(group);
    }

    private void finishIfComplete(FetchGroup group) {
        if (!group.flows.isEmpty() || group.members.isEmpty()) {
            return;
        }
        List<StageRun> stages = group.stage.job.stages;
        List<Integer> parents = group.stage.stage.parents();
        for (int i = 0; i < parents.size(); i++) {
            StageRun parent = stages.get(parents.get(i));
            if (!parent.isDone() || group.seen[i] < parent.outputs()) {
                return;
            }
        }
        List<Running> members = List.copyOf(group.members);
        drop(group);
        for (Running member : members) {
            member.group = null;
            fetched.has(member);
        }
    }

    /** An attempt is killed: what it wanted is no longer wanted. */
    void leave(Running attempt) {
        FetchGroup group = attempt.group;
        attempt.group = null;
        group.members.remove(attempt);
        double part = group.stage.parts[attempt.task] / group.share;
        group.share -= group.stage.parts[attempt.task];
        boolean empty = group.members.isEmpty();
        for (Map.Entry<Integer, FetchGroup.Flow> entry : group.flows.entrySet()) {
            FetchGroup.Flow flow = entry.getValue();
            int from = entry.getKey();
            double left = world.engine.remaining(flow.activity);
            world.meter.leaves(flow.activity, left);
            world.engine.cancel(flow.activity);
            double dropped = empty ? left : left * part;
            toReceive[group.machine] -= empty ? flow.total : dropped;
            flow.activity = -1;
            world.streams(new int[] {from}, -1);
            if (!empty) {
                flow.total -= dropped;
                flow.amount = left - dropped;
                begin(group, from, flow);
            }
        }
        if (empty) {
            drop(group);
        } else {
            finishIfComplete(group);
        }
    }

    private void drop(FetchGroup group) {
        group.stage.groups.remove(group);
        group.members.clear();
        groups.set(group.id, null);
        freeNumbers.add(group.id);
    }
}
