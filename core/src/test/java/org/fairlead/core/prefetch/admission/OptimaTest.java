// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Jobs wholly in time as a share of the optimum, which knows all arrivals and true deadlines beforehand. Prints the shares. */
class OptimaTest {
    private static final List<String> NAMES = List.of("none", "cardinal", "cardinal-repaired", "cardinal-packed");

    /** By name, "all" and each kind of case. */
    private static Map<String, Map<String, Double>> shares(boolean sharesSpare) {
        Map<String, Map<String, Double>> shares = new TreeMap<>();
        for (String name : NAMES) {
            Map<String, int[]> sums = new TreeMap<>();
            for (SolvedCase each : SolvedCase.all()) {
                int jobs = new FetchRun(each, RateAdmissions.named(name), sharesSpare).jobsInTime();
                assertThat(jobs)
                        .as("%s of %s %s %s", name, each.network(), each.kind(), each.seed())
                        .isBetween(0, each.optimum());
                for (String kind : List.of("all", each.kind())) {
                    int[] sum = sums.computeIfAbsent(kind, unused -> new int[2]);
                    sum[0] += jobs;
                    sum[1] += each.optimum();
                }
            }
            Map<String, Double> ofName = new TreeMap<>();
            sums.forEach((kind, sum) -> ofName.put(kind, (double) sum[0] / sum[1]));
            shares.put(name, ofName);
        }
        System.out.println(sharesSpare ? "with what is spare shared by the rest" : "by what admission gives alone");
        shares.forEach((name, ofName) -> System.out.println("  %-18s".formatted(name)
                + ofName.entrySet().stream()
                        .map(share -> String.format(Locale.ROOT, " %s %.1f %%", share.getKey(), 100 * share.getValue()))
                        .collect(Collectors.joining(","))));
        return shares;
    }

    @Test
    void packedJobsAreNearlyAsManyAsThereCanBe() {
        assertThat(SolvedCase.all()).hasSizeGreaterThanOrEqualTo(30).allSatisfy(each -> assertThat(each.fetches())
                .hasSizeLessThanOrEqualTo(50));

        Map<String, Map<String, Double>> given = shares(false);

        assertThat(given.get("cardinal-packed").get("all")).isGreaterThanOrEqualTo(0.93);
        assertThat(given.get("cardinal").get("all"))
                .isLessThan(given.get("cardinal-packed").get("all"));
    }

    @Test
    void theyStillAreMoreWhereTheRestSharesWhatIsSpare() {
        Map<String, Map<String, Double>> shared = shares(true);

        for (String other : List.of("none", "cardinal", "cardinal-repaired")) {
            assertThat(shared.get(other).get("all"))
                    .isLessThan(shared.get("cardinal-packed").get("all"));
        }
    }
}
