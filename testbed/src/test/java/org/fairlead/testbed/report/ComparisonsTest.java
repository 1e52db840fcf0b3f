// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.junit.jupiter.api.Test;

class ComparisonsTest {
    @Test
    void aRepetitionCountsOnceHoweverManySamplesItHas() {
        List<RoundRecord> rounds =
                List.of(round(1, "stock", 2, 4), round(1, "new", 1, 2), round(2, "stock", 5), round(2, "new", 3));

        Comparison comparison = only(rounds, "t");

        assertThat(comparison.n()).isEqualTo(2);
        assertThat(comparison.baselineMean()).isEqualTo(4);
        assertThat(comparison.contenderMean()).isEqualTo(2.25);
        assertThat(comparison.ratio()).isCloseTo(Math.sqrt(2 * 5 / 3.0), within(1e-11));
        assertThat(comparison.ciLow()).as("no interval for two repetitions").isNull();
        assertThat(comparison.ciHigh()).isNull();
    }

    @Test
    void onlyRepetitionsThatBothHaveAreCompared() {
        List<RoundRecord> rounds =
                List.of(round(1, "stock", 100), round(2, "stock", 6), round(2, "new", 3), round(3, "new", 100));

        assertThat(only(rounds, "t").ratio()).isEqualTo(2);
        assertThat(only(rounds, "t").n()).isEqualTo(1);
    }

    @Test
    void roundsThatDoNotCountAreLeftOutAndTheLatestAttemptStands() {
        List<RoundRecord> rounds = List.of(
                attempt(1, 1, "stock", "CPU 90 %", 50),
                attempt(1, 3, "stock", "", 4),
                attempt(1, 2, "stock", "", 70),
                round(1, "new", 2));

        assertThat(only(rounds, "t").ratio()).isEqualTo(2);
    }

    @Test
    void theBaselineIsComparedWithItselfLast() {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            rounds.add(round(repetition, "again", 4));
            rounds.add(round(repetition, "stock", 4));
            rounds.add(round(repetition, "new", 2));
        }

        List<Comparison> comparisons = Comparisons.of(rounds, "stock", "again", List.of("stock", "again", "new"));

        assertThat(comparisons).extracting(Comparison::contender).containsExactly("new", "again");
        assertThat(comparisons.get(1)).isEqualTo(new Comparison("t", "s", "stock", "again", 3, 4, 4, 1, 1.0, 1.0, 0));
        assertThat(comparisons.get(0)).isEqualTo(new Comparison("t", "s", "stock", "new", 3, 4, 2, 2, 2.0, 2.0, 0));
    }

    @Test
    void eachQueryStandsBesideAllQueriesAndInTheOrderOfNumbers() {
        List<RoundRecord> rounds = Stream.of("stock", "new")
                .map(contender -> new RoundRecord(
                        1,
                        1,
                        contender,
                        "",
                        0,
                        1,
                        0,
                        false,
                        List.of(
                                MeasuredSample.seconds("query_time", contender.equals("new") ? 1 : 3, "q10", ""),
                                MeasuredSample.seconds("query_time", 1, "q2", "")),
                        List.of(),
                        List.of(),
                        List.of()))
                .toList();

        List<Comparison> comparisons = Comparisons.of(rounds, "stock", "", List.of("new"));

        assertThat(comparisons)
                .extracting(Comparison::metric)
                .containsExactly("query_time", "query_time[q2]", "query_time[q10]");
        assertThat(comparisons).extracting(Comparison::ratio).containsExactly(2.0, 1.0, 3.0);
    }

    @Test
    void eachOfSeveralApplicationsStandsBesideAllJobs() {
        List<RoundRecord> rounds = Stream.of("stock", "new")
                .map(contender -> new RoundRecord(
                        1,
                        1,
                        contender,
                        "",
                        0,
                        1,
                        0,
                        false,
                        List.of(
                                MeasuredSample.seconds("job_time", 2, "first/q1", ""),
                                MeasuredSample.seconds("job_time", 4, "first/sort", ""),
                                MeasuredSample.seconds("job_time", contender.equals("new") ? 3 : 6, "second/q1", "")),
                        List.of(),
                        List.of(),
                        List.of()))
                .toList();

        List<Comparison> comparisons = Comparisons.of(rounds, "stock", "", List.of("new"));

        assertThat(comparisons)
                .extracting(Comparison::metric)
                .containsExactly("job_time", "job_time[first]", "job_time[second]");
        assertThat(comparisons).extracting(Comparison::baselineMean).containsExactly(4.0, 3.0, 6.0);
        assertThat(comparisons).extracting(Comparison::contenderMean).containsExactly(3.0, 3.0, 3.0);
    }

    @Test
    void eachTrafficPatternStandsBesideAllAndMoreOfTheIdealIsBetter() {
        List<RoundRecord> rounds = Stream.of("stock", "new")
                .map(contender -> new RoundRecord(
                        1,
                        1,
                        contender,
                        "",
                        0,
                        1,
                        0,
                        false,
                        List.of(
                                new MeasuredSample(
                                        "share_of_ideal", "share", contender.equals("new") ? 1 : 0.5, "stride-8", ""),
                                new MeasuredSample("share_of_ideal", "share", 1, "stride-1", ""),
                                new MeasuredSample("goodput", "bytes/s", 5e6, "stride-1", "")),
                        List.of(),
                        List.of(),
                        List.of()))
                .toList();

        RunRecord run = SampleRun.of(List.of("stock", "new"), rounds, "complete");

        assertThat(run.comparisons())
                .extracting(Comparison::metric)
                .containsExactly("share_of_ideal", "share_of_ideal[stride-1]", "share_of_ideal[stride-8]", "goodput");
        assertThat(run.comparisons()).extracting(Comparison::ratio).containsExactly(0.75, 1.0, 0.5, 1.0);
        assertThat(run.slowdowns()).isEmpty();
        assertThat(Headline.of(run))
                .startsWith("new made the share of the ideal 1.33× higher than stock: 75.0 % → 100 %");
    }

    @Test
    void linkBytesAreTheSumOverLinksAndSecondsTheLastByThePartThatTheWorkTook() {
        List<RoundRecord> rounds = Stream.of("stock", "new")
                .map(contender -> new RoundRecord(
                        1,
                        1,
                        contender,
                        "",
                        0,
                        1.5,
                        0,
                        false,
                        List.of(),
                        List.of(),
                        List.of(
                                new LinkSeries("a", 10, List.of(1.0, 2.0)),
                                new LinkSeries("b", 10, List.of(contender.equals("new") ? 0.0 : 3.0))),
                        List.of()))
                .toList();

        assertThat(Comparisons.of(rounds, "stock", "", List.of("new")))
                .containsExactly(new Comparison("link_bytes", "bytes", "stock", "new", 1, 5, 2, 2.5, null, null, 0));
    }

    @Test
    void aMetricThatIsZeroHasNoRatio() {
        assertThat(Comparisons.of(List.of(round(1, "stock", 1), round(1, "new", 0)), "stock", "", List.of("new")))
                .isEmpty();
    }

    @Test
    void theSameRoundsGiveTheSameWhateverElseRan() {
        List<RoundRecord> alone = new ArrayList<>();
        for (int repetition = 1; repetition <= 6; repetition++) {
            alone.add(round(repetition, "stock", 3 + repetition % 3));
            alone.add(round(repetition, "new", 2 + repetition % 2));
        }
        List<RoundRecord> more = new ArrayList<>(alone);
        more.add(round(1, "another", 1));

        Comparison expected = only(alone, "t");
        assertThat(only(more, "t")).isEqualTo(expected);
        assertThat(expected.ciLow()).isLessThan(expected.ratio());
        assertThat(expected.ciHigh()).isGreaterThan(expected.ratio());
    }

    @Test
    void summariesAreOverAllSamples() {
        List<RoundRecord> rounds = List.of(round(1, "stock", 1, 2, 3, 4), round(2, "stock", 10));

        Summary summary = Summary.of(rounds, List.of("stock", "new")).get(0);
        assertThat(summary.n()).isEqualTo(5);
        assertThat(summary.mean()).isEqualTo(4);
        assertThat(summary.median()).isEqualTo(3);
        assertThat(summary.p95()).isCloseTo(4 + 0.8 * 6, within(1e-12));
    }

    private static Comparison only(List<RoundRecord> rounds, String metric) {
        return Comparisons.of(rounds, "stock", "", List.of("new")).stream()
                .filter(c -> c.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    private static RoundRecord round(int repetition, String contender, double... seconds) {
        return attempt(repetition, 1, contender, "", seconds);
    }

    private static RoundRecord attempt(
            int repetition, int attempt, String contender, String notCounted, double... seconds) {
        List<MeasuredSample> samples = new ArrayList<>();
        for (double value : seconds) {
            samples.add(MeasuredSample.seconds("t", value, "file", ""));
        }
        return new RoundRecord(
                repetition, attempt, contender, notCounted, 0, 1, 0, false, samples, List.of(), List.of(), List.of());
    }
}
