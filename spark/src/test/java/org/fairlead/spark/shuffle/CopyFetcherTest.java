// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.fairlead.core.shuffle.copy.CopyQueue;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class CopyFetcherTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final CopyOrder.Source SENDER = new CopyOrder.Source("h2", 7000, "2");
    private static final CopyOrder.Source OTHER = new CopyOrder.Source("h3", 7000, "3");

    private final Sender sender = new Sender();
    private final CopyCounts counts = new CopyCounts();
    private final Memory memory = new Memory();
    private final HeldCopies held = new HeldCopies(memory, 10L * MEBIBYTE, counts);
    private final HandDrivenTime time = new HandDrivenTime();
    private final CopyFetcher fetcher = new CopyFetcher(sender, held, counts, Runnable::run, time);

    /** Sends when the test says so. */
    private static final class Sender extends BlockStoreClient {
        private final List<String> asked = new ArrayList<>();
        private BlockFetchingListener listener;

        @Override
        public void fetchBlocks(
                String host,
                int port,
                String executor,
                String[] blocks,
                BlockFetchingListener told,
                DownloadFileManager files) {
            asked.addAll(List.of(blocks));
            listener = told;
        }

        private void fail(String block) {
            listener.onBlockFetchFailure(block, new IOException("gone"));
        }

        private void send(String block, int bytes) {
            listener.onBlockFetchSuccess(block, new NioManagedBuffer(ByteBuffer.allocate(bytes)));
        }

        @Override
        public void close() {}
    }

    private static final class Memory implements CopyStorage {
        private final Map<CopyKey, byte[]> blocks = new HashMap<>();
        private Runnable beforePut = () -> {};

        @Override
        public boolean put(CopyKey key, byte[] content) {
            beforePut.run();
            return blocks.putIfAbsent(key, content) == null;
        }

        @Override
        public Optional<ByteBuffer> pin(CopyKey key) {
            return Optional.ofNullable(blocks.get(key)).map(ByteBuffer::wrap);
        }

        @Override
        public void unpin(CopyKey key, long task) {}

        @Override
        public void remove(CopyKey key) {
            blocks.remove(key);
        }

        @Override
        public boolean contains(CopyKey key) {
            return blocks.containsKey(key);
        }

        @Override
        public long poolBytes() {
            return 100L * MEBIBYTE;
        }

        @Override
        public long freeBytes() {
            return 100L * MEBIBYTE
                    - blocks.values().stream().mapToLong(block -> block.length).sum();
        }
    }

    /** Of shuffle 3: block i is map i's for partition 0. */
    private int order(long... bytes) {
        return order(new int[bytes.length], bytes);
    }

    /** @param senders of which of two each block is asked */
    private int order(int[] senders, long... bytes) {
        return added(new CopyOrder(
                CopyOrder.What.COPY,
                3,
                List.of(SENDER, OTHER),
                senders,
                IntStream.range(0, bytes.length).mapToLong(map -> map).toArray(),
                new int[bytes.length],
                bytes,
                8,
                0));
    }

    private int added(CopyOrder order) {
        return fetcher.add(order).cardinality();
    }

    private long count(CopyCount what) {
        return what.in(counts.all());
    }

    /** What the driver is told now. */
    private List<CopyQueue.Part<CopyKey>> toldUncopied() throws IOException {
        List<CopyQueue.Part<CopyKey>> told = new ArrayList<>();
        fetcher.uncopied().tell((shuffle, blocks) -> told.addAll(blocks));
        return told;
    }

    @Test
    void blocksThatCameAsWasToldAreHeld() {
        assertThat(order(100, 200)).isEqualTo(2);
        fetcher.ask();
        assertThat(sender.asked).containsExactlyInAnyOrder("shuffle_3_0_0", "shuffle_3_1_0");

        sender.send("shuffle_3_0_0", 100);
        sender.send("shuffle_3_1_0", 200);

        assertThat(held.heldBytes()).isEqualTo(300);
        assertThat(fetcher.hasAny(3)).isTrue();
    }

    @Test
    void aBlockOfAnotherLengthThanWasToldIsNotHeld() {
        order(100, 200);
        fetcher.ask();

        sender.send("shuffle_3_0_0", 50);
        sender.send("shuffle_3_1_0", 700);

        assertThat(held.heldBytes()).isZero();
        assertThat(count(CopyCount.BYTES_CORRUPT)).isEqualTo(750);
        assertThat(fetcher.overtaken(Set.of(new CopyKey(3, 0, 0)))).isEmpty();
    }

    @Test
    void aBlockThatNeverFindsRoomHoldsUpNobody() {
        assertThat(order(11L * MEBIBYTE, EarlyCopies.MOST_BLOCK_BYTES + 1, 100)).isEqualTo(1);

        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_2_0");
    }

    @Test
    void aLargeBlockComesAlone() {
        order(6L * MEBIBYTE, 100);

        fetcher.ask();
        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0");
        sender.send("shuffle_3_0_0", 6 * MEBIBYTE);
        fetcher.ask();
        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_1_0");
    }

    @Test
    void whatATaskReadsByItselfIsNotWantedAnyMore() {
        order(100, 200);
        fetcher.ask();
        CopyKey first = new CopyKey(3, 0, 0);

        assertThat(fetcher.overtaken(Set.of(first))).containsExactly(first);
        sender.send("shuffle_3_0_0", 100);
        sender.send("shuffle_3_1_0", 200);

        assertThat(held.heldBytes()).isEqualTo(200);
        assertThat(count(CopyCount.BYTES_LATE)).isEqualTo(100);
        assertThat(count(CopyCount.BYTES_ASKED)).isEqualTo(300);
        assertThat(count(CopyCount.BYTES_ARRIVED)).isEqualTo(300);
        assertThat(count(CopyCount.BYTES_WASTED)).isZero();
    }

    @Test
    void whatIsOnItsWayTakesCreditWhetherOrNotAnybodyWantsIt() {
        order(new int[] {0, 1}, 3L * MEBIBYTE, 3L * MEBIBYTE);
        fetcher.ask();
        fetcher.overtaken(Set.of(new CopyKey(3, 0, 0)));
        fetcher.ask();
        assertThat(sender.asked).containsExactly("shuffle_3_0_0");

        sender.send("shuffle_3_0_0", 3 * MEBIBYTE);
        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_1_0");
    }

    /** Spark gives up a sender that does not answer after minutes. */
    @Test
    void aSilentSenderDoesNotKeepOthersFromBeingAsked() {
        order(new int[] {0, 1}, 3L * MEBIBYTE, 3L * MEBIBYTE);
        fetcher.ask();

        time.pass(Duration.ofSeconds(4));
        fetcher.ask();
        assertThat(sender.asked).containsExactly("shuffle_3_0_0");

        time.pass(Duration.ofSeconds(1));
        fetcher.ask();
        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_1_0");
    }

    @Test
    void onceItIsEnoughNothingMoreIsAskedForButWhatIsOnItsWayIsKept() throws IOException {
        order(new int[] {0, 0}, 3L * MEBIBYTE, 100);
        fetcher.ask();

        fetcher.enough(3);
        sender.send("shuffle_3_0_0", 3 * MEBIBYTE);
        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0");
        assertThat(held.heldBytes()).isEqualTo(3 * MEBIBYTE);
        assertThat(fetcher.isIdle()).isTrue();
        assertThat(toldUncopied()).containsExactly(new CopyQueue.Part<>(new CopyKey(3, 1, 0), 100));
    }

    @Test
    void aSenderThatIsBeingConnectedToHoldsUpNobody() {
        List<Runnable> connecting = new ArrayList<>();
        CopyFetcher waits = new CopyFetcher(sender, held, counts, connecting::add, time);
        waits.add(new CopyOrder(
                CopyOrder.What.COPY,
                3,
                List.of(SENDER, OTHER),
                new int[] {0, 1},
                new long[] {0, 1},
                new int[2],
                new long[] {100, 100},
                8,
                0));

        waits.ask();

        assertThat(connecting).hasSize(2);
        connecting.get(1).run();
        assertThat(sender.asked).containsExactly("shuffle_3_1_0");
    }

    @Test
    void ofASenderThatIsSilentNothingMoreIsAskedAndThatIsTold() throws IOException {
        order(new int[] {0, 0, 1}, 3L * MEBIBYTE, 3L * MEBIBYTE, 3L * MEBIBYTE);
        fetcher.ask();

        time.pass(Duration.ofSeconds(5));
        sender.fail("shuffle_3_0_0");
        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_2_0");
        assertThat(fetcher.isIdle()).isTrue();
        assertThat(count(CopyCount.FETCHES_FAILED)).isEqualTo(2);
        assertThat(toldUncopied())
                .containsExactly(
                        new CopyQueue.Part<>(new CopyKey(3, 0, 0), 3L * MEBIBYTE),
                        new CopyQueue.Part<>(new CopyKey(3, 1, 0), 3L * MEBIBYTE));
        assertThat(toldUncopied()).as("told already").isEmpty();
    }

    @Test
    void aSenderThatLacksABlockIsAskedForTheNextOnes() throws IOException {
        order(3L * MEBIBYTE, 3L * MEBIBYTE);
        fetcher.ask();

        time.pass(Duration.ofSeconds(1));
        sender.fail("shuffle_3_0_0");
        fetcher.ask();
        sender.send("shuffle_3_1_0", 3 * MEBIBYTE);

        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_1_0");
        assertThat(held.heldBytes()).isEqualTo(3 * MEBIBYTE);
        assertThat(count(CopyCount.FETCHES_FAILED)).isEqualTo(1);
        assertThat(toldUncopied()).containsExactly(new CopyQueue.Part<>(new CopyKey(3, 0, 0), 3L * MEBIBYTE));
    }

    /** As when its files of that shuffle are gone. */
    @Test
    void whoGivesNothingOfAShuffleIsAskedForOthersAlone() throws IOException {
        order(3L * MEBIBYTE, 3L * MEBIBYTE, 3L * MEBIBYTE, 3L * MEBIBYTE, 3L * MEBIBYTE);
        added(new CopyOrder(
                CopyOrder.What.COPY,
                4,
                List.of(SENDER),
                new int[1],
                new long[] {9},
                new int[1],
                new long[] {100},
                8,
                0));
        for (int block = 0; block < 3; block++) {
            fetcher.ask();
            sender.fail("shuffle_3_" + block + "_0");
        }

        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0", "shuffle_3_1_0", "shuffle_3_2_0", "shuffle_4_9_0");
        assertThat(toldUncopied()).hasSize(5);
    }

    @Test
    void whatATaskHasOvertakenIsNotToldWhenItFails() throws IOException {
        order(100);
        fetcher.ask();
        fetcher.overtaken(Set.of(new CopyKey(3, 0, 0)));

        sender.fail("shuffle_3_0_0");

        assertThat(toldUncopied()).isEmpty();
    }

    @Test
    void aBlockThatComesWhileItsShuffleGoesIsNotHeld() {
        order(100);
        fetcher.ask();
        memory.beforePut = () -> {
            fetcher.removed(3);
            held.drop(key -> key.shuffle() == 3);
        };

        sender.send("shuffle_3_0_0", 100);

        assertThat(held.heldBytes()).isZero();
        assertThat(memory.blocks).isEmpty();
    }

    @Test
    void anOrderForAShuffleThatIsGoneCameLate() {
        fetcher.gone(3);

        assertThat(order(100)).isZero();
        assertThat(fetcher.isIdle()).isTrue();
        assertThat(fetcher.hasAny(3)).isFalse();
    }

    @Test
    void whatMayNotBeOnItsWayBesideOthersDoesNotLackMemory() {
        order(new int[] {0, 1}, 3L * MEBIBYTE, 3L * MEBIBYTE);

        fetcher.ask();

        assertThat(sender.asked).containsExactly("shuffle_3_0_0");
        assertThat(count(CopyCount.CREDITS_REFUSED)).isZero();
    }

    @Test
    void whatComesOfAShuffleThatIsGoneIsWasted() {
        order(100);
        fetcher.ask();

        fetcher.removed(3);
        sender.send("shuffle_3_0_0", 100);

        assertThat(held.heldBytes()).isZero();
        assertThat(count(CopyCount.BYTES_WASTED)).isEqualTo(100);
    }

    @Test
    void withoutCreditNothingIsAskedForAndThatIsCountedOfTheShuffle() {
        order(4L * MEBIBYTE, 3L * MEBIBYTE, 7L * MEBIBYTE);
        fetcher.ask();
        sender.send("shuffle_3_0_0", 4 * MEBIBYTE);
        fetcher.ask();
        sender.send("shuffle_3_1_0", 3 * MEBIBYTE);

        fetcher.ask();

        assertThat(sender.asked).hasSize(2);
        assertThat(CopyCount.CREDITS_REFUSED.in(counts.changed(9).get(3))).isEqualTo(1);
    }
}
