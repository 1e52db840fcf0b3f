// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.ExecutorDecommissionInfo;
import org.apache.spark.scheduler.ExecutorLossReason;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSet;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import scala.collection.immutable.IndexedSeq;

/** Spark's task scheduler with our managers of task sets. */
class FairleadTaskScheduler extends TaskSchedulerImpl {
    private final SchedulerHooks hooks;

    FairleadTaskScheduler(SparkContext context, Scheduling scheduling) {
        super(context);
        hooks = new SchedulerHooks(this, scheduling);
    }

    @Override
    public TaskSetManager createTaskSetManager(TaskSet taskSet, int maxTaskFailures) {
        return hooks.manager(taskSet, maxTaskFailures)
                .orElseGet(() -> super.createTaskSetManager(taskSet, maxTaskFailures));
    }

    @Override
    public IndexedSeq<WorkerOffer> shuffleOffers(IndexedSeq<WorkerOffer> offers) {
        IndexedSeq<WorkerOffer> admitted = hooks.admitted(offers);
        hooks.offered(admitted);
        return super.shuffleOffers(admitted);
    }

    @Override
    public void stop(int exitCode) {
        hooks.close();
        super.stop(exitCode);
    }

    @Override
    public void executorDecommission(String executorId, ExecutorDecommissionInfo info) {
        hooks.lost(executorId);
        super.executorDecommission(executorId, info);
    }

    @Override
    public void executorLost(String executorId, ExecutorLossReason reason) {
        hooks.lost(executorId, reason);
        super.executorLost(executorId, reason);
    }
}
