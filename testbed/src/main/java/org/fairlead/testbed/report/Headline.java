// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.fairlead.report.Amounts;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.RunRecord;

/** Decides which comparison a run is about, and says it in a sentence: queries, jobs or applications where there are some, then writes. */
final class Headline {
    /** A ratio without an interval that is no further from 1 than this is not called a difference. */
    private static final double UNTESTED = 1.05;

    private static final String WRITES = "block_write_time";
    /** What is spoken of first where a run has it. */
    private static final Set<String> OF_SPARK = Set.of("query_time", "operation_time", "app_time", "job_time");

    private Headline() {}

    /** What the first other contender brought; else what the traffic cost; else the noise. */
    static String of(RunRecord run) {
        Optional<NotMeasured> baseline = missing(run, run.baseline());
        if (baseline.isPresent()) {
            return run.baseline() + " was not measured (" + baseline.get().reason() + "): nothing to compare.";
        }
        List<String> sentences = sentences(run);
        if (!sentences.isEmpty()) {
            return sentences.get(0);
        }
        return (others(run).isEmpty() ? main(run.comparisons(), run.aaPair()) : Optional.<Comparison>empty())
                .map(noise -> sentence(run, noise, Optional.empty()))
                .orElse("No contender has a counted round in the same repetition as the baseline: nothing to compare.");
    }

    /** What else the run says, a sentence for each contender and pair that the headline is not about. */
    static List<String> rest(RunRecord run) {
        return missing(run, run.baseline()).isPresent()
                ? List.of()
                : sentences(run).stream().skip(1).toList();
    }

    private static List<String> sentences(RunRecord run) {
        List<String> sentences = new ArrayList<>();
        for (String contender : others(run)) {
            against(run, run.comparisons(), contender)
                    .or(() -> notMeasured(run, contender))
                    .ifPresent(sentences::add);
        }
        run.pairs().forEach(pair -> against(run, pair.comparisons(), pair.contender())
                .ifPresent(sentences::add));
        main(run.comparisons(), run.baselineWithoutTraffic())
                .map(cost -> traffic(run, cost))
                .or(() -> notMeasured(run, run.baselineWithoutTraffic()))
                .ifPresent(sentences::add);
        return sentences;
    }

    /** What a contender brought against whom it is compared with there. */
    private static Optional<String> against(RunRecord run, List<Comparison> comparisons, String contender) {
        return main(comparisons, contender).map(first -> sentence(run, first, second(comparisons, first)));
    }

    private static Optional<NotMeasured> missing(RunRecord run, String contender) {
        return run.notMeasured().stream()
                .filter(each -> each.contender().equals(contender))
                .findFirst();
    }

    private static Optional<String> notMeasured(RunRecord run, String contender) {
        return missing(run, contender).map(each -> contender + " was not measured: " + each.reason() + ".");
    }

    /** The A/A pair in a sentence; empty when the baseline ran only once. */
    static String noise(RunRecord run) {
        List<Comparison> pair = run.comparisons().stream()
                .filter(c -> c.contender().equals(run.aaPair()))
                .filter(c -> !new Metric(c.metric(), c.unit()).perSubject())
                .toList();
        if (pair.isEmpty()) {
            return "";
        }
        double low = pair.stream().mapToDouble(Comparison::ratio).min().orElseThrow();
        double high = pair.stream().mapToDouble(Comparison::ratio).max().orElseThrow();
        int n = pair.stream().mapToInt(Comparison::n).max().orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s against itself, %d %s: ratios %s. A difference of this size is noise.",
                run.baseline(),
                n,
                n == 1 ? "repetition" : "repetitions",
                pair.size() == 1 ? Amounts.ratio(low) : Amounts.ratio(low) + " to " + Amounts.ratio(high));
    }

    private static List<String> others(RunRecord run) {
        return Summary.contenders(run).stream()
                .filter(c ->
                        !c.equals(run.baseline()) && !c.equals(run.aaPair()) && !c.equals(run.baselineWithoutTraffic()))
                .toList();
    }

    /** The comparison to speak of: the first time in the readers' order, else the first of any kind but bytes moved. */
    private static Optional<Comparison> main(List<Comparison> comparisons, String contender) {
        List<Comparison> candidates = comparisons.stream()
                .filter(c -> c.contender().equals(contender) && !c.metric().equals(RoundMeasurements.LINK_BYTES))
                .toList();
        return candidates.stream().filter(c -> c.unit().equals("s")).findFirst().or(() -> candidates.stream()
                .findFirst());
    }

    /** Beside queries, jobs and applications: what became of the blocks that were written. */
    private static Optional<Comparison> second(List<Comparison> comparisons, Comparison first) {
        return comparisons.stream()
                .filter(c -> WRITES.equals(c.metric()) && c.contender().equals(first.contender()))
                .filter(c -> OF_SPARK.contains(first.metric()))
                .findFirst();
    }

    private static String traffic(RunRecord run, Comparison cost) {
        List<String> parts = new ArrayList<>();
        for (Comparison comparison : Stream.concat(Stream.of(cost), second(run.comparisons(), cost).stream())
                .toList()) {
            Metric metric = new Metric(comparison.metric(), comparison.unit());
            String who = parts.isEmpty() ? run.baseline() + " " : "";
            parts.add(
                    clear(run, comparison)
                            // Without traffic is the contender here: the traffic did the inverse of it.
                            ? who + metric.things() + " " + change(comparison, true) + ": " + amounts(comparison, true)
                                    + evidence(comparison)
                            : (hiddenByProcessors(comparison) ? "no measured" : "no clear") + " difference to " + who
                                    + metric.things()
                                    + (hiddenByProcessors(comparison) ? ": processors busy" : evidence(comparison)));
        }
        return "Traffic made " + String.join(", and ", parts) + ".";
    }

    private static String sentence(RunRecord run, Comparison first, Optional<Comparison> second) {
        Metric metric = new Metric(first.metric(), first.unit());
        String sentence = clear(run, first)
                ? first.contender() + " made " + metric.things() + " " + change(first, false) + " than "
                        + first.baseline() + ": " + amounts(first, false) + evidence(first)
                : unclear(first);
        return sentence + second.map(also -> ", and " + clause(run, also)).orElse("") + ".";
    }

    private static String unclear(Comparison comparison) {
        String things = new Metric(comparison.metric(), comparison.unit()).things();
        if (hiddenByProcessors(comparison)) {
            return "what " + comparison.contender() + " does to " + things + " was not measured: processors busy"
                    + " (at most " + Amounts.text(comparison.contenderMean(), comparison.unit()) + ", "
                    + comparison.baseline() + " " + Amounts.text(comparison.baselineMean(), comparison.unit()) + ")";
        }
        return comparison.contender() + " made no clear difference to " + things + " against " + comparison.baseline()
                + ": " + amounts(comparison, false) + evidence(comparison);
    }

    private static String clause(RunRecord run, Comparison comparison) {
        String things = new Metric(comparison.metric(), comparison.unit()).things();
        return clear(run, comparison)
                ? things + " " + change(comparison, false) + ": " + amounts(comparison, false) + evidence(comparison)
                : hiddenByProcessors(comparison)
                        ? things + " were not measured: processors busy"
                        : "no clear difference to " + things + evidence(comparison);
    }

    /** {@code 5.41 s → 2.79 s}: from the baseline to the contender, or back when {@code inverse}. */
    private static String amounts(Comparison comparison, boolean inverse) {
        String baseline = Amounts.text(comparison.baselineMean(), comparison.unit());
        String contender = Amounts.text(comparison.contenderMean(), comparison.unit());
        return inverse ? contender + " → " + baseline : baseline + " → " + contender;
    }

    /** The processors may be why it is no better than the baseline. */
    private static boolean hiddenByProcessors(Comparison comparison) {
        boolean moreIsBetter = new Metric(comparison.metric(), comparison.unit()).moreIsBetter();
        return comparison.processorBound() > 0 && (moreIsBetter ? comparison.ratio() >= 1 : comparison.ratio() <= 1);
    }

    /**
     * With an interval, 1 must lie outside. Without one, the ratio must be further from 1 than {@link #UNTESTED} and than
     * the baseline was from itself. A contender that the processors held back is not called worse.
     */
    private static boolean clear(RunRecord run, Comparison comparison) {
        if (hiddenByProcessors(comparison)) {
            return false;
        }
        if (comparison.ciLow() != null) {
            return comparison.ciLow() > 1 || comparison.ciHigh() < 1;
        }
        double noise = run.comparisons().stream()
                .filter(c -> c.contender().equals(run.aaPair()) && c.metric().equals(comparison.metric()))
                .mapToDouble(c -> distance(c.ratio()))
                .findFirst()
                .orElse(1);
        return distance(comparison.ratio()) > Math.max(UNTESTED, noise);
    }

    private static double distance(double ratio) {
        return Math.max(ratio, 1 / ratio);
    }

    /** {@code 2.1× slower}: of the contender, or of the baseline when {@code inverse}. */
    private static String change(Comparison comparison, boolean inverse) {
        boolean less = comparison.ratio() >= 1 != inverse;
        boolean time = comparison.unit().equals("s");
        boolean more = new Metric(comparison.metric(), comparison.unit()).moreIsBetter();
        String word =
                time ? (less ? "faster" : "slower") : more ? (less ? "lower" : "higher") : less ? "fewer" : "more";
        String least = comparison.processorBound() > 0 ? "at least " : "";
        return least + Amounts.ratio(distance(comparison.ratio())) + " " + word;
    }

    private static String evidence(Comparison comparison) {
        if (comparison.ciLow() == null) {
            return String.format(
                    Locale.ROOT,
                    " (%d %s, too few for an interval)",
                    comparison.n(),
                    comparison.n() == 1 ? "repetition" : "repetitions");
        }
        boolean turned = comparison.ciHigh() < 1;
        double low = turned ? 1 / comparison.ciHigh() : comparison.ciLow();
        double high = turned ? 1 / comparison.ciLow() : comparison.ciHigh();
        return " (95 % interval " + Amounts.interval(low, high) + ")";
    }
}
