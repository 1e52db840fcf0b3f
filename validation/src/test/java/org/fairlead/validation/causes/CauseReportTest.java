// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.testbed.causes.HiddenCause;
import org.fairlead.validation.causes.ScoredRun.Score;
import org.junit.jupiter.api.Test;

/** Answers are judged by kind and place, predictions by runs without a cause. */
final class CauseReportTest {
    private static Score score(HiddenCause cause, List<String> felt, NamedCause.Kind kind, String place) {
        Verdict verdict = new Verdict(List.of(new NamedCause(kind, place, 0.3)), 0);
        return new ScoredRun(cause, felt, 10, verdict, verdict).score(verdict);
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

        assertThat(new ScoredRun(skew, List.of(), 10, Verdict.NONE, Verdict.NONE).score(Verdict.NONE))
                .isEqualTo(Score.UNTOLD);
        assertThat(new ScoredRun(none, List.of(), 10, Verdict.NONE, Verdict.NONE).score(Verdict.NONE))
                .isEqualTo(Score.RIGHT);
    }

    /** 20 s were predicted to be 14 without the disk; two runs without a cause took 12 and 14 s, 13 in the median. */
    @Test
    void predictionsAreComparedWithRunsWithoutACause() {
        HiddenCause disk = new HiddenCause(1, CauseKind.SLOW_DISK, "h2", 1e6);
        Verdict named = new Verdict(List.of(new NamedCause(NamedCause.Kind.DISK, "h2", 0.3)), 0);
        CauseReport report = new CauseReport(List.of(
                new ScoredRun(disk, List.of("h2"), 20, named, Verdict.NONE),
                new ScoredRun(new HiddenCause(2, CauseKind.NONE, "", 0), List.of(), 12, Verdict.NONE, Verdict.NONE),
                new ScoredRun(new HiddenCause(3, CauseKind.NONE, "", 0), List.of(), 14, Verdict.NONE, named)));

        assertThat(report.table())
                .contains("slow-disk h2, 1.00 MB/s", "+8 %", "13.0 s (median)", "within 20 % of that in 1 of")
                .contains("Observed: 3 of 3 right, 0 not told, 0 wrong; invented in 0 of 2")
                .contains("By the log alone: 1 of 3 right, 1 not told, 1 wrong; invented in 1 of 2");
    }
}
