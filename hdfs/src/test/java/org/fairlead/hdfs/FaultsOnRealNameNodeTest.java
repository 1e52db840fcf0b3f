// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("testbed")
class FaultsOnRealNameNodeTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"throw", "hang", "slow:300ms"})
    void writesAndReadsGoOnWhateverOurPolicyDoes(String fault) throws IOException {
        try (SmallCluster cluster = SmallCluster.start(
                directory, Map.of("fairlead.fault.policy", fault, "fairlead.decision.budget", "20ms"))) {
            cluster.feed();
            FileSystem files = cluster.dfs.getFileSystem();
            byte[] content = DFSTestUtil.generateSequentialBytes(0, (int) SmallCluster.BLOCK + 1);
            long start = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/file" + i);
                try (OutputStream out = files.create(path)) {
                    out.write(content);
                }
                try (FSDataInputStream in = files.open(path)) {
                    assertThat(in.readAllBytes()).isEqualTo(content);
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
            DecisionCounters figures = cluster.runtime().figures();
            DecisionCounters.Outcome kind =
                    fault.equals("throw") ? DecisionCounters.Outcome.THREW : DecisionCounters.Outcome.OVERRAN;
            assertThat(figures.count(kind, DecisionCounters.Kind.WRITE)).isPositive();
            assertThat(figures.count(DecisionCounters.Outcome.BREAKER_OPEN, DecisionCounters.Kind.WRITE))
                    .isPositive();
            assertThat(figures.count(DecisionCounters.Outcome.ENFORCED, DecisionCounters.Kind.WRITE))
                    .isZero();
            assertThat(new String(cluster.runtime().metrics().text(), StandardCharsets.UTF_8))
                    .contains("fairlead_hdfs_breaker_open 1.0");
        }
    }

    @Test
    void aConfigurationThatCannotBeUsedLeavesTheNameNodeStock() throws IOException {
        try (SmallCluster cluster = SmallCluster.start(directory, Map.of("fairlead.write.mode", "sometimes"))) {
            FileSystem files = cluster.dfs.getFileSystem();
            DFSTestUtil.createFile(files, new org.apache.hadoop.fs.Path("/file"), 1 << 20, (short) 3, 1);
            assertThat(NameNodeRuntimes.of(cluster.datanodes().getNetworkTopology()))
                    .isEmpty();
        }
    }
}
