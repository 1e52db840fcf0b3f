// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.Resubmitted$;
import org.apache.spark.Success$;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskState;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.core.task.Choice;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.Predictions;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.application.TaskTime;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

class RecordsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long LAUNCHED = 61_500;
    private static final TaskTime TIME = TaskTime.of(4, 3, 1, 0.5, 0.25, 0.25);
    private static final Records.About ABOUT = new Records.About(
            "app", "name", "enforce", "fairlead", 0.1, Map.of(), PrefetchReport.NONE, CopiesReport.NONE);
    private static final PlanExplanation GROUNDS = new PlanExplanation(
            5,
            List.of(
                    new PlanExplanation.Candidate("h2", "h1", 0, 2.0, "link h1->e1"),
                    new PlanExplanation.Candidate("h1", "h1", 3, 1.0, "disk of h1")),
            Optional.of(new PlanExplanation.Stock(9, "rack", 6.0)));
    private static final TaskPlacement FROM_H1 = new TaskPlacement("h1", Distance.RACK, 100, 2, "", GROUNDS);
    private static final DeclineCause BUSY = DeclineCause.of(Choice.Cause.RECEIVER_BUSY);

    private final Records records = new Records(new LaunchJournal(), TimeSource.SYSTEM);
    private final StageRecorder recorder = records.recorder(3, 0);

    private static TaskInfo task(long id, int index, String host) {
        return new TaskInfo(id, index, 0, index, 1000, "e-" + host, host, TaskLocality.RACK_LOCAL(), false);
    }

    private void end(long id, double seconds, long bytes) {
        records.ended(records.stage(3, 0), id, new TaskEnd(seconds, LAUNCHED, TIME, true, "SUCCESS", bytes, 0, 0));
    }

    private StageDetail detail() {
        return records.detail("app", 3, 0).orElseThrow();
    }

    @Test
    void whatTasksSpentTheirTimeOnIsSummedWithTheirWaitForASlot() {
        records.stage(3, 0).submitted("count", 3, 60_000);
        end(17, 4, 90);
        end(18, 4, 90);
        TaskEnd killed = new TaskEnd(2, LAUNCHED, TaskTime.ofThrownAway(2), false, "KILLED", 0, 0, 0);
        records.ended(records.stage(3, 0), 19, killed);

        assertThat(detail().stage().time()).isEqualTo(new TaskTime(2, 1, 0.5, 0.5, 2, 2, 2, 3));
    }

    /** Spark says so of each map task whose output was lost with its executor. */
    @Test
    void anEndThatIsToldAgainCountsOnce() {
        TaskInfo info = task(17, 5, "h2");
        info.markFinished(TaskState.FINISHED(), 5000);
        records.stage(3, 0).submitted("map", 3, 500);
        RecordListener listener = records.listener();

        listener.onTaskEnd(ended(info, Success$.MODULE$, new TaskMetrics()));
        listener.onTaskEnd(ended(info, Resubmitted$.MODULE$, null));

        assertThat(detail().stage().endedWell()).isEqualTo(1);
        assertThat(detail().stage().time().total()).isEqualTo(4);
        assertThat(detail().stage().time().slotWait()).isEqualTo(0.5);
    }

    private static SparkListenerTaskEnd ended(TaskInfo info, TaskEndReason reason, TaskMetrics metrics) {
        return new SparkListenerTaskEnd(3, 0, "ShuffleMapTask", reason, info, null, metrics);
    }

    @Test
    void aLaunchSaysWhatWasPredictedAndWhatCameOfIt() {
        recorder.launched(task(17, 5, "h2"), Rule.PLANNED, FROM_H1);
        end(17, 4, 90);

        assertThat(detail().launches()).singleElement().satisfies(launch -> {
            assertThat(launch.task()).isEqualTo(5);
            assertThat(launch.source()).isEqualTo("h1");
            assertThat(launch.expectedSeconds()).isEqualTo(2);
            assertThat(launch.takenSeconds()).isEqualTo(4);
            assertThat(launch.readBytes()).isEqualTo(90);
            assertThat(launch.rule()).isEqualTo("planned");
        });
        assertThat(detail().stage().bytes().rack()).isEqualTo(90);
        assertThat(detail().stage().predictions()).isEqualTo(new Predictions(1, 2, 4, 2));
        assertThat(detail().stage().launches()).containsEntry("planned", 1L);
    }

    @Test
    void whatIsOldMakesRoom() {
        for (int i = 0; i < Records.LAUNCHES + 10; i++) {
            recorder.launched(task(i, i, "h2"), Rule.PLANNED, FROM_H1);
        }
        end(3, 1, 50);
        records.stage(3, 0).completed(1);
        for (int stage = 10; stage < 10 + Records.STAGES + 5; stage++) {
            records.stage(stage, 0).completed(1);
        }

        ApplicationReport report = records.report(ABOUT, Integer.MAX_VALUE);
        assertThat(report.launches()).hasSize(Records.LAUNCHES);
        assertThat(report.launches())
                .extracting(LaunchReport::taskId)
                .startsWith((long) Records.LAUNCHES + 9)
                .doesNotContain(9L);
        assertThat(report.stages()).hasSize(Records.STAGES);
        assertThat(records.detail("app", 3, 0)).isEmpty();
    }

    @Test
    void aStageThatRunsIsKeptHoweverManyNewerOnesThereAre() {
        for (int stage = 10; stage < 10 + 2 * Records.STAGES; stage++) {
            records.stage(stage, 0).completed(1);
        }
        assertThat(records.detail("app", 3, 0)).isPresent();
        assertThat(records.report(ABOUT, 1).stages()).hasSize(Records.STAGES);

        for (int stage = 10_000; stage < 10_000 + 2 * Records.MOST_STAGES; stage++) {
            records.recorder(stage, 0);
        }
        assertThat(records.report(ABOUT, 1).stages()).hasSize(Records.MOST_STAGES);
    }

    @Test
    void offersThatAreRefusedForOneCauseAreOneDecline() {
        for (int i = 0; i <= 4; i++) {
            recorder.declined("1", "h2", BUSY, null, 2, i * SECOND / 4, i * SECOND / 4 + SECOND);
        }
        recorder.taken("1", 2 * SECOND);

        assertThat(detail().declines()).singleElement().satisfies(decline -> {
            assertThat(decline.offers()).isEqualTo(5);
            assertThat(decline.cause()).isEqualTo("receiver_busy");
            assertThat(decline.untilMillis() - decline.lastMillis()).isBetween(990L, 1010L);
        });
        assertThat(detail().stage().declines()).containsEntry("receiver_busy", 5L);
    }

    @Test
    void slotsStandFreeFromTheFirstDeclineToTheLaunch() {
        recorder.declined("e-h2", "h2", BUSY, null, 2, 0, SECOND);
        recorder.declined("e-h2", "h2", BUSY, null, 2, SECOND, 2 * SECOND);
        recorder.taken("e-h2", 3 * SECOND / 2);

        assertThat(detail().stage().freeSeconds()).isCloseTo(3, within(1e-9));
    }

    @Test
    void afterALongGapSomebodyElseHasHadTheSlot() {
        recorder.declined("1", "h2", BUSY, null, 1, 0, SECOND);
        recorder.declined("1", "h2", BUSY, null, 1, 10 * SECOND, 11 * SECOND);

        assertThat(detail().declines()).hasSize(2).allSatisfy(decline -> assertThat(decline.offers())
                .isEqualTo(1));
        assertThat(detail().stage().freeSeconds()).isZero();
    }

    @Test
    void anotherCauseIsAnotherDecline() {
        recorder.declined("1", "h2", BUSY, null, 1, 0, SECOND);
        recorder.declined("1", "h2", DeclineCause.AWAITED_PLAN, null, 1, SECOND / 2, SECOND);

        assertThat(detail().declines())
                .extracting(DeclineReport::cause)
                .containsExactlyInAnyOrder("receiver_busy", "awaited_plan");
        assertThat(detail().stage().freeSeconds()).isEqualTo(0.5);
    }

    @Test
    void theCanaryComparesStagesThatStayedOnTheSideTheyWereDrawnFor() {
        for (int stage = 100; stage < 200; stage++) {
            boolean ours = stage % 2 == 0;
            canaryStage(stage, ours, ours ? 1 + stage % 10 * 0.01 : 2 + stage % 10 * 0.01);
        }
        StageRecorder mixed = records.recorder(300, 0);
        mixed.round("", Mode.CANARY, 0.5, true, true);
        mixed.round("", Mode.ENFORCE, 0.5, true, true);
        complete(300, 77);

        assertThat(records.canary().taskSeconds()).satisfies(measured -> {
            assertThat(measured.stagesOurs()).isEqualTo(50);
            assertThat(measured.stagesStock()).isEqualTo(50);
            assertThat(measured.gain()).isCloseTo(0.49, within(0.02));
            assertThat(measured.low()).isLessThan(measured.gain());
            assertThat(measured.high()).isGreaterThan(measured.gain());
        });
    }

    @Test
    void anotherShareIsAnotherExperiment() {
        canaryStage(100, true, 1);
        records.recorder(101, 0).round("", Mode.CANARY, 0.2, false, false);
        complete(101, 1);

        assertThat(records.canary().taskSeconds().stagesOurs()).isZero();
        assertThat(records.canary().taskSeconds().stagesStock()).isEqualTo(1);
    }

    private void canaryStage(int stage, boolean ours, double seconds) {
        records.recorder(stage, 0).round("", Mode.CANARY, 0.5, ours, ours);
        complete(stage, seconds);
    }

    private void complete(int stage, double seconds) {
        StageRecord record = records.stage(stage, 0);
        record.ended(new TaskEnd(seconds, LAUNCHED, TIME, true, "SUCCESS", 1000, 0, 0), Distance.LOCAL, Double.NaN);
        record.completed(record.submittedMillis() + 1000);
        records.completed(record, true);
    }
}
