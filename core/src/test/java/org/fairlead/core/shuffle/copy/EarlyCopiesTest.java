// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.copy.EarlyCopies.Aside;
import org.fairlead.core.shuffle.copy.EarlyCopies.Plan;
import org.fairlead.core.shuffle.copy.EarlyCopies.Progress;
import org.junit.jupiter.api.Test;

class EarlyCopiesTest {
    private static final long MB = 1_000_000;
    private static final WrittenBlocks EVEN = inBlocks(new long[][] {{10 * MB, 10 * MB}, {10 * MB, 10 * MB}}, 5 * MB);
    private static final int[] SLOTS = {1, 1};
    private static final long[] ROOM = {100 * MB, 100 * MB};
    private static final Outlook LINKS = Outlook.alike(2, 10.0 * MB);
    private static final double[] IDLE = {10.0 * MB, 10.0 * MB};

    /** @param mostBytes of a block */
    private static WrittenBlocks inBlocks(long[][] bytes, long mostBytes) {
        WrittenBlocks written = new WrittenBlocks(bytes.length, bytes[0].length);
        for (int executor = 0; executor < bytes.length; executor++) {
            for (int partition = 0; partition < bytes[executor].length; partition++) {
                for (long left = bytes[executor][partition]; left > 0; left -= mostBytes) {
                    written.add(executor, partition, Math.min(left, mostBytes));
                }
            }
        }
        return written;
    }

    @Test
    void fetchingIsTakenOffByWhatFitsBesideTheMaps() {
        Plan plan = EarlyCopies.plan(EVEN, SLOTS, ROOM, LINKS, IDLE, new Progress(8, 2, 2));

        assertThat(plan.aside()).isEmpty();
        assertThat(plan.owners()).containsExactly(0, 1);
        assertThat(plan.paceBytesPerSecond()).containsExactly(5.0 * MB, 5.0 * MB);
        assertThat(plan.gainSeconds()).isCloseTo(2.95, within(1e-9));
        assertThat(plan.fetchSeconds()).isCloseTo(4, within(1e-9));
        assertThat(plan.ofSeconds()).isCloseTo(10, within(1e-9));
    }

    /** As with small queries: half of it is there early, and as much comes twice. */
    @Test
    void whatComesTwiceIsTakenOffTheGain() {
        long[][] small = {{MB / 10, MB / 10}, {MB / 10, MB / 10}};

        Plan plan = EarlyCopies.plan(inBlocks(small, MB / 20), SLOTS, ROOM, LINKS, IDLE, new Progress(4, 2, 0.1));

        assertThat(plan.aside()).contains(Aside.LITTLE_GAIN);
        assertThat(plan.fetchSeconds()).isCloseTo(0.02, within(1e-9));
        assertThat(plan.gainSeconds()).isCloseTo(0, within(1e-9));
    }

    @Test
    void itIsPlannedWhenHalfOfTheSlotsHaveMadeOutput() {
        assertThat(EarlyCopies.isTime(1, 40, 4)).isFalse();
        assertThat(EarlyCopies.isTime(2, 40, 4)).isTrue();
        assertThat(EarlyCopies.isTime(1, 2, 4)).isTrue();
        assertThat(EarlyCopies.isTime(0, 1, 1)).isFalse();
    }

    @Test
    void memoryForLessGainsLess() {
        long[] little = {10 * MB, 10 * MB};

        assertThat(EarlyCopies.plan(EVEN, SLOTS, little, LINKS, IDLE, new Progress(8, 2, 2))
                        .gainSeconds())
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void whereLinksAreBusyNothingIsSent() {
        double[] busy = {MB / 2.0, MB / 2.0};

        assertThat(EarlyCopies.plan(EVEN, SLOTS, ROOM, LINKS, busy, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.LITTLE_GAIN);
    }

    @Test
    void whatTheBusiestReceiverHasNoMemoryForGainsNothing() {
        WrittenBlocks skewed = inBlocks(new long[][] {{MB, 19 * MB}, {MB, 19 * MB}}, 5 * MB);
        long[] room = {100 * MB, 0};

        assertThat(EarlyCopies.plan(skewed, SLOTS, room, LINKS, IDLE, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.LITTLE_GAIN);
    }

    /** As 128 MB have in twelve partitions, in whose copies nobody would take part. */
    @Test
    void blocksThatAreNotCopiedGainNothing() {
        long[][] even = {{10 * MB, 10 * MB}, {10 * MB, 10 * MB}};

        for (long blockBytes : new long[] {10 * MB, EarlyCopies.LEAST_BLOCK_BYTES - 1}) {
            Plan plan = EarlyCopies.plan(inBlocks(even, blockBytes), SLOTS, ROOM, LINKS, IDLE, new Progress(8, 2, 2));

            assertThat(plan.aside()).as(blockBytes + " bytes").contains(Aside.LITTLE_GAIN);
            assertThat(plan.gainSeconds()).isZero();
            assertThat(plan.fetchSeconds()).isCloseTo(4, within(1e-9));
        }
    }

    @Test
    void blocksFromFourKibibytesToEightMebibytesAreCopied() {
        assertThat(EarlyCopies.isCopied(4 << 10)).isTrue();
        assertThat(EarlyCopies.isCopied(8 << 20)).isTrue();
        assertThat(EarlyCopies.isCopied((4 << 10) - 1)).isFalse();
        assertThat(EarlyCopies.isCopied((8 << 20) + 1)).isFalse();
    }

    @Test
    void noMoreIsOnItsWayThanComesInATenthOfASecond() {
        assertThat(EarlyCopies.mostArrivingBytes(10.0 * MB)).isEqualTo(MB);
        assertThat(EarlyCopies.mostArrivingBytes(1)).isEqualTo(256 << 10);
        assertThat(EarlyCopies.mostArrivingBytes(Double.POSITIVE_INFINITY)).isEqualTo(4 << 20);
    }

    @Test
    void oneWaveLeavesNothingToOverlap() {
        assertThat(EarlyCopies.plan(EVEN, SLOTS, ROOM, LINKS, IDLE, new Progress(2, 1, 2))
                        .aside())
                .contains(Aside.ONE_WAVE);
    }

    @Test
    void withoutAViewNothingIsSent() {
        assertThat(EarlyCopies.plan(EVEN, SLOTS, ROOM, LINKS.blind(true), IDLE, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.BLIND);
    }

    @Test
    void withoutRoomNothingIsSent() {
        assertThat(EarlyCopies.plan(EVEN, SLOTS, new long[2], LINKS, IDLE, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.NO_MEMORY);
    }

    @Test
    void oneExecutorFetchesFromItself() {
        assertThat(EarlyCopies.plan(
                                inBlocks(new long[][] {{MB}}, MB),
                                new int[] {1},
                                new long[] {MB},
                                Outlook.alike(1, MB),
                                new double[] {MB},
                                new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.ONE_EXECUTOR);
    }

    @Test
    void whereFetchingTakesNoTimeNothingIsGained() {
        assertThat(EarlyCopies.plan(EVEN, SLOTS, ROOM, Outlook.alike(2, 1e12), IDLE, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.LITTLE_GAIN);
    }

    @Test
    void aLinkThatGivesNothingIsNoGain() {
        Outlook dead = Outlook.ofLinks(new double[] {1, 1}, new double[] {0, 10.0 * MB});

        assertThat(EarlyCopies.plan(EVEN, SLOTS, ROOM, dead, IDLE, new Progress(8, 2, 2))
                        .aside())
                .contains(Aside.LITTLE_GAIN);
    }

    @Property
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void eachPartitionHasAnOwnerAndTheGainIsPartOfTheTime(
            @ForAll @IntRange(min = 2, max = 6) int executors,
            @ForAll @IntRange(min = 1, max = 20) int partitions,
            @ForAll @IntRange(min = 10, max = 100) int tasks,
            @ForAll @IntRange(min = 1, max = 50) int done,
            @ForAll @IntRange(min = 1, max = 50) int size,
            @ForAll @IntRange(min = 0, max = 1000) int idle,
            @ForAll @IntRange(min = 0, max = 1_000_000) int room) {
        long[][] bytes = new long[executors][partitions];
        for (int row = 0; row < executors; row++) {
            for (int column = 0; column < partitions; column++) {
                bytes[row][column] = EarlyCopies.LEAST_BLOCK_BYTES * size * (column + row);
            }
        }
        int[] slots = IntStream.generate(() -> 1).limit(executors).toArray();

        Plan plan = EarlyCopies.plan(
                inBlocks(bytes, EarlyCopies.MOST_BLOCK_BYTES),
                slots,
                LongStream.generate(() -> EarlyCopies.LEAST_BLOCK_BYTES * room)
                        .limit(executors)
                        .toArray(),
                Outlook.alike(executors, EarlyCopies.LEAST_BLOCK_BYTES * 1000.0),
                DoubleStream.generate(() -> EarlyCopies.LEAST_BLOCK_BYTES * (double) idle)
                        .limit(executors)
                        .toArray(),
                new Progress(tasks, Math.min(tasks / 2, done), 1));

        Statistics.collect(plan.aside().isEmpty());
        Statistics.coverage(all -> all.check(true).percentage(share -> share > 5));
        if (plan.aside().isEmpty()) {
            assertThat(plan.owners()).hasSize(partitions);
            assertThat(IntStream.of(plan.owners())).allMatch(owner -> owner >= 0 && owner < executors);
            assertThat(plan.gainSeconds()).isPositive().isLessThanOrEqualTo(plan.ofSeconds());
        }
    }
}
