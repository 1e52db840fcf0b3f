// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Node;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.workload.Stage;

/** A stage of a run as the planner asks for it: as Spark's driver knows it. */
final class SimulatedStage implements StageTasks {
    private final RunContext world;
    private final StageRun stage;
    private final StageAttempt id;
    private final PendingChanges changes;
    private final List<String> largeSenders = new ArrayList<>();

    /** @param number of the stage in its application, by submission */
    SimulatedStage(RunContext world, StageRun stage, int number) {
        this.world = world;
        this.stage = stage;
        id = new StageAttempt(number, 0);
        changes = new PendingChanges(stage.tasks);
        for (int host : stage.pending.senders().withShare(MapOutputLocations.LARGE_SHARE)) {
            largeSenders.add(name(host));
        }
    }

    private String name(int host) {
        return world.cluster.topology().nodes().get(host).name();
    }

    @Override
    public StageAttempt id() {
        return id;
    }

    @Override
    public long seed() {
        return Draw.mixed(Draw.mixed(world.seed, id.stage()), id.attempt());
    }

    @Override
    public int count() {
        return stage.tasks;
    }

    @Override
    public boolean isPending(int task) {
        return stage.pending.isPending(task);
    }

    @Override
    public boolean isRestricted(int task) {
        return false;
    }

    @Override
    public boolean isClosed(String executorId, String host) {
        return false;
    }

    @Override
    public List<String> preferredHosts(int task) {
        if (stage.kind == InputKind.SHUFFLE) {
            return largeSenders;
        }
        if (stage.blocks.isEmpty()) {
            return List.of();
        }
        int[] machines = stage.blocks.get(task).machines;
        List<String> hosts = new ArrayList<>(machines.length);
        for (int machine : machines) {
            hosts.add(name(world.machines.host(machine)));
        }
        return hosts;
    }

    @Override
    public int coresPerTask() {
        return 1;
    }

    boolean readsBlocks() {
        return stage.kind == InputKind.BLOCKS;
    }

    @Override
    public Input input() {
        double sum = 0;
        for (int task = 0; task < stage.tasks; task++) {
            sum += bytes(task);
        }
        MapOutput mapOutput = new MapOutput(
                world.cluster.topology().nodes().stream().map(Node::name).toList(), stage.pending.mapOutput());
        return new Input(
                stage.kind, this::bytes, stage.tasks == 0 ? Double.NaN : sum / stage.tasks, mapOutput, scans());
    }

    /** Files have names; what is no file is read once. */
    private Set<Integer> scans() {
        return stage.stage.input() instanceof Stage.Input.File file
                ? Set.of(file.name().hashCode())
                : Set.of();
    }

    double bytes(int task) {
        return stage.blocks.isEmpty()
                ? stage.shuffleBytes(task)
                : stage.blocks.get(task).allBytes();
    }

    @Override
    public ToDoubleFunction<String> bytesBesides() {
        return host -> world.cluster
                .topology()
                .node(host)
                .map(node -> world.machines.of(node.index()))
                .filter(machine -> machine != SimulatedMachines.NONE)
                .map(stage::broadcastBytes)
                .orElse(0.0);
    }

    @Override
    public Optional<String> fifoPool() {
        return Optional.of(stage.job.pool());
    }

    @Override
    public int priority() {
        return stage.job.number;
    }

    @Override
    public PendingChanges changes() {
        return changes;
    }
}
