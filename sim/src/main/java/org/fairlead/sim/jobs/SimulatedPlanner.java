// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.PlanningIntervals;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.offer.ReofferPromise;
import org.fairlead.core.plan.offer.StageOffers;
import org.fairlead.core.profile.BlockRead;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.LocalityWait;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.jobs.time.PlannerTimes;
import org.fairlead.sim.jobs.time.PolicyTime;
import org.fairlead.sim.workload.Stage;

/**
 * Plans the stages of one application as the plug-in for Spark does: the same planner, beside the offers, whose work takes time, by
 * {@link PlannerTimes}.
 */
final class SimulatedPlanner {
    private final RunContext world;
    private final SchedulerView known;
    private final int application;
    private final ApplicationPlanner planner;
    /** Whether tasks on slow hosts get further attempts. */
    private final boolean copies;

    /** Others' policies count as published, contended or not. */
    private final boolean always;

    private final LocalityWait engine;
    private final Runnable reviveOffers;
    private final Map<StageRun, Entry> entries = new LinkedHashMap<>();
    private final PlannerTimes<Made> times;

    private int stages;
    private double contentionSeconds = Double.NEGATIVE_INFINITY;

    /** A plan for a stage. */
    private record Made(Entry entry, StagePlan plan) {
        void publish() {
            entry.publish(plan);
        }
    }

    /** A stage that is planned. */
    private final class Entry implements StageOffers.Context {
        private final SimulatedStage stage;
        private final PlannedStage planned;
        private final StageOffers offers;
        private boolean counts;
        private final ReofferPromise promise = new ReofferPromise();
        private OfferResponse.Launch launching;

        Entry(SimulatedStage stage) {
            this.stage = stage;
            planned = planner.stage(stage);
            offers = new StageOffers(PlanLimits.USUAL, this, world.now());
        }

        @Override
        public boolean isUncontended() {
            return planner.isUncontended();
        }

        @Override
        public boolean isUncontended(String host) {
            return planner.isUncontended(host);
        }

        @Override
        public boolean isUncontendedBesideSlowHosts() {
            return planner.isUncontendedBesideSlowHosts();
        }

        @Override
        public boolean isSlow(String host) {
            return planner.isSlow(host);
        }

        @Override
        public int slots() {
            return planner.executors().cores();
        }

        @Override
        public boolean readsBlocks() {
            return stage.readsBlocks();
        }

        @Override
        public boolean plansAreMade(long nowNanos) {
            return true;
        }

        @Override
        public boolean isClusterKnown() {
            return true;
        }

        @Override
        public void offerAgain(long atNanos, long nowNanos) {
            if (promise.isNews(atNanos, nowNanos)) {
                world.at(PolicyTime.seconds(Math.max(atNanos, nowNanos)), Event.OFFER_AGAIN, 0);
                wake();
            }
        }

        private void publish(StagePlan plan) {
            offers.publish(plan.plan());
            if (plan.launchesNow()) {
                reviveIfStarved();
            }
        }

        private void reviveIfStarved() {
            if (promise.isStarved()) {
                promise.kept();
                reviveOffers.run();
            }
        }
    }

    /**
     * @param slowHosts what becomes of hosts that are slow
     * @param engine what Spark does by itself
     * @param reviveOffers has all free slots offered at once
     */
    SimulatedPlanner(
            RunContext world,
            SchedulerView known,
            int application,
            TaskAssigner policy,
            AssignerOptions.SlowHosts slowHosts,
            LocalityWait engine,
            Runnable reviveOffers) {
        this.world = world;
        this.known = known;
        this.application = application;
        this.engine = engine;
        this.reviveOffers = reviveOffers;
        times = new PlannerTimes<>(application, world.engine::now, world::at);
        always = ApplicationPlanner.alwaysCounts(policy.name());
        copies = slowHosts == AssignerOptions.SlowHosts.COPIED;
        planner = new ApplicationPlanner(policy, PlanLimits.USUAL.fresh(), slowHosts.arePaced(), Optional.empty());
    }

    private String name(int machine) {
        return world.cluster
                .topology()
                .nodes()
                .get(world.machines.host(machine))
                .name();
    }

    /** A stage has started. */
    void submitted(StageRun stage) {
        renewContention();
        entries.put(stage, new Entry(new SimulatedStage(world, stage, stages++)));
        times.submitted();
    }

    /** All tasks of a stage have ended. */
    void completed(StageRun stage) {
        Entry entry = entries.remove(stage);
        if (entry != null) {
            planner.leave(entry.planned);
            planner.completed(entry.stage.id(), world.now());
        }
    }

    /** A machine's slots are offered. */
    void offered(int machine) {
        String name = name(machine);
        planner.executors().offered(name, name, world.machines.free(machine, InputKind.BLOCKS, application));
    }

    /**
     * A round of offers to a stage begins.
     *
     * @return whether its plan counts
     */
    boolean beginRound(StageRun stage, boolean nothingRuns) {
        renewContention();
        Entry entry = entries.get(stage);
        entry.offers.beginRound(nothingRuns, world.now());
        boolean usable = entry.offers.isUsable();
        if (entry.counts && !usable) {
            engine.restart(stage.pending, world.now());
        }
        entry.counts = usable;
        return usable;
    }

    /** What a machine's slot gets where the plan counts. */
    OfferResponse respond(StageRun stage, int machine, LocalityLevel farthest) {
        Entry entry = entries.get(stage);
        OfferResponse response = entry.offers.respond(
                name(machine),
                name(machine),
                farthest,
                stage.pending::isPending,
                stage.pending.size() > 0,
                level -> engine.nanosBefore(stage.pending, locality(level), known));
        entry.launching = response instanceof OfferResponse.Launch launch ? launch : null;
        return response;
    }

    /** How near a task is to its input at most on a level of Spark's rounds. */
    static Locality locality(LocalityLevel level) {
        return switch (level) {
            case PROCESS, HOST, NO_PREFERENCE -> Locality.HOST;
            case RACK -> Locality.RACK;
            case ANY -> Locality.ANY;
        };
    }

    /** A task was launched, as planned or not. */
    void launched(RunningAttempt attempt) {
        Entry entry = entries.get(attempt.stage);
        if (entry == null) {
            return;
        }
        boolean asPlanned = !attempt.speculative && entry.launching != null && entry.launching.task() == attempt.task;
        String host = name(attempt.machine);
        entry.stage.changes().gone(attempt.task);
        planner.executors().launched(host, 1);
        entry.offers.launched(host, entry.counts, asPlanned, world.now());
        double bytes = entry.stage.bytes(attempt.task);
        boolean local = attempt.source == attempt.machine;
        Optional<BlockRead> block = attempt.source >= 0 && (asPlanned || local)
                ? Optional.of(new BlockRead(name(attempt.source), bytes, !local))
                : Optional.empty();
        double expected = asPlanned ? entry.launching.expectedSeconds() : Double.NaN;
        planner.launched(attempt.number(), entry.stage.id(), host, host, expected, block, world.now());
        entry.launching = null;
    }

    /** So much of a task's input lies in a host's memory. */
    void held(StageRun stage, int task, String host, double bytes) {
        Entry entry = entries.get(stage);
        if (entry != null) {
            planner.held(entry.planned, task, host, host, bytes, known);
        }
    }

    /** An attempt no longer runs. */
    void ended(RunningAttempt attempt) {
        planner.ended(attempt.number(), world.now());
    }

    /** An attempt has {@link #ended} that was killed. */
    void killed(RunningAttempt attempt) {
        planner.killed(attempt.number(), world.now());
    }

    boolean copies() {
        return copies;
    }

    /** The attempt on a slow host that is most worth another one on a machine; empty where none is, or the machine is slow itself. */
    Optional<RunningAttempt> worthCopying(StageRun stage, int machine) {
        Entry entry = entries.get(stage);
        if (!copies || entry == null) {
            return Optional.empty();
        }
        List<Long> worth = planner.worthCopying(entry.stage.id(), world.now());
        return worth.isEmpty() || planner.slowHosts().contains(name(machine))
                ? Optional.empty()
                : worth.stream()
                        .flatMap(number -> stage.running.stream().filter(attempt -> attempt.number() == number))
                        .filter(attempt ->
                                stage.attempts[attempt.task] == 1 && attempt.phase != RunningAttempt.Phase.ENDING)
                        .findFirst();
    }

    /** An attempt has {@link #ended} well. */
    void succeeded(RunningAttempt attempt) {
        Entry entry = entries.get(attempt.stage);
        if (entry == null) {
            return;
        }
        double seconds = world.engine.now() - attempt.launchSeconds;
        double bytes = attempt.inputBytes;
        double compute =
                attempt.stage.stage.computeSeconds(attempt.task) + attempt.stage.stage.computeSecondsPerByte() * bytes;
        boolean shuffle = attempt.stage.kind == InputKind.SHUFFLE;
        boolean near = attempt.source == attempt.machine || attempt.source < 0;
        double begun = attempt.launchSeconds + world.cluster.costs().taskLaunchSeconds();
        double waited = shuffle ? Math.max(0, attempt.inputSeconds - begun) : 0;
        OptionalDouble overhead =
                shuffle || near ? OptionalDouble.of(Math.max(0, seconds - compute - waited)) : OptionalDouble.empty();
        boolean writesFiles = attempt.stage.stage.output() instanceof Stage.Output.Files;
        planner.waited(attempt.number(), attempt.blockWaits);
        planner.succeeded(
                attempt.number(),
                entry.stage.id(),
                new EndedTask(seconds, compute, bytes, overhead, writesFiles),
                true,
                world.now());
    }

    /** How many times as long tasks take on a host as on hosts that are well, for computing and overhead; at least 1. */
    double pace(String host) {
        return planner.paces().getOrDefault(host, 1.0);
    }

    /** From which hosts reads and writes are to keep away, and by how much. */
    Map<String, Double> avoided() {
        return planner.avoided();
    }

    private void renewContention() {
        double now = world.engine.now();
        if (!always && now - contentionSeconds >= PolicyTime.seconds(PlanningIntervals.CONTENTION_EVERY_NANOS)) {
            contentionSeconds = now;
            planner.renewContention(Optional.of(known), world.now());
        }
    }

    /** Somebody waits for a plan. */
    private void wake() {
        times.awaited(planner.isUncontended());
    }

    /** The planner's thread wakes up. */
    void pass() {
        if (!times.begins()) {
            return;
        }
        double now = world.engine.now();
        renewContention();
        double worked = 0;
        boolean goesOn = false;
        int pending = entries.keySet().stream()
                .mapToInt(stage -> stage.pending.size())
                .sum();
        for (Map.Entry<StageRun, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            goesOn |= each.getKey().pending.size() > 0;
            if (planner.isDue(entry.planned, known, world.now())) {
                worked += plan(entry, pending - each.getKey().pending.size(), now + worked);
            }
        }
        times.worked(worked, planner.isUncontended(), goesOn);
    }

    /**
     * @param pendingBesides tasks of other stages
     * @return seconds that it takes
     */
    private double plan(Entry entry, int pendingBesides, double beginSeconds) {
        if (!planner.renew(entry.planned, known, world.now())) {
            entry.offers.withoutInput();
            entry.reviveIfStarved();
            return 0;
        }
        int[] choices = {times.mostChoices(entry.offers.hasPlan())};
        Optional<StagePlan> plan =
                planner.plan(entry.planned, known, pendingBesides, world.now(), () -> choices[0]-- > 0);
        if (plan.isEmpty()) {
            return 0;
        }
        return times.makes(new Made(entry, plan.get()), plan.get().choices(), beginSeconds);
    }

    /** Plans that are made by now count. */
    void publish() {
        times.ready().forEach(Made::publish);
    }
}
