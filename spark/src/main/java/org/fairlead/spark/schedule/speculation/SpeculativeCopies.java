// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.speculation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.spark.schedule.counters.RecentDurations;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Decides which running tasks of a stage get a speculative copy though stock does not find them slow: those that are stuck, since their host or the one that they read from is
 * suspected or since they are late or stalled after one has fallen silent, and those on slow hosts that somebody names. What is marked is a speculative task of Spark's, which launches it like its own and
 * kills the copy or the original when the other has ended. All under the scheduler's lock.
 */
public final class SpeculativeCopies {
    private static final String STUCK_AS_WELL = "Fairlead: it waits for a silent host, as the first attempt does";

    private final TaskSetManager manager;
    private final TaskSchedulerImpl scheduler;

    /** Host names that running tasks read from by plan, by the task's id. */
    private final Map<Long, List<String>> sources = new HashMap<>();

    private final Set<Integer> marked = new HashSet<>();
    /** Of these, those that were marked since they run on slow hosts. */
    private final Set<Integer> onSlowHosts = new HashSet<>();
    /** Attempts that run and were killed here, by Spark's task id: it takes them a while to end. */
    private final Set<Long> killed = new HashSet<>();

    private final RecentDurations ended = new RecentDurations();

    /** @param manager of the stage's tasks */
    public SpeculativeCopies(TaskSetManager manager, TaskSchedulerImpl scheduler) {
        this.manager = manager;
        this.scheduler = scheduler;
    }

    /**
     * An attempt was launched.
     *
     * @param attempt Spark's task id
     * @param source names of the host that it is to read from; empty when nobody decided that
     */
    public void launched(long attempt, List<String> source) {
        if (!source.isEmpty()) {
            sources.put(attempt, source);
        }
    }

    /** An attempt no longer runs, by Spark's task id. */
    public void ended(long attempt) {
        sources.remove(attempt);
        killed.remove(attempt);
        Option<TaskInfo> info = manager.taskInfos().get(attempt);
        if (info.isDefined() && info.get().successful()) {
            ended.add(info.get().duration());
        }
    }

    /** Whether a task was marked here, and not by stock. */
    public boolean isMarked(int task) {
        return marked.contains(task);
    }

    /** Whether it was since it runs on a slow host: an attempt on another one that is slow gains nothing. */
    public boolean isOnSlowHost(int task) {
        return onSlowHosts.contains(task);
    }

    /**
     * Marks the tasks whose running attempts are all stuck. Where two are, the second is killed if it was marked here, so that another can be made.
     *
     * @param isSuspected whether a host is, by its name
     * @param awaited whether a host fell silent so lately that tasks may wait for it
     * @param isStalled whether an attempt, by Spark's task id, has received nothing for a while
     * @param nowMillis since 1970
     * @return how many were marked
     */
    public int copyStuck(Predicate<String> isSuspected, boolean awaited, LongPredicate isStalled, long nowMillis) {
        Map<Integer, List<TaskInfo>> stuck = new LinkedHashMap<>();
        Set<Integer> goingOn = new HashSet<>();
        for (Object attempt :
                CollectionConverters.asJava(manager.runningTasksSet()).toArray()) {
            TaskInfo info = manager.taskInfos().apply(attempt);
            // Of what it reads without a plan nobody knows the source.
            boolean waits = awaited && (isStalled.test(info.taskId()) || ended.isLate(info.timeRunning(nowMillis)));
            if (waits || isStuck(info, isSuspected)) {
                stuck.computeIfAbsent(info.index(), unused -> new ArrayList<>()).add(info);
            } else {
                goingOn.add(info.index());
            }
        }
        stuck.keySet().removeAll(goingOn);
        stuck.keySet()
                .removeIf(task -> manager.successful()[task]
                        || manager.speculatableTasks().contains(task));
        int copies = 0;
        for (Map.Entry<Integer, List<TaskInfo>> each : stuck.entrySet()) {
            if (manager.copiesRunning()[each.getKey()] == 1) {
                mark(each.getKey());
                onSlowHosts.remove(each.getKey());
                copies++;
            } else if (marked.contains(each.getKey())) {
                killSpeculative(each.getValue(), isSuspected);
            }
        }
        return copies;
    }

    private boolean isStuck(TaskInfo info, Predicate<String> isSuspected) {
        return isSuspected.test(info.host())
                || sources.getOrDefault(info.taskId(), List.of()).stream().anyMatch(isSuspected);
    }

    /** Spark has no third attempt beside two: the second, if it can be reached, makes room for one on yet another host. */
    private void killSpeculative(List<TaskInfo> attempts, Predicate<String> isSuspected) {
        attempts.stream()
                .filter(attempt -> attempt.speculative() && !isSuspected.test(attempt.host()))
                .filter(attempt -> killed.add(attempt.taskId()))
                .forEach(attempt -> scheduler.killTaskAttempt(attempt.taskId(), true, STUCK_AS_WELL));
    }

    /**
     * Marks the tasks of those of these attempts that run alone.
     *
     * @param attempts Spark's task ids
     * @return how many were marked
     */
    public int copy(List<Long> attempts) {
        int copies = 0;
        for (long attempt : attempts) {
            int task = manager.runningTasksSet().contains(attempt)
                    ? manager.taskInfos().apply(attempt).index()
                    : -1;
            if (task >= 0
                    && manager.copiesRunning()[task] == 1
                    && !manager.speculatableTasks().contains(task)) {
                mark(task);
                onSlowHosts.add(task);
                copies++;
            }
        }
        return copies;
    }

    private void mark(int task) {
        marked.add(task);
        manager.speculatableTasks().add(task);
        manager.addPendingTask(task, true, true);
        scheduler.dagScheduler().speculativeTaskSubmitted(manager.tasks()[task], task);
    }
}
