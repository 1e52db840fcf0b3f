// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.spark.shuffle.CopyCount;
import org.junit.jupiter.api.Test;

class CopyRecordsTest {
    private static final ModeInForce CANARY = new ModeInForce(Mode.CANARY, 0.5);
    private static final ModeInForce ENFORCE = new ModeInForce(Mode.ENFORCE, 0.5);

    private final CopyRecords records = new CopyRecords();

    private CopiesReport report() {
        return records.report(Mode.CANARY, Map.of());
    }

    private CopiedShuffle only() {
        assertThat(report().shuffles()).hasSize(1);
        return report().shuffles().get(0);
    }

    private static long[] counted(CopyCount what, long number) {
        long[] totals = new long[CopyCount.number()];
        totals[List.of(CopyCount.values()).indexOf(what)] = number;
        return totals;
    }

    @Test
    void aShuffleIsToldWithWhatWasPredictedAndWhatBecameOfIt() {
        records.begun(3, 16);
        records.predicted(3, new EarlyCopies.Plan(Optional.empty(), new int[0], new double[0], 2.5, 4, 9));
        records.decided(3, ENFORCE, CopyOutcome.COPIED);
        records.planned(3, 700);
        records.planned(3, 300);
        records.counted("1", 3, counted(CopyCount.BYTES_READ, 400));
        records.counted("2", 3, counted(CopyCount.BYTES_READ, 100));
        records.counted("2", 3, counted(CopyCount.BYTES_READ, 200));
        records.placed(Set.of(3, 99), true);
        records.placed(Set.of(3), false);
        records.placed(Set.of(3), true);
        records.reads(8, Set.of(3, 99));
        records.waited(8, "1", 2, 1.0, 500);
        records.waited(8, "1", 2, 3.0, 500);
        records.waited(8, "2", 1, 1.5, 100);

        CopiedShuffle told = only();

        assertThat(told.outcome()).isEqualTo("copied");
        assertThat(told.mode()).isEqualTo("enforce");
        assertThat(told.maps()).isEqualTo(16);
        assertThat(told.count("bytes.planned")).isEqualTo(1000);
        assertThat(told.count("bytes.read")).isEqualTo(600);
        assertThat(told.count("tasks.there")).isEqualTo(2);
        assertThat(told.count("tasks.elsewhere")).isEqualTo(1);
        assertThat(told.fetchSeconds()).isEqualTo(4);
        assertThat(told.gainSeconds()).isEqualTo(2.5);
        assertThat(told.fetchWait()).isEqualTo(new CopiedShuffle.FetchWait(3, 1100, 5.5, 2.0));
        assertThat(report().outcomes()).containsEntry("copied", 1L);
        assertThat(report().counts()).containsEntry("bytes.planned", 1000L);
    }

    @Test
    void whatIsKnownOfAnExecutorThatIsGoneStays() {
        records.begun(3, 16);
        records.reads(8, Set.of(3));
        for (String executor : List.of("1", "2")) {
            records.counted(executor, 3, counted(CopyCount.BYTES_READ, 400));
            records.waited(8, executor, 1, 2.0, 500);
            records.left(executor);
        }
        records.counted("3", 3, counted(CopyCount.BYTES_READ, 50));
        records.waited(8, "3", 1, 1.0, 500);

        assertThat(only().count("bytes.read")).isEqualTo(850);
        assertThat(only().fetchWait().longestSeconds()).isEqualTo(2);
    }

    @Test
    void whatReadsItLaterDoesNotCount() {
        records.begun(3, 16);
        records.reads(8, Set.of(3));
        records.waited(8, "1", 1, 1.0, 500);
        records.reads(9, Set.of(3));
        records.waited(9, "1", 1, 7.0, 500);

        assertThat(only().fetchWait().seconds()).isEqualTo(1);
    }

    @Test
    void aStageThatIsMadeAgainKeepsWhatWasDecidedFirst() {
        records.begun(3, 16);
        records.decided(3, ENFORCE, CopyOutcome.COPIED);
        records.begun(3, 4);
        records.decided(3, ENFORCE, CopyOutcome.REPEATED);

        assertThat(only().outcome()).isEqualTo("copied");
        assertThat(only().repeated()).isEqualTo(1);
        assertThat(records.count(CopyOutcome.REPEATED)).isEqualTo(1);
    }

    @Test
    void theNewestAreKeptAndComeFirst() {
        for (int shuffle = 0; shuffle < CopyRecords.SHUFFLES + 5; shuffle++) {
            records.begun(shuffle, 16);
        }

        assertThat(report().shuffles()).hasSize(CopyRecords.SHUFFLES);
        assertThat(report().shuffles().get(0).shuffle()).isEqualTo(CopyRecords.SHUFFLES + 4);
    }

    private void read(int shuffle, ModeInForce mode, CopyOutcome outcome, double secondsPerGigabyte) {
        int stage = 100 + shuffle;
        records.begun(shuffle, 16);
        records.decided(shuffle, mode, outcome);
        records.reads(stage, Set.of(shuffle));
        records.waited(stage, "1", 1, secondsPerGigabyte, 1_000_000_000);
        records.completed(stage, true);
    }

    @Test
    void aCanaryComparesTheWaitOfStagesByWhatWasDrawn() {
        read(1, CANARY, CopyOutcome.COPIED, 3);
        read(2, CANARY, CopyOutcome.COPIED, 5);
        read(3, CANARY, CopyOutcome.OBSERVED, 8);
        read(4, CANARY, CopyOutcome.ONE_WAVE, 100);
        read(5, ENFORCE, CopyOutcome.COPIED, 100);

        CanaryReport.Measured measured = report().canary();

        assertThat(measured.stagesOurs()).isEqualTo(2);
        assertThat(measured.stagesStock()).isEqualTo(1);
        assertThat(measured.meanOurs()).isCloseTo(4, within(1e-9));
        assertThat(measured.gain()).isCloseTo(0.5, within(1e-9));
        assertThat(measured.low()).isNull();
    }

    @Test
    void aStageThatReadsSomeOfBothOrFailedCountsOnNeitherSide() {
        records.begun(1, 16);
        records.decided(1, CANARY, CopyOutcome.COPIED);
        records.begun(2, 16);
        records.decided(2, CANARY, CopyOutcome.OBSERVED);
        records.reads(8, Set.of(1, 2));
        records.waited(8, "1", 1, 1, 1000);
        records.completed(8, true);
        records.begun(3, 16);
        records.decided(3, CANARY, CopyOutcome.COPIED);
        records.reads(9, Set.of(3));
        records.waited(9, "1", 1, 1, 1000);
        records.completed(9, false);

        assertThat(report().canary()).isNull();
    }

    @Test
    void anotherShareBeginsAnew() {
        read(1, CANARY, CopyOutcome.COPIED, 3);
        read(2, new ModeInForce(Mode.CANARY, 0.1), CopyOutcome.COPIED, 7);

        assertThat(report().canary().stagesOurs()).isEqualTo(1);
        assertThat(report().canary().meanOurs()).isEqualTo(7);
    }
}
