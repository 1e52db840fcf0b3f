// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.BlockCompletion;
import org.fairlead.core.task.prediction.Completion;
import org.fairlead.core.task.prediction.ReceiveRates;

/**
 * What executors get of tasks that are planned for other hosts, though they hold some of their input: such a task is theirs if their slot is free before the one that was foreseen to be first. Only where it is
 * predicted to take no longer there. Of one plan.
 */
final class HolderLaunches {
    private final PlannedStage stage;
    private final SimulatedSlots slots;
    private final Plan.Builder plan;
    private final long nowNanos;

    HolderLaunches(PlannedStage stage, SimulatedSlots slots, Plan.Builder plan, long nowNanos) {
        this.stage = stage;
        this.slots = slots;
        this.plan = plan;
        this.nowNanos = nowNanos;
    }

    /** A pending task is planned for a host. */
    void planned(int host, Choice.Launch launch) {
        TaskSet.Group group = stage.pending().groupOf(launch.task());
        for (int holder : group.held().hosts()) {
            if (holder != host && slots.slots(holder, stage.pending().kind()) > 0) {
                add(holder, launch, group);
            }
        }
    }

    private void add(int holder, Choice.Launch launch, TaskSet.Group group) {
        String executor = stage.holder(launch.task(), holder);
        Completion completion = new Completion(stage.pending(), slots, nowNanos);
        boolean predicts =
                group.isHeldOn(holder) || (!completion.isUnknown(holder) && Double.isFinite(launch.expectedSeconds()));
        if (executor.isEmpty() || !predicts) {
            return;
        }
        BlockCompletion blocks = completion.blocks();
        ReceiveRates reach = blocks.reachOfFew(holder);
        double seconds = blocks.soonest(group, reach);
        if (seconds > launch.expectedSeconds()) {
            return;
        }
        int source = blocks.bestSource(group, reach);
        plan.holds(new OfferResponse.Launch(
                launch.task(),
                stage.levelOf(launch.task(), holder),
                holder,
                source,
                source < 0 ? List.of() : List.of(slots.nodeName(source)),
                stage.bytes(launch.task()),
                slots.turnSeconds(),
                Double.isFinite(launch.expectedSeconds()) ? seconds : Double.NaN,
                null,
                source < 0 || source == holder ? PathChoice.NETWORK : reach.path(source),
                executor,
                stage.isNearOnly(launch.task(), slots::isSlow)));
    }
}
