// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.net.NetworkTopology;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode asks the placer in force whether replicas that stand keep its rules. */
@Tag("testbed")
class PlacementChecksOnRealNameNodeTest {
    @TempDir
    static Path directory;

    static Path modes;
    static SmallCluster cluster;
    private ClusterState before;

    @BeforeAll
    static void start() throws IOException {
        modes = directory.resolve("modes.yaml");
        cluster = SmallCluster.start(directory.resolve("dfs"), Map.of("fairlead.modes.file", modes.toString()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void ofAKnownCluster() {
        cluster.topology();
        before = cluster.runtime().state().orElseThrow();
    }

    @AfterEach
    void asItWas() {
        cluster.runtime().state(before);
    }

    /** A placer whose rules are the test's. */
    private record Ruled(ReplicaPlacer placer, Function<List<Host>, List<String>> rules) implements ReplicaPlacer {
        @Override
        public String name() {
            return placer.name();
        }

        @Override
        public Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
            return placer.select(request, bandwidth, nowNanos, seed);
        }

        @Override
        public List<String> validate(PlacementRequest request, List<Host> targets, Topology topology) {
            return rules.apply(targets);
        }
    }

    private void rule(Function<List<Host>, List<String>> rules) {
        cluster.runtime()
                .state(new ClusterState(
                        before.table(), before.model(), new Ruled(before.placer(), rules), before.selector()));
    }

    private void neverOnH4() {
        rule(targets -> targets.stream().anyMatch(host -> host.name().equals("h4"))
                ? List.of("h4 is not for blocks")
                : List.of());
    }

    private static DatanodeInfo[] on(String... hosts) {
        return Arrays.stream(hosts).map(cluster::datanode).toArray(DatanodeInfo[]::new);
    }

    private static BlockPlacementPolicy policy() {
        return cluster.dfs.getNamesystem().getBlockManager().getBlockPlacementPolicy();
    }

    private static BlockPlacementStatus verify(String... hosts) {
        return policy().verifyBlockPlacement(on(hosts), hosts.length);
    }

    private static long count(DecisionCounters.Checked what) {
        return cluster.runtime().figures().count(what);
    }

    @Test
    void theCommonRuleIsHadoopsWhereRacksAreTheSame() {
        long kept = count(DecisionCounters.Checked.KEPT);

        assertThat(verify("h1", "h2", "h4").isPlacementPolicySatisfied()).isTrue();
        assertThat(count(DecisionCounters.Checked.KEPT)).isGreaterThan(kept);
        assertThat(verify("h1", "h2", "h3").isPlacementPolicySatisfied()).isFalse();
        assertThat(policy().verifyBlockPlacement(null, 3)).isNotNull();
    }

    @Test
    void whatIsWrittenIsChecked() throws IOException {
        long kept = count(DecisionCounters.Checked.KEPT);
        try (OutputStream out = cluster.dfs.getFileSystem().create(new org.apache.hadoop.fs.Path("/checked"))) {
            out.write(new byte[(int) SmallCluster.BLOCK]);
        }

        SmallCluster.await("its block is checked", () -> count(DecisionCounters.Checked.KEPT) > kept);
    }

    @Test
    void aRuleOfThePlacersOwnIsToldToHadoop() {
        neverOnH4();

        BlockPlacementStatus status = verify("h1", "h2", "h4");

        assertThat(status.isPlacementPolicySatisfied()).isFalse();
        assertThat(status.getErrorDescription()).isEqualTo("Fairlead: h4 is not for blocks");
        assertThat(status.getAdditionalReplicasRequired()).isEqualTo(1);
        assertThat(verify("h1", "h2", "h5").isPlacementPolicySatisfied()).isTrue();
    }

    @Test
    void aReplicaIsNotMovedAgainstIt() {
        neverOnH4();
        List<DatanodeInfo> kept = List.of(on("h1", "h2", "h5"));
        List<DatanodeInfo> broken = List.of(on("h1", "h2", "h4"));

        assertThat(policy().isMovable(kept, cluster.datanode("h5"), cluster.datanode("h4")))
                .isFalse();
        assertThat(policy().isMovable(kept, cluster.datanode("h5"), cluster.datanode("h6")))
                .isTrue();
        assertThat(policy().isMovable(broken, cluster.datanode("h2"), cluster.datanode("h3")))
                .as("broken before as well")
                .isTrue();
    }

    @Test
    void aPlacerThatThrowsLeavesItToHadoop() {
        rule(targets -> {
            throw new IllegalStateException("a defect");
        });
        long left = count(DecisionCounters.Checked.LEFT_TO_STOCK);

        assertThat(verify("h1", "h2", "h4").isPlacementPolicySatisfied()).isTrue();
        assertThat(verify("h1", "h2", "h3").isPlacementPolicySatisfied()).isFalse();
        assertThat(policy().isMovable(List.of(on("h1", "h2", "h4")), cluster.datanode("h4"), cluster.datanode("h5")))
                .isTrue();
        assertThat(count(DecisionCounters.Checked.LEFT_TO_STOCK)).isGreaterThan(left);
    }

    @Test
    void whileObservingItIsCountedAndHadoopsAnswerCounts() throws IOException {
        neverOnH4();
        Files.writeString(modes, "write: observe\n");
        SmallCluster.await(
                "it observes", () -> cluster.runtime().modes().write().label().equals("observe"));
        long observed = count(DecisionCounters.Checked.OBSERVED);

        assertThat(verify("h1", "h2", "h4").isPlacementPolicySatisfied()).isTrue();
        assertThat(count(DecisionCounters.Checked.OBSERVED)).isGreaterThan(observed);

        Files.delete(modes);
        SmallCluster.await(
                "it enforces", () -> cluster.runtime().modes().write().label().equals("enforce"));
    }

    @Test
    void inAnotherProcessItIsHadoopsRuleAlone() {
        neverOnH4();
        Configuration conf = cluster.dfs.getConfiguration(0);
        NetworkTopology balancers = NetworkTopology.getInstance(conf);
        Arrays.stream(on("h1", "h2", "h4", "h5", "h7")).forEach(balancers::add);
        BlockPlacementPolicy theirs =
                new BlockPlacementPolicies(conf, null, balancers, null).getPolicy(BlockType.CONTIGUOUS);

        assertThat(theirs.isMovable(List.of(on("h1", "h2", "h5")), cluster.datanode("h5"), cluster.datanode("h4")))
                .isTrue();
    }
}
