// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.executor.ShuffleReadMetrics;
import org.apache.spark.scheduler.JobFailed;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.cluster.ExecutorInfo;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Takes what Spark's listener bus reports of executors, of map stages, and of stages that read shuffles, not under the scheduler's lock. */
public final class ShuffleListener extends SparkListener {
    private static final int MOST_STAGES = 10_000;
    private static final int DEFAULT_RESOURCES = 0;

    private final CopyPlanner planner;
    private final int coresPerTask;
    /** By map stage, also those that Spark skips, its shuffle. */
    private final Map<Integer, Integer> shuffles = bounded();
    /** By job that runs, the shuffles of its map stages. */
    private final Map<Integer, Set<Integer>> jobs = bounded();

    /** @param coresPerTask at least 1 */
    public ShuffleListener(CopyPlanner planner, int coresPerTask) {
        this.planner = planner;
        this.coresPerTask = coresPerTask;
    }

    private static <V> Map<Integer, V> bounded() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, V> eldest) {
                return size() > MOST_STAGES;
            }
        };
    }

    /** One with a resource profile of its own has no slot for tasks that read copies. */
    @Override
    public void onExecutorAdded(SparkListenerExecutorAdded added) {
        ExecutorInfo executor = added.executorInfo();
        planner.added(
                added.executorId(),
                executor.resourceProfileId() == DEFAULT_RESOURCES
                        ? Math.max(1, executor.totalCores() / coresPerTask)
                        : 0);
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        planner.left(removed.executorId());
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
        Set<Integer> ofJob = new HashSet<>();
        for (StageInfo stage : CollectionConverters.asJava(start.stageInfos())) {
            Option<Object> shuffle = stage.shuffleDepId();
            if (shuffle.isDefined()) {
                shuffles.put(stage.stageId(), (Integer) shuffle.get());
                ofJob.add((Integer) shuffle.get());
            }
        }
        jobs.put(start.jobId(), ofJob);
    }

    /** Of a job that failed or was cancelled no stage reads any more; one that ended well may have made output for others, as those of adaptive execution do. */
    @Override
    public void onJobEnd(SparkListenerJobEnd end) {
        Set<Integer> ofJob = jobs.remove(end.jobId());
        if (ofJob != null && end.jobResult() instanceof JobFailed) {
            planner.over(ofJob);
        }
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        StageInfo stage = submitted.stageInfo();
        planner.records().reads(stage.stageId(), readBy(stage));
        Option<Object> shuffle = stage.shuffleDepId();
        if (shuffle.isDefined()) {
            planner.submitted((Integer) shuffle.get(), stage.numTasks(), stage.attemptNumber());
        }
    }

    private Set<Integer> readBy(StageInfo stage) {
        Set<Integer> read = new HashSet<>();
        for (Object parent : CollectionConverters.asJava(stage.parentIds())) {
            Integer shuffle = shuffles.get((Integer) parent);
            if (shuffle != null) {
                read.add(shuffle);
            }
        }
        return read;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskInfo() != null
                && end.taskMetrics() != null
                && end.taskInfo().successful()) {
            ShuffleReadMetrics read = end.taskMetrics().shuffleReadMetrics();
            planner.waited(
                    end.stageId(),
                    end.taskInfo().executorId(),
                    read.fetchWaitTime() / 1e3,
                    read.localBytesRead() + read.remoteBytesRead());
        }
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        StageInfo stage = completed.stageInfo();
        planner.records().completed(stage.stageId(), stage.failureReason().isEmpty());
        planner.over(readBy(stage));
        Option<Object> shuffle = stage.shuffleDepId();
        if (shuffle.isDefined()) {
            planner.ended((Integer) shuffle.get());
        }
    }
}
