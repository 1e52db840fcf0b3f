// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which rounds a run still begins, so that it ends about when its budget does.
 *
 * <p><b>Goals.</b> Each round is run at least once if it can be; the comparison gets as many repetitions as fit. Rounds that it can do
 * without, the baseline's second and the one without traffic, give way to those that it needs, and second attempts to both.
 *
 * <p><b>Constraints.</b> What is needed of the first repetition is run, whatever it takes.
 *
 * <p><b>Algorithm.</b> A contender's round is taken to last as long as its longest so far; before its first, as long as anybody's. A repetition
 * after the first begins when its needed rounds fit into what is left. A round that can be done without is run when all needed rounds fit
 * behind it: those of its own repetition and, from the second on, those of the repetitions to come.
 *
 * <p><b>Example.</b> Of 300 s, 140 are gone in the second of four repetitions. Both needed rounds take 30 s each time, of which one is ahead, and the
 * baseline's second takes 30 s: 140 + 30 + 30 + 2 · 60 is more than 300, so that it is left out, and all four repetitions are run.
 */
final class TimeBudget {
    private final Optional<Duration> budget;
    private final Map<String, Duration> longest = new HashMap<>();

    /** @param budget since the start of the run; empty: no end */
    TimeBudget(Optional<Duration> budget) {
        this.budget = budget;
    }

    /** Remembers how long a contender's round took, with all that belongs to it. */
    void took(String contender, Duration round) {
        longest.merge(contender, round, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    /**
     * Whether a repetition may begin.
     *
     * @param needed contenders that it cannot do without
     */
    boolean allowsRepetition(int repetition, List<String> needed, Duration elapsed) {
        return repetition == 1 || fits(needed, elapsed);
    }

    /**
     * Whether a round, or another attempt, that the comparison can do without may begin.
     *
     * @param neededAhead contenders that are still to run, as often as they are, and cannot be done without
     */
    boolean allowsOptional(String contender, List<String> neededAhead, Duration elapsed) {
        List<String> rounds = new ArrayList<>(neededAhead);
        rounds.add(contender);
        return fits(rounds, elapsed);
    }

    private boolean fits(List<String> rounds, Duration elapsed) {
        return budget.isEmpty()
                || rounds.stream()
                                .map(this::expected)
                                .reduce(elapsed, Duration::plus)
                                .compareTo(budget.get())
                        <= 0;
    }

    private Duration expected(String contender) {
        Duration anybodys =
                longest.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
        return longest.getOrDefault(contender, anybodys);
    }
}
