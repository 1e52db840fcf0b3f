// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.time.Duration;
import java.util.Optional;

/**
 * Decides which rounds a run still begins, so that it ends about when its budget does.
 *
 * <p><b>Goals.</b> What the comparison needs is measured at least once, whatever it takes. Beyond that the budget is kept: by leaving out
 * repetitions, then rounds that the comparison can do without, then second attempts.
 *
 * <p><b>Algorithm.</b> A round is taken to last as long as the longest one so far. A repetition after the first begins when all of its rounds
 * fit. A round that can be done without (the baseline without traffic, its double), and a second attempt, is run when the needed rounds that the
 * repetition still has fit behind it. Example: of 240 s, 150 are gone, rounds take up to 40 s and one needed round is ahead: one more
 * fits (150 + 40 + 40), two do not.
 */
final class TimeBudget {
    private final Optional<Duration> budget;
    private Duration longest = Duration.ZERO;

    /** @param budget since the start of the run; empty: no end */
    TimeBudget(Optional<Duration> budget) {
        this.budget = budget;
    }

    /** Remembers how long a round took, with all that belongs to it. */
    void took(Duration round) {
        longest = round.compareTo(longest) > 0 ? round : longest;
    }

    /** Whether a repetition of so many rounds may begin. */
    boolean allowsRepetition(int repetition, int rounds, Duration elapsed) {
        return repetition == 1 || fits(rounds, elapsed);
    }

    /**
     * Whether a round, or another attempt, that the comparison can do without may begin.
     *
     * @param neededAhead rounds of this repetition that are still to be run and cannot be done without
     */
    boolean allowsOptional(int neededAhead, Duration elapsed) {
        return fits(1 + neededAhead, elapsed);
    }

    private boolean fits(int rounds, Duration elapsed) {
        return budget.isEmpty() || elapsed.plus(longest.multipliedBy(rounds)).compareTo(budget.get()) <= 0;
    }
}
