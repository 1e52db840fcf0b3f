// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.schedule.TwoBusyExecutors.MILLI;
import static org.fairlead.spark.schedule.TwoBusyExecutors.SECOND;
import static org.fairlead.spark.schedule.TwoBusyExecutors.STAGE;
import static org.fairlead.spark.schedule.TwoBusyExecutors.TASKS;
import static org.fairlead.spark.schedule.TwoBusyExecutors.task;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.spark.prefetch.ReadBytes;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.AnsweringExecutor;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real HDFS, whose blocks executors that do not exist are to fetch: what launches tell of that, and why nothing was requested for a task. */
@Timeout(300)
class PrefetchedLaunchesTest {
    @RegisterExtension
    private static final SmallHdfs hdfs = TwoBusyExecutors.hdfs();

    private final TwoBusyExecutors busy = new TwoBusyExecutors(hdfs);
    private final PrefetchPlanner ahead = busy.ahead();
    private final PrefetchOutcomes outcomes = busy.outcomes();
    private final AnsweringExecutor one = busy.one();
    private final AnsweringExecutor two = busy.two();

    @AfterEach
    void end() {
        busy.close();
    }

    @Test
    void whatIsLaunchedWhereItWasForeseenIsInTimeOrLate() throws Exception {
        busy.requestOneTaskForEach();
        busy.allCameToOne();

        ahead.launched(busy.launch(task(one), "1", true), busy.now() + 10 * SECOND);
        ahead.launched(busy.launch(task(two), "2", true), busy.now() + 9 * SECOND);

        assertThat(outcomes.count(Outcome.IN_TIME)).isEqualTo(1);
        assertThat(outcomes.count(MissedRequest.LAUNCHED_EARLY)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.LATE)).isEqualTo(1);
        assertThat(outcomes.report("enforce", Map.of("read", 7L)).bytes())
                .isEqualTo(Map.of("read", 7L, "in_time", (long) BLOCK, "late", (long) BLOCK));
        soon(
                "both hear of it",
                () -> one.launched().size() == 1 && two.launched().size() == 1);
        ahead.ended(task(one));
        soon("it hears of the end", () -> one.done().size() == 1);
        assertThat(one.cancelled()).isEmpty();
    }

    @Test
    void whatIsLaunchedElsewhereIsCancelledAtOnceAndCountedByItsCause() throws Exception {
        busy.requestOneTaskForEach();
        ahead.launched(busy.launch(task(one), "2", true), busy.now() + SECOND);
        assertThat(outcomes.count(MissedRequest.NOT_COUNTED_ON)).isEqualTo(1);
        soon("it is cancelled", () -> one.cancelled().size() == 1);
        assertThat(one.cancelled().get(0).id()).isEqualTo(one.requests().get(0).id());

        busy.lookAhead(10 * MILLI);
        ahead.launched(busy.launch(task(two), "1", true), busy.now() + SECOND);
        assertThat(outcomes.count(MissedRequest.SLOT_TAKEN)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.ELSEWHERE)).isEqualTo(2);
        assertThat(outcomes.count(Outcome.REQUESTED)).isEqualTo(2);
    }

    @Test
    void tasksForWhichNothingWasRequestedAreCountedUnlessTheyAreBesideTheirInput() {
        ahead.launched(busy.launch(4, "1", true), busy.now());
        ahead.launched(new AttemptLaunch(STAGE, 5, 5, "1", BLOCK, Distance.LOCAL, Double.NaN, true), busy.now());

        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.REQUESTED)).isZero();
    }

    @Test
    void tasksThatReadMoreThanThereIsMemoryForAreCountedAsSuch() throws Exception {
        busy.requestOneTaskForEach();

        ahead.launched(large(busy.notRequested()), busy.now());

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isEqualTo(1);
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isZero();
    }

    private static AttemptLaunch large(int task) {
        return new AttemptLaunch(STAGE, task, task, "1", 65 << 20, Distance.UNKNOWN, Double.NaN, true);
    }

    /** As of a union with what an application has in memory. */
    @Test
    void aFirstTaskThatReadsNoFileSaysNothingOfTheOthers() {
        busy.stage().firstWithFile(1);
        busy.lookAhead(0);

        for (int task = 0; task < TASKS; task++) {
            ahead.launched(large(task), busy.now());
        }

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isPositive();
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isZero();
    }

    @Test
    void whatWouldNotBeFetchedAnywayIsNotTooLarge() {
        busy.stage().reads(new Path("file:/somewhere"));
        busy.lookAhead(0);

        for (int task = 0; task < TASKS; task++) {
            ahead.launched(large(task), busy.now());
        }

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isZero();
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isEqualTo(TASKS - outcomes.count(Outcome.REQUESTED));
    }

    @Test
    void aStageWhoseTasksDoNotReadWhatCameGetsNothingMore() throws Exception {
        busy.requestOneTaskForEach();
        one.hasRead(new ReadBytes(300L << 20, BLOCK));
        ahead.launched(busy.launch(task(one), "1", true), busy.now() + 10 * SECOND);
        ahead.ended(task(one));

        busy.lookAhead(600 * MILLI);

        assertThat(one.done()).hasSize(1);
        ahead.launched(busy.launch(busy.notRequested(), "1", true), busy.now() + SECOND);
        assertThat(outcomes.count(UnrequestedInput.WASTEFUL_STAGE)).isEqualTo(1);
    }

    @Test
    void anApplicationWhoseTasksDoNotReadWhatCameGetsOneRequestAtATime() throws Exception {
        one.hasRead(new ReadBytes(BLOCK, 0));
        two.hasRead(new ReadBytes(BLOCK, 0));
        for (int before = 0; before < 4; before++) {
            int others = before;
            busy.lookAhead(before * (600 * MILLI));
            soon(
                    "both are told",
                    () -> one.requests().size() == others + 1 && two.requests().size() == others + 1);
            for (AnsweringExecutor each : List.of(one, two)) {
                int task = task(each, before);
                ahead.launched(busy.launch(task, each == one ? "1" : "2", true), busy.now() + 10 * SECOND);
                ahead.ended(task);
                soon("it says what was read", () -> each.done().size() == others + 1);
            }
        }

        busy.lookAhead(2400 * MILLI);

        soon("one is told", () -> one.requests().size() + two.requests().size() == 9);
        assertThat(outcomes.count(Outcome.REQUESTED)).isEqualTo(9);
        ahead.launched(busy.launch(TASKS - 1, "1", true), busy.now() + 3 * SECOND);
        assertThat(outcomes.count(UnrequestedInput.WASTEFUL_APPLICATION)).isEqualTo(1);
    }
}
