// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TimeBudgetTest {
    private static final List<String> NEEDED = List.of("stock", "ours");

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static TimeBudget of(long seconds) {
        return new TimeBudget(Optional.of(seconds(seconds)));
    }

    @Test
    void withoutABudgetEverythingMayBegin() {
        TimeBudget endless = new TimeBudget(Optional.empty());
        endless.took("stock", seconds(1000));

        assertThat(endless.allowsRepetition(20, NEEDED, seconds(100_000))).isTrue();
        assertThat(endless.allowsOptional("stock", NEEDED, seconds(100_000))).isTrue();
    }

    @Test
    void theFirstRepetitionAlwaysBeginsAndALaterOneWhenWhatItNeedsFits() {
        TimeBudget budget = of(240);
        budget.took("stock", seconds(50));
        budget.took("ours", seconds(40));
        budget.took("ours", seconds(20));

        assertThat(budget.allowsRepetition(1, NEEDED, seconds(500))).isTrue();
        assertThat(budget.allowsRepetition(2, NEEDED, seconds(150))).isTrue();
        assertThat(budget.allowsRepetition(2, NEEDED, seconds(151))).isFalse();
    }

    @Test
    void whatCanBeDoneWithoutLeavesRoomForWhatCannot() {
        TimeBudget budget = of(300);
        budget.took("stock", seconds(30));
        budget.took("ours", seconds(30));

        assertThat(budget.allowsOptional("again", List.of("ours"), seconds(240)))
                .isTrue();
        assertThat(budget.allowsOptional("again", List.of("ours"), seconds(241)))
                .isFalse();
        assertThat(budget.allowsOptional("again", List.of("ours", "stock", "ours", "stock", "ours"), seconds(140)))
                .isFalse();
    }

    @Test
    void aRoundThatNobodyHasRunIsTakenToLastAsLongAsTheLongest() {
        TimeBudget budget = of(100);
        budget.took("stock", seconds(40));
        budget.took("ours", seconds(10));

        assertThat(budget.allowsOptional("unknown", List.of(), seconds(60))).isTrue();
        assertThat(budget.allowsOptional("unknown", List.of(), seconds(61))).isFalse();
    }

    @Property
    void aRunThatAsksEndsWithinItsBudgetOrAfterItsFirstRepetition(
            @ForAll @IntRange(min = 60, max = 600) int budgetSeconds,
            @ForAll @IntRange(min = 1, max = 60) int stockSeconds,
            @ForAll @IntRange(min = 1, max = 60) int ourSeconds) {
        TimeBudget budget = of(budgetSeconds);
        long elapsed = 0;
        int repetition = 1;
        while (budget.allowsRepetition(repetition, NEEDED, seconds(elapsed)) && repetition < 1000) {
            elapsed += stockSeconds + ourSeconds;
            budget.took("stock", seconds(stockSeconds));
            budget.took("ours", seconds(ourSeconds));
            repetition++;
        }

        assertThat(elapsed).isLessThanOrEqualTo(Math.max(budgetSeconds, (long) stockSeconds + ourSeconds));
    }
}
