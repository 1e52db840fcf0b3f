// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorSlots;
import org.fairlead.core.profile.LaunchedTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;

/** The slots that there are: which are free, when those that are taken are predicted to become free, and when free ones are offered. Immutable. */
public final class SlotForecast {
    private static final StageAttempt NO_STAGE = new StageAttempt(-1, -1);

    private final List<Executor> executors;
    private final boolean exclusive;
    private final InputKind kind;
    private final OfferTimes offers;
    private final int runningBesides;

    /**
     * Slots of one executor.
     *
     * @param host its index
     * @param free slots
     * @param running tasks in the others
     * @param pace how many times as long tasks take there for computing and overhead as on hosts that are well
     */
    public record Executor(String id, int host, int free, List<Running> running, double pace) {
        public Executor {
            running = List.copyOf(running);
            if (!(pace >= 1)) {
                throw new IllegalArgumentException("executor " + id + ": a pace of at least 1, not " + pace);
            }
            if (free < 0) {
                throw new IllegalArgumentException("executor " + id + ": at least 0 free slots, not " + free);
            }
        }

        /** On a host that is well. */
        public Executor(String id, int host, int free, List<Running> running) {
            this(id, host, free, running, 1);
        }
    }

    /**
     * A task that runs.
     *
     * @param secondsLeft to its predicted end, whenever that becomes known; infinite where nothing is
     */
    public record Running(StageAttempt stage, double secondsLeft) {
        public Running {
            if (!(secondsLeft >= 0)) {
                throw new IllegalArgumentException(
                        "a task of " + stage + ": at least 0 s to its end, not " + secondsLeft);
            }
        }
    }

    /** When a task that runs is predicted to end, by how fast it reads. */
    @FunctionalInterface
    public interface Ends {
        /** Nothing is known of how far tasks are. */
        Ends UNKNOWN = (stage, taskId, nowNanos) -> OptionalLong.empty();

        /**
         * At the earliest now; empty where nothing is known.
         *
         * @param taskId of the attempt, as the planner was told of its launch
         */
        OptionalLong endNanos(StageAttempt stage, long taskId, long nowNanos);
    }

    private SlotForecast(
            List<Executor> executors, boolean exclusive, InputKind kind, OfferTimes offers, int runningBesides) {
        this.executors = List.copyOf(executors);
        this.exclusive = exclusive;
        this.kind = kind;
        this.offers = offers;
        this.runningBesides = runningBesides;
    }

    /** Slots in which any task may run, offered at once. */
    public static SlotForecast of(List<Executor> executors) {
        return new SlotForecast(executors, false, InputKind.BLOCKS, OfferTimes.AT_ONCE, 0);
    }

    /**
     * Slots in which only tasks with input of one kind may run, as Hadoop's map slots, offered at once.
     *
     * @param runningBesides tasks that run in other slots
     */
    public static SlotForecast exclusive(List<Executor> executors, InputKind kind, int runningBesides) {
        return new SlotForecast(executors, true, kind, OfferTimes.AT_ONCE, runningBesides);
    }

    /** The same slots, offered at other times. */
    public SlotForecast with(OfferTimes times) {
        return new SlotForecast(executors, exclusive, kind, times, runningBesides);
    }

    /**
     * Slots as a planner knows them. A task ends when {@code ends} says so; else as it was predicted at its launch; else after the mean of its stage's; one that is late, or of which nothing is known, is
     * taken to need as much again.
     */
    public static SlotForecast of(
            ApplicationPlanner planner, ClusterSnapshot snapshot, int coresPerTask, Ends ends, long nowNanos) {
        Map<String, Deque<Running>> running = running(planner, ends, nowNanos);
        Map<String, Double> paces = planner.paces();
        List<Executor> executors = new ArrayList<>();
        planner.executors().all().stream()
                .sorted(Comparator.comparing(ExecutorSlots.Executor::id))
                .forEach(each -> {
                    int host = snapshot.host(each.host());
                    if (host >= 0) {
                        int slots = each.cores() / coresPerTask;
                        int free = Math.min(slots, each.freeCores() / coresPerTask);
                        Deque<Running> there = running.getOrDefault(each.id(), new ArrayDeque<>());
                        double pace = paces.getOrDefault(each.host(), 1.0);
                        executors.add(new Executor(each.id(), host, free, taken(slots - free, there), pace));
                    }
                });
        return of(executors);
    }

    /** Those that run in so many slots; a slot of which nobody knows what it runs is between two tasks. */
    private static List<Running> taken(int slots, Deque<Running> there) {
        List<Running> taken = new ArrayList<>(slots);
        for (int slot = 0; slot < slots; slot++) {
            taken.add(there.isEmpty() ? new Running(NO_STAGE, 0) : there.poll());
        }
        return taken;
    }

    /** By executor, those that end soonest first. */
    private static Map<String, Deque<Running>> running(ApplicationPlanner planner, Ends ends, long nowNanos) {
        Map<StageAttempt, OptionalDouble> means = new HashMap<>();
        Map<String, List<Running>> byExecutor = new HashMap<>();
        planner.launchedTasks().forEachInSlots((id, task) -> {
            OptionalLong end = ends.endNanos(task.stage(), id, nowNanos);
            double seconds = end.isPresent()
                    ? Math.max(0, end.getAsLong() - nowNanos) / 1e9
                    : secondsLeft(task, planner, means, nowNanos);
            byExecutor
                    .computeIfAbsent(task.executor(), unused -> new ArrayList<>())
                    .add(new Running(task.stage(), seconds));
        });
        Map<String, Deque<Running>> sorted = new HashMap<>();
        byExecutor.forEach((executor, tasks) -> {
            tasks.sort(Comparator.comparingDouble(Running::secondsLeft)
                    .thenComparing(task -> task.stage().stage())
                    .thenComparing(task -> task.stage().attempt()));
            sorted.put(executor, new ArrayDeque<>(tasks));
        });
        return sorted;
    }

    private static double secondsLeft(
            LaunchedTasks.Running task,
            ApplicationPlanner planner,
            Map<StageAttempt, OptionalDouble> means,
            long nowNanos) {
        double seconds = task.isPredicted()
                ? task.expectedSeconds()
                : means.computeIfAbsent(task.stage(), planner::meanSeconds).orElse(0);
        return task.secondsLeft(seconds, nowNanos);
    }

    public List<Executor> executors() {
        return executors;
    }

    /** Whether only tasks with input of {@link #kind} may run in them. */
    public boolean isExclusive() {
        return exclusive;
    }

    public InputKind kind() {
        return kind;
    }

    /** When free slots are offered. */
    public OfferTimes offers() {
        return offers;
    }

    /** Tasks that run in slots of which this says nothing. */
    int runningBesides() {
        return runningBesides;
    }
}
