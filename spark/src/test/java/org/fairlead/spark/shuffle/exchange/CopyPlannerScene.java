// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.ShuffleRange;
import org.fairlead.spark.schedule.MeasuredPicture;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.SampleLengths;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.junit.jupiter.api.AfterEach;

/** A planner of copies and two executors on hosts with slow, idle links, for which copies gain. */
abstract class CopyPlannerScene {
    static final int MAPS = 40;
    private static final Topology TOPOLOGY = new Topology.Builder("slow links")
            .switchNode("e1")
            .host("h1", "r1")
            .cable("h1", "e1", 1e3)
            .host("h2", "r1")
            .cable("h2", "e1", 1e3)
            .build();

    private static final long LONG_NANOS = 100_000_000_000L;

    /** The present, and what a test lets pass; but stages seem to have been submitted a while ago. */
    private final class Past implements TimeSource {
        @Override
        public long nanoTime() {
            return TimeSource.SYSTEM.nanoTime() + passedNanos.get() - (isSubmitting ? LONG_NANOS : 0);
        }

        @Override
        public long currentTimeMillis() {
            return TimeSource.SYSTEM.currentTimeMillis();
        }
    }

    private final AtomicLong passedNanos = new AtomicLong();
    private volatile boolean isSubmitting;
    volatile Mode mode = Mode.ENFORCE;
    /** Of each order. */
    volatile int[] refused = {};
    /** Whether executors answer nothing. */
    volatile boolean isUnanswered;

    final List<CopyOrder> toFirst = new CopyOnWriteArrayList<>();
    final List<CopyOrder> toSecond = new CopyOnWriteArrayList<>();
    CopyPlanner planner;

    void start(PlantedFault fault) {
        planner = new CopyPlanner(
                () -> new ModeInForce(mode, 0.5), fault, new MeasuredPicture(TOPOLOGY), () -> true, 1, new Past());
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
                    if (isUnanswered) {
                        return CompletableFuture.failedFuture(new IOException("late"));
                    }
                    return CompletableFuture.completedFuture(ShuffleMessages.number(told.size(), refused));
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

    void pass(Duration much) {
        passedNanos.addAndGet(much.toNanos());
    }

    void submitted(int shuffle, int tasks, int attempt) throws InterruptedException {
        settle();
        isSubmitting = true;
        planner.submitted(shuffle, tasks, attempt);
        isSubmitting = false;
    }

    /** Two partitions, of which the first goes to the first executor. */
    void wrote(String executor, int shuffle, long map) {
        planner.wrote(executor, shuffle, map, SampleLengths.packed(8000, 8000));
    }

    /** All that was told before has been looked at. */
    void settle() throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(1);
        planner.whenHeard(heard::countDown);
        assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Of a stage whose tasks read a partition of shuffle 3 each. */
    StageHolders holders(int tasks) {
        return StageHolders.of(planner, tasks, reads(Set.of(3), task -> List.of(new ShuffleRange(3, task, task + 1))));
    }

    static CopiedFirst.Reads reads(Set<Integer> all, IntFunction<List<ShuffleRange>> ofTask) {
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
}
