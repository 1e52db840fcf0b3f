// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.fairlead.objects.StoreService;
import org.fairlead.spark.Soon;
import org.fairlead.spark.prefetch.object.ObjectStreams;
import org.fairlead.spark.read.ReadingWay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By Hadoop's own S3A: what is read of fetched objects, and what of objects that changed, are damaged, or are somebody else's. */
@Timeout(120)
class HeldObjectsTest {
    private static final byte[] CONTENT = content((5 << 20) - 1000, 1);
    private static final Path FILE = new Path(SmallStore.uri() + "/dir/file");
    private static final List<ReadingWay> WAYS = List.of(
            ReadingWay.IN_ORDER,
            ReadingWay.BY_BUILDER,
            ReadingWay.BACKWARDS,
            ReadingWay.BY_POSITION,
            ReadingWay.BY_RANGES);
    /** What asking costs whether an object is what it was. */
    private static final int ASKED = 1;

    private SmallStore objects;
    private FetchingExecutor executor;

    @BeforeEach
    void begin() throws IOException {
        objects = SmallStore.start();
        objects.write("/dir/file", CONTENT);
        executor = objects.executor().start();
    }

    @AfterEach
    void end() throws IOException {
        executor.close();
        objects.close();
    }

    private void fetch(long offset, long length) throws Exception {
        executor.fetch(List.of(objects.request("/dir/file", offset, length)));
    }

    private byte[] read() throws IOException {
        return executor.read(FILE);
    }

    @Test
    void everyWayOfReadingThatS3aHasIsAnsweredFromMemory() throws Exception {
        fetch(0, CONTENT.length);
        long hits = 0;
        for (ReadingWay way : WAYS) {
            long before = objects.endpoint().servedBytes();

            way.read(executor.files(), FILE, CONTENT);

            assertThat(objects.endpoint().servedBytes() - before).as("%s", way).isEqualTo(ASKED);
            hits++;
            assertThat(executor.count(PrefetchCount.HITS)).as("%s", way).isEqualTo(hits);
        }
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(CONTENT.length);
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isZero();
        assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
    }

    @Test
    void whatIsNotHeldOfAnObjectComesFromTheStore() throws Exception {
        fetch(300_000, 200_000);
        fetch(2_000_000, 10);
        fetch(CONTENT.length - 100, 100);
        for (ReadingWay way : WAYS) {
            long before = executor.count(PrefetchCount.BYTES_BESIDE);

            way.read(executor.files(), FILE, CONTENT);

            assertThat(executor.count(PrefetchCount.BYTES_BESIDE) - before)
                    .as("%s", way)
                    .isPositive();
        }
        assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "prefetch", "analytics"})
    void whatIsNotHeldComesByTheStreamThatWasChosenBefore(String type) throws Exception {
        Configuration conf = objects.conf();
        conf.set("fs.s3a.input.stream.type", type);
        fetch(1 << 20, 1 << 20);
        try (FileSystem chosen = objects.ofTasks(conf);
                FSDataInputStream in = chosen.open(FILE)) {
            assertThat(in.hasCapability("fs.s3a.input.stream.type." + type)).isTrue();
            assertThat(in.readAllBytes()).isEqualTo(CONTENT);
        }
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(1 << 20);
    }

    @Test
    void itIsFetchedWithOneRequestForItsBytes() throws Exception {
        fetch(1 << 20, 1 << 20);

        assertThat(objects.endpoint().servedBytes()).isEqualTo(1 << 20);
    }

    @Test
    void whatIsLargeComesInPartsAndIsReadAsOne() throws Exception {
        try (FetchingExecutor inParts =
                objects.executor().objectPartBytes(4L * DirectMemory.CHUNK).start()) {
            long before = objects.endpoint().servedBytes();

            inParts.fetch(List.of(objects.request("/dir/file", 0, CONTENT.length)));

            assertThat(objects.endpoint().servedBytes() - before).isEqualTo(CONTENT.length);
            for (ReadingWay way : WAYS) {
                way.read(inParts.files(), FILE, CONTENT);
            }
            assertThat(inParts.count(PrefetchCount.BYTES_BESIDE)).isZero();
            assertThat(inParts.count(PrefetchCount.BYTES_READ)).isEqualTo(CONTENT.length);
        }
    }

    @Test
    void whatIsReadFromMemoryCountsAsRead() throws Exception {
        fetch(0, CONTENT.length);
        long before = statistics();

        read();

        assertThat(statistics() - before).isEqualTo(CONTENT.length);
    }

    @SuppressWarnings("deprecation") // as Spark counts what its tasks read
    private static long statistics() {
        return FileSystem.getAllStatistics().stream()
                .filter(each -> each.getScheme().equals("s3a"))
                .mapToLong(each -> each.getThreadStatistics().getBytesRead())
                .sum();
    }

    @Test
    void aFlippedBitIsNeverRead() throws Exception {
        fetch(0, CONTENT.length);
        for (ByteBuffer chunk : executor.chunks()) {
            chunk.put(1000, (byte) (chunk.get(1000) ^ 4));
        }

        assertThat(read()).isEqualTo(CONTENT);
        assertThat(executor.count(PrefetchCount.BYTES_CORRUPT)).isEqualTo(CONTENT.length);
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isZero();
    }

    @Test
    void ofAnObjectThatWasReplacedNoOldByteIsRead() throws Exception {
        fetch(0, CONTENT.length);
        byte[] other = content(CONTENT.length, 2);
        objects.write("/dir/file", other);

        assertThat(read()).isEqualTo(other);
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void anObjectThatWasReplacedSinceItWasListedIsNotReadFromMemory() throws Exception {
        FileStatus listed = executor.files().listStatus(FILE.getParent())[0];
        fetch(0, CONTENT.length);
        objects.write("/dir/file", content(CONTENT.length, 2));

        try (FSDataInputStream in =
                executor.files().openFile(FILE).withFileStatus(listed).build().get()) {
            assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining("PreconditionFailed");
        }
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void anObjectThatWasReplacedBeforeItWasFetchedIsNotFetched() throws Exception {
        ExtentRequest request = objects.request("/dir/file", 0, 1000);
        objects.write("/dir/file", content(CONTENT.length, 2));

        executor.store().request(request);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == 1);
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isZero();
    }

    @Test
    void ofAnObjectThatWasReplacedSinceAPartOfItWasFetchedNoOtherPartIsFetched() throws Exception {
        fetch(0, 1000);
        ExtentRequest another = objects.request("/dir/file", 1 << 20, 1000);
        long fetched = executor.count(PrefetchCount.BYTES_FETCHED);
        objects.write("/dir/file", content(CONTENT.length, 2));

        executor.store().request(another);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == 1);
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isEqualTo(fetched);
    }

    @Test
    void whoMayNotReadAnObjectReadsNothingFromMemory() throws Exception {
        Configuration conf = objects.conf();
        conf.set("fs.s3a.access.key", "stranger");
        FileStatus listed = executor.files().getFileStatus(FILE);
        fetch(0, CONTENT.length);
        objects.endpoint().forbid("stranger");

        try (FileSystem strangers = objects.ofTasks(conf);
                FSDataInputStream in =
                        strangers.openFile(FILE).withFileStatus(listed).build().get()) {
            assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining("AccessDenied");
        }
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void cancelledFetchesLeaveNothing() throws Exception {
        ExtentRequest request = objects.request("/dir/file", 0, CONTENT.length);
        for (int i = 0; i < 50; i++) {
            executor.store().request(request);
            executor.store().cancel(request);
        }

        executor.soon(() -> executor.store().usedBytes() == 0);
        assertThat(read()).isEqualTo(CONTENT);
    }

    /** From a store that takes five seconds to send all of it. */
    @Test
    void whatIsCancelledWhileItIsHeldBackIsNotSentToItsEnd() throws Exception {
        try (SmallStore slow = SmallStore.start(new StoreService(Duration.ZERO, 1 << 20))) {
            slow.write("/dir/file", CONTENT);
            try (FetchingExecutor heldBack = slow.executor().start()) {
                ExtentRequest request =
                        slow.request("/dir/file", 0, CONTENT.length).withQuota(1);
                heldBack.store().request(request);
                heldBack.soon(() -> heldBack.count(PrefetchCount.BYTES_FETCHED) > 0);
                Thread.sleep(200); // its first chunk has come, and it waits

                heldBack.store().cancel(request);

                Soon.soon("nothing more is sent", () -> {
                    long before = slow.endpoint().servedBytes();
                    Thread.sleep(500);
                    return slow.endpoint().servedBytes() == before;
                });
            }
            assertThat(slow.endpoint().servedBytes()).isLessThan(CONTENT.length / 2);
        }
    }

    @Test
    void somebodyElsesStreamIsLeftAlone() {
        Configuration conf = objects.conf();
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", "com.example.Streams");

        assertThat(ObjectStreams.install(conf, true))
                .hasValueSatisfying(why -> assertThat(why).contains("com.example.Streams"));
        assertThat(conf.get("fs.s3a.input.stream.custom.factory")).isEqualTo("com.example.Streams");
        assertThat(ObjectStreams.isServed(conf, SmallStore.uri())).isFalse();
    }

    @Test
    void aBucketWithAStreamOfItsOwnIsLeftAlone() {
        Configuration conf = objects.conf();
        assertThat(ObjectStreams.install(conf, true)).isEmpty();
        assertThat(ObjectStreams.isServed(conf, SmallStore.uri())).isTrue();

        conf.set("fs.s3a.bucket.inputs.input.stream.type", "classic");

        assertThat(ObjectStreams.isServed(conf, SmallStore.uri())).isFalse();
    }
}
