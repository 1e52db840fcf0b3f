// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.fairlead.core.health.StalledTasks;
import org.fairlead.core.health.StrandedOutput;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.TaskProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives up what map tasks left on hosts that stay silent, as {@link StrandedOutput} decides, and has tasks run again that wait for it. A task that runs again finds
 * that output of its stage is missing; Spark then runs those map tasks again, as after a fetch that failed. For one thread.
 */
final class StrandedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(StrandedTasks.class);
    private static final String KILLED = "Fairlead: it waits for map output on a silent host";

    private final TaskSchedulerImpl scheduler;
    private final ClusterPicture picture;
    private final Figures figures;
    private final StrandedOutput stranded = new StrandedOutput();
    private final StalledTasks waiting = new StalledTasks(StrandedOutput.STUCK_NANOS);

    StrandedTasks(TaskSchedulerImpl scheduler, ClusterPicture picture, Figures figures) {
        this.scheduler = scheduler;
        this.picture = picture;
        this.figures = figures;
    }

    /** @param managers of all stages that run */
    void look(Collection<FairleadTaskSetManager> managers, long nowNanos) {
        for (String host : hosts()) {
            OptionalLong since = picture.suspectedSinceNanos(host);
            if (stranded.givesUp(host, since, nowNanos)) {
                giveUp(host);
            }
        }
        if (stranded.givenUp().isEmpty()) {
            waiting.forgetAll();
            return;
        }
        synchronized (scheduler) {
            managers.stream()
                    .flatMap(manager -> manager.fetchingFrom(stranded.givenUp()).stream())
                    .filter(task -> isStuck(task, nowNanos))
                    .forEach(this::runAgain);
        }
    }

    private List<String> hosts() {
        synchronized (scheduler) {
            return List.copyOf(new TreeSet<>(
                    CollectionConverters.asJava(scheduler.executorIdToHost()).values()));
        }
    }

    private void giveUp(String host) {
        LOG.warn(
                "Fairlead: {} stays silent; map output there counts as lost, and is made again where it is needed",
                host);
        figures.count(Figures.Outcome.OUTPUT_GIVEN_UP);
        if (scheduler.sc().env().mapOutputTracker() instanceof MapOutputTrackerMaster mapOutputs) {
            mapOutputs.removeOutputsOnHost(host);
        }
    }

    private boolean isStuck(long task, long nowNanos) {
        Optional<TaskProgress> progress = picture.progress(task);
        if (progress.isEmpty() || !progress.get().waits()) {
            waiting.forget(task);
            return false;
        }
        return waiting.isStalled(task, progress.get().bytes(), nowNanos);
    }

    private void runAgain(long task) {
        figures.count(Figures.Outcome.RUN_AGAIN);
        scheduler.killTaskAttempt(task, true, KILLED);
    }
}
