// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A stage's first tasks on hosts take longer than those that follow them there. */
class StageProfilesTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final StageAttempt NEXT = new StageAttempt(2, 0);
    private static final double BYTES = 1e6;

    private final StageProfiles profiles = new StageProfiles(true);

    /** Half of it computes. */
    private void ended(StageAttempt stage, String host, double seconds) {
        profiles.ended(
                stage,
                new EndedTask(seconds, seconds / 2, BYTES, OptionalDouble.of(seconds / 2)),
                host,
                profiles.isCold(stage, host),
                0);
    }

    private double unhindered(StageAttempt stage) {
        return profiles.of(stage, 0).orElseThrow().computeSeconds() + profiles.overheadSeconds(stage, 0);
    }

    private void coldAndWarm(StageAttempt stage) {
        for (String host : new String[] {"h1", "h2", "h3"}) {
            ended(stage, host, 0.8);
            ended(stage, host, 0.5);
        }
    }

    @Test
    void aHostIsColdUntilATaskOfTheStageHasEndedThere() {
        assertThat(profiles.isCold(STAGE, "h1")).isTrue();

        ended(STAGE, "h1", 1);

        assertThat(profiles.isCold(STAGE, "h1")).isFalse();
        assertThat(profiles.isCold(STAGE, "h2")).isTrue();
        assertThat(profiles.isCold(NEXT, "h1")).isTrue();
    }

    @Test
    void whereBothKindsEndedTheLaterOnesTell() {
        coldAndWarm(STAGE);

        assertThat(unhindered(STAGE)).isEqualTo(0.5, offset(1e-9));
        assertThat(profiles.coldSeconds(STAGE, 0)).isEqualTo(0.3, offset(1e-9));
        assertThat(profiles.seconds(STAGE).orElseThrow()).isEqualTo(0.65, offset(1e-9));
    }

    @Test
    void whereColdTasksAloneEndedOthersAreTakenToDifferAsInStagesBefore() {
        coldAndWarm(STAGE);
        profiles.completed(STAGE, 0);
        ended(NEXT, "h1", 0.4);
        ended(NEXT, "h2", 0.4);
        ended(NEXT, "h3", 0.4);

        assertThat(unhindered(NEXT)).isEqualTo(0.25, offset(1e-9));
        assertThat(profiles.coldSeconds(NEXT, 0)).isEqualTo(0.15, offset(1e-9));
    }

    @Test
    void ofATaskThatEndsWhenItsStageIsOverNothingIsKept() {
        ended(STAGE, "h1", 1);
        profiles.completed(STAGE, 0);

        ended(STAGE, "h1", 1);

        assertThat(profiles.seconds(STAGE)).isEmpty();
        assertThat(profiles.isCold(STAGE, "h1")).isTrue();
    }

    @Test
    void beforeAnyStageCompletedColdTasksAreTakenForUsual() {
        ended(STAGE, "h1", 0.8);
        ended(STAGE, "h2", 0.8);
        ended(STAGE, "h3", 0.8);

        assertThat(unhindered(STAGE)).isEqualTo(0.8, offset(1e-9));
        assertThat(profiles.coldSeconds(STAGE, 0)).isZero();
    }

    @Test
    void whoWaitedForInputFromAfarTellsNothingOfColdStarts() {
        profiles.ended(STAGE, new EndedTask(5, 0.4, BYTES, OptionalDouble.empty()), "h1", true, 0);
        profiles.ended(STAGE, new EndedTask(5, 0.4, BYTES, OptionalDouble.empty()), "h2", true, 0);
        ended(STAGE, "h1", 0.5);
        ended(STAGE, "h2", 0.5);

        assertThat(profiles.coldSeconds(STAGE, 0)).isZero();
    }

    @Test
    void laterTasksThatTakeLongerMakeNoColdStart() {
        ended(STAGE, "h1", 0.2);
        ended(STAGE, "h2", 0.2);
        ended(STAGE, "h1", 0.6);
        ended(STAGE, "h2", 0.6);

        assertThat(profiles.coldSeconds(STAGE, 0)).isZero();
        assertThat(unhindered(STAGE)).isGreaterThan(0.3);
    }

    @Test
    void ofANewStageIsExpectedNoMoreThanFirstTasksTake() {
        StageAttempt large = new StageAttempt(1, 0);
        ended(large, "h1", 2);
        for (int task = 0; task < 5; task++) {
            ended(large, "h1", 10); // the only ones that were not the first of their stage on their host
        }
        for (int stage = 2; stage < 5; stage++) {
            ended(new StageAttempt(stage, 0), "h1", 1);
        }

        assertThat(profiles.overheadSeconds(new StageAttempt(9, 0), 0)).isEqualTo(0.5);
        assertThat(profiles.overheadSeconds(large, 0)).isEqualTo(5);
    }
}
