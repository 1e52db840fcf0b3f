// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.time.HeartbeatTimes;

/** What the scheduler of an application knows at a decision: reports, as old as they are, and its own launches. */
final class SchedulerView implements SchedulingContext, Slots, MapOutputFetches, BroadcastFetches, ClusterSnapshot {
    private final RunContext world;
    private final ContenderPolicies decisions;
    private final Shuffles shuffles;
    private final HeartbeatTimes beats;
    private final int application;
    /** By the name of its host, as executors are called here; what tasks use of it is not simulated. */
    private final Map<String, ExecutorMemory> memory;

    private final double[] toReceive;
    private final double[] toSend;
    private final double[] toRead;
    int running;
    /** Whose task is being looked for. */
    private StageRun asks;
    /** Tasks of others that may run in the same slots. */
    private IntSupplier pendingBesides = () -> 0;

    SchedulerView(
            RunContext world, ContenderPolicies decisions, Shuffles shuffles, HeartbeatTimes beats, int application) {
        this.world = world;
        this.decisions = decisions;
        this.shuffles = shuffles;
        this.beats = beats;
        this.application = application;
        memory = world.cluster.machines().stream()
                .filter(machine -> machine.mapSlots() > 0 && machine.executorMemoryBytes() > 0)
                .collect(Collectors.toUnmodifiableMap(
                        machine -> topology().nodes().get(machine.host()).name(),
                        machine -> new ExecutorMemory(machine.executorMemoryBytes(), 0, 0)));
        toReceive = new double[world.machines.count()];
        toSend = new double[toReceive.length];
        toRead = new double[toReceive.length];
    }

    /**
     * The context of a choice among a stage's tasks.
     *
     * @param pending tasks of other stages that may run in the same slots
     */
    SchedulingContext of(StageRun stage, IntSupplier pending) {
        asks = stage;
        pendingBesides = pending;
        return this;
    }

    /** Takes in what hosts report of their shuffles. */
    void reported() {
        for (int machine = 0; machine < toReceive.length; machine++) {
            toReceive[machine] = shuffles.toReceive(machine);
            toSend[machine] = shuffles.toSend(machine);
        }
    }

    /** A task was launched that will fetch so much: counts until hosts report it. */
    void fetches(int machine, double bytes, MapOutputLocations senders) {
        toReceive[machine] += bytes;
        for (int i = 0; i < senders.count(); i++) {
            int sender = world.machines.of(senders.host(i));
            toSend[sender] += sender == machine ? 0 : bytes * senders.shareAt(i);
        }
    }

    /** A task reads so much of a machine's blocks, or no longer does. */
    void reads(int source, double bytes) {
        if (source >= 0) {
            toRead[source] += bytes;
        }
    }

    @Override
    public Topology topology() {
        return world.cluster.topology();
    }

    @Override
    public int host(String name) {
        return topology().node(name).map(Node::index).orElse(-1);
    }

    @Override
    public Map<String, ExecutorMemory> memory() {
        return memory;
    }

    @Override
    public double bytesToRead(int host) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : toRead[machine];
    }

    @Override
    public PathResolver paths() {
        return decisions.paths();
    }

    @Override
    public Slots slots() {
        return this;
    }

    @Override
    public MapOutputFetches mapOutput() {
        return this;
    }

    @Override
    public BroadcastFetches broadcasts() {
        return this;
    }

    @Override
    public BlockReads blockReads() {
        return this;
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return Optional.empty();
    }

    @Override
    public AvailableBandwidth network() {
        return decisions.model.availableBandwidth();
    }

    @Override
    public int slots(int host, InputKind kind) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : world.machines.slots(machine, kind);
    }

    @Override
    public int freeSlots(int host, InputKind kind) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : world.machines.free(machine, kind, application);
    }

    @Override
    public double bytesBesides(int host) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : asks.broadcastBytes(machine);
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int pendingBesides() {
        return pendingBesides.getAsInt();
    }

    /** Until its first report after the first of its tasks is expected to end. */
    @Override
    public double secondsToFreeSlot(int host, InputKind kind) {
        int machine = world.machines.of(host);
        if (machine == SimulatedMachines.NONE || world.machines.slots(machine, kind) == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double now = world.engine.now();
        return beats.from(machine, now + secondsToEnd(machine, kind, now)) - now;
    }

    private double secondsToEnd(int machine, InputKind kind, double now) {
        if (world.machines.free(machine, kind, application) > 0) {
            return 0;
        }
        double soonest = Double.POSITIVE_INFINITY;
        for (RunningAttempt attempt : world.running(machine)) {
            boolean sameKind = attempt.stage.kind == kind || world.machines.sharesSlots();
            if (sameKind && attempt.stage.job.application == application) {
                soonest = Math.min(soonest, secondsLeft(attempt, now - attempt.launchSeconds));
            }
        }
        return soonest;
    }

    /**
     * By the mean of its stage's ended tasks. Before one has ended, as predicted at its launch, and one that is late is taken to need as much again; in
     * Hadoop nobody waits for either, since a slot that was refused comes back a heartbeat later.
     */
    private double secondsLeft(RunningAttempt attempt, double elapsed) {
        boolean waits = world.machines.sharesSlots();
        double unknown = waits ? attempt.expectedSeconds : Double.POSITIVE_INFINITY;
        double seconds = attempt.stage.hasEnded() ? attempt.stage.meanSeconds() : unknown;
        double left = waits ? Math.abs(seconds - elapsed) : Math.max(0, seconds - elapsed);
        return seconds > 0 ? left : 0;
    }

    @Override
    public double secondsBetweenLaunches() {
        return secondsBetweenHeartbeats() / world.cluster.costs().tasksPerHeartbeat();
    }

    @Override
    public double secondsBetweenHeartbeats() {
        Cluster cluster = world.cluster;
        return cluster.framework() == Cluster.Framework.HADOOP ? cluster.costs().heartbeatSeconds() : 0;
    }

    @Override
    public double bytesToReceive(int host) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : toReceive[machine];
    }

    @Override
    public double bytesToSend(int host) {
        int machine = world.machines.of(host);
        return machine == SimulatedMachines.NONE ? 0 : toSend[machine];
    }
}
