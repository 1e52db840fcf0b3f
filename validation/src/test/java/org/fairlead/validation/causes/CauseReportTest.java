// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.testbed.causes.HiddenCause;
import org.fairlead.validation.causes.ScoredRun.Score;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers are judged by kind and place, predictions by runs without a cause. */
final class CauseReportTest {
    @TempDir
    private Path directory;

    private static Score score(HiddenCause cause, List<String> felt, NamedCause.Kind kind, String place) {
        Verdict verdict = new Verdict(List.of(new NamedCause(kind, place, 0.3)), 0);
        return new ScoredRun(cause, felt, 10, verdict, verdict, Double.NaN).score(verdict);
    }

    @Test
    void anAnswerIsRightByKindAndPlace() {
        HiddenCause disk = new HiddenCause(1, CauseKind.SLOW_DISK, "h2", 1e6);
        HiddenCause rack = new HiddenCause(2, CauseKind.FULL_UPLINK, "r1", 0.1);
        HiddenCause none = new HiddenCause(3, CauseKind.NONE, "", 0);
        List<String> h2 = List.of("h2");

        assertThat(score(disk, h2, NamedCause.Kind.DISK, "h2")).isEqualTo(Score.RIGHT);
        assertThat(score(disk, h2, NamedCause.Kind.DISK, "h1")).isEqualTo(Score.WRONG);
        assertThat(score(disk, h2, NamedCause.Kind.LINK, "h2")).isEqualTo(Score.WRONG);
        assertThat(score(disk, h2, NamedCause.Kind.HOST, "h2")).isEqualTo(Score.UNTOLD);
        assertThat(score(disk, h2, NamedCause.Kind.HOST, "h1")).isEqualTo(Score.WRONG);
        assertThat(score(rack, List.of("h1", "h2"), NamedCause.Kind.HOST, "h1")).isEqualTo(Score.UNTOLD);
        assertThat(score(rack, List.of("h1", "h2"), NamedCause.Kind.RACK_LINK, "r1"))
                .isEqualTo(Score.RIGHT);
        assertThat(score(none, List.of(), NamedCause.Kind.HOST, "h1")).isEqualTo(Score.WRONG);
        assertThat(score(none, List.of(), NamedCause.Kind.SKEW, "")).isEqualTo(Score.WRONG);
    }

    @Test
    void namingNothingIsRightWhereThereIsNothing() {
        HiddenCause skew = new HiddenCause(1, CauseKind.SKEW, "", 1.5);
        HiddenCause none = new HiddenCause(2, CauseKind.NONE, "", 0);

        assertThat(new ScoredRun(skew, List.of(), 10, Verdict.NONE, Verdict.NONE, Double.NaN).score(Verdict.NONE))
                .isEqualTo(Score.UNTOLD);
        assertThat(new ScoredRun(none, List.of(), 10, Verdict.NONE, Verdict.NONE, Double.NaN).score(Verdict.NONE))
                .isEqualTo(Score.RIGHT);
    }

    /** 20 s were predicted to be 14 without the disk; two runs without a cause took 12 and 14 s, 13 in the median. */
    @Test
    void predictionsAreComparedWithRunsWithoutACause() {
        HiddenCause disk = new HiddenCause(1, CauseKind.SLOW_DISK, "h2", 1e6);
        Verdict named = new Verdict(List.of(new NamedCause(NamedCause.Kind.DISK, "h2", 0.3)), 0);
        CauseReport report = new CauseReport(
                List.of(
                        new ScoredRun(disk, List.of("h2"), 20, named, Verdict.NONE, 0.86),
                        new ScoredRun(
                                new HiddenCause(2, CauseKind.NONE, "", 0),
                                List.of(),
                                12,
                                Verdict.NONE,
                                Verdict.NONE,
                                0.94),
                        new ScoredRun(
                                new HiddenCause(3, CauseKind.NONE, "", 0), List.of(), 14, Verdict.NONE, named, 0.96)),
                List.of());

        assertThat(report.table())
                .contains("slow-disk h2, 1.00 MB/s", "+8 %", "13.0 s (median)", "within 20 % of that in 1 of")
                .contains("94 % has a cause in the median, observed; 86 % at least; at least 90 % in 2 of 3")
                .contains("Observed: 3 of 3 right, 0 not told, 0 wrong; invented in 0 of 2")
                .contains("By the log alone: 1 of 3 right, 1 not told, 1 wrong; invented in 1 of 2");
    }

    private static AskedRun asked(HiddenCause cause, double off, AskedRun.Answer... answers) {
        return new AskedRun(cause, 20, off, List.of(answers));
    }

    private static AskedRun.Answer between(double least, double most, boolean measured) {
        return new AskedRun.Answer("quiet", least, most, "", measured);
    }

    /** 10 s were measured without a cause. The middles 9, 12 and 14 s are off by 10, 20 and 40 %; the first and the second interval have 10 s in them. */
    @Test
    void whatWouldHaveBeenIsComparedWithRunsWithoutACause() throws IOException {
        HiddenCause nic = new HiddenCause(1, CauseKind.BUSY_NIC, "h2", 0.2);
        HiddenCause disk = new HiddenCause(2, CauseKind.SLOW_DISK, "h2", 1e6);
        HiddenCause none = new HiddenCause(3, CauseKind.NONE, "", 0);
        AskedRun.Answer declined = new AskedRun.Answer("quiet", Double.NaN, Double.NaN, "far off", true);
        CauseReport report = new CauseReport(
                List.of(new ScoredRun(none, List.of(), 10, Verdict.NONE, Verdict.NONE, Double.NaN)),
                List.of(
                        asked(nic, 0.02, between(7, 11, true)),
                        asked(disk, -0.04, between(9, 15, true), between(5, 6, false)),
                        asked(new HiddenCause(4, CauseKind.FULL_UPLINK, "r1", 0.2), 0, between(12, 16, true)),
                        asked(new HiddenCause(5, CauseKind.FULL_UPLINK, "r1", 0.2), 0.3, declined),
                        new AskedRun(none, 10, 0, List.of(between(9, 10, true)))));

        assertThat(report.table().replaceAll("\\s+", " "))
                .contains("within 10 % in 4 of 5 runs", "off by 20 % in the median, 36 % at the 90th percentile")
                .contains(
                        "within 10 % in 1 and within 20 % in 2 of 3 answers",
                        "in 2 the measured time lies", "1 declined")
                .contains("Where nothing was to be taken away: off by 5 % in the median")
                .contains("declined", "far off");
        Path file = directory.resolve("report.json");
        report.write(file, "complete", 1);
        JsonNode json = new ObjectMapper().readTree(file.toFile()).path("what_if");
        assertThat(json.path("predicted").path("off_median").asDouble()).isCloseTo(0.2, within(1e-9));
        assertThat(json.path("predicted").path("declined").asInt()).isEqualTo(1);
        assertThat(json.path("replayed").path("within_10_percent").asInt()).isEqualTo(4);
    }

    private static AskedRun.Answer beside(AskedRun.Beside beside, double least, double most, double measured) {
        return new AskedRun.Answer("otherwise", least, most, "", beside, measured);
    }

    /** An interval that is too wide to be an answer stands in the table, is counted as declined, and neither as right nor as wrong. */
    @Test
    void whatIsDeclinedForItsWidthIsNoAnswer() throws IOException {
        HiddenCause none = new HiddenCause(1, CauseKind.NONE, "", 0, 0.25);
        AskedRun.Answer wide = new AskedRun.Answer("faster", 6, 12, "not known", AskedRun.Beside.FASTER_LINKS, 10);
        CauseReport report = new CauseReport(
                List.of(new ScoredRun(none, List.of(), 12, Verdict.NONE, Verdict.NONE, Double.NaN)),
                List.of(asked(none, 0, wide, beside(AskedRun.Beside.FASTER_LINKS, 9, 10, 10))));

        assertThat(report.table().replaceAll("\\s+", " "))
                .contains("6.0 to 12.0 s 10.0 s declined")
                .contains("of 1 answers, and in 1 the measured time lies in the predicted interval. 1 declined.")
                .contains("Each host had 0.25 processors of its own.");
        Path file = directory.resolve("report.json");
        report.write(file, "complete", 1);
        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.path("processors_per_host").asDouble()).isEqualTo(0.25);
        assertThat(json.path("what_if").path("faster_links").path("count").asInt())
                .isEqualTo(1);
        assertThat(json.path("what_if").path("faster_links").path("declined").asInt())
                .isEqualTo(1);
    }

    /** What is predicted of a run on faster links or without a host is compared with its counterpart, not with runs without a cause. */
    @Test
    void counterpartsAreComparedByThemselves() throws IOException {
        HiddenCause nic = new HiddenCause(1, CauseKind.BUSY_NIC, "h2", 0.2);
        HiddenCause none = new HiddenCause(2, CauseKind.NONE, "", 0);
        AskedRun.Answer declined =
                new AskedRun.Answer("otherwise", Double.NaN, Double.NaN, "far off", AskedRun.Beside.WITHOUT_HOST, 25);
        CauseReport report = new CauseReport(
                List.of(new ScoredRun(none, List.of(), 10, Verdict.NONE, Verdict.NONE, Double.NaN)),
                List.of(
                        asked(nic, 0, beside(AskedRun.Beside.FASTER_LINKS, 9, 11, 10), declined),
                        asked(
                                none,
                                0,
                                beside(AskedRun.Beside.FASTER_LINKS, 10, 16, 10),
                                beside(AskedRun.Beside.WITHOUT_HOST, 24, 26, 25))));

        assertThat(report.table().replaceAll("\\s+", " "))
                .contains("On links twice as fast: off by 15 % in the median")
                .contains("within 10 % in 1 and within 20 % in 1 of 2 answers, and in 2 the measured time lies")
                .contains("Without a host: off by 0 % in the median", "of 1 answers", "1 declined")
                .doesNotContain("Without the cause:", "Where nothing was to be taken away:");
        Path file = directory.resolve("report.json");
        report.write(file, "complete", 1);
        JsonNode json = new ObjectMapper().readTree(file.toFile()).path("what_if");
        assertThat(json.path("faster_links").path("count").asInt()).isEqualTo(2);
        assertThat(json.path("without_host").path("declined").asInt()).isEqualTo(1);
        assertThat(json.path("predicted").path("count").asInt()).isZero();
    }
}
