// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldCopiesTest {
    private static final CopyKey FIRST = new CopyKey(3, 10, 0);
    private static final CopyKey SECOND = new CopyKey(3, 11, 0);

    private final Memory memory = new Memory();
    private final CopyCounts counts = new CopyCounts();
    private final HeldCopies held = new HeldCopies(memory, 100, counts);

    /** 1000 bytes that are used by nobody else, unless the test says so. */
    private static final long TASK = 7;

    private static final class Memory implements CopyStorage {
        private final Map<CopyKey, byte[]> blocks = new HashMap<>();
        private final Set<CopyKey> pinned = new HashSet<>();
        private long usedByTasks;

        @Override
        public boolean put(CopyKey key, byte[] content) {
            return blocks.putIfAbsent(key, content) == null;
        }

        @Override
        public Optional<ByteBuffer> pin(CopyKey key) {
            if (blocks.containsKey(key)) {
                pinned.add(key);
            }
            return Optional.ofNullable(blocks.get(key)).map(ByteBuffer::wrap);
        }

        @Override
        public void unpin(CopyKey key, long task) {
            assertThat(pinned.remove(key)).isTrue();
        }

        @Override
        public void remove(CopyKey key) {
            assertThat(pinned).doesNotContain(key);
            blocks.remove(key);
        }

        @Override
        public boolean contains(CopyKey key) {
            return blocks.containsKey(key);
        }

        @Override
        public long poolBytes() {
            return 1000;
        }

        @Override
        public long freeBytes() {
            return 1000
                    - usedByTasks
                    - blocks.values().stream().mapToLong(block -> block.length).sum();
        }
    }

    private long count(CopyCount what) {
        return what.in(counts.all());
    }

    @Test
    void aCopyIsReadOnce() {
        held.keep(FIRST, new byte[] {1, 2, 3});

        assertThat(held.pin(FIRST, TASK).orElseThrow()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        held.release(FIRST, TASK, true);

        assertThat(held.pin(FIRST, TASK)).isEmpty();
        assertThat(memory.blocks).isEmpty();
        assertThat(count(CopyCount.BYTES_COPIED)).isEqualTo(3);
        assertThat(count(CopyCount.BYTES_READ)).isEqualTo(3);
        assertThat(held.heldBytes()).isZero();
    }

    @Test
    void whatIsCountedIsKnownByShuffleUntilItWasTold() {
        held.keep(FIRST, new byte[] {1, 2, 3});
        held.keep(new CopyKey(4, 20, 0), new byte[5]);

        assertThat(counts.changed(1)).hasSize(1);
        assertThat(counts.changed(9).values()).singleElement().satisfies(totals -> assertThat(
                        CopyCount.BYTES_COPIED.in(totals))
                .isEqualTo(5));
        assertThat(counts.changed(9)).isEmpty();
    }

    @Test
    void oneThatIsCutShortIsNotRead() {
        held.keep(FIRST, new byte[] {1, 2, 3});
        memory.blocks.put(FIRST, new byte[] {1, 2});

        assertThat(held.pin(FIRST, TASK)).isEmpty();
        assertThat(count(CopyCount.BYTES_CORRUPT)).isEqualTo(3);
    }

    @Test
    void oneThatWasAlteredIsNotRead() {
        byte[] content = {1, 2, 3};
        held.keep(FIRST, content);
        content[1] = 7;

        assertThat(held.pin(FIRST, TASK)).isEmpty();
        assertThat(count(CopyCount.BYTES_CORRUPT)).isEqualTo(3);
        assertThat(memory.blocks).isEmpty();
    }

    @Test
    void oneThatWasEvictedIsNotThere() {
        held.keep(FIRST, new byte[10]);
        held.keep(SECOND, new byte[20]);
        memory.blocks.clear();

        assertThat(held.pin(FIRST, TASK)).isEmpty();
        held.look();

        assertThat(count(CopyCount.BYTES_EVICTED)).isEqualTo(30);
        assertThat(held.heldBytes()).isZero();
    }

    @Test
    void theCapHoldsWhateverComes() {
        held.keep(FIRST, new byte[60]);
        held.keep(SECOND, new byte[50]);

        assertThat(held.heldBytes()).isEqualTo(60);
        assertThat(count(CopyCount.BLOCKS_REFUSED)).isEqualTo(1);
        assertThat(held.credit(30)).isEqualTo(10);
    }

    @Test
    void whereTasksNeedTheMemoryWhatCameLastGivesWay() {
        held.keep(FIRST, new byte[50]);
        held.keep(SECOND, new byte[50]);
        memory.usedByTasks = 820;

        held.giveWay();

        assertThat(held.pin(SECOND, TASK)).isEmpty();
        assertThat(held.pin(FIRST, TASK)).isPresent();
        assertThat(count(CopyCount.BYTES_GIVEN_WAY)).isEqualTo(50);
    }

    @Test
    void whatIsBeingReadDoesNotGiveWay() {
        held.keep(FIRST, new byte[50]);
        held.pin(FIRST, TASK);
        memory.usedByTasks = 940;

        held.giveWay();
        held.drop(key -> true);

        assertThat(memory.blocks).containsKey(FIRST);
        held.release(FIRST, TASK, false);
        assertThat(memory.blocks).isEmpty();
        assertThat(count(CopyCount.BYTES_READ)).isZero();
    }

    @Test
    void whatNobodyWantsAnyMoreIsWasted() {
        held.keep(FIRST, new byte[50]);
        held.drop(key -> key.shuffle() == 3);

        assertThat(count(CopyCount.BYTES_WASTED)).isEqualTo(50);
        assertThat(held.heldBytes()).isZero();
    }
}
