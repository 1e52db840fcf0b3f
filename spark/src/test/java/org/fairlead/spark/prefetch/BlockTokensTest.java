// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;
import static org.fairlead.spark.prefetch.SmallHdfs.count;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.read.ReadingWay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DataNodes that give blocks to who has a token alone. */
@Timeout(300)
class BlockTokensTest {
    private static final byte[] CONTENT = content(2 * BLOCK, 1);
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");
    private static final long LONG_MILLIS = 600_000;

    @TempDir
    private static Path directory;

    private static SmallHdfs hdfs;
    private static BlockTokenSecretManager tokens;

    private ExecutorStore store;
    private FileSystem files;

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = new Configuration(false);
        conf.setBoolean("dfs.block.access.token.enable", true);
        hdfs = SmallHdfs.start(directory, conf);
        hdfs.write("/file", CONTENT);
        tokens = hdfs.daemons().getNameNode().getNamesystem().getBlockManager().getBlockTokenSecretManager();
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    /** The middle of each block is held. */
    @BeforeEach
    void begin() throws Exception {
        SecurityTestUtil.setBlockTokenLifetime(tokens, LONG_MILLIS);
        PrefetchSettings settings = new PrefetchSettings(Mode.ENFORCE, Optional.of(64L << 20), "none");
        store = ExecutorStore.start(settings, 0, hdfs.conf(), TimeSource.SYSTEM);
        files = hdfs.ofTasks();
        for (LocatedBlock block : hdfs.blocks("/file")) {
            ExtentRequest request = hdfs.request("/file", block, BLOCK / 4, BLOCK / 2, "h2");
            store.request(request);
            soon(SmallHdfs.counts(store), () -> store.request(request) == State.HELD);
        }
    }

    @AfterEach
    void end() throws IOException {
        files.close();
        store.close();
    }

    @ParameterizedTest
    @EnumSource
    void theRestOfABlockIsReadWithTheTokenOfWhoReads(ReadingWay way) throws Exception {
        way.read(files, FILE, CONTENT);

        assertThat(count(store, PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(count(store, PrefetchCount.FAILURES)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenNoDataNodeGivesTheRestHadoopReadsItAndNoneIsTakenForDead(boolean byPosition) throws Exception {
        SecurityTestUtil.setBlockTokenLifetime(tokens, 1000);
        try (FSDataInputStream in = files.open(FILE)) {
            LocatedBlock last = ((HdfsDataInputStream) in).getAllBlocks().get(1);
            SecurityTestUtil.setBlockTokenLifetime(tokens, LONG_MILLIS);
            soon("its token is too old", () -> SecurityTestUtil.isBlockTokenExpired(last.getBlockToken()));
            byte[] read = new byte[CONTENT.length];
            if (byPosition) {
                in.readFully(0, read);
            } else {
                in.readFully(read);
            }

            assertThat(read).isEqualTo(CONTENT);
            assertThat(count(store, PrefetchCount.FAILURES)).isPositive();
            assertThat(dead((DFSInputStream) in.getWrappedStream())).isEmpty();
        }
    }

    /** DataNodes that a stream no longer asks. */
    private static Map<?, ?> dead(DFSInputStream stream) throws ReflectiveOperationException {
        Field field = DFSInputStream.class.getDeclaredField("deadNodes");
        field.setAccessible(true);
        return (Map<?, ?>) field.get(stream);
    }

    @Test
    void whatIsHeldIsReadWithoutADataNode() throws Exception {
        try (FSDataInputStream in = files.open(FILE)) {
            byte[] read = new byte[BLOCK / 2];
            in.readFully(BLOCK / 4, read);
            assertThat(read).isEqualTo(java.util.Arrays.copyOfRange(CONTENT, BLOCK / 4, 3 * BLOCK / 4));
        }
        assertThat(count(store, PrefetchCount.BYTES_BESIDE)).isZero();
    }
}
