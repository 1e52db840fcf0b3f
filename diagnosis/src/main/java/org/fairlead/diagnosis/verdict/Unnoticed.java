// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.List;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.report.Quantiles;

/** Times so short that the tasks of a stage do not notice them. */
final class Unnoticed {
    /** Of the median task. */
    private static final double SHARE = 0.05;

    private static final double LEAST_SECONDS = 1e-3;

    private Unnoticed() {}

    /** @param tasks of one stage; a task may stand more than once */
    static double seconds(List<Task> tasks) {
        double[] seconds = tasks.stream()
                .mapToDouble(task -> task.times().total() / 1000.0)
                .sorted()
                .toArray();
        return Math.max(LEAST_SECONDS, SHARE * Quantiles.of(seconds, 0.5));
    }
}
