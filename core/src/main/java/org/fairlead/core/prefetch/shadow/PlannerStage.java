// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskSet;

/**
 * A stage of an application planner for one look-ahead: one that it has planned, or has been told of ahead ({@link ApplicationPlanner#foresee}). Belongs to the planner's thread.
 */
public final class PlannerStage implements ShadowStage {
    private final ApplicationPlanner planner;
    private final PlannedStage stage;
    private final StageAttempt id;
    private final Set<StageAttempt> parents;
    private final TaskSet pending;
    private final int notLaunched;
    private final Times times;
    private final ClusterSnapshot snapshot;
    private final long nowNanos;
    /** By host; null as long as nobody asked. */
    private Map<Integer, Double> broadcasts;

    /** How long tasks take that have not begun. */
    @FunctionalInterface
    public interface Times {
        /** Nothing is known of how far tasks are. */
        Times UNKNOWN = (bytes, missingShare) -> OptionalDouble.empty();

        /** What they take that are predicted to take so long, before any of them has ended; empty where nothing is known. */
        default OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
            return OptionalDouble.empty();
        }

        /**
         * From launch to end; empty where nothing is known.
         *
         * @param bytes of a task's input
         * @param missingShare of it, that is not on the task's host when it begins, from 0 to 1
         */
        OptionalDouble seconds(double bytes, double missingShare);
    }

    private PlannerStage(
            ApplicationPlanner planner,
            PlannedStage stage,
            StageAttempt id,
            Set<StageAttempt> parents,
            TaskSet pending,
            int notLaunched,
            Times times,
            ClusterSnapshot snapshot,
            long nowNanos) {
        this.planner = planner;
        this.stage = stage;
        this.id = id;
        this.parents = Set.copyOf(parents);
        this.pending = pending;
        this.notLaunched = notLaunched;
        this.times = times;
        this.snapshot = snapshot;
        this.nowNanos = nowNanos;
    }

    /**
     * Empty before the stage has its first plan, or was foreseen.
     *
     * @param parents all of whose tasks have to end before it starts
     * @param notLaunched tasks that were not launched yet, those beyond the planner's window among them
     * @param times by how far other tasks were ({@link
     *     org.fairlead.core.prefetch.progress.StageProgress#predictedNanos}); where they say nothing, the stage's mean counts
     */
    public static Optional<PlannerStage> of(
            ApplicationPlanner planner,
            PlannedStage stage,
            Set<StageAttempt> parents,
            int notLaunched,
            Times times,
            ClusterSnapshot snapshot,
            long nowNanos) {
        return planner.copyOfPending(stage)
                .map(pending -> new PlannerStage(
                        planner,
                        stage,
                        planner.id(stage),
                        parents,
                        pending,
                        Math.max(notLaunched, pending.size()),
                        times,
                        snapshot,
                        nowNanos));
    }

    @Override
    public StageAttempt id() {
        return id;
    }

    @Override
    public TaskSet pending() {
        return pending;
    }

    @Override
    public int notLaunched() {
        return notLaunched;
    }

    @Override
    public Set<StageAttempt> parents() {
        return parents;
    }

    @Override
    public OptionalDouble seconds(double bytes, double missingShare) {
        OptionalDouble known = times.seconds(bytes, missingShare);
        return known.isPresent() ? known : planner.meanSeconds(id);
    }

    @Override
    public OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
        return times.correctedSeconds(predictedSeconds, missingShare);
    }

    @Override
    public BroadcastFetches broadcasts() {
        if (broadcasts == null) {
            broadcasts = new HashMap<>();
            planner.executors().all().forEach(each -> {
                double bytes = planner.bytesBesides(stage, each.host());
                if (bytes > 0) {
                    broadcasts.put(snapshot.host(each.host()), bytes);
                }
            });
            planner.launchedTasks().all().stream()
                    .filter(task -> task.stage().equals(id))
                    .forEach(task -> broadcasts.remove(snapshot.host(task.host()))); // it fetches them, or has
        }
        return host -> broadcasts.getOrDefault(host, 0.0);
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return Optional.of(planner.slowSources(stage, snapshot, nowNanos));
    }
}
