// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.fairlead.core.health.StalledTasks;
import org.fairlead.core.health.StrandedOutput;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.TaskProgress;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps tasks from waiting for what lies on silent hosts. Their executors' blocks (pieces of broadcast variables, cached partitions) are unknown to Spark from the
 * moment that the host is suspected: an executor that is heard again registers them anew, with its next heartbeat. What map tasks left there is given up later, as
 * {@link StrandedOutput} decides, and tasks that wait for it run again: they find that output of their stage is missing, and Spark runs those map tasks again, as after
 * a fetch that failed. For one thread.
 */
final class StrandedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(StrandedTasks.class);
    private static final String KILLED = "Fairlead: it waits for map output on a silent host";

    private final TaskSchedulerImpl scheduler;
    private final ClusterPicture picture;
    private final OfferCounters figures;
    private final StrandedOutput stranded = new StrandedOutput();
    /** Hosts whose executors' blocks nobody is sent for. */
    private final Set<String> left = new HashSet<>();

    private final StalledTasks waiting = new StalledTasks(StrandedOutput.STUCK_NANOS);

    StrandedTasks(TaskSchedulerImpl scheduler, ClusterPicture picture, OfferCounters figures) {
        this.scheduler = scheduler;
        this.picture = picture;
        this.figures = figures;
    }

    /** @param managers of all stages that run */
    void look(Collection<FairleadTaskSetManager> managers, long nowNanos) {
        Map<String, Set<String>> executors = executorsByHost();
        // Of those that were silent it is to be seen that they are trusted again, though no executor is left there.
        left.forEach(host -> executors.putIfAbsent(host, Set.of()));
        stranded.givenUp().forEach(host -> executors.putIfAbsent(host, Set.of()));
        for (Map.Entry<String, Set<String>> each : executors.entrySet()) {
            String host = each.getKey();
            OptionalLong since = picture.suspectedSinceNanos(host);
            if (since.isEmpty()) {
                left.remove(host);
            } else if (left.add(host)) {
                each.getValue().forEach(scheduler.sc().env().blockManager().master()::removeExecutorAsync);
            }
            if (stranded.givesUp(host, since, nowNanos)) {
                giveUp(host, managers);
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

    private Map<String, Set<String>> executorsByHost() {
        Map<String, Set<String>> executors = new TreeMap<>();
        synchronized (scheduler) {
            CollectionConverters.asJava(scheduler.executorIdToHost()).forEach((executor, host) -> executors
                    .computeIfAbsent(host, unused -> new TreeSet<>())
                    .add(executor));
        }
        return executors;
    }

    private void giveUp(String host, Collection<FairleadTaskSetManager> managers) {
        LOG.warn(
                "Fairlead: {} stays silent; map output there counts as lost, and is made again where it is needed",
                host);
        figures.count(OfferCounters.Outcome.OUTPUT_GIVEN_UP);
        if (scheduler.sc().env().mapOutputTracker() instanceof MapOutputTrackerMaster mapOutputs) {
            List<FairleadTaskSetManager> readers = managers.stream()
                    .filter(manager -> manager.readsMapOutputOn(host, mapOutputs))
                    .toList();
            mapOutputs.removeOutputsOnHost(host);
            synchronized (scheduler) {
                readers.forEach(manager -> manager.lostOutputOn(host));
                managers.forEach(manager -> manager.askAnewForMapOutput(mapOutputs.getEpoch()));
            }
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
        figures.count(OfferCounters.Outcome.RUN_AGAIN);
        waiting.forget(task);
        scheduler.killTaskAttempt(task, true, KILLED);
    }
}
