// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.spark.input.FilePart;

/** A stage as the planner's thread deals with it. */
interface PlannableStage {
    /** A long lineage is walked for each. */
    int MOST_LOOKS = 16;

    StageTasks tasks();

    /** Whether nothing of it will be launched any more. */
    boolean isOver();

    /** Whether plans are of any use at present. */
    boolean isWanted();

    boolean hasPlan();

    /** Tasks that were not launched yet; a hint. */
    int notBegun();

    /** Tasks that have not ended well yet; a hint. */
    int notEnded();

    /** The pool of its job, as Spark has it. */
    JobOrder.Pool pool();

    /** Whether pools share the cluster fairly; otherwise jobs are served first come, first served. */
    boolean poolsShareFairly();

    /** The parts of files that a task reads; empty where it reads none, or nobody knows. */
    List<FilePart> filesOf(int task);

    /** The same of any task that reads files. Of many tasks a few are looked at, from all parts of the stage. */
    default List<FilePart> filesOfAny() {
        int tasks = tasks().count();
        int looks = Math.min(tasks, MOST_LOOKS);
        return IntStream.range(0, looks)
                .mapToObj(look -> filesOf((int) ((long) look * tasks / looks)))
                .filter(parts -> !parts.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The hosts that hold what each of its tasks receives are known. */
    void sentBy(MapOutputMatrix output);

    /** Its tasks read nothing that a slot could be near to: stock decides, and nothing is awaited. */
    void withoutInput();

    /** A newer plan; empty when none can be made. */
    void publish(Optional<StagePlan> newer);
}
