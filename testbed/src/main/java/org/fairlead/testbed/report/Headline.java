package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.protocol.report.Amounts;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.RunRecord;

/** Decides which comparison a run is about, and says it in a sentence. */
final class Headline {
    /** A ratio without an interval that is no further from 1 than this is not called a difference. */
    private static final double UNTESTED = 1.05;

    private Headline() {}

    /** What the first other contender brought; else what the traffic cost; else the noise. */
    static String of(RunRecord run) {
        List<String> sentences = sentences(run);
        if (!sentences.isEmpty()) {
            return sentences.get(0);
        }
        return (others(run).isEmpty() ? main(run, run.aaPair()) : Optional.<Comparison>empty())
                .map(noise -> sentence(run, noise))
                .orElse("No contender has a counted round in the same repetition as the baseline: nothing to compare.");
    }

    /** What else the run says, a sentence for each contender that the headline is not about. */
    static List<String> rest(RunRecord run) {
        return sentences(run).stream().skip(1).toList();
    }

    private static List<String> sentences(RunRecord run) {
        return Stream.concat(
                        others(run).stream()
                                .flatMap(contender -> main(run, contender).stream())
                                .map(comparison -> sentence(run, comparison)),
                        main(run, run.baselineWithoutTraffic()).stream().map(cost -> traffic(run, cost)))
                .toList();
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
    private static Optional<Comparison> main(RunRecord run, String contender) {
        List<Comparison> candidates = run.comparisons().stream()
                .filter(c -> c.contender().equals(contender) && !c.metric().equals(Measurements.LINK_BYTES))
                .toList();
        return candidates.stream().filter(c -> c.unit().equals("s")).findFirst().or(() -> candidates.stream()
                .findFirst());
    }

    private static String traffic(RunRecord run, Comparison cost) {
        List<Comparison> told = new ArrayList<>(List.of(cost));
        run.comparisons().stream()
                .filter(c -> c.contender().equals(run.baselineWithoutTraffic()))
                .filter(c -> c.metric().equals("query_time") && !c.metric().equals(cost.metric()))
                .findFirst()
                .ifPresent(told::add);
        List<String> parts = new ArrayList<>();
        for (Comparison comparison : told) {
            Metric metric = new Metric(comparison.metric(), comparison.unit());
            String who = parts.isEmpty() ? run.baseline() + " " : "";
            parts.add(
                    clear(run, comparison)
                            // Without traffic is the contender here: the traffic did the inverse of it.
                            ? who + metric.things() + " " + change(comparison, true) + evidence(comparison)
                            : "no clear difference to " + who + metric.things() + evidence(comparison));
        }
        return "Traffic made " + String.join(" and ", parts) + ".";
    }

    private static String sentence(RunRecord run, Comparison comparison) {
        Metric metric = new Metric(comparison.metric(), comparison.unit());
        if (!clear(run, comparison)) {
            return comparison.contender() + " made no clear difference to " + metric.things() + " against "
                    + comparison.baseline() + evidence(comparison) + ".";
        }
        return comparison.contender() + " made " + metric.things() + " " + change(comparison, false) + " than "
                + comparison.baseline() + evidence(comparison) + ".";
    }

    /**
     * With an interval, 1 must lie outside. Without one, the ratio must be further from 1 than {@link #UNTESTED} and than
     * the baseline was from itself.
     */
    private static boolean clear(RunRecord run, Comparison comparison) {
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
        return Amounts.ratio(distance(comparison.ratio())) + " " + word;
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
