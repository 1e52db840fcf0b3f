// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a real HDFS: what a task reads is counted by the DataNode that gave it, whichever way it reads. */
@Tag("long")
class SeenReadsTest {
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");
    private static final byte[] CONTENT = SmallHdfs.content(5 * SmallHdfs.BLOCK - 1000, 3);

    @RegisterExtension
    private static final SmallHdfs hdfs =
            SmallHdfs.builder().file(FILE.toString(), CONTENT).shared();

    private static FileSystem files;

    @BeforeAll
    static void start() throws Exception {
        files = hdfs.ofTasks();
    }

    @AfterAll
    static void stop() throws Exception {
        files.close();
    }

    @BeforeEach
    void nothingIsLeftOfOthers() {
        EndedReads.take(Integer.MAX_VALUE);
    }

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    private static void taskPlacedAt(String host) {
        TaskThread.enter(PlacedSource.with(new Properties(), List.of(host)));
        TaskThread.count();
    }

    private static List<SourceReads> ended() {
        TaskThread.leave();
        List<TaskReads> ended = EndedReads.take(10);
        assertThat(ended).hasSize(1);
        return ended.get(0).sources();
    }

    private static Set<String> names(List<SourceReads> sources) {
        return sources.stream().map(SourceReads::source).collect(Collectors.toSet());
    }

    private static long bytes(List<SourceReads> sources) {
        return sources.stream().mapToLong(SourceReads::bytes).sum();
    }

    @ParameterizedTest
    @EnumSource(ReadingWay.class)
    void everyWayOfReadingIsCountedByTheDataNodeThatGave(ReadingWay way) throws Exception {
        for (String host : List.of("h1", "h3")) {
            taskPlacedAt(host);
            way.read(files, FILE, CONTENT);

            List<SourceReads> sources = ended();
            assertThat(names(sources)).containsExactly(host);
            assertThat(bytes(sources)).isGreaterThanOrEqualTo(CONTENT.length);
            assertThat(sources).allSatisfy(source -> {
                assertThat(source.kind()).isEqualTo(SourceReads.HDFS);
                assertThat(source.waited()).isPositive();
                assertThat(source.requests()).isPositive();
            });
        }
    }

    @Test
    void oneConnectionServesTasksEachOfWhichCountsItsOwn() throws Exception {
        for (int task = 1; task <= 3; task++) {
            taskPlacedAt("h2");
            try (FSDataInputStream in = files.open(FILE)) {
                in.readFully(0, new byte[SmallHdfs.BLOCK]);
            }

            assertThat(bytes(ended())).isBetween((long) SmallHdfs.BLOCK, SmallHdfs.BLOCK + SmallHdfs.BLOCK / 10L);
        }
    }

    @Test
    void whenTheDataNodeIsDeadWhoeverGivesInsteadIsCounted() throws Exception {
        MiniDFSCluster.DataNodeProperties stopped = hdfs.daemons().stopDataNode(0);
        try {
            taskPlacedAt("h1");
            ReadingWay.IN_ORDER.read(files, FILE, CONTENT);

            List<SourceReads> sources = ended();
            assertThat(bytes(sources)).isGreaterThanOrEqualTo(CONTENT.length);
            assertThat(sources)
                    .filteredOn(source -> source.source().equals("h1"))
                    .allSatisfy(source -> assertThat(source.bytes()).isZero());
        } finally {
            hdfs.daemons().restartDataNode(stopped, true);
            hdfs.daemons().waitActive();
        }
    }

    @Test
    void withoutATaskNothingIsCountedAndReadingIsStocks() throws Exception {
        long failures = EndedReads.failures();

        ReadingWay.IN_ORDER.read(files, FILE, CONTENT);

        assertThat(EndedReads.take(10)).isEmpty();
        assertThat(EndedReads.failures()).isEqualTo(failures);
    }

    @Test
    void ofOtherFileSystemsTheBytesAreCountedByScheme(@TempDir Path directory) throws Exception {
        Path file = java.nio.file.Files.write(directory.resolve("local"), CONTENT);
        FileSystem local = FileSystem.getLocal(new Configuration(false));
        taskPlacedAt("h1");
        try (FSDataInputStream in = local.open(new org.apache.hadoop.fs.Path(file.toString()))) {
            in.readFully(new byte[CONTENT.length]);
        }

        assertThat(ended()).singleElement().satisfies(source -> {
            assertThat(source.kind()).isEqualTo("file");
            assertThat(source.source()).isEmpty();
            assertThat(source.bytes()).isGreaterThanOrEqualTo(CONTENT.length);
            assertThat(source.seconds()).as("nobody has looked").isZero();
        });
    }
}
