// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a real HDFS of which one DataNode gives 256 KiB a second: a task that reads a block there reads the rest of it elsewhere, whichever way it reads. */
@Tag("long")
class LeftBlocksTest {
    private static final int BLOCK = 4 << 20;
    private static final int PART = 1 << 20;
    private static final Path FILE = new Path("/file");
    private static final Path ALONE = new Path("/alone");
    private static final byte[] CONTENT = SmallHdfs.content(2 * BLOCK, 5);
    private static final String SLOW = "h3";

    @RegisterExtension
    private static final SmallHdfs hdfs = SmallHdfs.builder()
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .slow(SLOW, 256 << 10)
            .file(FILE.toString(), CONTENT)
            .shared();

    private static FileSystem files;

    enum Way {
        IN_ORDER {
            @Override
            void read(FSDataInputStream in, byte[] into) throws IOException {
                in.readFully(into);
            }
        },
        INTO_A_BUFFER {
            @Override
            void read(FSDataInputStream in, byte[] into) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(into);
                while (buffer.hasRemaining()) {
                    assertThat(in.read(buffer)).isPositive();
                }
            }
        },
        BY_POSITION {
            @Override
            void read(FSDataInputStream in, byte[] into) throws IOException {
                in.readFully(0, into);
            }
        },
        ONCE_BY_POSITION {
            @Override
            void read(FSDataInputStream in, byte[] into) throws IOException {
                assertThat(in.read(0, into, 0, into.length)).isEqualTo(into.length);
            }
        },
        INTO_A_BUFFER_BY_POSITION {
            @Override
            void read(FSDataInputStream in, byte[] into) throws IOException {
                in.readFully(0, ByteBuffer.wrap(into));
            }
        },
        BY_RANGES {
            @Override
            void read(FSDataInputStream in, byte[] into) throws Exception {
                FileRange range = FileRange.createFileRange(0, into.length);
                in.readVectored(List.of(range), ByteBuffer::allocate);
                range.getData().get().get(into);
            }
        };

        abstract void read(FSDataInputStream in, byte[] into) throws Exception;
    }

    @BeforeAll
    static void start() throws Exception {
        files = hdfs.ofTasks();
        DataNode slow = hdfs.daemons().getDataNodes().stream()
                .filter(each -> each.getDatanodeId().getHostName().equals(SLOW))
                .findFirst()
                .orElseThrow();
        try (FSDataOutputStream out = hdfs.stock()
                .createFile(ALONE)
                .replication((short) 1)
                .favoredNodes(new InetSocketAddress[] {slow.getXferAddress()})
                .build()) {
            out.write(CONTENT, 0, PART);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        files.close();
    }

    @BeforeEach
    void aTaskThatNobodyPlacedKnowsHowFastOthersAre() throws Exception {
        EndedReads.take(Integer.MAX_VALUE);
        CountedTask.enter(PlacedSource.BY_OBSERVATION);
        try (FSDataInputStream in = opened("h1")) {
            in.readFully(new byte[CONTENT.length]);
        }
        EndedReads.take(Integer.MAX_VALUE);
        CountedTask.enter(PlacedSource.BY_OBSERVATION);
    }

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    /** The file, of which a host's replicas are read first. */
    private static FSDataInputStream opened(String host) throws IOException {
        FSDataInputStream in = files.open(FILE);
        for (LocatedBlock block : ((HdfsDataInputStream) in).getAllBlocks()) {
            CountedTask.reads(block, host);
        }
        return in;
    }

    @ParameterizedTest
    @EnumSource
    void theRestOfABlockIsReadElsewhere(Way way) throws Exception {
        long failures = EndedReads.failures();
        long avoided;
        byte[] read = new byte[CONTENT.length];
        try (FSDataInputStream in = opened(SLOW)) {
            avoided = AvoidedHosts.blocksRead();
            way.read(in, read);
        }

        assertThat(read).isEqualTo(CONTENT);
        assertThat(AvoidedHosts.blocksRead() - avoided)
                .as("each of both blocks")
                .isEqualTo(2);
        assertThat(EndedReads.failures() - failures).isZero();
        assertThat(CountedTask.leave(SLOW)).isBetween(1L, CONTENT.length / 2L);
    }

    @Test
    void aBlockWithoutAnotherReplicaIsReadToItsEnd() throws Exception {
        long avoided = AvoidedHosts.blocksRead();
        try (FSDataInputStream in = files.open(ALONE)) {
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOf(CONTENT, PART));
        }

        assertThat(AvoidedHosts.blocksRead()).isEqualTo(avoided);
        assertThat(CountedTask.leave(SLOW)).isGreaterThanOrEqualTo(PART);
    }

    @Test
    void whoWasPlacedToReadFromAHostStaysThere() throws Exception {
        CountedTask.enter(List.of(SLOW));
        byte[] read = new byte[PART];
        try (FSDataInputStream in = files.open(FILE)) {
            in.readFully(read);
        }

        assertThat(read).isEqualTo(Arrays.copyOf(CONTENT, PART));
        assertThat(CountedTask.leave(SLOW)).isGreaterThanOrEqualTo(PART);
    }

    @Test
    void whatIsAskedOfHdfsOwnStreamIsAnswered() throws Exception {
        long failures = EndedReads.failures();
        try (FSDataInputStream in = opened("h1")) {
            HdfsDataInputStream stream = (HdfsDataInputStream) in;
            in.seek(BLOCK + 7);
            assertThat(in.read()).isEqualTo(CONTENT[BLOCK + 7] & 0xff);
            assertThat(in.getPos()).isEqualTo(BLOCK + 8);
            assertThat(stream.getCurrentDatanode().getHostName()).isEqualTo("h1");
            assertThat(stream.getCurrentBlock())
                    .isEqualTo(stream.getAllBlocks().get(1).getBlock());
            assertThat(stream.getVisibleLength()).isEqualTo(CONTENT.length);
            assertThat(stream.getReadStatistics().getTotalBytesRead()).isPositive();
            assertThat(in.read(CONTENT.length, new byte[PART], 0, PART)).isEqualTo(-1);
            assertThat(in.read(CONTENT.length - 4, new byte[10], 0, 10)).isEqualTo(4);
            assertThat(EndedReads.failures()).isEqualTo(failures);
            assertThat(in.hasCapability("in:preadbytebuffer")).isTrue();
        }
    }
}
