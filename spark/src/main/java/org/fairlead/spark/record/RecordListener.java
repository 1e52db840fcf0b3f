// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.apache.spark.Resubmitted$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.StageInfo;
import scala.Option;

/** Takes what Spark's listener bus reports of stages and tasks, not under the scheduler's lock. */
public final class RecordListener extends SparkListener {
    private final Records records;
    private final StageNames names = new StageNames();

    RecordListener(Records records) {
        this.records = records;
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        StageInfo info = submitted.stageInfo();
        records.stage(info.stageId(), info.attemptNumber())
                .submitted(
                        names.of(submitted.properties(), info.name()), info.numTasks(), millis(info.submissionTime()));
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        names.take(event);
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        records.stage(start.stageId(), start.stageAttemptId())
                .started(start.taskInfo().taskLocality().toString());
    }

    /** Of a task whose map output was lost with its executor Spark tells the end once more, without metrics: it counted when it ended. */
    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskInfo() != null && !Resubmitted$.MODULE$.equals(end.reason())) {
            records.ended(
                    records.stage(end.stageId(), end.stageAttemptId()),
                    end.taskInfo().taskId(),
                    TaskEnd.of(end));
        }
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        StageInfo info = completed.stageInfo();
        StageRecord stage = records.stage(info.stageId(), info.attemptNumber());
        stage.completed(Math.max(1, millis(info.completionTime())));
        records.completed(stage, info.failureReason().isEmpty());
    }

    private static long millis(Option<Object> time) {
        return time.isDefined() ? (Long) time.get() : 0;
    }
}
