// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.List;

/**
 * One attempt of a stage, with its tasks.
 *
 * @param planned how many tasks it has; 0 where the log does not say
 * @param parents ids of stages
 * @param dataSet what it makes: a stage that was skipped makes the same as one that ran; -1 where the log does not say
 * @param submittedMillis since the epoch; -1 where the log does not say
 * @param completedMillis since the epoch; -1 where the log does not say, such as of a stage that still runs
 * @param python whether its work is done in processes of Python
 */
public record StageLog(
        int id,
        int attempt,
        String name,
        int planned,
        List<Integer> parents,
        int dataSet,
        long submittedMillis,
        long completedMillis,
        boolean python,
        TaskTable tasks) {
    /** {@code 3}, or {@code 3.1} for a second attempt. */
    public String label() {
        return attempt == 0 ? String.valueOf(id) : id + "." + attempt;
    }
}
