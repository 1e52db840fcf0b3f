// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StageProgressTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MB = 1_000_000L;

    private final StageProgress stage = new StageProgress();

    /** Tasks of 32 and 64 MB that took 4 and 8 s: 1/8 s per MB. */
    private void twoHaveEnded() {
        stage.started(1, 32 * MB, 0);
        stage.started(2, 64 * MB, 0);
        stage.ended(1, 4 * SECOND);
        stage.ended(2, 8 * SECOND);
    }

    @Test
    void nothingIsKnownBeforeATaskHasReadOrEnded() {
        stage.started(1, 64 * MB, 0);

        assertThat(stage.predictedEndNanos(1, SECOND)).isEmpty();
        assertThat(stage.predictedEndNanos(7, SECOND)).isEmpty();
        assertThat(stage.predictedNanos(64 * MB)).isEmpty();
        assertThat(stage.errors().medianRelativeError()).isEmpty();
    }

    @Test
    void withoutSamplesTheStagesMedianStandsInByBytes() {
        twoHaveEnded();
        stage.started(3, 16 * MB, 10 * SECOND);

        assertThat(stage.predictedNanos(48 * MB)).hasValue(6e9);
        assertThat(stage.predictedEndNanos(3, 10 * SECOND)).hasValue(12 * SECOND);
        assertThat(stage.predictedEndNanos(3, 13 * SECOND))
                .as("it is late by a second")
                .hasValue(14 * SECOND);
    }

    @Test
    void tasksWithoutInputTakeTheMedianTime() {
        twoHaveEnded();
        stage.started(3, 0, 10 * SECOND);

        assertThat(stage.predictedEndNanos(3, 10 * SECOND)).hasValue(16 * SECOND);
    }

    @Test
    void aTasksOwnModelCountsOnceItIsStable() {
        twoHaveEnded();
        stage.started(3, 64 * MB, 10 * SECOND);
        stage.read(3, 16 * MB, 14 * SECOND);
        assertThat(stage.predictedEndNanos(3, 14 * SECOND)).hasValue(18 * SECOND);

        stage.read(3, 32 * MB, 18 * SECOND);
        assertThat(stage.predictedEndNanos(3, 18 * SECOND).getAsLong()).isCloseTo(26 * SECOND, within(10L));
    }

    /** Executors tell how far tasks are once a second, and look-aheads come twice as often: the same sample twice once made each model stable, right or wrong. */
    @Test
    void aSampleThatIsToldAgainDoesNotMakeAModelStable() {
        twoHaveEnded();
        stage.started(3, 64 * MB, 10 * SECOND);
        stage.read(3, 4 * MB, 11 * SECOND);
        stage.read(3, 4 * MB, 11 * SECOND);

        assertThat(stage.predictedEndNanos(3, 11 * SECOND))
                .as("as others took, not 16 s by one sample")
                .hasValue(18 * SECOND);
        stage.read(3, 8 * MB, 12 * SECOND);
        assertThat(stage.predictedEndNanos(3, 12 * SECOND).getAsLong()).isCloseTo(26 * SECOND, within(10L));
    }

    @Test
    void whoHasReadAllByASampleHasReadAllByThen() {
        stage.started(1, 64 * MB, 0);
        stage.read(1, 64 * MB, SECOND);
        stage.ended(1, 4 * SECOND);
        stage.started(2, 64 * MB, 10 * SECOND);
        stage.read(2, 65 * MB, 11 * SECOND);

        assertThat(stage.predictedEndNanos(2, 11 * SECOND))
                .as("3 s after its input, as the other")
                .hasValue(14 * SECOND);
    }

    @Test
    void thoseWithInputOnTheirHostAndThoseThatFetchItAreToldApart() {
        stage.started(1, 64 * MB, 0, Double.NaN, 0);
        stage.started(2, 64 * MB, 1, Double.NaN, 0);
        stage.started(3, 64 * MB, 0.5, Double.NaN, 0);
        stage.ended(1, 2 * SECOND);
        stage.ended(2, 8 * SECOND);
        stage.ended(3, 3 * SECOND);

        assertThat(stage.predictedNanos(32 * MB, 0)).hasValue(1e9);
        assertThat(stage.predictedNanos(32 * MB, 1)).hasValue(4e9);
        assertThat(stage.predictedNanos(32 * MB, 0.25)).hasValue(1.75e9);
        assertThat(stage.predictedNanos(32 * MB)).as("the median of all").hasValue(1.5e9);
    }

    @Test
    void whereNoneOfItsLikeHasEndedThoseThatRunSayHowLongItTakes() {
        stage.started(1, 64 * MB, 0, Double.NaN, 0);
        stage.ended(1, 2 * SECOND);
        stage.started(2, 64 * MB, 1, Double.NaN, 0);
        assertThat(stage.predictedNanos(64 * MB, 1)).hasValue(2e9);
        stage.read(2, 16 * MB, 3 * SECOND);

        assertThat(stage.predictedNanos(64 * MB, 1)).hasValue(12e9);
        assertThat(stage.predictedNanos(64 * MB, 0)).hasValue(2e9);
    }

    /** Half of the sources are slow: the policy knows from which a task reads, the median of the others does not. */
    @Test
    void whatWasPredictedAtTheLaunchCountsWithWhatOthersTookLonger() {
        stage.started(1, 64 * MB, 1, 1, 0);
        stage.started(2, 64 * MB, 1, 10, 0);
        stage.started(3, 64 * MB, 1, Double.NaN, 0);
        assertThat(stage.predictedEndNanos(1, 0))
                .as("nothing has shown what that is worth")
                .isEmpty();
        stage.ended(1, 3 * SECOND);

        assertThat(stage.predictedEndNanos(2, 3 * SECOND))
                .as("2 s longer, as the first")
                .hasValue(12 * SECOND);
        assertThat(stage.predictedEndNanos(3, SECOND)).as("as the median").hasValue(3 * SECOND);
        stage.read(2, 32 * MB, 4 * SECOND);
        stage.read(2, 48 * MB, 6 * SECOND);
        assertThat(stage.predictedEndNanos(2, 6 * SECOND)).as("by its own pace").hasValue(8 * SECOND);
    }

    @Test
    void thePredictionsOfAllStagesSayWhatAPartOfOneIsWorth() {
        PredictionCorrection all = new PredictionCorrection();
        StageProgress before = new StageProgress(all);
        for (int task = 1; task <= 8; task++) {
            before.started(task, 64 * MB, 1, 2 * task, 0);
            before.ended(task, (1 + task) * SECOND);
        }
        StageProgress next = new StageProgress(all);
        assertThat(next.correctedSeconds(10, 1)).hasValue(6);
        next.started(1, 64 * MB, 1, 20, 0);
        assertThat(next.predictedEndNanos(1, 0)).hasValue(11 * SECOND);
        next.started(2, 64 * MB, 1, 4, 0);
        next.ended(2, 7 * SECOND);

        assertThat(next.predictedEndNanos(1, 0)).as("its own take 4 s longer").hasValue(15 * SECOND);
        assertThat(next.correctedSeconds(10, 1)).isEmpty();
    }

    @Test
    void beforeAnyTaskHasEndedTheFirstOnesOfOtherStagesSayWhatTheyTakeLonger() {
        PredictionCorrection all = new PredictionCorrection();
        StageProgress before = new StageProgress(all);
        StageProgress next = new StageProgress(all);
        assertThat(next.correctedSeconds(1, 1)).isEmpty();
        before.started(1, 64 * MB, 1, 2, 0);
        before.ended(1, 6 * SECOND);
        before.started(2, 64 * MB, 1, 6, 6 * SECOND);
        before.ended(2, 12 * SECOND);

        assertThat(next.correctedSeconds(3, 1))
                .as("by the first, which nobody knew anything of")
                .hasValue(7);
        next.started(1, 64 * MB, 1, 3, 10 * SECOND);
        assertThat(next.predictedEndNanos(1, 10 * SECOND)).hasValue(17 * SECOND);
        next.ended(1, 14 * SECOND);
        next.started(2, 64 * MB, 1, 4, 20 * SECOND);
        assertThat(next.predictedEndNanos(2, 20 * SECOND))
                .as("its own from then on")
                .hasValue(25 * SECOND);
    }

    @Test
    void whatComesAfterTheInputIsLearnedFromTasksThatEnded() {
        stage.started(1, 64 * MB, 0);
        stage.allRead(1, 6 * SECOND);
        stage.allRead(1, 7 * SECOND);
        stage.ended(1, 8 * SECOND);
        stage.started(2, 64 * MB, 10 * SECOND);
        stage.read(2, 16 * MB, 14 * SECOND);
        stage.read(2, 32 * MB, 18 * SECOND);

        assertThat(stage.predictedEndNanos(2, 18 * SECOND).getAsLong())
                .as("it reads until 26 s, and 2 s are left then")
                .isCloseTo(28 * SECOND, within(10L));
        stage.allRead(2, 25 * SECOND);
        assertThat(stage.predictedEndNanos(2, 25 * SECOND)).hasValue(27 * SECOND);
    }

    @Test
    void beforeAnyTaskHasEndedAModelThatIsNotStableIsBetterThanNothing() {
        stage.started(1, 64 * MB, 0);
        stage.read(1, 16 * MB, SECOND);

        assertThat(stage.predictedEndNanos(1, SECOND)).hasValue(4 * SECOND);
    }

    @Test
    void theFirstPredictionOfATaskIsComparedWithItsEnd() {
        twoHaveEnded();
        // given ends that are predicted 2 s ahead, of which one comes 2 s too late, and one in time
        for (int task = 3; task <= 4; task++) {
            stage.started(task, 16 * MB, 10 * SECOND);
            stage.predictedEndNanos(task, 10 * SECOND);
            stage.predictedEndNanos(task, 11 * SECOND);
        }
        stage.ended(3, 12 * SECOND);
        assertThat(stage.errors().medianRelativeError()).hasValue(0);
        stage.ended(4, 14 * SECOND);

        // then they were off by none and by half of the lead
        assertThat(stage.errors().count()).isEqualTo(2);
        assertThat(stage.errors().medianRelativeError()).hasValue(0.25);
    }

    @Test
    void stagesMayCountWhatTheirPredictionsWereOffTogether() {
        PredictionErrors all = new PredictionErrors();
        StageProgress one = new StageProgress(new PredictionCorrection(), all);
        StageProgress other = new StageProgress(new PredictionCorrection(), all);

        assertThat(one.errors()).isSameAs(other.errors());
    }

    @Test
    void aLostTaskSaysNothing() {
        stage.started(1, 64 * MB, 0);
        stage.lost(1);
        stage.ended(1, SECOND);
        stage.read(1, MB, SECOND);

        assertThat(stage.predictedNanos(64 * MB)).isEmpty();
    }
}
