// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;
import static org.fairlead.spark.prefetch.SmallHdfs.count;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.ReplicaAccessor;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.read.ReadingWay;
import org.fairlead.spark.read.ServedBytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real HDFS: what is read of fetched blocks, and what of blocks that changed, are damaged, or are somebody else's. */
@Timeout(300)
class HeldReadsTest {
    private static final byte[] CONTENT = content(6 * BLOCK - 1000, 1);
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

    @TempDir
    private static Path directory;

    private static SmallHdfs hdfs;

    private final List<ByteBuffer> chunks = new CopyOnWriteArrayList<>();
    private ExecutorStore store;
    private FileSystem files;

    @BeforeAll
    static void start() throws IOException {
        hdfs = SmallHdfs.start(directory, new Configuration(false));
        hdfs.write("/file", CONTENT);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    private void begin(long capBytes, String fault, IntFunction<ByteBuffer> allocation) throws IOException {
        PrefetchSettings settings = new PrefetchSettings(Mode.ENFORCE, Optional.of(capBytes), fault);
        store = ExecutorStore.start(
                settings, 0, hdfs.conf(), TimeSource.SYSTEM, new DirectMemory(capBytes, TimeSource.SYSTEM, allocation));
        files = hdfs.ofTasks();
    }

    private void begin() throws IOException {
        begin(64L << 20, "none", this::chunk);
    }

    private ByteBuffer chunk(int bytes) {
        ByteBuffer chunk = ByteBuffer.allocateDirect(bytes);
        chunks.add(chunk);
        return chunk;
    }

    @AfterEach
    void end() throws IOException {
        if (files != null) {
            files.close();
        }
        store.close();
    }

    /** Has a file fetched whole, and waits until it is. */
    private void fetch(String path) throws Exception {
        List<ExtentRequest> requests = hdfs.requests(path, "h2");
        for (ExtentRequest request : requests) {
            assertThat(store.request(request)).isEqualTo(State.ARRIVING);
        }
        for (ExtentRequest request : requests) {
            soon(SmallHdfs.counts(store), () -> store.request(request) == State.HELD);
        }
    }

    private byte[] read(String path) throws IOException {
        try (FSDataInputStream in = files.open(new org.apache.hadoop.fs.Path(path))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyWayOfReadingIsAnsweredFromMemory(ReadingWay way) throws Exception {
        begin();
        fetch("/file");
        Map<String, Long> before = ServedBytes.of(hdfs.daemons());

        way.read(files, FILE, CONTENT);

        assertThat(ServedBytes.of(hdfs.daemons()))
                .as("bytes that DataNodes served")
                .isEqualTo(before);
        assertThat(count(store, PrefetchCount.BYTES_FETCHED)).isEqualTo(CONTENT.length);
        assertThat(count(store, PrefetchCount.BYTES_READ)).isEqualTo(CONTENT.length);
        assertThat(count(store, PrefetchCount.BYTES_BESIDE)).isZero();
        assertThat(count(store, PrefetchCount.FAILURES)).isZero();
    }

    @Test
    void itIsFetchedFromTheHostThatWasNamed() throws Exception {
        begin();
        Map<String, Long> before = ServedBytes.of(hdfs.daemons());
        fetch("/file");

        Map<String, Long> served = ServedBytes.since(before, hdfs.daemons(), CONTENT.length);
        assertThat(served.get("h2")).isGreaterThanOrEqualTo(CONTENT.length);
        assertThat(served.get("h1") + served.get("h3")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotHeldOfABlockComesFromADataNode(ReadingWay way) throws Exception {
        begin();
        List<LocatedBlock> blocks = hdfs.blocks("/file");
        List<ExtentRequest> parts = List.of(
                hdfs.request("/file", blocks.get(0), 300_000, 200_000, "h1"),
                hdfs.request("/file", blocks.get(0), 800_000, 10, "h3"),
                hdfs.request("/file", blocks.get(2), 0, 100, "h2"),
                hdfs.request("/file", blocks.get(5), BLOCK - 2000, 500, "h2"));
        for (ExtentRequest part : parts) {
            store.request(part);
            soon(SmallHdfs.counts(store), () -> store.request(part) == State.HELD);
        }

        way.read(files, FILE, CONTENT);

        long held = count(store, PrefetchCount.BYTES_FETCHED);
        assertThat(count(store, PrefetchCount.BYTES_READ)).isEqualTo(held);
        assertThat(count(store, PrefetchCount.BYTES_BESIDE)).isGreaterThanOrEqualTo(3L * BLOCK - 1000 - held);
        assertThat(count(store, PrefetchCount.FAILURES)).isZero();
    }

    @Test
    void aFlippedBitIsNeverRead() throws Exception {
        begin();
        fetch("/file");
        for (ByteBuffer chunk : chunks) {
            chunk.put(1000, (byte) (chunk.get(1000) ^ 4));
        }

        for (ReadingWay way : ReadingWay.values()) {
            way.read(files, FILE, CONTENT);
        }

        assertThat(count(store, PrefetchCount.BYTES_CORRUPT)).isEqualTo(CONTENT.length);
        assertThat(count(store, PrefetchCount.BYTES_READ)).isZero();
        assertThat(store.usedBytes()).isZero();
    }

    @Test
    void ofAFileThatWasWrittenAnewNoOldByteIsRead() throws Exception {
        begin();
        hdfs.write("/anew", CONTENT);
        fetch("/anew");
        byte[] other = content(CONTENT.length, 2);
        hdfs.write("/anew", other);

        assertThat(read("/anew")).isEqualTo(other);
        assertThat(count(store, PrefetchCount.HITS)).isZero();
    }

    @Test
    void aFileThatWasDeletedIsGone() throws Exception {
        begin();
        hdfs.write("/deleted", CONTENT);
        fetch("/deleted");
        hdfs.stock().delete(new org.apache.hadoop.fs.Path("/deleted"), false);

        assertThatThrownBy(() -> read("/deleted")).isInstanceOf(java.io.FileNotFoundException.class);
    }

    @Test
    void whatWasAppendedIsRead() throws Exception {
        begin();
        hdfs.write("/appended", CONTENT);
        fetch("/appended");
        byte[] more = content(5000, 3);
        try (OutputStream out = hdfs.stock().append(new org.apache.hadoop.fs.Path("/appended"))) {
            out.write(more);
        }

        byte[] all = Arrays.copyOf(CONTENT, CONTENT.length + more.length);
        System.arraycopy(more, 0, all, CONTENT.length, more.length);
        assertThat(read("/appended")).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {4 * BLOCK + 777, 4 * BLOCK, 100})
    void whatWasTruncatedEndsThere(int length) throws Exception {
        begin();
        hdfs.write("/truncated", CONTENT);
        fetch("/truncated");
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/truncated");
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
    void aChangeBeforeTheFetchIsNoticed() throws Exception {
        begin();
        hdfs.write("/changing", CONTENT);
        List<ExtentRequest> old = hdfs.requests("/changing", "h2");
        hdfs.write("/changing", content(CONTENT.length, 5));

        old.forEach(store::request);

        soon(SmallHdfs.counts(store), () -> count(store, PrefetchCount.FETCHES_FAILED) == old.size());
        assertThat(store.usedBytes()).isZero();
    }

    @Test
    void whoMayNotReadReadsNothing() throws Exception {
        begin();
        hdfs.write("/secret", CONTENT);
        org.apache.hadoop.fs.Path secret = new org.apache.hadoop.fs.Path("/secret");
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

        assertThat(count(store, PrefetchCount.HITS)).isZero();
        assertThat(read("/secret")).isEqualTo(CONTENT);
        assertThat(count(store, PrefetchCount.HITS)).isPositive();
    }

    @Test
    void anotherUserIsNotAnsweredFromMemoryEvenWhereItMayRead() throws Exception {
        begin();
        fetch("/file");
        UserGroupInformation other = UserGroupInformation.createUserForTesting("bob", new String[] {"others"});

        PrivilegedExceptionAction<Void> reads = () -> {
            try (FileSystem ofOther = hdfs.ofTasks()) {
                ReadingWay.BY_POSITION.read(ofOther, FILE, CONTENT);
            }
            return null;
        };
        other.doAs(reads);

        assertThat(count(store, PrefetchCount.HITS)).isZero();
    }

    @Test
    void whatTheUserMayNotReadIsNotFetched() throws Exception {
        hdfs.write("/private", CONTENT);
        hdfs.stock().setPermission(new org.apache.hadoop.fs.Path("/private"), new FsPermission("600"));
        UserGroupInformation other = UserGroupInformation.createUserForTesting("mallory", new String[] {"others"});
        PrivilegedExceptionAction<Void> begins = () -> {
            begin();
            return null;
        };
        other.doAs(begins);

        List<ExtentRequest> requests = hdfs.requests("/private", "h2");
        requests.forEach(store::request);

        soon(SmallHdfs.counts(store), () -> count(store, PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(count(store, PrefetchCount.BYTES_FETCHED)).isZero();
    }

    @Test
    void withRoomForOneBlockTheOthersAreRefused() throws Exception {
        begin(BLOCK, "none", this::chunk);
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");

        List<State> answers = new ArrayList<>();
        requests.forEach(request -> answers.add(store.request(request)));

        assertThat(answers.get(0)).isEqualTo(State.ARRIVING);
        assertThat(answers.subList(1, answers.size())).containsOnly(State.REFUSED);
        soon("it is held", () -> store.request(requests.get(0)) == State.HELD);
        assertThat(read("/file")).isEqualTo(CONTENT);
        assertThat(count(store, PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(chunks).as("bytes of direct memory / 64 KiB").hasSizeLessThanOrEqualTo(BLOCK / DirectMemory.CHUNK);
    }

    @Test
    void fullDirectMemoryIsARefusal() throws Exception {
        begin(64L << 20, "none", bytes -> {
            throw new OutOfMemoryError("Direct buffer memory");
        });

        for (ExtentRequest request : hdfs.requests("/file", "h2")) {
            assertThat(store.request(request)).isEqualTo(State.REFUSED);
        }
        assertThat(count(store, PrefetchCount.DIRECT_MEMORY_FULL)).isPositive();
        assertThat(store.usedBytes()).isZero();
        assertThat(read("/file")).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "hang"})
    void whatFailsWhileItAnswersLeavesReadsToStock(String fault) throws Exception {
        begin(64L << 20, fault, this::chunk);
        fetch("/file");

        for (ReadingWay way : ReadingWay.values()) {
            way.read(files, FILE, CONTENT);
        }

        assertThat(count(store, PrefetchCount.HITS)).isZero();
        assertThat(count(store, PrefetchCount.FAILURES))
                .as("until the breaker opens, and then every ten seconds")
                .isBetween(3L, 10L);
    }

    @Test
    void tenThousandCancelledRequestsLeaveNothingBehind() throws Exception {
        begin();
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");
        fetch("/file");
        store.cancelAll();
        int threads = Thread.activeCount();
        int open = openFiles();

        for (int i = 0; i < 10_000; i++) {
            ExtentRequest request = requests.get(i % requests.size());
            store.request(request);
            store.cancel(request);
        }
        store.cancelAll();

        soon(SmallHdfs.counts(store), () -> store.usedBytes() == 0);
        soon("threads are as many as before: " + threads, () -> Thread.activeCount() <= threads + 4);
        soon("sockets and files are as many as before: " + open, () -> openFiles() <= open + 16);
        assertThat(chunks).hasSizeLessThanOrEqualTo((64 << 20) / DirectMemory.CHUNK);
        fetch("/file");
        assertThat(read("/file")).isEqualTo(CONTENT);
    }

    private static int openFiles() {
        String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    @Test
    void whoeverIsAskedAlreadyStaysTheOnlyOne() throws Exception {
        begin();
        fetch("/file");
        Configuration own = new Configuration(hdfs.conf());
        own.set(HeldReplicas.ACCESSORS, "org.example.OwnBuilder");

        try (FileSystem ofTasks = hdfs.ofTasks(own)) {
            ReadingWay.IN_ORDER.read(ofTasks, FILE, CONTENT);
        }

        assertThat(count(store, PrefetchCount.HITS)).isZero();
    }

    @Test
    void afterItsEndReadsAreStocks() throws Exception {
        begin();
        fetch("/file");
        store.close();

        assertThat(read("/file")).isEqualTo(CONTENT);
        assertThat(store.usedBytes()).isZero();
    }

    @Test
    void whatStockReadsPastTheNetworkIsNotFetched() throws Exception {
        Configuration conf = new Configuration(hdfs.conf());
        conf.setBoolean("dfs.client.read.shortcircuit", true);
        conf.set("dfs.domain.socket.path", directory.resolve("socket._PORT").toString());
        store = ExecutorStore.start(
                new PrefetchSettings(Mode.ENFORCE, Optional.empty(), "none"), 16L << 30, conf, TimeSource.SYSTEM);
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");

        requests.forEach(store::request);

        soon(SmallHdfs.counts(store), () -> count(store, PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(count(store, PrefetchCount.BYTES_FETCHED)).isZero();
    }

    @Test
    void whatIsStillWrittenIsNotFetched() throws Exception {
        begin();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/open");
        try (FSDataOutputStream out = hdfs.stock().create(file, (short) 3)) {
            out.write(CONTENT, 0, BLOCK + 1000);
            out.hflush();
            LocatedBlock last = hdfs.blocks("/open").get(1);
            ExtentRequest request = hdfs.request("/open", last, 0, last.getBlockSize(), "h2");
            store.request(request);

            soon(SmallHdfs.counts(store), () -> count(store, PrefetchCount.FETCHES_FAILED) == 1);
        }
        assertThat(store.usedBytes()).isZero();
    }

    @Test
    void aReaderThatIsNeverClosedPinsNothingForever() throws Exception {
        begin(2L * BLOCK, "none", this::chunk);
        List<ExtentRequest> requests = hdfs.requests("/file", "h2");
        store.request(requests.get(0));
        soon("it is held", () -> store.request(requests.get(0)) == State.HELD);
        BlockKey block = requests.get(0).extent().block();
        readAndForget(block);
        store.cancelAll();
        assertThat(store.usedBytes()).as("it is pinned").isEqualTo(BLOCK);

        soon("nobody can read from it any more", () -> {
            System.gc();
            return store.usedBytes() == 0;
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

    @Test
    void stripedFilesAreLeftToStock() throws Exception {
        begin();
        org.apache.hadoop.fs.Path striped = new org.apache.hadoop.fs.Path("/striped");
        hdfs.stock().mkdirs(striped);
        hdfs.stock().enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.stock().setErasureCodingPolicy(striped, "XOR-2-1-1024k");
        try (OutputStream out = hdfs.stock().create(new org.apache.hadoop.fs.Path("/striped/file"))) {
            out.write(CONTENT);
        }
        List<ExtentRequest> requests = new ArrayList<>();
        for (LocatedBlock block : hdfs.blocks("/striped/file")) {
            requests.add(hdfs.request("/striped/file", block, 0, block.getBlockSize(), "h2"));
        }

        requests.forEach(store::request);

        soon(SmallHdfs.counts(store), () -> count(store, PrefetchCount.FETCHES_FAILED) == requests.size());
        assertThat(read("/striped/file")).isEqualTo(CONTENT);
        assertThat(count(store, PrefetchCount.HITS)).isZero();
    }
}
