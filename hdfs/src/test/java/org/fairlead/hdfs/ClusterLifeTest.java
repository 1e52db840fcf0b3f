// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.balancer.Balancer;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("untimed")
class ClusterLifeTest {
    @TempDir
    Path directory;

    @Test
    void afterAFailoverTheOtherNameNodeDecidesWithARuntimeOfItsOwn() throws Exception {
        Configuration conf = SmallCluster.configuration(directory, Map.of());
        try (MiniDFSCluster dfs = new MiniDFSCluster.Builder(conf)
                .nnTopology(MiniDFSNNTopology.simpleHATopology())
                .numDataNodes(SmallCluster.HOSTS.length)
                .hosts(SmallCluster.HOSTS)
                .racks(SmallCluster.RACKS)
                .build()) {
            dfs.transitionToActive(0);
            dfs.waitActive();
            FileSystem files = HATestUtil.configureFailoverFs(dfs, conf);
            DecisionRuntime first = runtime(dfs, 0);
            DecisionRuntime second = runtime(dfs, 1);
            assertThat(first).isNotSameAs(second);
            DFSTestUtil.createFile(files, new org.apache.hadoop.fs.Path("/before"), 5 << 20, (short) 3, 1);

            dfs.transitionToStandby(0);
            dfs.transitionToActive(1);
            DFSTestUtil.createFile(files, new org.apache.hadoop.fs.Path("/after"), 5 << 20, (short) 3, 1);

            assertThat(decisions(first)).isPositive();
            assertThat(decisions(second)).isPositive();
            assertThat(DFSTestUtil.readFileAsBytes(files, new org.apache.hadoop.fs.Path("/before")))
                    .hasSize(5 << 20);
        }
    }

    @Test
    void aHostThatIsDecommissionedGetsNoMoreReplicas() throws Exception {
        Path excluded = Files.createFile(directory.resolve("excluded"));
        Map<String, String> settings = Map.of("dfs.hosts.exclude", excluded.toString());
        try (SmallCluster cluster = SmallCluster.start(directory.resolve("dfs"), settings)) {
            String away = cluster.datanode("h5").getXferAddr();
            Files.writeString(excluded, away + "\n");
            cluster.datanodes().refreshNodes(cluster.dfs.getConfiguration(0));
            SmallCluster.await("h5 leaves", () -> !cluster.datanode("h5").isInService());
            for (int i = 0; i < 30; i++) {
                cluster.feed("h4", "h6", "h7", "h8", "h9");
                assertThat(cluster.place("h1")).hasSize(3).doesNotContain("h5");
            }
        }
    }

    @Test
    void erasureCodedFilesSpreadOverTheRacks() throws Exception {
        try (SmallCluster cluster = SmallCluster.start(directory, Map.of())) {
            DistributedFileSystem files = cluster.dfs.getFileSystem();
            files.enableErasureCodingPolicy("RS-3-2-1024k");
            org.apache.hadoop.fs.Path coded = new org.apache.hadoop.fs.Path("/coded");
            files.mkdirs(coded);
            files.setErasureCodingPolicy(coded, "RS-3-2-1024k");
            cluster.feed("h9");
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(coded, "file");
            try (OutputStream out = files.create(file)) {
                out.write(DFSTestUtil.generateSequentialBytes(0, 6 << 20));
            }
            BlockLocation[] blocks = files.getFileBlockLocations(file, 0, 6 << 20);
            // A file is closed when its data is reported; its parity may be reported a moment later.
            for (int i = 0; i < 100 && blocks[0].getHosts().length < 5; i++) {
                Thread.sleep(50);
                blocks = files.getFileBlockLocations(file, 0, 6 << 20);
            }
            Set<String> racks = new HashSet<>();
            for (String path : blocks[0].getTopologyPaths()) {
                racks.add(path.substring(0, path.lastIndexOf('/')));
            }
            assertThat(racks).hasSize(3);
            assertThat(decisions(cluster.runtime())).isPositive();
        }
    }

    @Test
    void theBalancerRunsWithOurPolicyClass() throws Exception {
        try (SmallCluster cluster = SmallCluster.start(directory.resolve("dfs"), Map.of())) {
            Path conf = Files.createDirectories(directory.resolve("conf"));
            try (OutputStream out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
                Configuration balancing = new Configuration(cluster.dfs.getConfiguration(0));
                FileSystem.setDefaultUri(balancing, cluster.dfs.getURI());
                balancing.writeXml(out);
            }
            Path output = directory.resolve("balancer.txt");
            Process balancer = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            conf + ":" + System.getProperty("java.class.path"),
                            Balancer.class.getName()))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = balancer.waitFor(90, TimeUnit.SECONDS);
            balancer.destroyForcibly();
            assertThat(ended && balancer.exitValue() == 0)
                    .as(() -> text(output))
                    .isTrue();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static DecisionRuntime runtime(MiniDFSCluster dfs, int nameNode) {
        NetworkTopology topology = dfs.getNamesystem(nameNode)
                .getBlockManager()
                .getDatanodeManager()
                .getNetworkTopology();
        SmallCluster.await("topology", () -> NameNodeRuntimes.of(topology)
                .flatMap(DecisionRuntime::state)
                .filter(state -> state.topology().hosts().size() == SmallCluster.HOSTS.length)
                .isPresent());
        return NameNodeRuntimes.of(topology).orElseThrow();
    }

    private static long decisions(DecisionRuntime runtime) {
        long sum = 0;
        for (DecisionCounters.Outcome outcome : DecisionCounters.Outcome.values()) {
            sum += runtime.figures().count(outcome, DecisionCounters.Kind.WRITE);
        }
        return sum;
    }
}
