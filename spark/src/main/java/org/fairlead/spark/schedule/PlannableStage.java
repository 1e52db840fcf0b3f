// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.MapOutputMatrix;

/** A stage as the planner's thread deals with it. */
interface PlannableStage {
    StageTasks tasks();

    /** Whether nothing of it will be launched any more. */
    boolean isOver();

    /** Whether plans are of any use at present. */
    boolean isWanted();

    boolean hasPlan();

    /** Tasks that were not launched yet; a hint. */
    int notBegun();

    /** The hosts that hold what each of its tasks receives are known. */
    void sentBy(MapOutputMatrix output);

    /** Its tasks read nothing that a slot could be near to: stock decides, and nothing is awaited. */
    void withoutInput();

    /** A newer plan; empty when none can be made. */
    void publish(Optional<StagePlan> newer);
}
