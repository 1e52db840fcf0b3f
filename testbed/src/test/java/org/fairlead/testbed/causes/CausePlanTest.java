// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.causes.ScoredRun.Score;
import org.fairlead.testbed.workload.driver.HeapFiller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes are drawn by seed; answers are judged by kind and place. */
final class CausePlanTest {
    private static final List<CauseKind> ALL = Arrays.asList(CauseKind.values());
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final List<String> RACKS = List.of("r1", "r2");

    private static List<HiddenCause> draw(long seed, int runs) {
        return CausePlan.draw(seed, runs, ALL, HOSTS, RACKS);
    }

    @Property
    void everyKindIsDrawnAboutAsOften(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int runs) {
        List<HiddenCause> plan = draw(seed, runs);

        assertThat(plan).hasSize(runs).isEqualTo(draw(seed, runs));
        for (CauseKind kind : ALL) {
            assertThat(plan.stream().filter(cause -> cause.kind() == kind).count())
                    .isBetween((long) runs / ALL.size(), (long) (runs + ALL.size() - 1) / ALL.size());
        }
    }

    @Property
    void placesAndDegreesAreThoseOfTheKind(@ForAll long seed) {
        for (HiddenCause cause : draw(seed, 2 * ALL.size())) {
            switch (cause.kind().place()) {
                case NOWHERE -> assertThat(cause.place()).isEmpty();
                case HOST -> assertThat(HOSTS).contains(cause.place());
                case RACK -> assertThat(RACKS).contains(cause.place());
            }
            assertThat(cause.degree())
                    .isBetween(cause.kind().least(), cause.kind().most());
        }
    }

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
                .contains("slow-disk h2, 1.00 MB/s", "+8 %", "13.0 s (median)", "in 1 of 1 runs")
                .contains("Observed: 3 of 3 right, 0 not told, 0 wrong; invented in 0 of 2")
                .contains("By the log alone: 1 of 3 right, 1 not told, 1 wrong; invented in 1 of 2");
    }

    /** The command has no Spark on its class path, and so only their names. */
    @Test
    void thePlugInThatFillsHeapsIsCalledSo() {
        assertThat(ApplicationSettings.HEAP_FILLER).isEqualTo(HeapFiller.class.getName());
        assertThat(ApplicationSettings.HEAP_FREE).isEqualTo(HeapFiller.FREE);
    }

    @Test
    void aDirectoryOfSomethingElseIsRefused(@TempDir Path directory) {
        assertThatThrownBy(() -> HiddenCauses.scoreAgain(directory))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("testbed causes");
    }
}
