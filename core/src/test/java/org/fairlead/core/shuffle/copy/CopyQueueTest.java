// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.fairlead.core.shuffle.copy.CopyQueue.Batch;
import org.fairlead.core.shuffle.copy.CopyQueue.Part;
import org.junit.jupiter.api.Test;

class CopyQueueTest {
    private static final long MUCH = 1_000_000;

    private final CopyQueue<String, String> queue = new CopyQueue<>(10, 100);

    private Optional<Batch<String, String>> next() {
        return queue.next(MUCH, 0);
    }

    private static List<String> blocks(Optional<Batch<String, String>> batch) {
        return batch.orElseThrow().parts().stream().map(Part::block).toList();
    }

    @Test
    void blocksOfOneSenderAreAskedForTogetherInTheirOrder() {
        queue.add("h1", "a", 40);
        queue.add("h2", "b", 40);
        queue.add("h1", "c", 40);
        queue.add("h1", "d", 40);

        assertThat(blocks(next())).containsExactly("a", "c");
    }

    @Test
    void ofASenderOneBatchAtATime() {
        queue.limit(2, Double.POSITIVE_INFINITY);
        queue.add("h1", "a", 100);
        queue.add("h1", "b", 100);
        queue.add("h2", "c", 100);

        assertThat(blocks(next())).containsExactly("a");
        assertThat(blocks(next())).containsExactly("c");
        assertThat(next()).isEmpty();
        queue.ended("h1");
        assertThat(blocks(next())).containsExactly("b");
    }

    @Test
    void whatWaitsForASenderCanBeDropped() {
        queue.add("h1", "a", 1);
        queue.add("h2", "b", 1);
        queue.add("h1", "c", 2);
        queue.add("h1", "d", 3);

        assertThat(queue.dropFrom("h1", block -> !block.equals("c")))
                .containsExactly(new Part<>("a", 1), new Part<>("d", 3));
        assertThat(queue.dropFrom("h1", block -> !block.equals("c"))).isEmpty();
        assertThat(blocks(next())).containsExactly("b");
    }

    @Test
    void ofNoMoreSendersThanTheWindowHas() {
        queue.add("h1", "a", 1);
        queue.add("h2", "b", 1);

        assertThat(blocks(next())).containsExactly("a");
        assertThat(next()).isEmpty();
        queue.ended("h1");
        assertThat(blocks(next())).containsExactly("b");
    }

    @Test
    void withoutCreditNothingIsAskedFor() {
        queue.add("h1", "a", 50);

        assertThat(queue.next(49, 0)).isEmpty();
        assertThat(queue.firstWaiting(0)).contains(new Part<>("a", 50));
        assertThat(blocks(queue.next(50, 0))).containsExactly("a");
    }

    @Test
    void aBlockLargerThanABatchIsABatch() {
        queue.add("h1", "a", 500);
        queue.add("h1", "b", 1);

        assertThat(blocks(next())).containsExactly("a");
    }

    @Test
    void thePaceIsKeptInTheMean() {
        queue.limit(8, 100);
        queue.add("h1", "a", 100);
        queue.add("h2", "b", 100);

        assertThat(blocks(queue.next(MUCH, 0))).containsExactly("a");
        assertThat(queue.next(MUCH, 999_999_999)).isEmpty();
        assertThat(queue.firstWaiting(999_999_999)).isEmpty();
        assertThat(blocks(queue.next(MUCH, 1_000_000_000))).containsExactly("b");
    }

    @Test
    void aClockMayBeginBelowZero() {
        queue.limit(8, 100);
        queue.add("h1", "a", 100);
        queue.add("h2", "b", 100);

        assertThat(blocks(queue.next(MUCH, -5_000_000_000L))).containsExactly("a");
        assertThat(queue.next(MUCH, -4_000_000_001L)).isEmpty();
        assertThat(blocks(queue.next(MUCH, -4_000_000_000L))).containsExactly("b");
    }

    /** A link that was full for a moment holds up nobody once it is not. */
    @Test
    void theNewestPaceCountsForWhatWasAskedForBefore() {
        queue.limit(8, 1);
        queue.add("h1", "a", 100);
        queue.add("h2", "b", 100);
        queue.add("h3", "c", 100);
        queue.next(MUCH, 0);
        assertThat(queue.next(MUCH, 1_000_000_000)).isEmpty();

        queue.limit(8, 1_000_000);

        assertThat(blocks(queue.next(MUCH, 1_000_000_000))).containsExactly("b");
        queue.limit(8, 10);
        assertThat(queue.next(MUCH, 10_000_000_000L)).isEmpty();
        assertThat(blocks(queue.next(MUCH, 11_000_000_000L))).containsExactly("c");
    }

    @Test
    void whatNobodyWantsIsNotAskedFor() {
        queue.add("h1", "a", 1);
        queue.add("h1", "b", 1);

        assertThat(queue.drop("a"::equals)).containsExactly(new Part<>("a", 1));
        assertThat(blocks(next())).containsExactly("b");
    }

    @Test
    void itIsBoundedAndTakesABlockOnce() {
        for (int i = 0; i < 10; i++) {
            assertThat(queue.add("h1", "b" + i, 1)).isTrue();
        }
        assertThat(queue.add("h1", "more", 1)).isFalse();
        queue.drop("b0"::equals);
        assertThat(queue.add("h1", "b1", 1)).isFalse();
        assertThat(queue.size()).isEqualTo(9);
    }

    /** Whoever gives each batch its credit has all blocks once, and never more senders at work than the window. */
    @Property
    void allBlocksAreAskedForOnceAndWindowsAreKept(
            @ForAll @Size(max = 10) List<@IntRange(min = 0, max = 3) Integer> senders,
            @ForAll @IntRange(min = 1, max = 4) int window) {
        CopyQueue<Integer, Integer> all = new CopyQueue<>(10, 3);
        all.limit(window, Double.POSITIVE_INFINITY);
        for (int block = 0; block < senders.size(); block++) {
            all.add(senders.get(block), block, 1 + block % 3);
        }
        List<Integer> asked = new ArrayList<>();
        while (all.size() > 0) {
            Set<Integer> busy = new HashSet<>();
            for (Optional<Batch<Integer, Integer>> batch = all.next(MUCH, 0);
                    batch.isPresent();
                    batch = all.next(MUCH, 0)) {
                assertThat(busy.add(batch.get().sender())).isTrue();
                batch.get().parts().forEach(part -> asked.add(part.block()));
            }
            assertThat(busy).hasSizeBetween(1, window);
            busy.forEach(all::ended);
        }
        assertThat(asked).doesNotHaveDuplicates().hasSize(senders.size());
    }
}
