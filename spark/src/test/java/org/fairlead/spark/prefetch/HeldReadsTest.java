// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.spark.read.PlacedSource;
import org.fairlead.spark.read.ReadingWay;
import org.fairlead.spark.read.ServedBytes;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real HDFS: what is read of fetched blocks, and what of blocks that changed, are damaged, or are somebody else's. */
@Timeout(300)
class HeldReadsTest {
    private static final byte[] CONTENT = content(6 * BLOCK - 1000, 1);
    private static final Path FILE = new Path("/file");

    @RegisterExtension
    private static final SmallHdfs hdfs =
            SmallHdfs.builder().file("/file", CONTENT).shared();

    @AutoClose
    private FetchingExecutor executor;

    private void fetch(String path) throws Exception {
        executor.fetch(hdfs.requests(path, "h2"));
    }

    private byte[] read(String path) throws IOException {
        return executor.read(new Path(path));
    }

    @ParameterizedTest
    @EnumSource
    void everyWayOfReadingIsAnsweredFromMemory(ReadingWay way) throws Exception {
        executor = hdfs.executor().start();
        fetch("/file");
        Map<String, Long> before = ServedBytes.of(hdfs.daemons());

        way.read(executor.files(), FILE, CONTENT);

        assertThat(ServedBytes.of(hdfs.daemons()))
                .as("bytes that DataNodes served")
                .isEqualTo(before);
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isEqualTo(CONTENT.length);
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(CONTENT.length);
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isZero();
        assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotHeldOfABlockComesFromADataNode(ReadingWay way) throws Exception {
        executor = hdfs.executor().start();
        List<LocatedBlock> blocks = hdfs.blocks("/file");
        List<ExtentRequest> parts = List.of(
                hdfs.request("/file", blocks.get(0), 300_000, 200_000, "h1"),
                hdfs.request("/file", blocks.get(0), 800_000, 10, "h3"),
                hdfs.request("/file", blocks.get(2), 0, 100, "h2"),
                hdfs.request("/file", blocks.get(5), BLOCK - 2000, 500, "h2"));
        executor.fetch(parts);

        way.read(executor.files(), FILE, CONTENT);

        long held = executor.count(PrefetchCount.BYTES_FETCHED);
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(held);
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isGreaterThanOrEqualTo(3L * BLOCK - 1000 - held);
        assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
    }

    @Test
    void whatIsNotHeldComesFromTheHostOfItsTaskAndIsSeen() throws Exception {
        executor = hdfs.executor().start();
        LocatedBlock first = hdfs.blocks("/file").get(0);
        executor.fetch(List.of(hdfs.request("/file", first, 0, 200_000, "h2")));
        for (String host : List.of("h1", "h3")) {
            EndedReads.take(Integer.MAX_VALUE);
            TaskThread.enter(PlacedSource.with(new Properties(), List.of(host)));
            TaskThread.count();
            try {
                ReadingWay.IN_ORDER.read(executor.files(), FILE, CONTENT);
            } finally {
                TaskThread.leave();
            }

            List<SourceReads> sources = EndedReads.take(10).get(0).sources();
            assertThat(sources).extracting(SourceReads::source).containsExactlyInAnyOrder("", host);
            assertThat(sources).allSatisfy(each -> {
                boolean isMemory = each.source().isEmpty();
                long fetched = executor.count(PrefetchCount.BYTES_FETCHED);
                assertThat(each.bytes()).isGreaterThanOrEqualTo(isMemory ? fetched : CONTENT.length - fetched);
                assertThat(each.requests()).isPositive();
                assertThat(each.waited()).isPositive();
            });
        }
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isPositive();
    }

    @Test
    void aFlippedBitIsNeverRead() throws Exception {
        executor = hdfs.executor().start();
        fetch("/file");
        for (ByteBuffer chunk : executor.chunks()) {
            chunk.put(1000, (byte) (chunk.get(1000) ^ 4));
        }

        for (ReadingWay way : ReadingWay.values()) {
            way.read(executor.files(), FILE, CONTENT);
        }

        assertThat(executor.count(PrefetchCount.BYTES_CORRUPT)).isEqualTo(CONTENT.length);
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isZero();
        assertThat(executor.store().usedBytes()).isZero();
    }

    @Test
    void ofAFileThatWasWrittenAnewNoOldByteIsRead() throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/anew", CONTENT);
        fetch("/anew");
        byte[] other = content(CONTENT.length, 2);
        hdfs.write("/anew", other);

        assertThat(read("/anew")).isEqualTo(other);
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void aFileThatWasDeletedIsGone() throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/deleted", CONTENT);
        fetch("/deleted");
        hdfs.stock().delete(new Path("/deleted"), false);

        assertThatThrownBy(() -> read("/deleted")).isInstanceOf(java.io.FileNotFoundException.class);
    }

    @Test
    void whatWasAppendedIsRead() throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/appended", CONTENT);
        fetch("/appended");
        byte[] more = content(5000, 3);
        try (OutputStream out = hdfs.stock().append(new Path("/appended"))) {
            out.write(more);
        }

        byte[] all = Arrays.copyOf(CONTENT, CONTENT.length + more.length);
        System.arraycopy(more, 0, all, CONTENT.length, more.length);
        assertThat(read("/appended")).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 * BLOCK + 777, 4 * BLOCK, 100})
    void whatWasTruncatedEndsThere(int length) throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/truncated", CONTENT);
        fetch("/truncated");
        Path file = new Path("/truncated");
        hdfs.stock().truncate(file, length);
        soon("it is closed", () -> hdfs.stock().isFileClosed(file));
        byte[] more = content(2 * BLOCK, 4);
        try (OutputStream out = hdfs.stock().append(file)) {
            out.write(more);
        }

        byte[] all = Arrays.copyOf(CONTENT, length + more.length);
        System.arraycopy(more, 0, all, length, more.length);
        assertThat(read("/truncated")).isEqualTo(all);
    }

    @Test
    void whoMayNotReadReadsNothing() throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/secret", CONTENT);
        Path secret = new Path("/secret");
        hdfs.stock().setPermission(secret, new FsPermission("600"));
        fetch("/secret");
        UserGroupInformation other = UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});

        PrivilegedExceptionAction<Void> reads = () -> {
            try (FileSystem ofOther = hdfs.ofTasks()) {
                assertThatThrownBy(() -> ofOther.open(secret)).isInstanceOf(AccessControlException.class);
                ReadingWay.IN_ORDER.read(ofOther, FILE, CONTENT);
            }
            return null;
        };
        other.doAs(reads);

        assertThat(executor.count(PrefetchCount.HITS)).isZero();
        assertThat(read("/secret")).isEqualTo(CONTENT);
        assertThat(executor.count(PrefetchCount.HITS)).isPositive();
    }

    @Test
    void anotherUserIsNotAnsweredFromMemoryEvenWhereItMayRead() throws Exception {
        executor = hdfs.executor().start();
        fetch("/file");
        UserGroupInformation other = UserGroupInformation.createUserForTesting("bob", new String[] {"others"});

        PrivilegedExceptionAction<Void> reads = () -> {
            try (FileSystem ofOther = hdfs.ofTasks()) {
                ReadingWay.BY_POSITION.read(ofOther, FILE, CONTENT);
            }
            return null;
        };
        other.doAs(reads);

        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "hang"})
    void whatFailsWhileItAnswersLeavesReadsToStock(String fault) throws Exception {
        executor = hdfs.executor().fault(fault).start();
        fetch("/file");

        for (ReadingWay way : ReadingWay.values()) {
            way.read(executor.files(), FILE, CONTENT);
        }

        assertThat(executor.count(PrefetchCount.HITS)).isZero();
        assertThat(executor.count(PrefetchCount.FAILURES))
                .as("until the breaker opens, and then every ten seconds")
                .isBetween(3L, 10L);
    }

    @Test
    void whoeverIsAskedAlreadyStaysTheOnlyOne() throws Exception {
        executor = hdfs.executor().start();
        fetch("/file");
        Configuration own = new Configuration(hdfs.conf());
        own.set(HeldReplicas.ACCESSORS, "org.example.OwnBuilder");

        try (FileSystem ofTasks = hdfs.ofTasks(own)) {
            ReadingWay.IN_ORDER.read(ofTasks, FILE, CONTENT);
        }

        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void afterItsEndReadsAreStocks() throws Exception {
        executor = hdfs.executor().start();
        fetch("/file");
        executor.store().close();

        assertThat(read("/file")).isEqualTo(CONTENT);
        assertThat(executor.store().usedBytes()).isZero();
    }
}
