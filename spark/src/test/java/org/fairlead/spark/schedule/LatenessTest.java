package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatenessTest {
    private static final StageKey STAGE = new StageKey(1, 0);
    private static final long SECOND = 1_000_000_000L;

    private final Lateness lateness = new Lateness();

    private void ended(String host, double... beyondSeconds) {
        for (double beyond : beyondSeconds) {
            lateness.ended(STAGE, true, host, beyond, 0);
        }
    }

    private double of(String host) {
        return lateness.of(host, false, SECOND);
    }

    @Test
    void whatTasksTakeMoreThanElsewhereCountsTheMoreTheMoreSayIt() {
        ended("h2", 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2);
        ended("h1", 1.2);
        double said = of("h1");
        assertThat(said).isCloseTo(1.0 / 3, within(1e-9));
        ended("h1", 1.3);
        assertThat(of("h1")).isGreaterThan(said);
        assertThat(of("h2")).isZero();
        assertThat(of("unheard")).isZero();
    }

    @Test
    void whatIsPredictedTooLowEverywhereSaysNothingOfAHost() {
        ended("h1", 2, 2, 2);
        ended("h2", 2, 2, 2);
        assertThat(of("h1")).isZero();
        assertThat(of("h2")).isZero();
    }

    @Test
    void tasksThatReadFromAfarAreComparedWithTheirLike() {
        ended("h2", 0.2, 0.2, 0.2);
        for (int i = 0; i < 3; i++) {
            lateness.ended(STAGE, false, "h1", 1.2, 0);
            lateness.ended(STAGE, false, "h3", 1.2, 0);
        }
        assertThat(of("h1")).isZero();
    }

    @Test
    void oneOddTaskAmongManySaysNothing() {
        ended("h2", 0.2, 0.2, 0.2);
        ended("h1", 0.2, 0.2, 30, 0.2);
        assertThat(of("h1")).isZero();
    }

    @Test
    void hostsThatAreFasterAreNotCredited() {
        ended("h2", 2, 2, 2);
        ended("h1", 0.1, 0.1, 0.1);
        assertThat(of("h1")).isZero();
    }

    @Test
    void whatIsNotSeenAgainIsForgotten() {
        ended("h2", 0.2, 0.2, 0.2);
        ended("h1", 1.2, 1.2);
        long most = Lateness.REMEMBERED_SECONDS * SECOND;
        assertThat(lateness.of("h1", false, most - 1)).isPositive();
        assertThat(lateness.of("h1", false, most)).isZero();
    }
}
