// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.Slowdown;
import org.junit.jupiter.api.Test;

class SlowdownsTest {
    private static final List<String> SIX = List.of("q1", "q3", "q5", "q9", "q18", "q21");

    private final List<RoundRecord> rounds = new ArrayList<>();

    private void measured(
            String contender, int repetitions, List<String> queries, ToDoubleBiFunction<Integer, String> seconds) {
        for (int i = 1; i <= repetitions; i++) {
            int repetition = i;
            List<MeasuredSample> samples = queries.stream()
                    .map(query ->
                            MeasuredSample.seconds("query_time", seconds.applyAsDouble(repetition, query), query, ""))
                    .toList();
            rounds.add(
                    new RoundRecord(i, 1, contender, "", 0, 1, 0.5, false, samples, List.of(), List.of(), List.of()));
        }
    }

    private List<Slowdown> slowdowns() {
        return Slowdowns.of(rounds, "stock", List.of("stock", "ours"));
    }

    private Slowdown whole() {
        return slowdowns().stream()
                .filter(each -> each.metric().equals("query_time"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whereEveryRepetitionSaysTheSameTheUpperEndIsTheRatio() {
        measured("stock", 3, SIX, (i, query) -> 20.0 + i);
        measured("ours", 3, SIX, (i, query) -> 10 + i / 2.0);

        assertThat(slowdowns()).hasSize(7).allSatisfy(each -> {
            assertThat(each.ratio()).isCloseTo(0.5, within(1e-12));
            assertThat(each.high()).isCloseTo(0.5, within(1e-9));
            assertThat(each.p()).isGreaterThan(0.99);
            assertThat(each.slower()).isFalse();
        });
    }

    @Test
    void volumesAndCountsAreNoTimes() {
        for (String contender : List.of("stock", "ours")) {
            List<MeasuredSample> samples = List.of(
                    MeasuredSample.seconds("app_time", 10, "a", ""),
                    new MeasuredSample("prefetch_bytes_read", "bytes", 10, "a", ""),
                    new MeasuredSample("prefetch_requests_made", "tasks", 10, "a", ""),
                    new MeasuredSample("hosts_slow_millis", "ms", 10, "a", ""));
            rounds.add(
                    new RoundRecord(1, 1, contender, "", 0, 1, 0.5, false, samples, List.of(), List.of(), List.of()));
        }

        assertThat(slowdowns()).extracting(Slowdown::metric).containsExactly("app_time");
    }

    @Test
    void twoRepetitionsSayNothingForSure() {
        measured("stock", 2, SIX, (i, query) -> 20.0);
        measured("ours", 2, SIX, (i, query) -> 30.0);

        assertThat(slowdowns()).allSatisfy(each -> {
            assertThat(each.ratio()).isCloseTo(1.5, within(1e-12));
            assertThat(each.high()).isNull();
            assertThat(each.p()).isNull();
            assertThat(each.slower()).isFalse();
        });
    }

    @Test
    void aQueryThatIsAlwaysSlowerIsFoundAmongOthers() {
        Random random = new Random(3);
        measured("stock", 6, SIX, (i, query) -> 10 + 0.2 * random.nextGaussian());
        measured("ours", 6, SIX, (i, query) -> (query.equals("q5") ? 12 : 9) + 0.2 * random.nextGaussian());

        assertThat(slowdowns()).filteredOn(Slowdown::slower).singleElement().satisfies(slow -> assertThat(slow.metric())
                .isEqualTo("query_time[q5]"));
    }

    @Test
    void probabilitiesAreCorrectedForTheirNumberAndKeepTheirOrder() {
        // Student's t with 2 degrees of freedom has the survival function 1/2 − t / (2·√(2 + t²)).
        measured("stock", 3, List.of("q1", "q2"), (i, query) -> 100.0);
        measured("ours", 3, List.of("q1", "q2"), (i, query) -> 103 * Math.exp((query.equals("q1") ? 2 : 1) + (i - 2)));

        double error = 1 / Math.sqrt(3);
        double mean = Math.log((Math.exp(2) + Math.exp(1)) / 2);
        assertThat(slowdowns())
                .extracting(Slowdown::p)
                .satisfiesExactly(
                        both -> assertThat(both).isCloseTo(survival(mean / error), within(1e-9)),
                        first -> assertThat(first).isCloseTo(2 * survival(2 / error), within(1e-9)),
                        second -> assertThat(second)
                                .isCloseTo(Math.max(2 * survival(2 / error), survival(1 / error)), within(1e-9)));
    }

    private static double survival(double t) {
        return 0.5 - t / (2 * Math.sqrt(2 + t * t));
    }

    @Test
    void noQueryIsCalledSlowerInAbout95Of100RunsWhereAllAreAsSlowAsIsTolerated() {
        Random random = new Random(7);
        int clean = 0;
        int covered = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            rounds.clear();
            measured("stock", 6, SIX, (i, query) -> 100 * (1 + 0.05 * random.nextGaussian()));
            measured("ours", 6, SIX, (i, query) -> 103 * (1 + 0.05 * random.nextGaussian()));
            clean += slowdowns().stream()
                            .filter(each -> !each.metric().equals("query_time"))
                            .noneMatch(Slowdown::slower)
                    ? 1
                    : 0;
            covered += whole().high() >= 1.03 ? 1 : 0;
        }

        assertThat(clean).isBetween(930, 980);
        assertThat(covered).isBetween(930, 970);
    }
}
