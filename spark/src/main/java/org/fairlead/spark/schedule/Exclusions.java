// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.spark.scheduler.ExecutorFailuresInTaskSet;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSetExcludelist;
import org.apache.spark.scheduler.TaskSetManager;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;

/**
 * Which slots failures have taken from a stage, so that nothing is planned for them while other slots stay free. Written under the scheduler's
 * lock, read by the planner without it. What is excluded stays so as long as the stage. A task that has failed is left to stock also where Spark excludes nothing: what makes it
 * fail on a host (a full disk) is not in our figures, and the same plan would send it there until the stage is aborted.
 */
final class Exclusions {
    private final TaskSetManager manager;
    private final Set<String> executors = ConcurrentHashMap.newKeySet();
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();
    private final Set<Integer> tasks = ConcurrentHashMap.newKeySet();

    /** @param manager of the stage's tasks */
    Exclusions(TaskSetManager manager) {
        this.manager = manager;
    }

    /**
     * A task is to run again: it, or another, may have failed before. Under the scheduler's lock.
     *
     * @param isAlive whether an executor is still there, by its id
     */
    void renew(int task, Predicate<String> isAlive) {
        if (hasFailed(task, isAlive)) {
            tasks.add(task);
        }
        Option<TaskSetExcludelist> excluded = manager.taskSetExcludelistHelperOpt();
        if (excluded.isDefined()) {
            renew(excluded.get(), task);
        }
    }

    /** Whether it ended badly where it could be sent again. */
    private boolean hasFailed(int task, Predicate<String> isAlive) {
        Iterator<TaskInfo> attempts = manager.taskAttempts()[task].iterator();
        while (attempts.hasNext()) {
            TaskInfo attempt = attempts.next();
            if (attempt.failed() && isAlive.test(attempt.executorId())) {
                return true;
            }
        }
        return false;
    }

    private void renew(TaskSetExcludelist spark, int task) {
        Iterator<Tuple2<String, ExecutorFailuresInTaskSet>> failures =
                spark.execToFailures().iterator();
        while (failures.hasNext()) {
            Tuple2<String, ExecutorFailuresInTaskSet> failed = failures.next();
            String executor = failed._1();
            if (spark.isExecutorExcludedForTaskSet(executor)) {
                executors.add(executor);
            }
            if (spark.isNodeExcludedForTaskSet(failed._2().node())) {
                hosts.add(failed._2().node());
            }
            if (spark.isExecutorExcludedForTask(executor, task)) {
                tasks.add(task);
            }
        }
    }

    /** Whether no task of the stage is launched there. */
    boolean exclude(String executor, String host) {
        return executors.contains(executor) || hosts.contains(host);
    }

    /** Whether some executors are closed to a task, or should be. */
    boolean restrict(int task) {
        return tasks.contains(task);
    }

    /** Whether failures forbid a task there, or leave it to stock. Under the scheduler's lock. */
    boolean exclude(int task, String executor, String host) {
        if (restrict(task)) {
            return true;
        }
        Option<TaskSetExcludelist> excluded = manager.taskSetExcludelistHelperOpt();
        return excluded.isDefined()
                && (excluded.get().isNodeExcludedForTask(host, task)
                        || excluded.get().isExecutorExcludedForTask(executor, task));
    }
}
