// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.ReplicaAccessor;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.spark.read.ServedBytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On a real HDFS: which blocks are fetched and from where, which are refused or left to stock, and what becomes of the memory. */
@Tag("long")
@Timeout(300)
class BlockFetchesTest {
    private static final byte[] CONTENT = content(6 * BLOCK - 1000, 1);
    private static final Path FILE = new Path("/file");

    @RegisterExtension
    private static final SmallHdfs hdfs =
            SmallHdfs.builder().file("/file", CONTENT).shared();

    @AutoClose
    private FetchingExecutor executor;

    @Test
    void itIsFetchedFromTheHostThatWasNamed() throws Exception {
        executor = hdfs.executor().start();
        Map<String, Long> before = ServedBytes.of(hdfs.daemons());
        executor.fetch(hdfs.requests("/file", "h2"));

        Map<String, Long> served = ServedBytes.since(before, hdfs.daemons(), CONTENT.length);
        assertThat(served.get("h2")).isGreaterThanOrEqualTo(CONTENT.length);
        assertThat(served.get("h1") + served.get("h3")).isZero();
    }

    @Test
    void aChangeBeforeTheFetchIsNoticed() throws Exception {
        executor = hdfs.executor().start();
        hdfs.write("/changing", CONTENT);
        List<ExtentRequest> old = hdfs.requests("/changing", "h2");
        hdfs.write("/changing", content(CONTENT.length, 5));

        old.forEach(executor.store()::request);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == old.size());
        assertThat(executor.store().usedBytes()).isZero();
    }

    @Test
    void whatTheUserMayNotReadIsNotFetched() throws Exception {
        hdfs.write("/private", CONTENT);
        hdfs.stock().setPermission(new Path("/private"), new FsPermission("600"));
        UserGroupInformation other = UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});
        PrivilegedExceptionAction<Void> begins = () -> {
            executor = hdfs.executor().start();
            return null;
        };
        other.doAs(begins);

        List<ExtentRequest> requests = hdfs.requests("/private", "h2");
        requests.forEach(executor.store()::request);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isZero();
    }

    @Test
    void whatStockReadsPastTheNetworkIsNotFetched(@TempDir java.nio.file.Path directory) throws Exception {
        Configuration conf = new Configuration(hdfs.conf());
        conf.setBoolean("dfs.client.read.shortcircuit", true);
        conf.set("dfs.domain.socket.path", directory.resolve("socket._PORT").toString());
        executor = hdfs.executor().conf(conf).start();
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");

        requests.forEach(executor.store()::request);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isZero();
    }

    @Test
    void whatIsStillWrittenIsNotFetched() throws Exception {
        executor = hdfs.executor().start();
        Path file = new Path("/open");
        try (FSDataOutputStream out = hdfs.stock().create(file, (short) 3)) {
            out.write(CONTENT, 0, BLOCK + 1000);
            out.hflush();
            LocatedBlock last = hdfs.blocks("/open").get(1);
            ExtentRequest request = hdfs.request("/open", last, 0, last.getBlockSize(), "h2");
            executor.store().request(request);

            executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == 1);
        }
        assertThat(executor.store().usedBytes()).isZero();
    }

    @Test
    void stripedFilesAreLeftToStock() throws Exception {
        executor = hdfs.executor().start();
        Path striped = new Path("/striped");
        hdfs.stock().mkdirs(striped);
        hdfs.stock().enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.stock().setErasureCodingPolicy(striped, "XOR-2-1-1024k");
        try (OutputStream out = hdfs.stock().create(new Path("/striped/file"))) {
            out.write(CONTENT);
        }
        List<ExtentRequest> requests = hdfs.requests("/striped/file", "h2");

        requests.forEach(executor.store()::request);

        executor.soon(() -> executor.count(PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(executor.read(new Path("/striped/file"))).isEqualTo(CONTENT);
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }

    @Test
    void withRoomForOneBlockTheOthersAreRefused() throws Exception {
        executor = hdfs.executor().memoryBytes(BLOCK).start();
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");

        List<State> answers = new ArrayList<>();
        requests.forEach(request -> answers.add(executor.store().request(request)));

        assertThat(answers.get(0)).isEqualTo(State.ARRIVING);
        assertThat(answers.subList(1, answers.size())).containsOnly(State.REFUSED);
        executor.hold(requests.get(0));
        assertThat(executor.read(FILE)).isEqualTo(CONTENT);
        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(executor.chunks())
                .as("bytes of direct memory / 64 KiB")
                .hasSizeLessThanOrEqualTo(BLOCK / DirectMemory.CHUNK);
    }

    @Test
    void fullDirectMemoryIsARefusal() throws Exception {
        executor = hdfs.executor()
                .allocation(bytes -> {
                    throw new OutOfMemoryError("Direct buffer memory");
                })
                .start();

        for (ExtentRequest request : hdfs.requests("/file", "h2")) {
            assertThat(executor.store().request(request)).isEqualTo(State.REFUSED);
        }
        assertThat(executor.count(PrefetchCount.DIRECT_MEMORY_FULL)).isPositive();
        assertThat(executor.store().usedBytes()).isZero();
        assertThat(executor.read(FILE)).isEqualTo(CONTENT);
    }

    @Test
    void tenThousandCancelledRequestsLeaveNothingBehind() throws Exception {
        executor = hdfs.executor().start();
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");
        executor.fetch(requests);
        executor.store().cancelAll();
        int threads = Thread.activeCount();
        int open = openFiles();

        for (int i = 0; i < 10_000; i++) {
            ExtentRequest request = requests.get(i % requests.size());
            executor.store().request(request);
            executor.store().cancel(request);
        }
        executor.store().cancelAll();

        executor.soon(() -> executor.store().usedBytes() == 0);
        soon("threads are as many as before: " + threads, () -> Thread.activeCount() <= threads + 4);
        soon("sockets and files are as many as before: " + open, () -> openFiles() <= open + 16);
        assertThat(executor.chunks())
                .hasSizeLessThanOrEqualTo((int) (FetchingExecutor.MEMORY_BYTES / DirectMemory.CHUNK));
        executor.fetch(requests);
        assertThat(executor.read(FILE)).isEqualTo(CONTENT);
    }

    private static int openFiles() {
        String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    @Test
    void aReaderThatIsNeverClosedPinsNothingForever() throws Exception {
        executor = hdfs.executor().memoryBytes(2L * BLOCK).start();
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");
        executor.hold(requests.get(0));
        BlockKey block = requests.get(0).extent().block();
        readAndForget(block);
        executor.store().cancelAll();
        assertThat(executor.store().usedBytes()).as("it is pinned").isEqualTo(BLOCK);

        soon("nobody can read from it any more", () -> {
            System.gc();
            return executor.store().usedBytes() == 0;
        });
    }

    private static void readAndForget(BlockKey block) throws IOException {
        byte[] token = {0, 0, 0, 0};
        ReplicaAccessor accessor = HeldReplicas.inThisProcess()
                .orElseThrow()
                .find(block, BLOCK, token)
                .orElseThrow();
        assertThat(accessor.read(0, new byte[10], 0, 10)).isEqualTo(10);
    }
}
