// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.spark.FairleadPlugin;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.spark.SmallSpark;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Spark with our plug-in observing, and a real HDFS of which one DataNode gives 2 MB a second at most: what the file of decisions says of that. */
@Tag("long")
@Timeout(600)
class SlowDataNodeTest {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS_OF_EACH = 8;
    private static final String LINE = "x".repeat(63) + "\n";
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final String SLOW = "h3";
    private static final long SLOW_BYTES_PER_SECOND = 2 << 20;

    @TempDir
    private static Path directory;

    private static final List<DecisionLine> LINES = new ArrayList<>();

    @BeforeAll
    static void countLines() throws Exception {
        MiniDFSCluster hdfs = SlowDataNode.start(directory.resolve("hdfs"), HOSTS, SLOW, SLOW_BYTES_PER_SECOND, BLOCK);
        try {
            for (int i = 0; i < HOSTS.size(); i++) {
                write(hdfs, HOSTS.get(i), i);
            }
            SparkConf conf = SmallSpark.conf("local-cluster[2,2,1024]")
                    .set("spark.plugins", FairleadPlugin.class.getName())
                    .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                    .set("spark.fairlead.decisions.dir", directory.toString());
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                long lines = spark.textFile(hdfs.getURI() + "/of-*").count();
                assertThat(lines).isEqualTo((long) HOSTS.size() * BLOCKS_OF_EACH * BLOCK / LINE.length());
                Thread.sleep(1000); // what the last tasks have read is on its way
            }
        } finally {
            hdfs.shutdown();
        }
        LINES.addAll(SlowDataNode.decisions(directory));
    }

    @AfterAll
    static void nothingIsKept() {
        LINES.clear();
    }

    /** A file whose only replicas are on one host. */
    private static void write(MiniDFSCluster hdfs, String host, int datanode) throws IOException {
        DistributedFileSystem files = hdfs.getFileSystem();
        InetSocketAddress[] there = {hdfs.getDataNodes().get(datanode).getXferAddress()};
        try (OutputStream out = files.create(
                new org.apache.hadoop.fs.Path("/of-" + host),
                FsPermission.getFileDefault(),
                true,
                1 << 16,
                (short) 1,
                BLOCK,
                null,
                there)) {
            out.write(LINE.repeat(BLOCKS_OF_EACH * BLOCK / LINE.length()).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void everyTaskHasALineWithItsDataNode() {
        Map<String, SourceReads> sums = SlowDataNode.gave(
                LINES.stream().filter(line -> line.reads() != null).flatMap(line -> line.reads().sources().stream()));

        assertThat(sums.keySet()).containsExactlyElementsOf(HOSTS);
        assertThat(sums.values())
                .allSatisfy(sum -> assertThat(sum.bytes()).isGreaterThanOrEqualTo((long) BLOCKS_OF_EACH * BLOCK));
        assertThat(LINES).filteredOn(line -> line.reads() != null).hasSize(HOSTS.size() * BLOCKS_OF_EACH);
    }

    @Test
    void theSlowOneIsWaitedForAsLongAsItNeeds() {
        Map<String, SourceReads> sums = SlowDataNode.gave(
                LINES.stream().filter(line -> line.reads() != null).flatMap(line -> line.reads().sources().stream()));

        double least = (double) BLOCKS_OF_EACH * BLOCK / SLOW_BYTES_PER_SECOND / 2;
        assertThat(sums.get(SLOW).waited()).isGreaterThan(least);
        assertThat(sums.values()).filteredOn(sum -> !sum.source().equals(SLOW)).allSatisfy(sum -> assertThat(
                        sum.waited())
                .isLessThan(sums.get(SLOW).waited()));
    }

    @Test
    void theStageHasTheSum() {
        List<StageReport> stages = LINES.stream()
                .filter(line -> line.stage() != null)
                .map(DecisionLine::stage)
                .toList();

        assertThat(stages).singleElement().satisfies(stage -> assertThat(
                        SlowDataNode.gave(stage.sources().stream()).keySet())
                .contains(SLOW));
    }
}
