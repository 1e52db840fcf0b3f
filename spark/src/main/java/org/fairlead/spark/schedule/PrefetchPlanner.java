// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorSlots;
import org.fairlead.core.prefetch.progress.StageProgress;
import org.fairlead.core.prefetch.shadow.Horizon;
import org.fairlead.core.prefetch.shadow.PlannerStage;
import org.fairlead.core.prefetch.shadow.PrefetchRequest;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.core.prefetch.shadow.ShadowJob;
import org.fairlead.core.prefetch.shadow.ShadowSchedule;
import org.fairlead.core.prefetch.shadow.ShadowScheduler;
import org.fairlead.core.prefetch.shadow.ShadowStage;
import org.fairlead.core.prefetch.shadow.SlotForecast;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.InputFetch;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes.Outcome;

/**
 * Has executors fetch what their next tasks will read from other hosts, as the scheduler's shadow foresees it ({@link ShadowScheduler}). A look-ahead each half second, over the stages that Spark has submitted. What tells of launches
 * and ends may come from any thread; the rest is the planner thread's.
 */
final class PrefetchPlanner {
    private static final long EVERY_NANOS = 500_000_000;
    private static final long HORIZON_NANOS = 30_000_000_000L;
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

    private final PrefetchOutcomes outcomes;
    private final PrefetchRequests requests = new PrefetchRequests();
    private final Map<StageAttempt, StageProgress> progress = new HashMap<>();
    /** The request for a task that runs where it was to, by the attempt's number. */
    private final Map<Long, Long> reading = new HashMap<>();
    /** What the planner was told to lie in memory, by the request. */
    private final Map<Long, Told> told = new HashMap<>();

    /** When the launch of a task was first foreseen, and for when, by the request. */
    private final Map<Long, Foreseen> foreseen = new HashMap<>();

    private long lookedNanos;

    private record Foreseen(long madeAtNanos, long launchNanos) {}

    private record Told(PrefetchRequest request, String host, double bytes) {}

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
        this.picture = picture;
        this.policy = policy;
        this.inputs = inputs;
        this.memoryBytes = memoryBytes;
        this.outcomes = outcomes;
        this.seed = seed;
        this.time = time;
        lookedNanos = time.nanoTime() - EVERY_NANOS;
    }

    /**
     * Looks ahead, if it is time to, and has executors told what changed.
     *
     * @param all stages that Spark has submitted; those that are not planned at present are left out
     * @param oursCounts whether our policy launches tasks, not stock
     */
    void lookAhead(Collection<PlannerThread.Entry> all, boolean oursCounts, ClusterSnapshot snapshot, long nowNanos) {
        List<PlannerThread.Entry> stages =
                all.stream().filter(each -> each.stage().isWanted()).toList();
        if (nowNanos - lookedNanos < EVERY_NANOS || stages.isEmpty()) {
            return;
        }
        lookedNanos = nowNanos;
        Map<StageAttempt, PlannerThread.Entry> byId = new HashMap<>();
        stages.forEach(each -> byId.put(each.stage().tasks().id(), each));
        tellHeld(byId, snapshot);
        int cores = stages.iterator().next().stage().tasks().coresPerTask();
        long untilNanos = nowNanos + MOST_NANOS;
        ShadowSchedule schedule = new ShadowScheduler(oursCounts ? policy : stock, order(stages), seed)
                .lookAhead(
                        jobs(stages, snapshot, nowNanos),
                        slots(snapshot, cores, nowNanos),
                        standing(),
                        snapshot,
                        new Horizon(HORIZON_NANOS, Long.MAX_VALUE / 2, memoryBytes),
                        nowNanos,
                        () -> time.nanoTime() - untilNanos < 0);
        carryOut(schedule, byId, snapshot, nowNanos);
    }

    /** Requests that are carried out. */
    private synchronized List<PrefetchRequest> standing() {
        return requests.all().stream()
                .filter(one -> inputs.isOrdered(one.id()))
                .map(PrefetchRequests.Numbered::request)
                .toList();
    }

    private static JobOrder order(Collection<PlannerThread.Entry> stages) {
        PlannableStage any = stages.iterator().next().stage();
        List<JobOrder.Pool> pools =
                stages.stream().map(each -> each.stage().pool()).distinct().toList();
        return (any.poolsShareFairly() ? JobOrders.FAIR : JobOrders.FIFO).make(pools);
    }

    private List<ShadowJob> jobs(Collection<PlannerThread.Entry> stages, ClusterSnapshot snapshot, long nowNanos) {
        Map<Integer, List<PlannerThread.Entry>> byJob = stages.stream()
                .sorted(Comparator.comparingInt(
                        each -> each.stage().tasks().id().stage()))
                .collect(Collectors.groupingBy(
                        each -> each.stage().tasks().priority(), TreeMap::new, Collectors.toList()));
        return byJob.entrySet().stream()
                .map(job -> job(job.getKey(), job.getValue(), snapshot, nowNanos))
                .toList();
    }

    private ShadowJob job(int job, List<PlannerThread.Entry> stages, ClusterSnapshot snapshot, long nowNanos) {
        List<ShadowStage> known = stages.stream()
                .flatMap(each -> shadow(each, snapshot, nowNanos).stream())
                .toList();
        int residual = stages.stream().mapToInt(each -> each.stage().notEnded()).sum();
        return new ShadowJob(job, stages.get(0).stage().pool().name(), job, residual, known);
    }

    private Optional<ShadowStage> shadow(PlannerThread.Entry each, ClusterSnapshot snapshot, long nowNanos) {
        StageAttempt id = each.stage().tasks().id();
        return PlannerStage.of(
                        planner,
                        each.planned(),
                        Set.of(),
                        each.stage().notBegun(),
                        bytes -> seconds(id, bytes),
                        snapshot,
                        nowNanos)
                .map(stage -> stage);
    }

    private synchronized OptionalDouble seconds(StageAttempt stage, double bytes) {
        StageProgress known = progress.get(stage);
        OptionalDouble nanos = known == null ? OptionalDouble.empty() : known.predictedNanos((long) bytes);
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
    }

    private synchronized SlotForecast slots(ClusterSnapshot snapshot, int coresPerTask, long nowNanos) {
        planner.launchedTasks().forEach((id, task) -> {
            StageProgress of = progress.get(task.stage());
            if (of != null) {
                picture.progress(id).ifPresent(read -> of.read(id, read.bytes(), read.atNanos()));
            }
        });
        return SlotForecast.of(planner, snapshot, coresPerTask, this::endNanos, nowNanos);
    }

    private OptionalLong endNanos(StageAttempt stage, long taskId, long nowNanos) {
        StageProgress of = progress.get(stage);
        return of == null ? OptionalLong.empty() : of.predictedEndNanos(taskId, nowNanos);
    }

    private synchronized void carryOut(
            ShadowSchedule schedule,
            Map<StageAttempt, PlannerThread.Entry> stages,
            ClusterSnapshot snapshot,
            long nowNanos) {
        PrefetchRequests.Changes changes = requests.update(schedule);
        changes.cancelled().forEach(one -> cancel(one.id()));
        changes.kept().forEach(one -> inputs.renew(one.id(), leftMillis(one.request(), nowNanos)));
        for (PrefetchRequests.Numbered one : changes.begun()) {
            PrefetchRequest request = one.request();
            PlannerThread.Entry stage = stages.get(request.stage());
            List<FilePart> parts = stage == null ? List.of() : stage.stage().filesOf(request.task());
            if (!parts.isEmpty() && parts.stream().allMatch(FilePart::isKnown)) {
                outcomes.count(Outcome.REQUESTED);
                foreseen.put(one.id(), new Foreseen(nowNanos, request.deadlineNanos()));
                inputs.fetch(
                        new TaskInputs.Input(
                                one.id(), request.executor(), parts, snapshot::host, request.source(), request.host()),
                        leftMillis(request, nowNanos));
            }
        }
    }

    private static long leftMillis(PrefetchRequest request, long nowNanos) {
        return (request.deadlineNanos() - nowNanos) / 1_000_000;
    }

    /** The planner counts on what has come by now, and no more on what is given up. */
    private synchronized void tellHeld(Map<StageAttempt, PlannerThread.Entry> stages, ClusterSnapshot snapshot) {
        Map<String, String> hosts = new HashMap<>();
        for (ExecutorSlots.Executor each : planner.executors().all()) {
            hosts.put(each.id(), each.host());
        }
        Map<Long, Told> now = new HashMap<>();
        for (PrefetchRequests.Numbered one : requests.all()) {
            String host = hosts.get(one.request().executor());
            if (host != null && inputs.isOrdered(one.id())) {
                double arrived = one.request().bytes() * inputs.heldShare(one.id());
                now.put(one.id(), new Told(one.request(), host, one.request().heldBytes(arrived)));
            }
        }
        told.forEach((id, was) -> {
            if (!now.containsKey(id)) {
                tell(stages, was.request, was.host, 0, snapshot);
            }
        });
        now.forEach((id, newer) -> {
            if (!told.containsKey(id) || Double.compare(told.get(id).bytes, newer.bytes) != 0) {
                tell(stages, newer.request, newer.host, newer.bytes, snapshot);
            }
        });
        told.clear();
        told.putAll(now);
    }

    private void tell(
            Map<StageAttempt, PlannerThread.Entry> stages,
            PrefetchRequest request,
            String host,
            double bytes,
            ClusterSnapshot known) {
        PlannerThread.Entry stage = stages.get(request.stage());
        if (stage != null) {
            planner.held(stage.planned(), request.task(), host, bytes, known);
        }
    }

    private void cancel(long id) {
        count(id, Outcome.CANCELLED);
        drop(id);
    }

    /** Requests for what cannot be fetched do not count. */
    private void count(long id, Outcome outcome) {
        if (inputs.isFetched(id)) {
            outcomes.count(outcome);
        }
    }

    /** Nobody is to read it. */
    private void drop(long id) {
        long fetched = inputs.fetchedBytes(id);
        inputs.cancel(id);
        foreseen.remove(id);
        requests.over(id, fetched, 0);
    }

    /** What is under way, as controllers are told of it. */
    synchronized List<InputFetch> fetches() {
        long nowNanos = time.nanoTime();
        List<InputFetch> fetches = new ArrayList<>();
        for (PrefetchRequests.Numbered one : requests.all()) {
            PrefetchRequest request = one.request();
            long left = inputs.orderedBytes(one.id()) - inputs.fetchedBytes(one.id());
            if (left > 0) {
                double seconds = Math.max(SHORTEST_LEAD_SECONDS, (request.deadlineNanos() - nowNanos) / 1e9);
                fetches.add(new InputFetch(request.source(), request.host(), left, left / seconds));
            }
        }
        return fetches;
    }

    /** An attempt was launched. */
    synchronized void launched(
            StageAttempt stage, int task, long taskId, String executor, double bytes, long nowNanos) {
        progress.computeIfAbsent(stage, unused -> new StageProgress())
                .started(taskId, (long) Math.max(0, bytes), nowNanos);
        requests.launched(stage, task).ifPresent(one -> {
            Foreseen then = foreseen.remove(one.id());
            if (then != null) {
                outcomes.launched(then.madeAtNanos, then.launchNanos, nowNanos);
            }
            if (one.request().executor().equals(executor)) {
                count(one.id(), inputs.heldShare(one.id()) >= 1 ? Outcome.IN_TIME : Outcome.LATE);
                reading.put(taskId, one.id());
            } else {
                count(one.id(), Outcome.ELSEWHERE);
                drop(one.id());
            }
        });
    }

    /** An attempt no longer runs; whatever it was to read it has read. */
    synchronized void ended(long taskId) {
        Long id = reading.remove(taskId);
        if (id != null) {
            long bytes = inputs.orderedBytes(id);
            inputs.forget(id);
            requests.over(id, bytes, bytes);
        }
    }

    /** An attempt has ended, and whether well, as Spark's listener bus has it. */
    synchronized void ended(StageAttempt stage, long taskId, boolean well, long nowNanos) {
        StageProgress of = progress.get(stage);
        if (of == null) {
            return;
        }
        if (well) {
            of.ended(taskId, nowNanos);
        } else {
            of.lost(taskId);
        }
    }

    /** Nothing of a stage is launched any more. */
    synchronized void completed(StageAttempt stage) {
        requests.all().stream()
                .filter(one -> one.request().stage().equals(stage))
                .forEach(one -> cancel(one.id()));
        requests.completed(stage);
        progress.remove(stage);
        told.values().removeIf(was -> was.request.stage().equals(stage));
    }

    /** Nothing is fetched ahead for the time being. */
    synchronized void stop() {
        requests.all().forEach(one -> cancel(one.id()));
    }
}
