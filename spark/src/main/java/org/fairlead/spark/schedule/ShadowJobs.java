// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.prefetch.shadow.PlannerStage;
import org.fairlead.core.prefetch.shadow.ShadowJob;
import org.fairlead.core.prefetch.shadow.ShadowStage;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.task.order.JobOrders;

/** The stages that Spark has submitted as jobs of a look-ahead. Of the planner's thread. */
final class ShadowJobs {
    private final ApplicationPlanner planner;
    private final StageTimes times;

    /** @param times how long tasks take */
    ShadowJobs(ApplicationPlanner planner, StageTimes times) {
        this.planner = planner;
        this.times = times;
    }

    /** In which Spark serves the jobs of stages, of which there is one at least. */
    static JobOrder order(Collection<PlannerThread.Entry> stages) {
        PlannableStage any = stages.iterator().next().stage();
        List<JobOrder.Pool> pools =
                stages.stream().map(each -> each.stage().pool()).distinct().toList();
        return (any.poolsShareFairly() ? JobOrders.FAIR : JobOrders.FIFO).make(pools);
    }

    /** In the order in which they were submitted, with those of their stages whose tasks are known. */
    List<ShadowJob> of(Collection<PlannerThread.Entry> stages, ClusterSnapshot snapshot, long nowNanos) {
        Map<Integer, List<PlannerThread.Entry>> byJob = stages.stream()
                .sorted(Comparator.comparingInt(
                        each -> each.stage().tasks().id().stage()))
                .collect(Collectors.groupingBy(
                        each -> each.stage().tasks().priority(), TreeMap::new, Collectors.toList()));
        return byJob.entrySet().stream()
                .map(job -> job(job.getKey(), job.getValue(), snapshot, nowNanos))
                .toList();
    }

    /** All that belong to some jobs. */
    static Set<StageAttempt> stages(List<ShadowJob> jobs) {
        return jobs.stream()
                .flatMap(job -> job.stages().stream())
                .map(ShadowStage::id)
                .collect(Collectors.toSet());
    }

    private ShadowJob job(int job, List<PlannerThread.Entry> stages, ClusterSnapshot snapshot, long nowNanos) {
        List<ShadowStage> known = stages.stream()
                .flatMap(each -> shadow(each, snapshot, nowNanos).stream())
                .toList();
        int residual = stages.stream().mapToInt(each -> each.stage().notEnded()).sum();
        return new ShadowJob(job, stages.get(0).stage().pool().name(), job, residual, known);
    }

    private Optional<ShadowStage> shadow(PlannerThread.Entry each, ClusterSnapshot snapshot, long nowNanos) {
        return PlannerStage.of(
                        planner,
                        each.planned(),
                        Set.of(),
                        each.stage().notBegun(),
                        times.of(each.stage().tasks().id()),
                        snapshot,
                        nowNanos)
                .map(stage -> stage);
    }
}
