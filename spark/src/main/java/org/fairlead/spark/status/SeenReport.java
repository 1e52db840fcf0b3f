// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.List;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.TaskReads;

/**
 * What an executor has seen since its last report of this kind; of its host the driver knows the name.
 *
 * @param executor its id
 * @param tasks what tasks that ended have read
 * @param lost tasks of which that is not known, since too many ended at once
 * @param failures of ours beside a read
 * @param avoidedBlocks how often another replica of a block was read, since the DataNode of the first gave slowly
 * @param avoidingFiles files for whose replicas other hosts than slow ones were asked for
 * @param allowances of its host's network devices, those that were exceeded again
 */
record SeenReport(
        String executor,
        List<TaskReads> tasks,
        long lost,
        long failures,
        long avoidedBlocks,
        long avoidingFiles,
        List<NicAllowance> allowances) {
    /** Tasks in a report at most; the others follow in the next one. */
    static final int MOST_TASKS = 500;

    SeenReport {
        if (executor == null) {
            throw new IllegalArgumentException("executor: it is expected");
        }
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
        allowances = allowances == null ? List.of() : List.copyOf(allowances);
        if (tasks.size() > MOST_TASKS) {
            throw new IllegalArgumentException("tasks: " + MOST_TASKS + " at most are expected");
        }
    }

    boolean isEmpty() {
        return tasks.isEmpty()
                && lost == 0
                && failures == 0
                && avoidedBlocks == 0
                && avoidingFiles == 0
                && allowances.isEmpty();
    }
}
