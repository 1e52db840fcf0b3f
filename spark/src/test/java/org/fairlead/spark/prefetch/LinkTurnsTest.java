// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.fairlead.core.prefetch.memory.MemoryCounts;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A link that is always full, by what its counters say, while a task reads over it as long as a test says; each look at them takes 60 ms. */
@Timeout(60)
class LinkTurnsTest {
    private static final long LOOK_BYTES = 60_000;
    /** Looks after which that is known. */
    private static final int KNOWN = 5;

    private final HandDrivenTime time = new HandDrivenTime();
    private final PrefetchCounts counts = new PrefetchCounts();
    private final HeldExtent extent = extent();
    private int looks;
    private int tasksReadUntil;
    private boolean unknown;

    private static HeldExtent extent() {
        return new HeldExtent(
                null,
                new Extent(new BlockKey("pool", 1, 1), 0, DirectMemory.CHUNK),
                0,
                List.of(ByteBuffer.allocate(DirectMemory.CHUNK)));
    }

    /** Which know how fast the link is. */
    private LinkTurns turns() throws InterruptedException {
        time.pass(Duration.ofMillis(500)); // after a time in which fetches look how much there is
        LinkTurns turns = new LinkTurns(4, this::received, this::readByTasks, counts, time);
        while (looks < KNOWN) {
            turns.goOn(extent);
        }
        return turns;
    }

    private long received() throws IOException {
        if (unknown) {
            throw new IOException("no counters");
        }
        time.pass(Duration.ofMillis(60));
        looks++;
        return looks * LOOK_BYTES;
    }

    private long readByTasks() {
        return Math.max(0, Math.min(looks, tasksReadUntil) - KNOWN) * LOOK_BYTES / 2;
    }

    private long givenWayMillis() {
        return PrefetchCount.MILLIS_GIVEN_WAY.in(counts.with(new MemoryCounts(0, 0, 0, 0, 0, 0, 0, 0, 0), 0));
    }

    @Test
    void aFetchWaitsWhileTasksReadOverAFullLink() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = KNOWN + 10;

        turns.goOn(extent);

        assertThat(looks).as("a quarter of a second after").isBetween(KNOWN + 11, KNOWN + 17);
        assertThat(givenWayMillis()).isBetween(300L, 1000L);
    }

    @Test
    void whatATaskWaitsForGivesNoWay() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = 1000;
        extent.unthrottle();

        turns.goOn(extent);

        assertThat(looks).isLessThan(KNOWN + 3);
        assertThat(givenWayMillis()).isZero();
    }

    @Test
    void whatHasEndedWaitsNoLonger() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = 1000;
        extent.end();

        turns.goOn(extent);

        assertThat(looks).isLessThan(KNOWN + 3);
    }

    @Test
    void whatHasComeAsAWholeWaitsNoLonger() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = 1000;
        extent.beginWriting();
        extent.put(ByteBuffer.allocate(DirectMemory.CHUNK));

        turns.goOn(extent);

        assertThat(looks).isLessThan(KNOWN + 3);
    }

    @Test
    void whoseCountersAreNotKnownDoesNotWait() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = 1000;
        unknown = true;

        turns.goOn(extent);

        assertThat(givenWayMillis()).isZero();
    }

    @Test
    void aThreadThatIsClosedWaitsNoLonger() throws InterruptedException {
        LinkTurns turns = turns();
        tasksReadUntil = 1000;
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> turns.goOn(extent)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void besideAFetchThatFillsTheLinkAnotherOneWaitsUntilSomebodyWaitsForIt() throws Exception {
        LinkTurns turns = turns();
        turns.begin(extent);
        HeldExtent another = extent();
        CompletableFuture<Void> begins = CompletableFuture.runAsync(() -> {
            try {
                turns.begin(another);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.sleep(120);
        assertThat(begins).isNotDone();

        another.unthrottle();

        assertThat(begins).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void whenAFetchHasEndedTheNextBegins() throws InterruptedException {
        LinkTurns turns = turns();
        turns.begin(extent);
        turns.end(extent);

        turns.begin(extent());

        assertThat(givenWayMillis()).isZero();
    }
}
