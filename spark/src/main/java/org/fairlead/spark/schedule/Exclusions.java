// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.scheduler.ExecutorFailuresInTaskSet;
import org.apache.spark.scheduler.TaskSetExcludelist;
import scala.Tuple2;
import scala.collection.Iterator;

/**
 * Which slots failures have taken from a stage, so that nothing is planned for them while other slots stay free. Written under the scheduler's
 * lock, read by the planner without it. What is excluded stays so as long as the stage. A task that has failed is left to stock also where Spark excludes nothing: what makes it
 * fail on a host (a full disk) is not in our figures, and the same plan would send it there until the stage is aborted.
 */
final class Exclusions {
    private final Set<String> executors = ConcurrentHashMap.newKeySet();
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();
    private final Set<Integer> tasks = ConcurrentHashMap.newKeySet();

    /** A task is to run again: it, or another, may have failed before. */
    void renew(TaskSetExcludelist spark, int task) {
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

    /** A task has failed on an executor that is still there. */
    void failed(int task) {
        tasks.add(task);
    }

    /** Whether no task of the stage is launched there. */
    boolean exclude(String executor, String host) {
        return executors.contains(executor) || hosts.contains(host);
    }

    /** Whether some executors are closed to a task, or should be. */
    boolean restrict(int task) {
        return tasks.contains(task);
    }
}
