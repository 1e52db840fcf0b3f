// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.fairlead.core.shuffle.copy.CopiedTasks;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.ShuffleRange;
import org.fairlead.spark.schedule.MeasuredPicture;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.SampleLengths;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CopyPlannerTest {
    private static final int MAPS = 40;
    private static final Topology TOPOLOGY = new Topology.Builder("slow links")
            .switchNode("e1")
            .host("h1", "r1")
            .cable("h1", "e1", 1e3)
            .host("h2", "r1")
            .cable("h2", "e1", 1e3)
            .build();

    private static final long LONG_NANOS = 100_000_000_000L;

    /** The present, but stages seem to have been submitted a while ago. */
    private final class Past implements TimeSource {
        @Override
        public long nanoTime() {
            return TimeSource.SYSTEM.nanoTime() - (isSubmitting ? LONG_NANOS : 0);
        }

        @Override
        public long currentTimeMillis() {
            return TimeSource.SYSTEM.currentTimeMillis();
        }
    }

    private volatile boolean isSubmitting;
    private volatile Mode mode = Mode.ENFORCE;
    private final List<CopyOrder> toFirst = new CopyOnWriteArrayList<>();
    private final List<CopyOrder> toSecond = new CopyOnWriteArrayList<>();
    private CopyPlanner planner;

    private void start(PlantedFault fault) {
        planner = new CopyPlanner(
                () -> new CopyPlanner.InForce(mode, 0.5), fault, new MeasuredPicture(TOPOLOGY), 1, new Past());
        planner.start();
        join("1", "h1", toFirst);
        join("2", "h2", toSecond);
    }

    private void join(String executor, String host, List<CopyOrder> told) {
        planner.added(executor, 1);
        long[] totals = new long[CopyCount.number()];
        Arrays.fill(totals, 1 << 20);
        planner.joined(
                new CopyOrder.Source(host, 7000, executor),
                message -> {
                    told.add(read(message));
                    return CompletableFuture.completedFuture(ShuffleMessages.number(told.size()));
                },
                totals);
    }

    private static CopyOrder read(byte[] message) {
        try {
            return Encoding.CBOR.read(message, CopyOrder.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() {
        planner.close();
    }

    private void submitted(int shuffle, int tasks, int attempt) throws InterruptedException {
        settle();
        isSubmitting = true;
        planner.submitted(shuffle, tasks, attempt);
        isSubmitting = false;
    }

    /** Two partitions, of which the first goes to the first executor. */
    private void wrote(String executor, int shuffle, long map) {
        planner.wrote(executor, shuffle, map, SampleLengths.packed(8000, 8000));
    }

    /** All that was told before has been looked at. */
    private void settle() throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(1);
        planner.whenHeard(heard::countDown);
        assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void blocksAreCopiedToTheirOwnersFromWhoMadeThem() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
        assertThat(toSecond).hasSize(1);
        assertThat(toSecond.get(0).sources()).containsExactly(new CopyOrder.Source("h1", 7000, "1"));
        assertThat(toSecond.get(0).map()).containsExactly(10);
        assertThat(toSecond.get(0).reduce()).containsExactly(1);
        assertThat(toFirst.get(0).map()).containsExactly(11);
        assertThat(toFirst.get(0).reduce()).containsExactly(0);
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");
        assertThat(planner.isCopied(3)).isTrue();
    }

    @Test
    void observingTellsNobody() throws InterruptedException {
        mode = Mode.OBSERVE;
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();

        assertThat(planner.count(CopyOutcome.OBSERVED)).isEqualTo(1);
        assertThat(toFirst).isEmpty();
        assertThat(toSecond).isEmpty();
        assertThat(planner.isCopied(3)).isFalse();
    }

    @Test
    void aCanaryDrawsShuffles() throws InterruptedException {
        mode = Mode.CANARY;
        start(PlantedFault.NONE);
        for (int shuffle = 0; shuffle < 40; shuffle++) {
            submitted(shuffle, MAPS, 0);
            wrote("1", shuffle, 10);
        }
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isBetween(5L, 35L);
        assertThat(planner.count(CopyOutcome.COPIED) + planner.count(CopyOutcome.OBSERVED))
                .isEqualTo(40);
    }

    @Test
    void aStageOfOneWaveAndOneThatIsMadeAgainAreLeftToStock() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, 2, 0);
        wrote("1", 3, 10);
        submitted(4, MAPS, 1);
        wrote("1", 4, 11);
        settle();

        assertThat(planner.count(CopyOutcome.ONE_WAVE)).isEqualTo(1);
        assertThat(planner.count(CopyOutcome.REPEATED)).isEqualTo(1);
        assertThat(toSecond).isEmpty();
    }

    @Test
    void plansThatThrowAreNotTriedAfterAFew() throws InterruptedException {
        start(PlantedFault.of("throw"));
        for (int shuffle = 0; shuffle < 4; shuffle++) {
            submitted(shuffle, MAPS, 0);
            wrote("1", shuffle, 10);
        }
        settle();

        assertThat(planner.count(CopyOutcome.FAILED)).isEqualTo(3);
        assertThat(planner.count(CopyOutcome.BROKEN)).isEqualTo(1);
        assertThat(toSecond).isEmpty();
    }

    @Test
    void aStageThatHasEndedIsNotPlanned() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        settle();
        planner.ended(3);
        wrote("1", 3, 10);
        submitted(4, MAPS, 0);
        wrote("1", 4, 11);
        settle();

        assertThat(planner.count(CopyOutcome.LATE)).isEqualTo(1);
        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
    }

    @Test
    void lengthsThatAreNoneCostTheirOutputAlone() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        planner.wrote("1", 3, 9, new byte[] {1});
        wrote("1", 3, 10);
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
    }

    @Test
    void whenItsReadersHaveEndedCopiesAreToGo() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        CopiedTasks holders = holders(2).tasks().orElseThrow();
        assertThat(holders.holder(0)).isEmpty();
        assertThat(holders.holder(1)).isEqualTo("2");

        planner.completed(7);
        settle();

        assertThat(planner.isCopied(3)).isFalse();
        assertThat(toSecond.get(toSecond.size() - 1).what()).isEqualTo(CopyOrder.What.OVER);
        assertThat(toSecond.get(toSecond.size() - 1).shuffle()).isEqualTo(3);
    }

    @Test
    void whoIsGoneIsSentNothingAndHasNothing() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");

        planner.left("2");
        wrote("1", 3, 11);
        settle();

        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
        assertThat(planner.report().shuffles().get(0).count("bytes.planned")).isEqualTo(8000);
        assertThat(holders(2).tasks()).isEmpty();
    }

    /** Of a stage whose tasks read a partition of shuffle 3 each. */
    private StageHolders holders(int tasks) {
        return StageHolders.of(
                planner, 7, tasks, reads(Set.of(3), task -> List.of(new ShuffleRange(3, task, task + 1))));
    }

    private static CopiedFirst.Reads reads(Set<Integer> all, IntFunction<List<ShuffleRange>> ofTask) {
        return new CopiedFirst.Reads() {
            @Override
            public Set<Integer> all() {
                return all;
            }

            @Override
            public List<ShuffleRange> of(int task) {
                return ofTask.apply(task);
            }
        };
    }

    /** As of a union: the first one reads what is not copied. */
    @Test
    void tasksOfAStageMayReadDifferentShuffles() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();

        StageHolders holders = StageHolders.of(
                planner,
                7,
                2,
                reads(Set.of(3, 5), task -> List.of(new ShuffleRange(task == 0 ? 5 : 3, task, task + 1))));

        assertThat(holders.tasks().orElseThrow().holder(1)).isEqualTo("2");
    }

    @Test
    void onceItsMapStageHasEndedNothingMoreIsCopied() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        planner.ended(3);
        wrote("1", 3, 11);
        settle();

        assertThat(toSecond).extracting(CopyOrder::what).containsExactly(CopyOrder.What.COPY, CopyOrder.What.ENOUGH);
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");
        assertThat(planner.hostOfCopy(3, 11, 1)).isEmpty();
        assertThat(planner.isCopied(3)).isTrue();
    }

    @Test
    void ofTheLastOutputNothingIsCopied() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        for (int map = 0; map < MAPS; map++) {
            wrote("1", 3, map);
        }
        settle();

        assertThat(toSecond.get(toSecond.size() - 1).what()).isEqualTo(CopyOrder.What.ENOUGH);
        assertThat(planner.hostOfCopy(3, MAPS - 2, 1)).isEqualTo("h2");
        assertThat(planner.hostOfCopy(3, MAPS - 1, 1)).isEmpty();
    }

    @Test
    void itIsCountedWhereTasksThatHaveCopiesRun() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();
        StageHolders holders = holders(2);

        holders.launched(0, "1");
        holders.launched(1, "1");
        settle();

        CopiedShuffle told = planner.report().shuffles().get(0);
        assertThat(told.count("tasks.there")).isEqualTo(1);
        assertThat(told.count("tasks.elsewhere")).isEqualTo(1);
        assertThat(planner.report().counts()).containsEntry("tasks.there", 1L);
    }

    @Test
    void aReportSaysWhatWasPredictedAndWhy() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        submitted(4, 2, 0);
        wrote("1", 4, 12);
        settle();

        CopiesReport report = planner.report();

        assertThat(report.mode()).isEqualTo("enforce");
        assertThat(report.shuffles()).extracting(CopiedShuffle::outcome).containsExactly("one_wave", "copied");
        assertThat(report.shuffles().get(0).fetchSeconds()).isNull();
        assertThat(report.shuffles().get(1).gainSeconds())
                .isPositive()
                .isLessThanOrEqualTo(report.shuffles().get(1).fetchSeconds());
    }

    @Test
    void aShuffleThatIsGoneIsForgotten() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        planner.removed(3);
        settle();

        assertThat(planner.isCopied(3)).isFalse();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
    }
}
