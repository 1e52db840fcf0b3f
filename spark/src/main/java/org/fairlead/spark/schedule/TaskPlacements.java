// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import org.apache.spark.scheduler.TaskInfo;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.topology.Topology;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.record.TaskPlacement;
import org.fairlead.spark.schedule.locality.Localities;

/** Puts what was decided of a task into the terms of its record. */
final class TaskPlacements {
    private TaskPlacements() {}

    static TaskPlacement planned(OfferResponse.Launch planned, Optional<ClusterSnapshot> known, InputKind kind) {
        if (planned.source() < 0 || known.isEmpty()) {
            Distance distance = kind == InputKind.SHUFFLE ? Distance.SHUFFLE : Distance.UNKNOWN;
            return new TaskPlacement(
                    "", distance, planned.bytes(), planned.expectedSeconds(), "", planned.explanation());
        }
        Topology topology = known.get().topology();
        String source = topology.nodes().get(planned.source()).name();
        return new TaskPlacement(
                source,
                distance(planned, topology),
                planned.bytes(),
                planned.expectedSeconds(),
                "",
                planned.explanation());
    }

    private static Distance distance(OfferResponse.Launch planned, Topology topology) {
        if (planned.source() == planned.host()) {
            return Distance.LOCAL;
        }
        boolean oneRack =
                topology.routes().rackOf(planned.source()) == topology.routes().rackOf(planned.host());
        return oneRack ? Distance.RACK : Distance.REMOTE;
    }

    /**
     * Of a task that stock chose.
     *
     * @param observed what ours would have been, where that is looked at
     */
    static TaskPlacement stocks(TaskInfo info, StageInput input, OfferResponse observed) {
        double bytes = input.bytes(info.partitionId());
        String ours = ours(observed, info.index());
        PlanExplanation grounds = grounds(observed);
        double expected = expectedSeconds(info, observed);
        if (input.kind() == InputKind.SHUFFLE) {
            return new TaskPlacement("", Distance.SHUFFLE, bytes, expected, ours, grounds);
        }
        return switch (Localities.of(info.taskLocality())) {
            case HOST -> new TaskPlacement(info.host(), Distance.LOCAL, bytes, expected, ours, grounds);
            case RACK -> new TaskPlacement("", Distance.RACK, bytes, Double.NaN, ours, grounds);
            case PROCESS, NO_PREFERENCE, ANY ->
                new TaskPlacement("", Distance.UNKNOWN, bytes, Double.NaN, ours, grounds);
        };
    }

    private static PlanExplanation grounds(OfferResponse observed) {
        if (observed instanceof OfferResponse.Launch launch) {
            return launch.explanation();
        }
        return observed instanceof OfferResponse.Decline decline ? decline.explanation() : null;
    }

    /** What was predicted of the very task; from afar stock may read another replica. */
    private static double expectedSeconds(TaskInfo info, OfferResponse observed) {
        return observed instanceof OfferResponse.Launch launch && launch.task() == info.index()
                ? launch.expectedSeconds()
                : Double.NaN;
    }

    private static String ours(OfferResponse observed, int task) {
        if (observed instanceof OfferResponse.Launch launch) {
            return launch.task() == task ? "the same task" : "task " + launch.task();
        }
        return observed instanceof OfferResponse.Decline decline
                ? "the slot left free: " + decline.cause().description()
                : "";
    }
}
