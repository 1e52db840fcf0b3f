// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.prefetch.shadow.HeldChanges;
import org.fairlead.core.prefetch.shadow.HeldReports;
import org.fairlead.core.prefetch.shadow.Horizon;
import org.fairlead.core.prefetch.shadow.LookAheadTimer;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.core.prefetch.shadow.ShadowJob;
import org.fairlead.core.prefetch.shadow.ShadowSchedule;
import org.fairlead.core.prefetch.shadow.ShadowScheduler;
import org.fairlead.core.prefetch.shadow.SlotForecast;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.InputFetch;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.prefetch.order.FetchQuotas;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.schedule.counters.JudgedRequests;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.counters.ToldReads;

/**
 * Has executors fetch what their next tasks will read from other hosts, as the scheduler's shadow foresees it ({@link ShadowScheduler}). A look-ahead each half second and as soon as a stage is submitted ({@link LookAheadTimer}), over the stages
 * that Spark has submitted. In between, plans are told at once what executors were ordered to fetch, and what they have. What tells of launches and ends may come from any thread; the rest is the planner thread's.
 */
final class PrefetchPlanner {
    /** A look-ahead costs the planner's thread up to {@link #MOST_NANOS}, during which no plans are made. */
    private static final long LEAST_EVERY_NANOS = 100_000_000;

    private static final long HORIZON_NANOS = 10_000_000_000L;
    private static final long MOST_NANOS = 50_000_000;
    private static final double SHORTEST_LEAD_SECONDS = 0.1;

    private final ApplicationPlanner planner;
    private final ClusterPicture picture;
    private final TaskAssigner policy;
    private final TaskAssigner stock = TaskAssigners.named("stock-spark");
    private final TaskInputs inputs;
    private final long memoryBytes;
    private final long seed;
    private final TimeSource time;

    private final PrefetchRequests requests = new PrefetchRequests();
    private final JudgedRequests judged;
    private final StageTimes times = new StageTimes();
    private final ShadowJobs shadowJobs;
    private final LookAheadTimer timer = new LookAheadTimer(LEAST_EVERY_NANOS);
    private final HeldReports held;
    /** The request for a task that runs where it was to, by the attempt's number. */
    private final Map<Long, Long> reading = new HashMap<>();

    private final FetchQuotas quotas = new FetchQuotas();
    private final ToldReads reads = new ToldReads();

    /** Stages that the last look-ahead came to. Of the planner's thread. */
    private Set<StageAttempt> seen = Set.of();

    /** Of the inputs, when plans were last told what is held. */
    private long reportedVersion = -1;

    /** Whether anything new is fetched. */
    private volatile boolean begins = true;

    /**
     * @param policy by which tasks are launched where ours counts
     * @param memoryBytes of each executor
     * @param seed decides which of several free executors is offered first
     */
    PrefetchPlanner(
            ApplicationPlanner planner,
            ClusterPicture picture,
            TaskAssigner policy,
            TaskInputs inputs,
            long memoryBytes,
            PrefetchOutcomes outcomes,
            long seed,
            TimeSource time) {
        this.planner = planner;
        held = new HeldReports(planner);
        shadowJobs = new ShadowJobs(planner, times);
        this.picture = picture;
        this.policy = policy;
        this.inputs = inputs;
        this.memoryBytes = memoryBytes;
        judged = new JudgedRequests(requests, inputs, outcomes, memoryBytes);
        outcomes.ends(times::medianError);
        this.seed = seed;
        this.time = time;
    }

    /**
     * Looks ahead, if it is time to, and has executors told what changed.
     *
     * @param all stages that Spark has submitted; those that are not planned at present are left out
     * @param oursCounts whether our policy launches tasks, not stock
     * @param mayBegin whether anything new is fetched; if not, what comes already may end
     */
    void lookAhead(
            Collection<PlannerThread.Entry> all,
            boolean oursCounts,
            boolean mayBegin,
            ClusterSnapshot snapshot,
            long nowNanos) {
        List<PlannerThread.Entry> stages =
                all.stream().filter(each -> each.stage().isWanted()).toList();
        if (stages.isEmpty()) {
            return;
        }
        Map<StageAttempt, PlannerThread.Entry> byId = byId(stages);
        reportHeld(byId, snapshot);
        if (!seen.containsAll(byId.keySet())) {
            timer.changed();
        }
        if (!timer.isDue(nowNanos)) {
            return;
        }
        timer.looked(nowNanos);
        begins = mayBegin;
        List<ShadowJob> jobs = shadowJobs.of(stages, snapshot, nowNanos);
        seen = ShadowJobs.stages(jobs);
        int cores = stages.iterator().next().stage().tasks().coresPerTask();
        SlotForecast slots = slots(snapshot, cores, nowNanos);
        long untilNanos = time.nanoTime() + MOST_NANOS;
        ShadowSchedule schedule = new ShadowScheduler(oursCounts ? policy : stock, ShadowJobs.order(stages), seed)
                .lookAhead(
                        jobs,
                        slots,
                        standing(),
                        snapshot,
                        new Horizon(HORIZON_NANOS, Long.MAX_VALUE / 2, memoryBytes),
                        nowNanos,
                        () -> time.nanoTime() - untilNanos < 0);
        carryOut(schedule, byId, cores, snapshot, nowNanos);
    }

    /** Requests that are carried out. */
    private synchronized List<PrefetchRequest> standing() {
        return requests.all().stream()
                .filter(one -> inputs.isOrdered(one.id()))
                .map(PrefetchRequests.Numbered::request)
                .toList();
    }

    private SlotForecast slots(ClusterSnapshot snapshot, int coresPerTask, long nowNanos) {
        planner.launchedTasks()
                .forEach((id, task) -> picture.progress(id).ifPresent(read -> times.read(task.stage(), id, read)));
        return SlotForecast.of(planner, snapshot, coresPerTask, times::endNanos, nowNanos);
    }

    private synchronized void carryOut(
            ShadowSchedule schedule,
            Map<StageAttempt, PlannerThread.Entry> stages,
            int coresPerTask,
            ClusterSnapshot snapshot,
            long nowNanos) {
        reads.count(requests);
        judged.looksAhead(true);
        Map<String, Integer> slots = new HashMap<>();
        planner.executors().all().forEach(each -> slots.put(each.id(), begins ? each.cores() / coresPerTask : 0));
        PrefetchRequests.Changes changes = requests.update(
                schedule, one -> inputs.isArriving(one.id()), executor -> slots.getOrDefault(executor, 0));
        changes.cancelled().forEach(one -> cancel(one, judged.whyCancelled(one.request())));
        changes.kept()
                .forEach(one -> inputs.renew(
                        one.id(), leftMillis(one.request(), nowNanos), quotas.of(one.id(), nowNanos), begins));
        for (PrefetchRequests.Numbered one : changes.begun()) {
            PrefetchRequest request = one.request();
            PlannerThread.Entry stage = stages.get(request.stage());
            List<FilePart> parts = stage == null ? List.of() : stage.stage().filesOf(request.task());
            if (isKnown(parts)) {
                judged.requested(one, nowNanos);
                inputs.fetch(
                        new TaskInputs.Input(
                                one.id(), request.executor(), parts, snapshot::host, request.source(), request.host()),
                        leftMillis(request, nowNanos));
            }
        }
        stages.forEach(
                (id, each) -> judged.reached(id, () -> isFetchable(each.stage().filesOfAny())));
    }

    private static boolean isKnown(List<FilePart> parts) {
        return !parts.isEmpty() && parts.stream().allMatch(FilePart::isKnown);
    }

    private boolean isFetchable(List<FilePart> parts) {
        return isKnown(parts) && parts.stream().allMatch(part -> inputs.isServed(part.file()));
    }

    private static long leftMillis(PrefetchRequest request, long nowNanos) {
        return (request.deadlineNanos() - nowNanos) / 1_000_000;
    }

    /** The planner counts on what was ordered and has come by now, and no more on what is given up. */
    private synchronized void reportHeld(Map<StageAttempt, PlannerThread.Entry> stages, ClusterSnapshot snapshot) {
        long version = inputs.version();
        if (version == reportedVersion) {
            return;
        }
        reportedVersion = version;
        Map<Long, HeldChanges.Held> now = new LinkedHashMap<>();
        for (PrefetchRequests.Numbered one : requests.all()) {
            if (inputs.isOrdered(one.id())) {
                double arrived = one.request().bytes() * inputs.heldShare(one.id());
                now.put(
                        one.id(),
                        new HeldChanges.Held(one.request(), one.request().heldBytes(arrived)));
            }
        }
        held.report(now, planned(stages), snapshot);
    }

    private static Function<StageAttempt, Optional<PlannedStage>> planned(
            Map<StageAttempt, PlannerThread.Entry> stages) {
        return id -> Optional.ofNullable(stages.get(id)).map(PlannerThread.Entry::planned);
    }

    private static Map<StageAttempt, PlannerThread.Entry> byId(Collection<PlannerThread.Entry> stages) {
        Map<StageAttempt, PlannerThread.Entry> byId = new HashMap<>();
        stages.forEach(each -> byId.put(each.stage().tasks().id(), each));
        return byId;
    }

    private void cancel(PrefetchRequests.Numbered one, MissedRequest why) {
        judged.missed(one.id(), why);
        drop(one.id());
    }

    /** Nobody is to read it. */
    private void drop(long id) {
        long fetched = inputs.fetchedBytes(id);
        inputs.cancel(id);
        judged.forget(id);
        requests.over(id, fetched, 0);
    }

    /** What is under way from host to host, as controllers are told of it. */
    synchronized List<InputFetch> fetches() {
        long nowNanos = time.nanoTime();
        List<InputFetch> fetches = new ArrayList<>();
        for (PrefetchRequests.Numbered one : requests.all()) {
            PrefetchRequest request = one.request();
            long left = inputs.orderedBytes(one.id()) - inputs.fetchedBytes(one.id());
            if (left > 0 && !request.isFromStore()) {
                double seconds = Math.max(SHORTEST_LEAD_SECONDS, (request.deadlineNanos() - nowNanos) / 1e9);
                fetches.add(new InputFetch(
                        one.id(),
                        request.source(),
                        request.host(),
                        left,
                        left / seconds,
                        Math.max(0, leftMillis(request, nowNanos)),
                        request.job(),
                        request.residualTasks()));
            }
        }
        return fetches;
    }

    /** What a controller allows of that, all of it: executors are told with the next look-ahead. */
    void quotas(List<Reply.Quota> allowed) {
        quotas.allowed(allowed, time.nanoTime());
    }

    /** An attempt was launched. */
    synchronized void launched(AttemptLaunch launch, long nowNanos) {
        Optional<PrefetchRequests.Numbered> request = requests.launched(launch.stage(), launch.task());
        double heldShare = request.filter(one -> one.request().executor().equals(launch.executor()))
                .map(one -> inputs.heldShare(one.id()))
                .orElse(0.0);
        times.started(launch, heldShare, nowNanos);
        if (request.isPresent()) {
            launched(request.get(), launch, nowNanos);
        } else if (launch.isAwayFromInput()) {
            judged.unrequested(launch.stage(), launch.bytes(), begins);
        }
    }

    private void launched(PrefetchRequests.Numbered one, AttemptLaunch launch, long nowNanos) {
        PrefetchRequest request = one.request();
        judged.launched(one, nowNanos);
        if (!request.executor().equals(launch.executor())) {
            boolean isFree = planner.executors().freeCores(request.executor()) > 0;
            judged.missed(one.id(), MissedRequest.elsewhere(held.isReported(one.id()), launch.planned(), isFree));
            drop(one.id());
            return;
        }
        judged.launchedThere(one, nowNanos);
        inputs.launched(one.id());
        reading.put(launch.taskId(), one.id());
    }

    /** An attempt no longer runs; whatever it was to read it has read. Its executor says how much that was, for its request to be over. */
    synchronized void ended(long taskId) {
        Long id = reading.remove(taskId);
        if (id != null) {
            inputs.done(id, bytes -> reads.add(id, bytes));
        }
    }

    /** An executor is gone, with all that it held: others may fetch that. */
    synchronized void left(String executor) {
        requests.all().stream()
                .filter(one -> one.request().executor().equals(executor))
                .forEach(one -> cancel(one, MissedRequest.EXECUTOR_GONE));
    }

    /** An attempt has ended, and whether well, as Spark's listener bus has it. */
    void ended(StageAttempt stage, long taskId, boolean well, long nowNanos) {
        times.ended(stage, taskId, well, nowNanos);
    }

    /** Nothing of a stage is launched any more. */
    synchronized void completed(StageAttempt stage) {
        requests.all().stream()
                .filter(one -> one.request().stage().equals(stage))
                .forEach(one -> {
                    held.forget(one.id());
                    cancel(one, MissedRequest.ENDED);
                });
        requests.completed(stage);
        judged.completed(stage);
        times.completed(stage);
    }

    /** Nothing is fetched ahead for the time being, and plans of stages no longer count on what was. */
    synchronized void stop(Collection<PlannerThread.Entry> stages, Optional<ClusterSnapshot> known) {
        judged.looksAhead(false);
        begins = true;
        reads.count(requests);
        requests.all().forEach(one -> cancel(one, MissedRequest.ENDED));
        known.ifPresent(snapshot -> held.report(Map.of(), planned(byId(stages)), snapshot));
    }
}
