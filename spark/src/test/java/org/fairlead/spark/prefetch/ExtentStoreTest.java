// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.spark.prefetch.ExtentStore.Taken;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class ExtentStoreTest {
    private static final int CHUNK = DirectMemory.CHUNK;
    private static final BlockKey BLOCK = new BlockKey("pool", 1, 7);
    private static final long BLOCK_BYTES = 10L * CHUNK + 100;

    private final HandDrivenTime time = new HandDrivenTime();
    private final DirectMemory memory = new DirectMemory(20L * CHUNK, time);
    private final ExtentStore store = new ExtentStore(20L * CHUNK, 2L * CHUNK, memory, new PrefetchCounts(), time);

    private static ExtentRequest request(BlockKey block, long offset, long length, long leftMillis) {
        return request(0, block, offset, length, leftMillis);
    }

    private static ExtentRequest request(long id, BlockKey block, long offset, long length, long leftMillis) {
        return new ExtentRequest(
                id, "hdfs://nn", "/file", 0, BLOCK_BYTES, new Extent(block, offset, length), "h1", leftMillis, 0);
    }

    private Taken take(long offset, long length) {
        return store.take(request(BLOCK, offset, length, 1000));
    }

    /** All chunks of an extent, each filled with its number in the block. */
    private void fill(HeldExtent extent) {
        assertThat(extent.beginWriting()).isTrue();
        for (int chunk = 0; chunk < extent.chunkCount(); chunk++) {
            fillNext(extent, chunk);
        }
    }

    private boolean fillNext(HeldExtent extent, int chunk) {
        byte[] bytes = new byte[extent.chunkBytes(chunk)];
        Arrays.fill(bytes, (byte) (extent.extent().offset() / CHUNK + chunk));
        return store.arrived(extent, bytes.length) && extent.put(ByteBuffer.wrap(bytes));
    }

    @Test
    void extentsAreWholeChunksOrEndWithTheBlock() {
        List<HeldExtent> taken = take(CHUNK + 5, 10).toFetch();
        assertThat(taken).singleElement().satisfies(one -> assertThat(one.extent())
                .isEqualTo(new Extent(BLOCK, CHUNK, CHUNK)));
        assertThat(take(10L * CHUNK + 7, 1).toFetch()).singleElement().satisfies(one -> assertThat(one.extent())
                .isEqualTo(new Extent(BLOCK, 10L * CHUNK, 100)));
    }

    @Test
    void onlyWhatIsMissingIsFetched() {
        fill(take(2L * CHUNK, 2L * CHUNK).toFetch().get(0));
        take(6L * CHUNK, CHUNK);

        Taken rest = take(0, 8L * CHUNK);

        assertThat(rest.state()).isEqualTo(State.ARRIVING);
        assertThat(rest.toFetch().stream().map(one -> one.extent().offset() / CHUNK))
                .containsExactly(0L, 4L, 7L);
        assertThat(take(2L * CHUNK, CHUNK)).isEqualTo(new Taken(State.HELD, List.of()));
        assertThat(take(2L * CHUNK, 3L * CHUNK)).isEqualTo(new Taken(State.ARRIVING, List.of()));
    }

    @Test
    void whereNothingMoreCanWaitToBeFetchedWhatIsThereCountsAllTheSame() {
        fill(take(0, 2L * CHUNK).toFetch().get(0));
        take(2L * CHUNK, CHUNK);

        assertThat(store.takeHeld(request(BLOCK, 0, 2L * CHUNK, 1000))).isEqualTo(new Taken(State.HELD, List.of()));
        assertThat(store.takeHeld(request(BLOCK, 0, 3L * CHUNK, 1000))).isEqualTo(new Taken(State.ARRIVING, List.of()));
        assertThat(store.takeHeld(request(BLOCK, 0, 5L * CHUNK, 1000))).isEqualTo(new Taken(State.REFUSED, List.of()));
        assertThat(PrefetchCount.BYTES_REFUSED.in(store.counted())).isEqualTo(2L * CHUNK);
        assertThat(store.usedBytes()).isEqualTo(3L * CHUNK);
    }

    @Test
    void whenItsTaskBeginsWhatNobodyHasBegunToFetchIsNotFetched() {
        HeldExtent held = take(0, CHUNK).toFetch().get(0);
        fill(held);
        HeldExtent arriving = take(CHUNK, CHUNK).toFetch().get(0);
        arriving.beginWriting();
        HeldExtent queued = take(2L * CHUNK, CHUNK).toFetch().get(0);

        store.launched(request(BLOCK, 0, 3L * CHUNK, 1000));

        assertThat(queued.isEnded()).isTrue();
        assertThat(arriving.isEnded()).isFalse();
        assertThat(store.usedBytes()).isEqualTo(2L * CHUNK);
    }

    @Test
    void whenItsTaskHasEndedWhatStillArrivesEndsAndWhatIsThereMakesRoom() {
        fill(take(0, CHUNK).toFetch().get(0));
        HeldExtent arriving = take(CHUNK, CHUNK).toFetch().get(0);
        arriving.beginWriting();
        take(3L * CHUNK, CHUNK);

        store.done(request(BLOCK, 0, 2L * CHUNK, 1000));

        assertThat(arriving.isEnded()).isTrue();
        assertThat(store.usedBytes()).as("what is whole stays, and another's").isEqualTo(2L * CHUNK);
        assertThat(PrefetchCount.BYTES_CANCELLED.in(store.counted())).isZero();
    }

    @Test
    void whatAnotherRequestWaitsForIsGivenUpWithTheLastOfThem() {
        ExtentRequest one = request(1, BLOCK, 0, 2L * CHUNK, 1000);
        ExtentRequest other = request(2, BLOCK, CHUNK, 2L * CHUNK, 1000);
        HeldExtent ofBoth = store.take(one).toFetch().get(0);
        HeldExtent ofTheOther = store.take(other).toFetch().get(0);

        store.launched(other);
        assertThat(ofTheOther.isEnded()).isTrue();
        assertThat(ofBoth.isEnded()).isFalse();
        store.take(other);
        store.cancel(one);
        assertThat(ofBoth.isEnded()).isFalse();
        store.done(other);

        assertThat(ofBoth.isEnded()).isTrue();
        assertThat(store.usedBytes()).isZero();
    }

    /** Such as the footer of a file of which two tasks read a part. */
    @Test
    void whatTwoTasksWaitForGivesWayByTheFirstOfThem() {
        BlockKey other = new BlockKey("pool", 2, 1);
        store.take(request(1, BLOCK, 0, 10L * CHUNK, 1000));
        store.take(request(2, other, 0, 10L * CHUNK, 30_000));
        store.take(request(3, BLOCK, 0, 10L * CHUNK, 60_000));

        store.take(request(4, new BlockKey("pool", 3, 1), 0, CHUNK, 20_000));

        assertThat(store.mayHave(BLOCK)).isTrue();
        assertThat(store.mayHave(other)).isFalse();
    }

    @Test
    void allRequestsThatAnExtentCompletesAreKnown() {
        HeldExtent ofBoth =
                store.take(request(1, BLOCK, 0, CHUNK, 1000)).toFetch().get(0);
        HeldExtent rest =
                store.take(request(2, BLOCK, 0, 2L * CHUNK, 1000)).toFetch().get(0);
        fill(ofBoth);
        assertThat(store.heldWith(ofBoth)).containsExactly(1L);
        fill(rest);
        assertThat(store.heldWith(rest)).containsExactly(2L);
        store.take(request(3, BLOCK, CHUNK, CHUNK, 1000));
        assertThat(store.heldWith(rest)).containsExactly(2L, 3L);
    }

    @Test
    void whenItsTaskHasEndedItIsToldWhatCameOfItAndWasRead() throws Exception {
        ExtentRequest request = request(1, BLOCK, 10, 4L * CHUNK, 1000);
        fill(store.take(request).toFetch().get(0));
        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            assertThat(held.read(10, ByteBuffer.allocate(100), 100)).isEqualTo(100);
        }

        assertThat(store.done(request)).as("a chunk, and a spare one").isEqualTo(new ReadBytes(4L * CHUNK, 2L * CHUNK));
        assertThat(store.done(request)).isEqualTo(ReadBytes.NONE);
    }

    /** As between columns that are fetched together, and before a short footer. */
    @Test
    void whatLiesBetweenWhatIsReadIsNoWaste() throws Exception {
        ExtentRequest request = request(1, BLOCK, 0, 6L * CHUNK, 1000);
        fill(store.take(request).toFetch().get(0));
        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            for (long chunk : List.of(0L, 1L, 2L, 3L, 5L)) {
                assertThat(held.read(chunk * CHUNK + 500, ByteBuffer.allocate(10), 10))
                        .isEqualTo(10);
            }
        }

        assertThat(PrefetchCount.BYTES_READ.in(store.counted())).isEqualTo(50);
        assertThat(store.done(request)).isEqualTo(new ReadBytes(6L * CHUNK, 6L * CHUNK));
    }

    @Test
    void whatLeftMemoryBeforeItsTaskHasEndedIsToldToo() {
        ExtentRequest late = request(1, BLOCK, 0, BLOCK_BYTES, 60_000);
        fill(store.take(late).toFetch().get(0));
        store.take(request(2, new BlockKey("pool", 2, 1), 0, BLOCK_BYTES, 1));
        assertThat(store.mayHave(BLOCK)).isFalse();

        assertThat(store.done(late)).isEqualTo(new ReadBytes(BLOCK_BYTES, 0));
    }

    @Test
    void aRequestIsHeldOnceAllItsPartsAre() {
        HeldExtent first = take(0, CHUNK).toFetch().get(0);
        HeldExtent second = take(CHUNK, CHUNK).toFetch().get(0);
        ExtentRequest both = request(BLOCK, 10, 2L * CHUNK - 20, 1000);
        assertThat(store.isHeld(both)).isFalse();
        fill(second);
        assertThat(store.isHeld(both)).isFalse();
        fill(first);

        assertThat(store.isHeld(both)).isTrue();
        assertThat(store.isHeld(request(BLOCK, 0, 3L * CHUNK, 1000))).isFalse();
    }

    @Test
    void anotherGenerationIsAnotherBlock() {
        fill(take(0, CHUNK).toFetch().get(0));

        assertThat(store.mayHave(new BlockKey("pool", 1, 8))).isFalse();
        assertThat(store.open(new BlockKey("other", 1, 7), BLOCK_BYTES)).isEmpty();
        assertThat(store.open(BLOCK, BLOCK_BYTES)).isPresent();
    }

    @Test
    void whatIsReadIsNotWrittenOver() throws Exception {
        fill(take(0, BLOCK_BYTES).toFetch().get(0));
        ByteBuffer read = ByteBuffer.allocate(CHUNK);
        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            store.leaveBlock(BLOCK);
            BlockKey other = new BlockKey("pool", 2, 1);
            assertThat(store.take(request(other, 0, BLOCK_BYTES, -5000)).state())
                    .as("22 chunks for 20")
                    .isEqualTo(State.REFUSED);
            assertThat(held.read(3L * CHUNK, read, CHUNK)).isEqualTo(CHUNK);
        }
        assertThat(read.array()).containsOnly((byte) 3);
        assertThat(store.usedBytes()).isZero();
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void aWriterWhoseExtentGaveWayWritesNowhere() {
        HeldExtent late =
                store.take(request(BLOCK, 0, BLOCK_BYTES, 60_000)).toFetch().get(0);
        assertThat(late.beginWriting()).isTrue();
        assertThat(fillNext(late, 0)).isTrue();
        BlockKey other = new BlockKey("pool", 2, 1);
        HeldExtent soon =
                store.take(request(other, 0, BLOCK_BYTES, 1)).toFetch().get(0);
        fill(soon);

        assertThat(late.isEnded()).isTrue();
        assertThat(late.put(ByteBuffer.allocate(CHUNK))).isFalse();
        assertThat(PrefetchCount.BYTES_EVICTED.in(store.counted())).isEqualTo(BLOCK_BYTES);
        assertThat(PrefetchCount.BYTES_WASTED.in(store.counted())).isEqualTo(CHUNK);
    }

    @Test
    void whoReadsWhatNobodyHasBegunToFetchReadsItElsewhere() throws Exception {
        HeldExtent queued = take(0, CHUNK).toFetch().get(0);
        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            assertThat(held.read(5, ByteBuffer.allocate(10), 10)).isZero();
            assertThat(held.nextFrom(5, 900)).isEqualTo(900);
        }
        assertThat(queued.beginWriting()).as("it is fetched by its reader").isFalse();
        assertThat(store.usedBytes()).isZero();
    }

    @Test
    void manySmallBlocksMakeRoomForEachOther() {
        for (int block = 0; block < 100; block++) {
            Taken taken = store.take(request(new BlockKey("pool", block, 1), 10L * CHUNK, 100, 100_000 - block));
            assertThat(taken.state()).isEqualTo(State.ARRIVING);
            fill(taken.toFetch().get(0));
        }
        assertThat(memory.usedBytes()).isEqualTo(20L * CHUNK);
        assertThat(store.mayHave(new BlockKey("pool", 99, 1))).isTrue();
        assertThat(store.mayHave(new BlockKey("pool", 79, 1))).isFalse();
    }

    /** As of a column's chunk, which begins and ends in the midst of ours. */
    @Test
    void anExtentMakesRoomOnceThePartThatWasAskedForIsRead() throws Exception {
        fill(take(CHUNK - 30, 50).toFetch().get(0));
        store.take(request(new BlockKey("pool", 2, 1), 0, BLOCK_BYTES, 2000));
        ExtentRequest later = request(new BlockKey("pool", 3, 1), 0, 8L * CHUNK, 3000);
        assertThat(store.take(later).state()).as("21 chunks for 20").isEqualTo(State.REFUSED);

        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            assertThat(held.read(CHUNK - 30, ByteBuffer.allocate(30), 30)).isEqualTo(30);
            assertThat(held.read(CHUNK, ByteBuffer.allocate(20), 20)).isEqualTo(20);
        }

        assertThat(store.take(later).state()).isEqualTo(State.ARRIVING);
        assertThat(store.mayHave(BLOCK)).isFalse();
    }

    @Test
    void bytesReadCountOnce() throws Exception {
        fill(take(0, 2L * CHUNK).toFetch().get(0));
        for (int reader = 0; reader < 3; reader++) {
            try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
                assertThat(held.read(CHUNK + 100, ByteBuffer.allocate(50), 50)).isEqualTo(50);
                assertThat(held.read(CHUNK - 20, ByteBuffer.allocate(50), 50)).isEqualTo(20);
            }
        }
        assertThat(PrefetchCount.BYTES_READ.in(store.counted())).isEqualTo(70);
    }

    /** As of a footer, whose length stands behind it and is read first. */
    @Test
    void whatIsReadGoingBackCounts() throws Exception {
        fill(take(0, CHUNK).toFetch().get(0));
        try (HeldBlock held = store.open(BLOCK, BLOCK_BYTES).orElseThrow()) {
            assertThat(held.read(CHUNK - 8, ByteBuffer.allocate(8), 8)).isEqualTo(8);
            assertThat(held.read(CHUNK - 108, ByteBuffer.allocate(100), 100)).isEqualTo(100);
            assertThat(held.read(CHUNK - 60, ByteBuffer.allocate(60), 60)).isEqualTo(60);
            assertThat(held.read(CHUNK - 120, ByteBuffer.allocate(20), 20)).isEqualTo(20);
        }
        assertThat(PrefetchCount.BYTES_READ.in(store.counted())).isEqualTo(120);
    }

    @Test
    void partsOfAnObjectAreExtentsOfTheirOwn() {
        BlockKey object = BlockKey.ofObject("bucket", "key", "etag", BLOCK_BYTES);
        Extent wanted = new Extent(object, CHUNK, 5L * CHUNK);
        ExtentRequest request = new ExtentRequest(1, "s3a://bucket", "/key", 0, BLOCK_BYTES, wanted, null, 1000, 0);

        List<HeldExtent> parts = store.take(request).toFetch();

        assertThat(parts)
                .extracting(HeldExtent::extent)
                .containsExactly(
                        new Extent(object, CHUNK, 2L * CHUNK),
                        new Extent(object, 3L * CHUNK, 2L * CHUNK),
                        new Extent(object, 5L * CHUNK, CHUNK));
        parts.subList(0, 2).forEach(this::fill);
        assertThat(store.isHeld(request)).isFalse();
        fill(parts.get(2));
        assertThat(store.isHeld(request)).isTrue();
    }

    @Test
    void anObjectThatHasNoRoomAsAWholeTakesNoneFromOthers() {
        fill(store.take(request(BLOCK, 0, 8L * CHUNK, 9000)).toFetch().get(0));
        BlockKey read = new BlockKey("pool", 2, 7);
        fill(store.take(request(read, 0, 8L * CHUNK, 500)).toFetch().get(0));
        HeldBlock reader = store.open(read, 8L * CHUNK).orElseThrow();
        BlockKey object = BlockKey.ofObject("bucket", "key", "etag", 14L * CHUNK);

        Taken refused = store.take(new ExtentRequest(
                1, "s3a://bucket", "/key", 0, 14L * CHUNK, new Extent(object, 0, 14L * CHUNK), null, 1000, 0));

        assertThat(refused).isEqualTo(new Taken(State.REFUSED, List.of()));
        assertThat(store.take(request(BLOCK, 0, 8L * CHUNK, 9000)).state()).isEqualTo(State.HELD);
        reader.close();
    }
}
