// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import org.apache.spark.scheduler.TaskInfo;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.record.Placing;

/** Puts what was decided of a task into the terms of its record. */
final class Placings {
    private Placings() {}

    static Placing planned(Answer.Launch planned, Optional<ClusterPicture.Snapshot> known, InputKind kind) {
        if (planned.source() < 0 || known.isEmpty()) {
            Distance distance = kind == InputKind.SHUFFLE ? Distance.SHUFFLE : Distance.UNKNOWN;
            return new Placing("", distance, planned.bytes(), planned.expectedSeconds(), "", planned.grounds());
        }
        Topology topology = known.get().topology();
        String source = topology.nodes().get(planned.source()).name();
        return new Placing(
                source, distance(planned, topology), planned.bytes(), planned.expectedSeconds(), "", planned.grounds());
    }

    private static Distance distance(Answer.Launch planned, Topology topology) {
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
    static Placing stocks(TaskInfo info, StageInput input, Answer observed) {
        double bytes = input.bytes(info.partitionId());
        String ours = ours(observed, info.index());
        GroundsReport grounds = grounds(observed);
        double expected = expectedSeconds(info, observed);
        if (input.kind() == InputKind.SHUFFLE) {
            return new Placing("", Distance.SHUFFLE, bytes, expected, ours, grounds);
        }
        return switch (Level.of(info.taskLocality())) {
            case NODE_LOCAL -> new Placing(info.host(), Distance.LOCAL, bytes, expected, ours, grounds);
            case RACK_LOCAL -> new Placing("", Distance.RACK, bytes, Double.NaN, ours, grounds);
            case PROCESS_LOCAL, NO_PREF, ANY -> new Placing("", Distance.UNKNOWN, bytes, Double.NaN, ours, grounds);
        };
    }

    private static GroundsReport grounds(Answer observed) {
        if (observed instanceof Answer.Launch launch) {
            return launch.grounds();
        }
        return observed instanceof Answer.Refuse refusal ? refusal.grounds() : null;
    }

    /** What was predicted of the very task; from afar stock may read another replica. */
    private static double expectedSeconds(TaskInfo info, Answer observed) {
        return observed instanceof Answer.Launch launch && launch.task() == info.index()
                ? launch.expectedSeconds()
                : Double.NaN;
    }

    private static String ours(Answer observed, int task) {
        if (observed instanceof Answer.Launch launch) {
            return launch.task() == task ? "the same task" : "task " + launch.task();
        }
        return observed instanceof Answer.Refuse refusal
                ? "the place left free: " + refusal.cause().description()
                : "";
    }
}
