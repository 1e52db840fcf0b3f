// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TimeBudgetTest {
    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static TimeBudget of(long seconds, long... rounds) {
        TimeBudget budget = new TimeBudget(Optional.of(seconds(seconds)));
        for (long round : rounds) {
            budget.took(seconds(round));
        }
        return budget;
    }

    @Test
    void withoutABudgetEverythingMayBegin() {
        TimeBudget endless = new TimeBudget(Optional.empty());
        endless.took(seconds(1000));

        assertThat(endless.allowsRepetition(20, 5, seconds(100_000))).isTrue();
        assertThat(endless.allowsOptional(5, seconds(100_000))).isTrue();
    }

    @Test
    void theFirstRepetitionAlwaysBeginsAndALaterOneWhenAllOfItFits() {
        TimeBudget budget = of(240, 20, 30, 25);

        assertThat(budget.allowsRepetition(1, 4, seconds(500))).isTrue();
        assertThat(budget.allowsRepetition(2, 4, seconds(120))).isTrue();
        assertThat(budget.allowsRepetition(2, 4, seconds(121))).isFalse();
    }

    @Test
    void whatCanBeDoneWithoutLeavesRoomForWhatCannot() {
        TimeBudget budget = of(240, 40);

        assertThat(budget.allowsOptional(1, seconds(150))).isTrue();
        assertThat(budget.allowsOptional(2, seconds(150))).isFalse();
    }

    @Property
    void aRunThatAsksEndsWithinItsBudgetAndOneRound(
            @ForAll @IntRange(min = 60, max = 600) int budgetSeconds,
            @ForAll @IntRange(min = 1, max = 60) int roundSeconds,
            @ForAll @IntRange(min = 2, max = 8) int rounds) {
        TimeBudget budget = of(budgetSeconds);
        long elapsed = 0;
        for (int repetition = 1; budget.allowsRepetition(repetition, rounds, seconds(elapsed)) && repetition < 1000; ) {
            for (int round = 0; round < rounds; round++) {
                elapsed += roundSeconds;
                budget.took(seconds(roundSeconds));
            }
            repetition++;
        }

        assertThat(elapsed).isLessThanOrEqualTo(Math.max(budgetSeconds, (long) rounds * roundSeconds));
    }
}
