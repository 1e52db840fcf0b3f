// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.spark.scheduler.JobFailed;
import org.apache.spark.scheduler.JobSucceeded$;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.storage.RDDInfo;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.shuffle.CopyOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** When copies go, and when tasks are no more drawn to them. */
class CopiesEndTest extends CopyPlannerScene {
    private static final int JOB = 1;
    private static final StageInfo MAP_STAGE = stage(6, List.of(), Option.apply(3));
    private static final StageInfo READER = stage(7, List.of(6), Option.empty());

    private ShuffleListener listener;

    private static StageInfo stage(int id, List<Object> parents, Option<Object> shuffle) {
        return new StageInfo(
                id,
                0,
                "",
                MAPS,
                CollectionConverters.asScala(List.<RDDInfo>of()).toSeq(),
                CollectionConverters.asScala(parents).toSeq(),
                "",
                null,
                CollectionConverters.asScala(List.<Seq<TaskLocation>>of()).toSeq(),
                shuffle,
                0,
                false,
                0);
    }

    @BeforeEach
    void copyForAJob() throws InterruptedException {
        start(PlantedFault.NONE);
        listener = new ShuffleListener(planner, 1);
        listener.onJobStart(new SparkListenerJobStart(
                JOB, 0, CollectionConverters.asScala(List.of(MAP_STAGE, READER)).toSeq(), new Properties()));
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
    }

    private CopyOrder last() {
        return toSecond.get(toSecond.size() - 1);
    }

    private void assertItIsOver() throws InterruptedException {
        settle();
        assertThat(last().what()).isEqualTo(CopyOrder.What.OVER);
        assertThat(last().shuffle()).isEqualTo(3);
        assertThat(planner.isCopied(3)).isFalse();
    }

    @Test
    void whenAStageThatReadsThemHasEndedCopiesAreToGoWhoeverPlacedItsTasks() throws InterruptedException {
        listener.onStageCompleted(new SparkListenerStageCompleted(READER));

        assertItIsOver();
    }

    @Test
    void thatOfAStageThatWasSubmittedAgainAreToGoAsWell() throws InterruptedException {
        submitted(3, MAPS, 1);
        settle();
        assertThat(planner.isCopied(3)).isFalse();

        listener.onStageCompleted(new SparkListenerStageCompleted(READER));

        assertItIsOver();
    }

    @Test
    void ofAJobThatFailedNothingIsReadAnyMore() throws InterruptedException {
        listener.onJobEnd(new SparkListenerJobEnd(JOB, 0, new JobFailed(new IllegalStateException("cancelled"))));

        assertItIsOver();
    }

    @Test
    void ofAJobThatEndedWellAnotherMayReadOutput() throws InterruptedException {
        listener.onJobEnd(new SparkListenerJobEnd(JOB, 0, JobSucceeded$.MODULE$));
        settle();

        assertThat(planner.isCopied(3)).isTrue();
    }

    @Test
    void ofWhatIsNotCopiedExecutorsAreToldNothing() throws InterruptedException {
        planner.removed(3);
        settle();
        int told = toSecond.size();

        listener.onStageCompleted(new SparkListenerStageCompleted(READER));
        settle();

        assertThat(toSecond).hasSize(told);
    }

    @Test
    void tasksAreDrawnToTheirHoldersUntilCopiesGo() throws InterruptedException {
        StageHolders holders = holders(2);
        assertThat(holders.tasks().orElseThrow().holder(0)).isEmpty();
        assertThat(holders.tasks().orElseThrow().holder(1)).isEqualTo("2");

        listener.onStageCompleted(new SparkListenerStageCompleted(READER));
        settle();

        assertThat(holders.tasks()).isEmpty();
    }

    /** What is in force counts at once, not when the planner has looked. */
    @Test
    void whileTheModeObservesNoTaskIsDrawnToCopies() {
        StageHolders holders = holders(2);
        mode = Mode.OBSERVE;

        assertThat(holders.tasks()).isEmpty();
        assertThat(planner.isCopied(3)).isFalse();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
    }

    private void turn(Mode other) throws InterruptedException {
        mode = other;
        settle();
        settle(); // the planner looks at the mode after each event
    }

    private long toldThatAllIsOver() {
        return toSecond.stream().filter(order -> order.shuffle() < 0).count();
    }

    @Test
    void eachTimeTheModeObservesExecutorsAreToldThatAllIsOver() throws InterruptedException {
        StageHolders holders = holders(2);
        turn(Mode.OBSERVE);
        assertThat(toldThatAllIsOver()).isEqualTo(1);

        turn(Mode.ENFORCE);
        wrote("1", 3, 11);
        submitted(4, MAPS, 0);
        wrote("1", 4, 20);
        settle();
        assertThat(planner.isCopied(3)).as("what is gone stays gone").isFalse();
        assertThat(holders.tasks()).isEmpty();
        assertThat(planner.isCopied(4)).isTrue();

        turn(Mode.OFF);
        assertThat(toldThatAllIsOver()).isEqualTo(2);
    }

    /** As while thousands of map tasks end. */
    @Test
    void whatWasNotAnsweredIsSaidAgainThoughThePlannerIsBusy() throws InterruptedException {
        isUnanswered = true;
        planner.ended(3);
        settle();
        int told = toSecond.size();
        assertThat(last().what()).isEqualTo(CopyOrder.What.ENOUGH);

        pass(Duration.ofSeconds(1));
        settle();
        settle(); // the planner looks before each event

        assertThat(toSecond).hasSizeGreaterThan(told);
        assertThat(last().what()).isEqualTo(CopyOrder.What.ENOUGH);
    }
}
