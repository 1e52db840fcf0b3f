// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.Node;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class PlacementOnRealNameNodeTest {
    @TempDir
    static Path directory;

    static Path modes;
    static SmallCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        modes = directory.resolve("modes.yaml");
        cluster = SmallCluster.start(
                directory.resolve("dfs"), Map.of("fairlead.modes.file", modes.toString(), "fairlead.seed", "7"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void nothingIsUnderWay() {
        SmallCluster.await(
                "earlier transfers end", () -> cluster.runtime().ledger().inFlight() == 0);
    }

    @Test
    void replicasAreWrittenWhereTheViewShowsRoom() {
        for (int i = 0; i < 30; i++) {
            cluster.feed("h4", "h5", "h7", "h2");
            List<String> targets = cluster.place("h1");
            assertThat(targets).hasSize(3).doesNotHaveDuplicates().startsWith("h1");
            assertThat(targets).doesNotContain("h4", "h5", "h7", "h2");
            assertThat(racks(targets)).hasSize(2);
        }
    }

    @Test
    void theControllerIsToldWhichTrafficIsTheNameNodes() {
        List<String> targets = new ArrayList<>();
        long before = cluster.runtime().figures().count(DecisionCounters.Outcome.ENFORCED, DecisionCounters.Kind.WRITE);
        SmallCluster.await("a block is placed by us", () -> {
            cluster.feed();
            targets.clear();
            targets.addAll(cluster.place("h1"));
            return cluster.runtime().figures().count(DecisionCounters.Outcome.ENFORCED, DecisionCounters.Kind.WRITE)
                    > before;
        });
        // All of the way is busy, the racks' up-links too: what a link did not carry, no block crossed.
        String[] everywhere = {"h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "root"};
        SmallCluster.await("the block shows in what is measured", () -> {
            cluster.feed(everywhere);
            ClusterView view = cluster.runtime()
                    .state()
                    .orElseThrow()
                    .model()
                    .availableBandwidth()
                    .view();
            double[] ours = cluster.runtime().ownLoads(view).orElseThrow();
            return view.topology().links().stream()
                    .filter(link -> link.from() instanceof Host || link.to() instanceof Host)
                    .allMatch(link -> ours[link.index()] <= view.latest(link.index())
                            && ours[link.index()] > 0 == isCrossed(link, targets));
        });
        Topology other = new Topology.Builder("other").host("h1", "r").build();
        assertThat(cluster.runtime().ownLoads(ClusterView.unknown(other))).isEmpty();
    }

    @Test
    void anUnknownClientsBlocksAvoidLoadedHostsAsWell() {
        for (int i = 0; i < 4; i++) {
            nothingIsUnderWay();
            cluster.feed("h1", "h4", "h7");
            List<String> targets = cluster.place(null, "/nobody" + i, 3);
            assertThat(targets).hasSize(3).doesNotContain("h1", "h4", "h7");
        }
    }

    /** Tasks that read across a block's border find both blocks beside them as often as with stock: a third of the time on nine hosts. */
    @Test
    void aBlockThatIsWrittenDoesNotKeepTheNextOneOfItsFileFromItsHosts() {
        int shared = 0;
        List<String> before = List.of();
        for (int i = 0; i < 30; i++) {
            cluster.feed();
            List<String> targets = cluster.place(null, "/onefile", 3);
            shared += (int) targets.stream().filter(before::contains).count();
            before = targets;
            SmallCluster.await(
                    "the block is written", () -> cluster.runtime().ledger().inFlight() == 1);
        }
        assertThat(shared).isGreaterThan(12);
    }

    @Test
    void aViewThatIsTooOldLeavesTheChoiceToStock() {
        cluster.feedAged(10_000_000_000L);
        long before =
                cluster.runtime().figures().count(DecisionCounters.Outcome.LEFT_TO_STOCK, DecisionCounters.Kind.WRITE);

        assertThat(cluster.place("h1")).hasSize(3);

        assertThat(cluster.runtime()
                        .figures()
                        .count(DecisionCounters.Outcome.LEFT_TO_STOCK, DecisionCounters.Kind.WRITE))
                .isEqualTo(before + 1);
    }

    @Test
    void aFileIsWrittenAndReadBack() throws IOException {
        cluster.feed("h4");
        FileSystem files = cluster.dfs.getFileSystem();
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/dir/file");
        byte[] content = DFSTestUtil.generateSequentialBytes(0, (int) (2 * SmallCluster.BLOCK + 1000));
        try (OutputStream out = files.create(path)) {
            out.write(content);
        }
        try (FSDataInputStream in = files.open(path)) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        SmallCluster.await(
                "the transfers end with the file",
                () -> cluster.runtime().ledger().inFlight() == 0);
    }

    @Test
    void readersAreSentToTheReplicaWithRoom() {
        for (int i = 0; i < 20; i++) {
            cluster.feed("h4", "h5");
            DatanodeInfo[] nodes = {cluster.datanode("h4"), cluster.datanode("h5"), cluster.datanode("h8")};
            cluster.datanodes().getNetworkTopology().sortByDistance(cluster.datanode("h1"), nodes, 3, null);
            assertThat(nodes[0].getHostName()).isEqualTo("h8");
        }
    }

    @Test
    void aReplicaOnTheReadersHostStaysFirstAndInactiveOnesStayLast() {
        cluster.feed("h4");
        DatanodeInfo[] nodes = {
            cluster.datanode("h8"), cluster.datanode("h4"), cluster.datanode("h7"), cluster.datanode("h9")
        };
        Node reader = cluster.datanode("h4");
        cluster.datanodes().getNetworkTopology().sortByDistance(reader, nodes, 3, null);
        assertThat(nodes[0].getHostName()).isEqualTo("h4");
        assertThat(nodes[3].getHostName()).isEqualTo("h9");
    }

    @Test
    void modesAreSwitchedWhileTheNameNodeRuns() throws IOException {
        cluster.feed();
        Files.writeString(modes, "all: off\n");
        SmallCluster.await(
                "all is off", () -> cluster.runtime().modes().write().label().equals("off"));
        long before = decisions();
        assertThat(cluster.place("h1")).hasSize(3);
        assertThat(decisions()).isEqualTo(before);

        Files.writeString(modes, "write: observe\nread: observe\n");
        SmallCluster.await(
                "it observes", () -> cluster.runtime().modes().write().label().equals("observe"));
        cluster.feed();
        long observed =
                cluster.runtime().figures().count(DecisionCounters.Outcome.OBSERVED, DecisionCounters.Kind.WRITE);
        assertThat(cluster.place("h1")).hasSize(3);
        assertThat(cluster.runtime().figures().count(DecisionCounters.Outcome.OBSERVED, DecisionCounters.Kind.WRITE))
                .isEqualTo(observed + 1);

        Files.delete(modes);
        SmallCluster.await(
                "it enforces", () -> cluster.runtime().modes().write().label().equals("enforce"));
    }

    @Test
    void theControllersKillSwitchLeavesEverythingToStock() {
        cluster.runtime().modeSwitch().allowEnforcement(false);
        assertThat(cluster.runtime().modes().write().label()).isEqualTo("observe");
        cluster.runtime().modeSwitch().allowEnforcement(true);
        assertThat(cluster.runtime().modes().write().label()).isEqualTo("enforce");
    }

    /** Whether a block crosses a host's link on its way through these hosts, the first of which writes it. */
    private static boolean isCrossed(Link link, List<String> pipeline) {
        int from = pipeline.indexOf(link.from().name());
        return link.from() instanceof Host
                ? from >= 0 && from < pipeline.size() - 1
                : pipeline.indexOf(link.to().name()) > 0;
    }

    private static long decisions() {
        long sum = 0;
        for (DecisionCounters.Outcome outcome : DecisionCounters.Outcome.values()) {
            sum += cluster.runtime().figures().count(outcome, DecisionCounters.Kind.WRITE);
        }
        return sum;
    }

    private static Set<String> racks(List<String> hosts) {
        Set<String> racks = new HashSet<>();
        hosts.forEach(host -> racks.add(SmallCluster.RACKS[Integer.parseInt(host.substring(1)) - 1]));
        return racks;
    }
}
