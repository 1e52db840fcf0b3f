// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.topology.Routes;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.Slowdown;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.ServedUnits;
import org.fairlead.sim.jobs.exchange.Carrier;
import org.fairlead.sim.jobs.exchange.Leg;
import org.fairlead.sim.jobs.lead.Foresight;
import org.fairlead.sim.jobs.machine.ExchangeResources;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.path.TransferPaths;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.jobs.time.PolicyTime;
import org.fairlead.sim.jobs.time.Slowdowns;
import org.fairlead.sim.workload.Stage;

/** What all parts of a run share: the engine, the machines, the paths between them, and chance. */
final class RunContext implements Carrier {
    private static final int NUMBER_BITS = 32;
    private static final double USUAL_SECONDS_PER_BYTE = 3e-8;

    final Cluster cluster;
    final SimulatedMachines machines;
    final Routes routes;
    final Engine engine;
    final ServedUnits meter;
    final TransferPaths paths;
    final MachineActivities activities;
    final Foresight foresight;
    final long seed;
    /** Running attempts by number. */
    final List<RunningAttempt> attempts = new ArrayList<>();

    private final List<List<RunningAttempt>> byMachine = new ArrayList<>();

    private final List<Integer> freeNumbers = new ArrayList<>();
    private final double wireShare;
    final ExchangeResources exchanges;
    private long draws;
    private int generations;

    /**
     * @param sharing of links, disks and processors
     * @param foresees whether it is judged what could have been fetched ahead
     * @param store for what exchanges find no memory for
     */
    RunContext(
            Cluster cluster,
            int applications,
            double reduceSlotsFactor,
            long seed,
            EventHandler reactions,
            SharingRule sharing,
            boolean foresees,
            SharedStore store) {
        this.cluster = cluster;
        this.seed = seed;
        machines = new SimulatedMachines(cluster, applications, reduceSlotsFactor);
        for (int machine = 0; machine < machines.count(); machine++) {
            byMachine.add(new ArrayList<>());
        }
        routes = cluster.topology().routes();
        double[] ofMachines = machines.capacities();
        exchanges = new ExchangeResources(ofMachines.length, machines.count(), store);
        double[] capacities = exchanges.capacities(ofMachines);
        engine = new Engine(sharing, capacities, reactions);
        meter = new ServedUnits(engine);
        paths = new TransferPaths(engine, meter, routes, seed);
        wireShare = cluster.costs().wireShare();
        activities = new MachineActivities(engine, meter, paths, machines, routes, wireShare);
        foresight = new Foresight(engine, routes, capacities.length, machines.count(), wireShare, foresees);
    }

    /** How many the engine has. */
    int resources() {
        return exchanges.end();
    }

    @Override
    public double nowSeconds() {
        return engine.now();
    }

    @Override
    public int begin(Leg leg, double bytes, int number) {
        MachineActivities.Needs needs = activities.needs();
        int[] disk = streamsOf(leg);
        double cap = disk.length > 0 ? machines.oneDisk(disk[0]) : Double.POSITIVE_INFINITY;
        for (int machine : disk) {
            needs.use(machines.disk(machine), 1);
        }
        switch (leg.kind()) {
            case BRING, BRING_TO_DISK -> {
                needs.path(leg.from(), leg.to(), TrafficClass.SHUFFLE, chance(), 1);
                needs.use(exchanges.pace(leg.to()), 1);
            }
            case FETCH, FETCH_FROM_DISK ->
                needs.path(leg.from(), leg.to(), TrafficClass.SHUFFLE, ((long) leg.from() << 20) ^ leg.to(), 1);
            case STORE -> {
                needs.use(exchanges.store(leg.from()), 1);
                needs.use(exchanges.storeWrites(), 1);
                needs.use(
                        exchanges.isOverLinks() ? routes.upLink(machines.host(leg.from())) : SimulatedMachines.NONE,
                        wireShare);
            }
            case FETCH_FROM_STORE -> {
                needs.use(exchanges.store(leg.to()), 1);
                needs.use(exchanges.storeReads(), 1);
                needs.use(
                        exchanges.isOverLinks() ? routes.downLink(machines.host(leg.to())) : SimulatedMachines.NONE,
                        wireShare);
            }
        }
        activities.streams(disk, 1);
        return needs.start(1, cap, bytes, payload(Event.EXCHANGE, 0, number));
    }

    /** Machines whose disks a leg reads or writes. */
    private int[] streamsOf(Leg leg) {
        return switch (leg.kind()) {
            case BRING, STORE, FETCH_FROM_DISK -> machines.writingToDisk(new int[] {leg.from()});
            case BRING_TO_DISK -> machines.writingToDisk(new int[] {leg.from(), leg.to()});
            case FETCH, FETCH_FROM_STORE -> StageRun.NOWHERE;
        };
    }

    @Override
    public void ended(int transfer, Leg leg) {
        activities.left(transfer, 0);
        activities.streams(streamsOf(leg), -1);
    }

    @Override
    public void cancel(int transfer, Leg leg) {
        activities.left(transfer, engine.remaining(transfer));
        engine.cancel(transfer);
        activities.streams(streamsOf(leg), -1);
    }

    @Override
    public void pace(int machine, double bytesPerSecond) {
        engine.capacity(exchanges.pace(machine), ExchangeResources.bounded(bytesPerSecond));
    }

    /** A number that is another one at each call, and the same in each run with the same seed. */
    long chance() {
        return Draw.mixed(seed, draws++);
    }

    long now() {
        return PolicyTime.nanos(engine.now());
    }

    /**
     * The machine of a host.
     *
     * @param forWhat says what is asked for, such as {@code job sort}
     * @throws IllegalArgumentException when the host has none, or there is no such host
     */
    int machine(String host, String forWhat) {
        int machine = cluster.topology()
                .node(host)
                .map(node -> machines.of(node.index()))
                .orElse(SimulatedMachines.NONE);
        if (machine == SimulatedMachines.NONE) {
            throw new IllegalArgumentException(forWhat + ": there is no host " + host + " with a machine");
        }
        return machine;
    }

    static long payload(int event, int first, int second) {
        return ((long) event << 56) | ((long) first << NUMBER_BITS) | second;
    }

    static int event(long payload) {
        return (int) (payload >>> 56);
    }

    static int first(long payload) {
        return (int) (payload >>> NUMBER_BITS) & 0xFFFFFF;
    }

    static int second(long payload) {
        return (int) payload;
    }

    void at(double seconds, int event, int number) {
        engine.at(Math.max(engine.now(), seconds), event, number);
    }

    /** The processors and disks of its machines. */
    Slowdowns.Hardware hardware() {
        return new Slowdowns.Hardware() {
            @Override
            public void at(double seconds, int timer) {
                RunContext.this.at(seconds, Event.BACKGROUND, timer);
            }

            @Override
            public void leave(Slowdown.Part part, int host, double share) {
                int machine = machines.of(host);
                if (part == Slowdown.Part.DISKS) {
                    engine.capacity(machines.disk(machine), machines.diskShare(machine, share));
                } else {
                    engine.capacity(
                            machines.processor(machine),
                            share * cluster.machines().get(machine).processors());
                }
            }
        };
    }

    /** Sets a timer for an attempt; it is void once the attempt is over. */
    void at(double seconds, int event, RunningAttempt attempt) {
        engine.at(Math.max(engine.now(), seconds), event, payload(event, attempt.generation, attempt.id));
    }

    /** @return the attempt of a timer; empty when it is over */
    Optional<RunningAttempt> attempt(long payload) {
        RunningAttempt attempt = attempts.get(second(payload));
        return attempt == null || attempt.generation != first(payload) ? Optional.empty() : Optional.of(attempt);
    }

    /**
     * What is computed without reading is served as if it were bytes, each of so many seconds of a processor: rates are shared by what they
     * are of, and who only computes would otherwise have full processors to itself.
     */
    static double secondsPerByte(Stage stage) {
        return stage.computeSecondsPerByte() > 0 ? stage.computeSecondsPerByte() : USUAL_SECONDS_PER_BYTE;
    }

    /** Attempts that use a slot of a machine. */
    List<RunningAttempt> running(int machine) {
        return byMachine.get(machine);
    }

    int newNumber() {
        if (freeNumbers.isEmpty()) {
            attempts.add(null);
            return attempts.size() - 1;
        }
        return freeNumbers.remove(freeNumbers.size() - 1);
    }

    void forget(RunningAttempt attempt) {
        attempts.set(attempt.id, null);
        freeNumbers.add(attempt.id);
    }

    int newGeneration() {
        generations = (generations + 1) & 0xFFFFFF;
        return generations;
    }

    /** What made the lead of an attempt that has just taken its slot. */
    LeadCause leadCause(RunningAttempt attempt) {
        if (attempt.slot < 0) {
            return LeadCause.NONE;
        }
        StageRun stage = attempt.stage;
        LeadCause cause = foresight.taken(
                stage.lead(cluster.costs().jobStartSeconds()),
                attempt.machine,
                attempt.slot,
                machines.firstSlot(attempt.machine, stage.kind, stage.job.application),
                machines.slots(attempt.machine, stage.kind));
        return attempt.speculative ? LeadCause.NONE : cause;
    }

    /** Whether a block that an attempt is about to read from afar could have been fetched ahead; counts it. */
    boolean foresees(RunningAttempt attempt, Block block) {
        boolean inTime = foresight.judges(
                attempt.leadCause,
                attempt.stage.known,
                source(attempt, block),
                machines.host(attempt.machine),
                block.bytes);
        attempt.stage.job.farBytes += block.bytes;
        attempt.stage.job.inTimeBytes += inTime ? block.bytes : 0;
        return inTime;
    }

    /** Bytes of such a block that could have been there by now. */
    double foreseenBytes(RunningAttempt attempt, Block block) {
        return foresight.most(
                attempt.leadCause,
                attempt.stage.known,
                source(attempt, block),
                machines.host(attempt.machine),
                block.bytes);
    }

    private Foresight.Source source(RunningAttempt attempt, Block block) {
        int from = attempt.source;
        boolean limited = machines.readsFromDisk(from, block);
        return new Foresight.Source(
                machines.host(from),
                limited ? machines.disk(from) : SimulatedMachines.NONE,
                limited ? machines.oneDisk(from) : Double.POSITIVE_INFINITY);
    }

    /** Begins an activity of an attempt. */
    void begin(RunningAttempt attempt, MachineActivities.Needs needs, double cap, double amount, int[] streams) {
        attempt.streams = streams;
        attempt.amount = amount;
        attempt.begun = engine.now();
        activities.streams(streams, 1);
        attempt.activity = needs.start(1, cap, amount, payload(Event.ATTEMPT, 0, attempt.id));
    }

    /** Takes away what an attempt does, with so much left of it. */
    void cancel(RunningAttempt attempt, double remaining) {
        activities.left(attempt.activity, remaining);
        engine.cancel(attempt.activity);
        attempt.activity = -1;
        activities.streams(attempt.streams, -1);
        attempt.streams = StageRun.NOWHERE;
    }
}
