// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.lang.reflect.Field;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.fairlead.spark.read.ReadingWay;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DataNodes that give blocks to who has a token alone. */
@Tag("long")
@Timeout(300)
class BlockTokensTest {
    private static final byte[] CONTENT = content(2 * BLOCK, 1);
    private static final Path FILE = new Path("/file");
    private static final long LONG_MILLIS = 600_000;

    @RegisterExtension
    private static final SmallHdfs hdfs = SmallHdfs.builder()
            .set("dfs.block.access.token.enable", "true")
            .file("/file", CONTENT)
            .shared();

    private static BlockTokenSecretManager tokens;

    @AutoClose
    private FetchingExecutor executor;

    @BeforeAll
    static void start() {
        tokens = hdfs.daemons().getNameNode().getNamesystem().getBlockManager().getBlockTokenSecretManager();
    }

    /** The middle of each block is held. */
    @BeforeEach
    void begin() throws Exception {
        SecurityTestUtil.setBlockTokenLifetime(tokens, LONG_MILLIS);
        executor = hdfs.executor().start();
        for (LocatedBlock block : hdfs.blocks("/file")) {
            executor.hold(hdfs.request("/file", block, BLOCK / 4, BLOCK / 2, "h2"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRestOfABlockIsReadWithTheTokenOfWhoReads(ReadingWay way) throws Exception {
        way.read(executor.files(), FILE, CONTENT);

        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenNoDataNodeGivesTheRestHadoopReadsItAndNoneIsTakenForDead(boolean byPosition) throws Exception {
        SecurityTestUtil.setBlockTokenLifetime(tokens, 1000);
        try (FSDataInputStream in = executor.files().open(FILE)) {
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
            assertThat(executor.count(PrefetchCount.FAILURES)).isPositive();
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
        try (FSDataInputStream in = executor.files().open(FILE)) {
            byte[] read = new byte[BLOCK / 2];
            in.readFully(BLOCK / 4, read);
            assertThat(read).isEqualTo(java.util.Arrays.copyOfRange(CONTENT, BLOCK / 4, 3 * BLOCK / 4));
        }
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isZero();
    }
}
