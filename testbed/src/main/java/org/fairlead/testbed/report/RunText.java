// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.Locale;
import java.util.Map;
import org.fairlead.report.Amounts;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;

/** How reports call a run, its rounds and its settings. docs/report.md names the keys that are read here. */
final class RunText {
    private RunText() {}

    static String name(RunRecord run) {
        return text(run.scenario(), "name", "A run of the testbed");
    }

    /** {@code repetition 2, stock, attempt 1}; the attempt only when there is more to tell. */
    static String round(RoundRecord round) {
        String attempt = round.attempt() > 1 || !round.counted() ? ", attempt " + round.attempt() : "";
        return "repetition " + round.repetition() + ", " + round.contender() + attempt;
    }

    /** {@code 2.15×}; {@code ≥ 2.15×} where the processors kept the contender from being better still. */
    static String ratio(Comparison comparison) {
        String ratio = Amounts.ratio(comparison.ratio());
        if (comparison.processorBound() == 0) {
            return ratio;
        }
        return (new Metric(comparison.metric(), comparison.unit()).moreIsBetter() ? "≤ " : "≥ ") + ratio;
    }

    /** The ends of a ratio's interval; empty where there is none. */
    static String interval(Comparison comparison) {
        return comparison.ciLow() == null ? "" : Amounts.interval(comparison.ciLow(), comparison.ciHigh());
    }

    /** The queues on the links, and what that means for reading the results. */
    static String queueing(RunRecord run) {
        String queueing = text(run.scenario(), "queueing", "");
        return switch (queueing.toLowerCase(Locale.ROOT)) {
            case "" -> "The scenario does not name the queueing of its links.";
            case "fair" ->
                "Queueing: fair. Every link gives each (source, destination) pair its own class with an equal"
                        + " share; flows between the same two hosts share one. Results stay close to max-min fairness and can"
                        + " be compared with a fluid simulation.";
            case "fifo" ->
                "Queueing: fifo. Every link has one plain queue, as most real switches do: competing flows"
                        + " get unequal shares, and the noise is larger than with fair queues.";
            default -> "Queueing: " + queueing + ".";
        };
    }

    /** The command that repeats the run. */
    static String command(RunRecord run) {
        String file = text(run.scenario(), "file", "SCENARIO.yaml");
        String seed = text(run.scenario(), "seed", "");
        return text(
                run.scenario(),
                "command",
                "./fairlead testbed run " + file + (seed.isEmpty() ? "" : " --seed " + seed));
    }

    private static String text(Map<String, Object> map, String key, String otherwise) {
        Object value = map.get(key);
        return value == null || value.toString().isBlank() ? otherwise : value.toString();
    }
}
