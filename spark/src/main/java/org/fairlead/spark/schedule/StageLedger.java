// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import org.apache.spark.scheduler.TaskInfo;
import org.fairlead.core.task.Senders;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.record.Placing;
import org.fairlead.spark.record.Rule;
import org.fairlead.spark.record.StageRecorder;

/**
 * Enters a stage's launches and ends where others look them up: what links and hosts have to carry, which tasks run, who reads from which source and what
 * was decided. Through the journal, outside the scheduler's lock.
 */
final class StageLedger {
    private final Scheduling scheduling;
    private final StageKey key;
    private final StageRecorder recorder;

    StageLedger(Scheduling scheduling, StageKey key, StageRecorder recorder) {
        this.scheduling = scheduling;
        this.key = key;
        this.recorder = recorder;
    }

    /** What the stage's tasks read, as far as it was known at a launch. */
    record Known(StageInput input, Senders senders) {}

    /** A task was launched as planned. */
    void planned(TaskInfo info, Answer.Launch planned, Known known, long nowNanos) {
        Placing placing = Placings.planned(
                planned, scheduling.picture().snapshot(), known.input().kind());
        scheduling
                .picture()
                .launched(info.taskId(), planned.source(), planned.host(), planned.bytes(), known.senders());
        running(info, planned.expectedSeconds(), placing, nowNanos);
        recorder.launched(info, Rule.PLANNED, placing);
        if (planned.grounds() != null) {
            recorder.comparedAsPlanned(planned.grounds());
        }
    }

    /**
     * A task was launched that stock chose.
     *
     * @param observed what ours would have been, where that is looked at
     */
    void stocks(TaskInfo info, Rule rule, Answer observed, Known known, long nowNanos) {
        Placing placing = Placings.stocks(info, known.input(), observed);
        tellPicture(info, known);
        running(info, Double.NaN, placing, nowNanos);
        recorder.launched(info, rule, placing);
        if (placing.grounds() != null && rule == Rule.OBSERVED) {
            recorder.comparedAsObserved(info.index(), placing.grounds(), observed instanceof Answer.Refuse);
        }
    }

    private void running(TaskInfo info, double expectedSeconds, Placing placing, long nowNanos) {
        Optional<SourceRates.Reading> reading = Optional.empty();
        if (placing.distance() != Distance.SHUFFLE && !placing.source().isEmpty()) {
            SourceRates.Read read = new SourceRates.Read(
                    key,
                    placing.source(),
                    placing.bytes(),
                    placing.distance() != Distance.LOCAL,
                    Double.isFinite(expectedSeconds) ? expectedSeconds : 0);
            reading = Optional.of(scheduling.sources().begun(read, nowNanos));
        }
        scheduling
                .running()
                .launched(
                        info.taskId(), new RunningTasks.Running(info.host(), nowNanos, expectedSeconds, key, reading));
    }

    /** Of a task that stock placed: it reads on its host if its input is there, and else we know no better than from many. */
    private void tellPicture(TaskInfo info, Known known) {
        double bytes = known.input().bytes(info.partitionId());
        if (!(bytes > 0)) {
            return;
        }
        Optional<ClusterPicture.Snapshot> snapshot = scheduling.picture().snapshot();
        if (snapshot.isEmpty()) {
            return;
        }
        int host = snapshot.get().host(info.host());
        int source = Level.of(info.taskLocality()) == Level.NODE_LOCAL ? host : -1;
        scheduling.picture().launched(info.taskId(), source, host, bytes, known.senders());
    }

    /** A task no longer runs; how it ended, Spark tells later. */
    void ended(long taskId, long nowNanos) {
        scheduling.picture().ended(taskId);
        RunningTasks.Running was = scheduling.running().ended(taskId);
        if (was != null) {
            was.reading().ifPresent(reading -> scheduling.sources().left(reading, nowNanos));
            double seconds = (nowNanos - was.launchedNanos()) / 1e9;
            scheduling.running().keep(taskId, new RunningTasks.Ended(was, seconds));
        }
    }
}
