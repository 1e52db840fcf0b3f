// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourceRatesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final StageAttempt LATER = new StageAttempt(2, 0);
    private static final double MB = 1e6;

    private final SourceRates rates = new SourceRates();

    private void read(String source, boolean remote, double expectedSeconds, long from, double seconds) {
        end(begin(source, remote, expectedSeconds, from), from, seconds);
    }

    private SourceRates.Reading begin(String source, boolean remote, double expectedSeconds, long from) {
        return rates.begun(new SourceRates.Read(STAGE, source, MB, remote, expectedSeconds), from);
    }

    private void end(SourceRates.Reading reading, long from, double seconds) {
        long now = from + (long) (seconds * SECOND);
        rates.left(reading, now);
        rates.succeeded(reading, seconds, now);
    }

    @BeforeEach
    void tasksTakeASecond() {
        for (int task = 0; task < 5; task++) {
            read("h1", false, 0, 0, 1);
        }
    }

    @Test
    void aSourceWhoseReadersAreOddlySlowGivesWhatTheyGotTogether() {
        SourceRates.Reading first = begin("h6", true, 1, 0);
        SourceRates.Reading second = begin("h6", false, 1, 0);
        SourceRates.Reading third = begin("h6", false, 1, 0);
        end(first, 0, 9);
        end(second, 0, 9);
        end(third, 0, 9);

        assertThat(rates.slow(LATER, 9 * SECOND)).containsOnlyKeys("h6");
        assertThat(rates.slow(LATER, 9 * SECOND).get("h6")).isCloseTo(3 * MB / 8, within(1.0));
    }

    @Test
    void itIsKnownByThoseWhoStillRead() {
        begin("h6", true, 1, 0);
        begin("h6", false, 1, 0);

        assertThat(rates.slow(LATER, 3 * SECOND)).isEmpty();
        assertThat(rates.slow(LATER, 5 * SECOND).get("h6")).isCloseTo(2 * MB / 4, within(1.0));
        assertThat(rates.slow(LATER, 9 * SECOND).get("h6")).isCloseTo(2 * MB / 8, within(1.0));
    }

    @Test
    void whatIsSlowEverywhereBlamesNoSource() {
        for (String source : List.of("h1", "h6")) {
            read(source, true, 1, 0, 9);
            read(source, false, 1, 0, 9);
        }

        assertThat(rates.slow(LATER, 9 * SECOND)).isEmpty();
    }

    @Test
    void whoWasSlowBesideTheInputAloneDoesNotBlameIt() {
        read("h6", false, 1, 0, 9);

        assertThat(rates.slow(LATER, 9 * SECOND)).isEmpty();
    }

    @Test
    void whoWasSlowFromAfarAloneDoesNotBlameItEither() {
        read("h6", true, 1, 0, 9);
        read("h6", false, 1, 0, 1);

        assertThat(rates.slow(LATER, 9 * SECOND)).isEmpty();
    }

    @Test
    void whatWasPredictedIsNotOdd() {
        read("h6", true, 8, 0, 9);
        read("h6", false, 8, 0, 9);

        assertThat(rates.slow(LATER, 9 * SECOND)).isEmpty();
    }

    @Test
    void aSourceThatRecoversIsBelieved() {
        read("h6", true, 1, 0, 9);
        read("h6", false, 1, 9 * SECOND, 9);
        assertThat(rates.slow(LATER, 18 * SECOND)).isNotEmpty();

        for (int task = 0; task < 3; task++) {
            read("h6", true, 4, 18 * SECOND, 1);
        }
        assertThat(rates.slow(STAGE, 20 * SECOND)).as("most of its own").isEmpty();
        assertThat(rates.slow(LATER, 20 * SECOND)).as("two of five").isNotEmpty();
        for (int task = 0; task < 2; task++) {
            read("h6", true, 4, 20 * SECOND, 1);
        }
        assertThat(rates.slow(LATER, 22 * SECOND)).as("two of seven").isEmpty();
    }

    @Test
    void whatAnEarlierStageReadMayComeFromMemory() {
        rates.reads(LATER, Set.of(7));
        rates.reads(STAGE, Set.of(7));
        read("h6", true, 1, 0, 9);
        read("h6", false, 1, 0, 9);
        for (int task = 0; task < 9; task++) {
            read("h6", true, 4, 9 * SECOND, 1);
        }

        assertThat(rates.slow(STAGE, 10 * SECOND)).as("its own were fast").isEmpty();
        assertThat(rates.slow(LATER, 10 * SECOND)).as("says nothing of others").isNotEmpty();
        StageAttempt again = new StageAttempt(3, 0);
        rates.reads(again, Set.of(7));
        assertThat(rates.slow(again, 10 * SECOND)).as("nothing is known of it").isEmpty();
    }

    @Test
    void whatIsNotSeenAgainIsForgotten() {
        read("h6", true, 1, 0, 9);
        read("h6", false, 1, 0, 9);

        assertThat(rates.slow(LATER, (SourceRates.REMEMBERED_SECONDS + 8) * SECOND))
                .isNotEmpty();
        assertThat(rates.slow(LATER, (SourceRates.REMEMBERED_SECONDS + 10) * SECOND))
                .isEmpty();
    }
}
