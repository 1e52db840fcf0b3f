// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;
import java.util.Map;

/**
 * A whole run: the content of {@code report.json}.
 *
 * @param schema version of this shape; grows only when a reader of the old one would be misled
 * @param status {@code complete}; {@code shortened} when the scenario's time budget left rounds out; {@code partial} after an interruption
 * @param startedAt ISO-8601 with zone
 * @param scenario the scenario's name, file, seed, topology, queueing, workload and so on, as read
 * @param environment the machine and the versions of everything that ran
 * @param baseline the contender that the others are compared with
 * @param aaPair name under which the baseline ran a second time; comparing it with the baseline shows the noise; empty
 *     when it did not
 * @param baselineWithoutTraffic the contender that is the baseline without background traffic, which shows what the
 *     traffic cost; empty when there is none
 * @param bound the contender that knows what nobody can know, which shows what could be reached; empty when there is none
 * @param contenders names in the order in which reports show them, the baseline among them
 * @param rounds every attempt, also those that do not count
 * @param pairs contenders that are compared with one another, in the order in which reports show them
 * @param notMeasured who has no round that counts, in the order of the contenders
 */
public record RunRecord(
        int schema,
        String status,
        String startedAt,
        Map<String, Object> scenario,
        Map<String, Object> environment,
        String baseline,
        String aaPair,
        String baselineWithoutTraffic,
        String bound,
        List<String> contenders,
        List<RoundRecord> rounds,
        List<Comparison> comparisons,
        List<GapClosed> gaps,
        List<Slowdown> slowdowns,
        List<PairComparison> pairs,
        List<NotMeasured> notMeasured) {

    /** The contenders that can be compared with one another: all but the baseline and its second run. */
    public List<String> besideBaseline() {
        return contenders.stream()
                .filter(each -> !each.equals(baseline) && !each.equals(aaPair))
                .toList();
    }

    /** The same with other pairs. */
    public RunRecord withPairs(List<PairComparison> others) {
        return new RunRecord(
                schema,
                status,
                startedAt,
                scenario,
                environment,
                baseline,
                aaPair,
                baselineWithoutTraffic,
                bound,
                contenders,
                rounds,
                comparisons,
                gaps,
                slowdowns,
                others,
                notMeasured);
    }
}
