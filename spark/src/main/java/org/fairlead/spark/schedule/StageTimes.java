// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.fairlead.core.prefetch.progress.PredictionCorrection;
import org.fairlead.core.prefetch.progress.PredictionErrors;
import org.fairlead.core.prefetch.progress.StageProgress;
import org.fairlead.core.prefetch.shadow.PlannerStage;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.spark.cluster.TaskProgress;

/** When the tasks of all stages end: those that run, and how long those will take that have not begun ({@link StageProgress}). Safe for threads. */
final class StageTimes {
    private final Map<StageAttempt, StageProgress> byStage = new HashMap<>();
    private final PredictionCorrection ofAll = new PredictionCorrection();
    /** Of stages of which no task has begun. */
    private final StageProgress ofNone = new StageProgress(ofAll);

    private final PredictionErrors errors = new PredictionErrors();

    /**
     * An attempt was launched.
     *
     * @param heldShare of its input, 0 to 1, that was fetched for it and is there
     */
    synchronized void started(AttemptLaunch launch, double heldShare, long launchedNanos) {
        byStage.computeIfAbsent(launch.stage(), unused -> new StageProgress(ofAll, errors))
                .started(
                        launch.taskId(),
                        (long) Math.max(0, launch.bytes()),
                        launch.missingShare(heldShare),
                        launch.expectedSeconds(),
                        launchedNanos);
    }

    /** A running attempt has read so much. */
    synchronized void read(StageAttempt stage, long taskId, TaskProgress progress) {
        StageProgress of = byStage.get(stage);
        if (of != null) {
            of.read(taskId, progress.bytes(), progress.atNanos());
        }
    }

    /** An attempt has ended, and whether well. */
    synchronized void ended(StageAttempt stage, long taskId, boolean well, long nowNanos) {
        StageProgress of = byStage.get(stage);
        if (of == null) {
            return;
        }
        if (well) {
            of.ended(taskId, nowNanos);
        } else {
            of.lost(taskId);
        }
    }

    /** Of tasks of a stage that have not begun. */
    PlannerStage.Times of(StageAttempt stage) {
        return new PlannerStage.Times() {
            @Override
            public OptionalDouble seconds(double bytes, double missingShare) {
                return StageTimes.this.seconds(stage, bytes, missingShare);
            }

            @Override
            public OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
                return StageTimes.this.correctedSeconds(stage, predictedSeconds, missingShare);
            }
        };
    }

    private synchronized OptionalDouble seconds(StageAttempt stage, double bytes, double missingShare) {
        StageProgress of = byStage.get(stage);
        OptionalDouble nanos = of == null ? OptionalDouble.empty() : of.predictedNanos((long) bytes, missingShare);
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
    }

    private synchronized OptionalDouble correctedSeconds(
            StageAttempt stage, double predictedSeconds, double missingShare) {
        return byStage.getOrDefault(stage, ofNone).correctedSeconds(predictedSeconds, missingShare);
    }

    /** Of one that runs, now at the earliest; empty where nothing is known. */
    synchronized OptionalLong endNanos(StageAttempt stage, long taskId, long nowNanos) {
        StageProgress of = byStage.get(stage);
        return of == null ? OptionalLong.empty() : of.predictedEndNanos(taskId, nowNanos);
    }

    /** Of the times at which tasks were foreseen to end, as a share of how far ahead that was; NaN before any has ended. */
    synchronized double medianError() {
        return errors.medianRelativeError().orElse(Double.NaN);
    }

    /** Nothing of a stage is launched any more. */
    synchronized void completed(StageAttempt stage) {
        byStage.remove(stage);
    }
}
