// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.schedule.TwoBusyExecutors.MILLI;
import static org.fairlead.spark.schedule.TwoBusyExecutors.SECOND;
import static org.fairlead.spark.schedule.TwoBusyExecutors.TASKS;
import static org.fairlead.spark.schedule.TwoBusyExecutors.task;

import java.time.Duration;
import java.util.List;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.protocol.message.Reply;
import org.fairlead.spark.cluster.InputFetch;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.AnsweringExecutor;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real HDFS, whose blocks executors that do not exist are to fetch: from look-aheads to what executors are told, and what plans count on. */
@Timeout(300)
class PrefetchPlannerTest {
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
    void plansCountOnWhatIsOrderedAndOnWhatHasComeBeforeTheNextLookAhead() throws Exception {
        busy.requestOneTaskForEach();
        int task = task(one);
        assertThat(busy.heldBytes(task, "c1")).isZero();
        busy.plan();
        assertThat(busy.isPlanDue()).isFalse();

        busy.lookAhead(10 * MILLI);

        assertThat(busy.heldBytes(task, "c1")).isEqualTo(1);
        assertThat(busy.heldBytes(task(two), "c2")).isEqualTo(1);
        assertThat(busy.isPlanDue()).isTrue();
        busy.allCameToOne();
        busy.lookAhead(20 * MILLI);
        assertThat(busy.heldBytes(task, "c1")).isEqualTo(BLOCK);
        assertThat(busy.plan().plan().launches("c1").get(0).task()).isEqualTo(task);
        assertThat(one.requests()).as("no look-ahead since").hasSize(1);
    }

    @Test
    void whenNothingIsFetchedAheadPlansCountOnNothing() throws Exception {
        busy.requestOneTaskForEach();
        int task = task(one);
        busy.lookAhead(10 * MILLI);
        assertThat(busy.heldBytes(task, "c1")).isEqualTo(1);

        busy.stop();

        assertThat(busy.heldBytes(task, "c1")).isZero();
        soon("it is cancelled", () -> one.cancelled().size() == 1);
    }

    @Test
    void executorsAreToldAtWhichRateControllersAllowThem() throws Exception {
        busy.requestOneTaskForEach();
        assertThat(ahead.fetches())
                .extracting(InputFetch::id, InputFetch::residualTasks)
                .containsExactlyInAnyOrder(tuple(0L, TASKS), tuple(1L, TASKS));
        ahead.quotas(List.of(new Reply.Quota(0, 5000, true), new Reply.Quota(1, 7000, false)));

        busy.lookAhead(600 * MILLI);

        soon("both are told", () -> one.requests().size() == 2 && two.requests().size() == 2);
        assertThat(List.of(
                        one.requests().get(1).bytesPerSecond(),
                        two.requests().get(1).bytesPerSecond()))
                .containsExactlyInAnyOrder(5000L, 7000L);
        busy.pass(Duration.ofSeconds(3));
        busy.lookAhead(3 * SECOND);
        soon(
                "both are told again",
                () -> one.requests().size() == 3 && two.requests().size() == 3);
        assertThat(one.requests().get(2).bytesPerSecond())
                .as("it was not renewed")
                .isZero();
    }

    @Test
    void whileNoControllerAnswersNothingNewIsFetchedAndWhatComesMayEnd() throws Exception {
        busy.lookAheadWithoutController(0);
        assertThat(outcomes.count(Outcome.REQUESTED)).isZero();
        busy.lookAhead(600 * MILLI);
        assertThat(outcomes.count(Outcome.REQUESTED)).isEqualTo(2);
        busy.bothAreTold();

        busy.lookAheadWithoutController(1200 * MILLI);

        soon(
                "it is still wanted",
                () -> one.requests().size() == 2 && two.requests().size() == 2);
        assertThat(one.cancelled()).isEmpty();
        ahead.launched(busy.launch(busy.notRequested(), "1", true), busy.now() + 1200 * MILLI);
        assertThat(outcomes.count(UnrequestedInput.NO_CONTROLLER)).isEqualTo(1);
    }

    @Test
    void whileNoControllerAnswersWhatWasRefusedIsNotAskedForAgain() throws Exception {
        one.answers(State.REFUSED);
        busy.requestOneTaskForEach();

        busy.lookAheadWithoutController(600 * MILLI);

        assertThat(two.requests()).hasSize(2);
        assertThat(one.requests()).hasSize(1);
        busy.lookAhead(1200 * MILLI);
        assertThat(one.requests()).as("it may be fetched again").hasSize(2);
    }

    @Test
    void whenAnExecutorIsGoneSoAreItsRequestsAndPlansCountOnNothingOfIt() throws Exception {
        busy.requestOneTaskForEach();
        int task = task(one);
        busy.lookAhead(10 * MILLI);
        assertThat(busy.heldBytes(task, "c1")).isEqualTo(1);

        busy.oneIsGone();
        busy.lookAhead(20 * MILLI);

        assertThat(busy.heldBytes(task, "c1")).isZero();
        assertThat(busy.heldBytes(task(two), "c2")).isEqualTo(1);
        assertThat(outcomes.count(MissedRequest.EXECUTOR_GONE)).isEqualTo(1);
        assertThat(ahead.fetches()).extracting(InputFetch::host).containsOnly(busy.host("c2"));
    }
}
