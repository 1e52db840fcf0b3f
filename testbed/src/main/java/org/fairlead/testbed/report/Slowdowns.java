// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.testbed.report.RoundMeasurements.Paired;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.Slowdown;

/**
 * How much longer than the baseline each contender took at most, and for which queries it is shown that it took longer.
 *
 * <p><b>Goals.</b> "No slower than stock" is two questions. Of the whole: how slow may it be, all chance considered? Of single queries, of
 * which the worst of six is always slow by chance: is any slower for certain?
 *
 * <p><b>Constraints.</b> No chance; unchanged when all values are scaled; for times alone; none below
 * {@value Interval#FEWEST} repetitions.
 *
 * <p><b>Algorithm.</b> The ratio of contender to baseline and the upper end of its one-sided interval are those of pairs
 * ({@link Ratio#ofPairs}). Whether a contender took more than {@link Slowdown#TOLERATED} longer is Student's test of the same logarithms;
 * over the parts of a metric, such as all queries, its probabilities are corrected by Holm's method (S. Holm, A simple sequentially
 * rejective multiple test procedure, 1979): the least is multiplied by the number of parts, the next by one less, and none is less than the
 * one before.
 *
 * <p>Example: baseline 20, 22, 21 and contender 10, 11, 10.5: each repetition says 0.5, and so do the ratio and its upper end.
 */
final class Slowdowns {
    private Slowdowns() {}

    /** By metric, then in the order of the contenders; the baseline is left out. */
    static List<Slowdown> of(List<RoundRecord> rounds, String baseline, List<String> contenders) {
        RoundMeasurements measurements = RoundMeasurements.of(rounds);
        List<Slowdown> slowdowns = new ArrayList<>();
        Map<List<String>, List<Slowdown>> families = new LinkedHashMap<>();
        for (Metric metric : measurements.metrics()) {
            if (!metric.isTime()) {
                continue;
            }
            for (String contender : contenders) {
                Paired paired = measurements.paired(metric, List.of(baseline, contender));
                Optional<Ratio> ratio = Ratio.ofPairs(paired.of(1), paired.of(0));
                if (!contender.equals(baseline) && ratio.isPresent()) {
                    boolean bound = measurements.processorBound(metric, contender, paired.repetitions()) > 0;
                    Slowdown slowdown = slowdown(metric, contender, paired.n(), ratio.get(), bound);
                    slowdowns.add(slowdown);
                    String family = metric.perSubject() ? metric.base() + "[]" : metric.name();
                    families.computeIfAbsent(List.of(family, contender), key -> new ArrayList<>())
                            .add(slowdown);
                }
            }
        }
        Map<Slowdown, Slowdown> corrected = new LinkedHashMap<>();
        families.values().forEach(family -> corrected.putAll(holm(family)));
        return slowdowns.stream().map(corrected::get).toList();
    }

    /** @param bound whether the contender's times are only known to be at most these: then it is not shown to be slower */
    private static Slowdown slowdown(Metric metric, String contender, int n, Ratio ratio, boolean bound) {
        Double high = ratio.atMost().map(Interval::high).orElse(null);
        Double p = bound ? null : ratio.chanceIfAtMost(1 + Slowdown.TOLERATED).orElse(null);
        return new Slowdown(metric.name(), contender, n, ratio.ratio(), high, p);
    }

    private static Map<Slowdown, Slowdown> holm(List<Slowdown> family) {
        Map<Slowdown, Slowdown> corrected = new LinkedHashMap<>();
        List<Slowdown> tested = family.stream()
                .filter(slowdown -> slowdown.p() != null)
                .sorted(Comparator.comparing(Slowdown::p))
                .toList();
        family.forEach(slowdown -> corrected.put(slowdown, slowdown));
        double least = 0;
        for (int i = 0; i < tested.size(); i++) {
            Slowdown each = tested.get(i);
            least = Math.max(least, Math.min(1, each.p() * (tested.size() - i)));
            corrected.put(
                    each, new Slowdown(each.metric(), each.contender(), each.n(), each.ratio(), each.high(), least));
        }
        return corrected;
    }
}
