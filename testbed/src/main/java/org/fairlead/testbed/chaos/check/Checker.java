// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Judges a history by every rule; docs/chaos.md states them for people. */
public final class Checker {
    private static final List<Function<ChaosHistory, RuleVerdict>> RULES = List.of(
            Checker::complete,
            Storage::keepsWhatWasAcknowledged,
            Storage::readsWhatWasWritten,
            Storage::isHealthy,
            QueryAnswers::areRight,
            QueryAnswers::nothingFailsInQuiet,
            DecisionDelays::areLeftToStock,
            DecisionDelays::keepNobodyWaiting,
            DecisionDelays::avoidSilentHosts,
            Recovery::comesWithinFiveSeconds,
            Recovery::isComplete,
            Ranks::stayInSteadyLoad);

    private Checker() {}

    /** A verdict for each rule. */
    public static List<RuleVerdict> judge(ChaosHistory history) {
        return RULES.stream().map(rule -> rule.apply(history)).toList();
    }

    /** A history that ends early, or in which nothing was done, proves nothing. */
    private static RuleVerdict complete(ChaosHistory history) {
        List<String> missing = new ArrayList<>();
        if (Double.isNaN(history.endedAt())) {
            missing.add("the history has no end");
        }
        if (history.writes().stream().noneMatch(ChaosHistory.Transfer::succeeded)) {
            missing.add("no write was acknowledged");
        }
        if (history.reads().stream().noneMatch(ChaosHistory.Transfer::succeeded)) {
            missing.add("no read succeeded");
        }
        if (history.queries().stream().noneMatch(query -> query.error().isEmpty())) {
            missing.add("no query was answered");
        }
        if (history.faults().isEmpty()) {
            missing.add("there was no fault");
        }
        history.faults().stream()
                .filter(fault -> Double.isInfinite(fault.end()))
                .forEach(fault -> missing.add(FaultFreeSpans.name(fault) + " was never healed"));
        return new RuleVerdict(
                "the run is whole: writes, reads, queries, faults, all healed",
                history.faults().size() + " faults",
                missing);
    }
}
