// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import java.util.Optional;
import org.apache.spark.scheduler.TaskInfo;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.profile.BlockRead;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.record.Rule;
import org.fairlead.spark.record.StageRecorder;
import org.fairlead.spark.record.TaskPlacement;
import org.fairlead.spark.schedule.locality.Localities;

/**
 * Enters a stage's launches and ends where others look them up: what links and hosts have to carry, which tasks run, who reads from which source and what
 * was decided. Through the journal, outside the scheduler's lock.
 */
final class StageLedger {
    private final ClusterPicture picture;
    private final ApplicationPlanner planner;
    private final Optional<PrefetchPlanner> prefetch;
    private final StageAttempt stage;
    private final StageRecorder recorder;

    StageLedger(
            ClusterPicture picture,
            ApplicationPlanner planner,
            Optional<PrefetchPlanner> prefetch,
            StageAttempt stage,
            StageRecorder recorder) {
        this.picture = picture;
        this.planner = planner;
        this.prefetch = prefetch;
        this.stage = stage;
        this.recorder = recorder;
    }

    /** What the stage's tasks read, as far as it was known at a launch. */
    record Known(StageInput input, MapOutputMatrix mapOutput) {
        /** Who sends what a task of the stage receives. */
        MapOutputLocations senders(TaskInfo task) {
            return mapOutput.of(task.index());
        }
    }

    /** A task was launched as planned. */
    void planned(TaskInfo info, OfferResponse.Launch planned, Known known, long nowNanos) {
        TaskPlacement placing = TaskPlacements.planned(
                planned, picture.snapshot(), known.input().kind());
        picture.launched(
                info.taskId(), planned.source(), planned.host(), planned.bytes(), known.senders(info), planned.path());
        running(info, planned.expectedSeconds(), placing, known, true, nowNanos);
        recorder.launched(info, Rule.PLANNED, placing);
        if (planned.explanation() != null) {
            recorder.comparedAsPlanned(planned.explanation());
        }
    }

    /**
     * A task was launched that stock chose.
     *
     * @param observed what ours would have been, where that is looked at
     * @param holders names of the hosts that have its input, as Spark knows them
     */
    void stocks(TaskInfo info, Rule rule, OfferResponse observed, Known known, List<String> holders, long nowNanos) {
        TaskPlacement placing = TaskPlacements.stocks(info, known.input(), observed);
        reportToPicture(info, known, holders);
        running(info, Double.NaN, placing, known, false, nowNanos);
        recorder.launched(info, rule, placing);
        if (placing.grounds() != null && rule == Rule.OBSERVED) {
            recorder.comparedAsObserved(info.index(), placing.grounds(), observed instanceof OfferResponse.Decline);
        }
    }

    private void running(
            TaskInfo info, double expectedSeconds, TaskPlacement placing, Known known, boolean planned, long nowNanos) {
        Optional<BlockRead> block = placing.distance() == Distance.SHUFFLE
                        || placing.source().isEmpty()
                ? Optional.empty()
                : Optional.of(new BlockRead(placing.source(), placing.bytes(), placing.distance() != Distance.LOCAL));
        planner.launched(info.taskId(), stage, info.executorId(), info.host(), expectedSeconds, block, nowNanos);
        prefetch.ifPresent(ahead -> ahead.launched(
                new AttemptLaunch(
                        stage,
                        info.index(),
                        info.taskId(),
                        info.executorId(),
                        known.input().bytes(info.partitionId()),
                        placing.distance(),
                        expectedSeconds,
                        planned),
                nowNanos));
    }

    /**
     * Of a task that stock placed: it reads on its host if its input is there, else from the only host that has it, and else we know no better than from many. Also of one of whose
     * input nothing is known, or not yet: how far it is, is to be known all the same.
     */
    private void reportToPicture(TaskInfo info, Known known, List<String> holders) {
        double bytes = Math.max(0, known.input().bytes(info.partitionId()));
        Optional<ClusterSnapshot> snapshot = picture.snapshot();
        if (snapshot.isEmpty()) {
            return;
        }
        int host = snapshot.get().host(info.host());
        int source = -1;
        if (Localities.of(info.taskLocality()) == LocalityLevel.HOST) {
            source = host;
        } else if (holders.size() == 1 && known.input().kind() == InputKind.BLOCKS) {
            source = snapshot.get().host(holders.get(0));
        }
        picture.launched(info.taskId(), source, host, bytes, known.senders(info), PathChoice.NETWORK);
    }

    /** A task no longer runs; how it ended, Spark reports later. */
    void ended(long taskId, long nowNanos) {
        picture.ended(taskId);
        planner.ended(taskId, nowNanos);
        prefetch.ifPresent(ahead -> ahead.ended(taskId));
    }
}
