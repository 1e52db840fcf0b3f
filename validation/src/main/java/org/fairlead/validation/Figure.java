// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.List;

/**
 * Where a metric of the testbed is found in a simulated round.
 *
 * @param metric as the testbed's report calls it, such as {@code file_write_time} or {@code query_time[q1]}
 * @param job whose
 * @param stages of the job that are looked at
 * @param besides seconds that pass on the driver before the first task and after the last
 */
record Figure(String metric, Kind kind, String job, List<Integer> stages, double besides) {
    /** What is looked at. */
    enum Kind {
        /** The time of each task of the stages. */
        TASKS,
        /** The time of each block that is written while the stages run. */
        BLOCKS,
        /** From the first start of a task to the last end. */
        SPAN,
        /** From the job's submission to its end. */
        JOB
    }

    Figure {
        stages = List.copyOf(stages);
    }
}
