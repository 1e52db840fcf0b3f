// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementPolicy;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlanner;
import org.fairlead.core.shuffle.ExchangePlannerPolicy;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.copy.ReceiverShares;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.AssignerPolicy;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.LocalityWait;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.core.task.speculation.Speculation;
import org.fairlead.core.task.speculation.Speculations;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelPolicy;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.core.view.Transfer;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.exchange.Exchanges;
import org.fairlead.sim.jobs.exchange.PlacedOutput;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.path.PathRequest;
import org.fairlead.sim.jobs.path.PathRules;
import org.fairlead.sim.jobs.path.PresentLoadModel;
import org.fairlead.sim.jobs.policy.BlockSources;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.jobs.time.PolicyTime;

/** The policies of one contender as objects of core, and the load model they look at. */
final class ContenderPolicies {
    /** By application. */
    private final List<TaskAssigner> assigners;

    private final List<AssignerPolicy> assigning;

    /** Those whose transfers are reported to the load model. */
    private final List<Boolean> reports;

    final JobOrder jobOrder;
    final Speculation speculation;
    final LoadModel model;
    /** From which machines blocks are read. */
    final BlockSources sources;
    /** Whether what could have been fetched ahead counts as fetched. */
    final boolean holdsWhatIsForeseen;
    /** Whether the part of it counts as fetched that could have been. */
    final boolean holdsForeseenParts;
    /** Whether it is known by heartbeats how far running tasks are. */
    final boolean byHeartbeat;

    /** Whether any policy asks for measurements. */
    final boolean measures;

    private final Optional<ExchangePlannerPolicy> exchanging;
    private final LocalityWait engine;
    private final RunContext world;
    private final ReplicaPlacer placer;
    private final boolean favors;
    private final PathResolver networksOwn;
    /** Whether those who choose tasks and replicas know which paths are kept. */
    private final boolean together;

    /** @param applications by name, in their order */
    ContenderPolicies(RunContext world, Policies policies, List<String> applications) {
        this.world = world;
        networksOwn = new EvenSplit(world.routes);
        together = policies.paths().together();
        holdsForeseenParts = policies.prefetch() == Prefetch.BOUND_IN_PARTS;
        byHeartbeat = policies.fetching().byHeartbeat();
        holdsWhatIsForeseen = holdsForeseenParts || policies.prefetch() == Prefetch.BOUND;
        String rule = policies.paths().rule();
        List<String> names = applications.stream().map(policies::assignerOf).toList();
        boolean rounds = world.cluster.framework() == Cluster.Framework.SPARK;
        AssignerOptions given = policies.tasks().options();
        AssignerOptions options = given.with(given.waits().withRounds(rounds));
        assigning = names.stream().map(TaskAssigners::policy).toList();
        assigners = assigning.stream()
                .map(policy -> policy.factory().apply(options))
                .toList();
        engine = new LocalityWait("stock-spark", options.waits());
        jobOrder = JobOrders.named(policies.slots().jobOrder(), policies.slots().pools());
        speculation = Speculations.named(policies.tasks().speculation());
        PlacementPolicy placing = Placers.policy(policies.replicas().placer());
        placer = placing.factory().get();
        favors = policies.replicas().favors();
        boolean ordersReads = policies.replicas().ordersReads();
        exchanging = policies.exchange().plans();
        boolean files = ordersReads || placing.measures();
        reports = assigning.stream().map(policy -> files || policy.measures()).toList();
        boolean copies = policies.exchange().copies();
        boolean exchanges = exchanging.map(ExchangePlannerPolicy::measures).orElse(false);
        measures = reports.contains(true) || PathRules.measures(rule) || exchanges || copies;
        Stream<String> ofFiles = Stream.of(placing.loadModel(), ordersReads ? LoadModels.OWN : LoadModels.PUBLISHED);
        Stream<String> ofTasks = assigning.stream().map(AssignerPolicy::loadModel);
        boolean tasksOrPaths = assigning.stream().anyMatch(AssignerPolicy::measures) || PathRules.measures(rule);
        model = model(
                Stream.of(
                                ofFiles,
                                ofTasks,
                                PathRules.loadModel(rule),
                                exchanging.stream().flatMap(this::loadModel),
                                copies ? Stream.of(LoadModels.OWN) : Stream.<String>of())
                        .flatMap(Function.identity())
                        .toList(),
                tasksOrPaths);
        sources = new BlockSources(
                policies.replicas(),
                world.machines,
                world.routes,
                model::availableBandwidth,
                world::now,
                world::chance);
        PathRules.decide(
                world.paths,
                rule,
                policies.paths().classes(),
                model::availableBandwidth,
                world::now,
                PolicyTime.nanos(world.cluster.costs().statusSeconds()));
    }

    private Stream<String> loadModel(ExchangePlannerPolicy planner) {
        return planner.measures()
                ? Stream.of(planner.needsPresent() ? LoadModels.CLAIRVOYANT : LoadModels.OWN)
                : Stream.of();
    }

    /** Who plans exchanges of shuffles; empty where nobody does. */
    Optional<ExchangePlanner> exchangePlanner() {
        return exchanging.map(policy -> policy.factory().get());
    }

    /**
     * Plans the exchange of what a stage receives, among all machines with slots. Nothing is planned where a machine without any holds some of it.
     *
     * @return where its map output will lie, if the plan is carried out
     */
    Optional<PlacedOutput> exchange(StageRun stage, Exchanges exchanges, Policies.Exchange setting) {
        if (stage.kind != InputKind.SHUFFLE) {
            return Optional.empty();
        }
        int[] machines = world.machines.withSlots();
        int[] numbers = new int[world.machines.count()];
        Arrays.fill(numbers, SimulatedMachines.NONE);
        for (int number = 0; number < machines.length; number++) {
            numbers[machines[number]] = number;
        }
        Optional<ByteMatrix> bytes = stage.received(numbers, machines.length);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        int[] hosts = world.machines.hosts(machines);
        return exchanges
                .plan(
                        stage.shuffle(),
                        bytes.get(),
                        machines,
                        outlook(machines, setting),
                        world.now(),
                        Draw.mixed(world.seed, stage.shuffle()))
                .map(plan -> new PlacedOutput(
                        plan, hosts, world.cluster.topology().nodes().size()));
    }

    /** What an exchange among some machines can expect, as far as policies know. */
    Outlook outlook(int[] machines, Policies.Exchange setting) {
        double[] disks = Arrays.stream(machines)
                .mapToDouble(machine -> setting.disks() ? world.machines.spillRate(machine) : 0)
                .toArray();
        return Outlook.of(world.routes, headroom(), world.machines.hosts(machines))
                .withDisks(disks, disks)
                .withStore(setting.store());
    }

    /** The same, where all of these machines fetch at the same time. */
    Outlook fetching(int[] machines, Policies.Exchange setting) {
        Outlook alone = outlook(machines, setting);
        double[] sends = new double[machines.length];
        Arrays.setAll(sends, alone::sends);
        int[] hosts = world.machines.hosts(machines);
        return Outlook.ofLinks(sends, ReceiverShares.left(world.routes, headroom(), hosts))
                .blind(alone.isBlind());
    }

    /** By machine, what nobody uses of its links, as far as policies know. */
    double[] idle(int[] machines) {
        int[] hosts = world.machines.hosts(machines);
        return ReceiverShares.idle(world.routes, headroom(), hosts, new double[hosts.length]);
    }

    private Headroom headroom() {
        return new Headroom(world.routes, model.availableBandwidth(), world.now());
    }

    private LoadModel model(List<String> asked, boolean tasksOrPaths) {
        LoadModelPolicy serving = LoadModels.serving(asked);
        return serving.needsForecast()
                ? new PresentLoadModel(
                        world.cluster.topology(), world.engine, world.paths, world.machines.capacities(), tasksOrPaths)
                : serving.factory()
                        .apply(new LoadModelSetting(
                                world.cluster.topology(),
                                PolicyTime.nanos(world.cluster.costs().statusSeconds()),
                                world.cluster.fileSystem().blockBytes()));
    }

    /** For whom paths are kept, as far as those who choose tasks and replicas know. */
    Steering steering() {
        return together ? world.paths.steering() : Steering.NONE;
    }

    /** By which links flows go, as far as those who choose tasks and replicas know. */
    PathResolver paths() {
        Steering now = steering();
        return now == Steering.NONE ? networksOwn : new HeldPaths(world.routes, now, world.now());
    }

    /** Whether an application's tasks are assigned by plans, as the plug-in for Spark does it, and not offer by offer. */
    boolean plansAhead(int application) {
        return world.cluster.framework() == Cluster.Framework.SPARK
                && assigning.get(application).measures();
    }

    TaskAssigner assigner(int application) {
        return assigners.get(application);
    }

    /** What Spark chooses by itself, whatever the policies. */
    LocalityWait engine() {
        return engine;
    }

    TaskAssigner assigner(JobState job) {
        return assigners.get(job.application);
    }

    /** Whether tasks that know of slow hosts say where their replicas go. */
    boolean favors() {
        return favors;
    }

    Placement place(PlacementRequest request) {
        return placer.select(request, model.availableBandwidth(), world.now(), world.chance());
    }

    void placed(PlacementRequest request, List<Host> targets) {
        placer.placed(request, targets);
    }

    Host host(int machine) {
        return world.routes.host(world.machines.host(machine));
    }

    /** Reports to the load model bytes that will travel from machine to machine to machine for a job. */
    long commit(JobState job, int[] path, TrafficClass trafficClass, double bytes, double bytesPerSecond) {
        if (!reports.get(job.application)) {
            return 0;
        }
        List<Host> hosts = Arrays.stream(path).mapToObj(this::host).toList();
        Transfer transfer = Transfer.along(paths(), hosts, trafficClass, Math.max(1, (long) bytes), bytesPerSecond);
        if (transfer.links().isEmpty()) {
            return 0;
        }
        boolean expected = bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY;
        return model.commit(
                expected
                        ? transfer
                        : transfer.at(transfer.links().stream()
                                        .mapToDouble(Link::bytesPerSecond)
                                        .min()
                                        .orElseThrow()
                                / 2),
                world.now());
    }

    /** Reports to the load model what a task will fetch, where it is known who sends. */
    long commitShuffle(StageRun stage, int task, int machine) {
        MapOutputLocations senders = stage.pending.mapOutput().of(task);
        if (!reports.get(stage.job.application) || senders.areUnknown()) {
            return 0;
        }
        int host = world.machines.host(machine);
        double rate = world.routes.downLink(host) < 0
                ? 0
                : model.availableBandwidth().available(world.routes.downLink(host), world.now());
        long bytes = Math.max(1, (long) stage.shuffleBytes(task));
        return model.commit(senders.transfer(paths(), host, bytes, rate, world.chance()), world.now());
    }

    /**
     * Says what an attempt will move to whoever keeps paths.
     *
     * @param counted the path that those who chose its task counted on
     */
    void request(
            RunningAttempt attempt, int from, int to, TrafficClass trafficClass, double bytes, PathChoice counted) {
        if (from != to && world.paths.areKept()) {
            FlowUnit unit = new FlowUnit(world.machines.host(from), world.machines.host(to), trafficClass);
            world.paths.requested(new PathRequest(attempt.number(), unit, bytes, counted));
        }
    }

    void finish(long transfer) {
        if (transfer != 0) {
            model.finish(transfer, world.now());
        }
    }
}
