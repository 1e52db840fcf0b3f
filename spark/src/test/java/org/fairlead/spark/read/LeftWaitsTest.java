// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a real HDFS of which one DataNode sends a packet every four seconds: a task does not wait there for the second one. */
@Tag("long")
class LeftWaitsTest {
    private static final int PACKET = 64 << 10;
    /** All that is read: of another block the slow host may be asked for a packet again. */
    private static final int BLOCK = 2 << 20;

    private static final Path FILE = new Path("/file");
    private static final byte[] CONTENT = SmallHdfs.content(BLOCK, 6);
    private static final String HUNG = "h3";

    @RegisterExtension
    private static final SmallHdfs hdfs = SmallHdfs.builder()
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .slow(HUNG, PACKET / 4)
            .file(FILE.toString(), CONTENT)
            .shared();

    private final byte[] read = new byte[CONTENT.length];

    @BeforeEach
    void aTask() {
        CountedTask.enter(PlacedSource.BY_OBSERVATION);
    }

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    /** The file, of whose first block the slow host's replica is read first. */
    private static FSDataInputStream opened(DistributedFileSystem files) throws IOException {
        FSDataInputStream in = files.open(FILE);
        CountedTask.reads(((HdfsDataInputStream) in).getAllBlocks().get(0), HUNG);
        return in;
    }

    private void readsElsewhere(LeftBlocksTest.Way way, long most) throws Exception {
        long failures = EndedReads.failures();
        long avoided = AvoidedHosts.blocksRead();
        try (DistributedFileSystem files = (DistributedFileSystem) hdfs.ofTasks();
                FSDataInputStream in = opened(files)) {
            way.read(in, read);

            DFSInputStream stream = (DFSInputStream) in.getWrappedStream();
            assertThat(files.getClient().getDeadNodes(stream)).as("called dead").isEmpty();
        }

        assertThat(read).isEqualTo(CONTENT);
        assertThat(AvoidedHosts.blocksRead() - avoided).isPositive();
        assertThat(EndedReads.failures() - failures).isZero();
        assertThat(CountedTask.leave(HUNG)).isLessThan(most);
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_ORDER", "INTO_A_BUFFER", "BY_POSITION", "BY_RANGES"})
    void aReadThatWaitsForTheNextPacketGoesOnElsewhere(LeftBlocksTest.Way way) throws Exception {
        readsElsewhere(way, 3L * PACKET / 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_ORDER", "INTO_A_BUFFER", "BY_POSITION", "BY_RANGES"})
    void aReadThatWaitsForAnAnswerGoesOnElsewhere(LeftBlocksTest.Way way) throws Exception {
        readsPastTheSilent(way, 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_ORDER", "INTO_A_BUFFER", "BY_POSITION", "BY_RANGES"})
    void itGoesOnAtTheThirdReplicaIfTheSecondGivesNoAnswerEither(LeftBlocksTest.Way way) throws Exception {
        readsPastTheSilent(way, 2);
    }

    /** Opening its file takes the first DataNodes that are asked longer than HDFS's client waits for an answer. */
    private void readsPastTheSilent(LeftBlocksTest.Way way, int silent) throws Exception {
        DataNodeFaultInjector before = DataNodeFaultInjector.get();
        CountDownLatch isRead = new CountDownLatch(1);
        AtomicInteger opened = new AtomicInteger();
        DataNodeFaultInjector.set(new DataNodeFaultInjector() {
            @Override
            public void throwTooManyOpenFiles() {
                boolean isForAReader =
                        Thread.currentThread().getName().startsWith("DataXceiver"); // not the block scanner
                if (isForAReader && opened.getAndIncrement() < silent) {
                    try {
                        isRead.await(90, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        });
        try {
            readsElsewhere(way, PACKET);
        } finally {
            isRead.countDown();
            DataNodeFaultInjector.set(before);
        }
        assertThat(opened).hasValueGreaterThan(silent);
    }

    @Test
    void whoWasPlacedToReadThereWaits() throws Exception {
        CountedTask.enter(List.of(HUNG));
        byte[] packets = new byte[2 * PACKET];
        try (DistributedFileSystem files = (DistributedFileSystem) hdfs.ofTasks();
                FSDataInputStream in = opened(files)) {
            in.readFully(packets);
        }

        assertThat(packets).isEqualTo(Arrays.copyOf(CONTENT, packets.length));
        assertThat(CountedTask.leave(HUNG)).isGreaterThanOrEqualTo(packets.length);
    }
}
