// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.spark.FairleadPlugin;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.spark.SmallSpark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Spark with our plug-in and no controller, and a real HDFS of which one DataNode gives 2 MB a second at most, with three replicas of all blocks: executors leave it. */
@Tag("long")
@Timeout(600)
class LeftDataNodeTest {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 24;
    private static final String LINE = "x".repeat(63) + "\n";
    private static final long LINES = (long) BLOCKS * BLOCK / LINE.length();
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final String SLOW = "h3";
    private static final int JOBS = 7;
    /** In each one a block or two may be read from it to see whether it is still slow. */
    private static final int LAST = 4;

    @TempDir
    private Path directory;

    @Test
    void executorsReadLessAndLessFromIt() throws Exception {
        MiniDFSCluster hdfs = SlowDataNode.start(directory.resolve("hdfs"), HOSTS, SLOW, 2L << 20, BLOCK);
        try {
            try (OutputStream out =
                    hdfs.getFileSystem().create(new org.apache.hadoop.fs.Path("/file"), (short) HOSTS.size())) {
                out.write(LINE.repeat((int) LINES).getBytes(StandardCharsets.UTF_8));
            }
            SparkConf conf = SmallSpark.conf(SmallSpark.MASTER)
                    .set("spark.plugins", FairleadPlugin.class.getName())
                    .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                    .set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.decisions.dir", directory.toString());
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                for (int job = 0; job < JOBS; job++) {
                    assertThat(spark.textFile(hdfs.getURI() + "/file").count()).isEqualTo(LINES);
                }
                Thread.sleep(1000); // what the last tasks have read is on its way
            }
        } finally {
            hdfs.shutdown();
        }
        List<StageReport> stages = SlowDataNode.decisions(directory).stream()
                .map(DecisionLine::stage)
                .filter(stage -> stage != null)
                .toList();

        assertThat(stages).hasSize(JOBS);
        // Who reads a block from it leaves it within that block: not even one may have come from there as a whole.
        assertThat(share(stages.get(0))).as("nothing is known at first").isPositive();
        double last = stages.subList(JOBS - LAST, JOBS).stream()
                .mapToDouble(LeftDataNodeTest::share)
                .average()
                .orElseThrow();
        assertThat(last).isLessThan(0.06);
    }

    /** Of the slow one, of all that a stage read. */
    private static double share(StageReport stage) {
        Map<String, SourceReads> gave = SlowDataNode.gave(stage.sources().stream());
        double all = gave.values().stream().mapToDouble(SourceReads::bytes).sum();
        return gave.containsKey(SLOW) ? gave.get(SLOW).bytes() / all : 0;
    }
}
