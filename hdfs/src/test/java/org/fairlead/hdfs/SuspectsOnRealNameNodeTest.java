// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class SuspectsOnRealNameNodeTest {
    private static final int TRIES = 20;

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
    void enforce() throws IOException {
        mode("enforce");
    }

    private static void mode(String mode) throws IOException {
        Files.writeString(modes, "write: " + mode + "\nread: " + mode + "\n");
        SmallCluster.await(mode, () -> cluster.runtime().modes().write().label().equals(mode));
    }

    private static void suspect(String... hosts) {
        Topology topology = cluster.topology();
        Map<Integer, Suspicion> suspects = new HashMap<>();
        for (String host : hosts) {
            suspects.put(topology.host(host).index(), new Suspicion(SuspicionCause.NO_CARRIER, System.nanoTime(), 0));
        }
        cluster.runtime().health().suspects(topology, Suspects.of(suspects));
    }

    @Test
    void noBlockGoesToASuspectedHostThoughItsLinkLooksIdle() {
        for (int i = 0; i < TRIES; i++) {
            cluster.feed("h2", "h3", "h4", "h6", "h7", "h8");
            suspect("h5");

            assertThat(cluster.place("h1")).hasSize(3).startsWith("h1").doesNotContain("h5");
        }
    }

    @Test
    void stockDecidesButNeverForASuspectedHost() {
        for (int i = 0; i < TRIES; i++) {
            cluster.feedAged(10_000_000_000L);
            suspect("h5", "h6", "h8");

            assertThat(cluster.place("h1")).hasSize(3).doesNotContain("h5", "h6", "h8");
        }
    }

    @Test
    void aWriterWhoseOwnDataNodeIsSuspectedWritesElsewhere() {
        cluster.feed();
        suspect("h1");

        assertThat(cluster.place("h1")).hasSize(3).doesNotContain("h1");
    }

    @Test
    void whereTooFewAreLeftStockDecidesAmongAll() {
        long before = cluster.runtime().figures().count(DecisionCounters.Avoided.TOO_FEW, DecisionCounters.Kind.WRITE);
        cluster.feed();
        suspect("h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9");

        assertThat(cluster.place("h1")).hasSize(3);

        assertThat(cluster.runtime().figures().count(DecisionCounters.Avoided.TOO_FEW, DecisionCounters.Kind.WRITE))
                .isEqualTo(before + 1);
    }

    @Test
    void aHostThatAClientFavorsGetsNoBlockWhileItIsSuspected() {
        for (int i = 0; i < TRIES; i++) {
            cluster.feed();
            suspect("h5");

            assertThat(cluster.placeFavoring("h1", "h4", "h5", "h7"))
                    .hasSize(3)
                    .contains("h4", "h7")
                    .doesNotContain("h5");
        }
    }

    @Test
    void whereTooFewAreLeftBesideFavoredHostsStockDecidesAmongAll() {
        cluster.feed();
        suspect("h1", "h2", "h3", "h5", "h6", "h7", "h8", "h9");

        assertThat(cluster.placeFavoring("h1", "h4", "h5", "h7")).hasSize(3).contains("h4");
    }

    @Test
    void readersAreSentToASuspectedHostLast() {
        for (String reader : List.of("h1", "h4")) {
            for (boolean blind : new boolean[] {true, false}) {
                if (blind) {
                    cluster.feedAged(10_000_000_000L);
                } else {
                    cluster.feed("h5", "h8");
                }
                suspect("h4");
                DatanodeInfo[] nodes = {cluster.datanode("h4"), cluster.datanode("h5"), cluster.datanode("h8")};

                cluster.datanodes().getNetworkTopology().sortByDistance(cluster.datanode(reader), nodes, 3, null);

                assertThat(nodes[2].getHostName()).isEqualTo("h4");
            }
        }
    }

    @Test
    void whileObservingNothingChangesAndItIsCounted() throws IOException {
        mode("observe");
        long before = cluster.runtime().figures().count(DecisionCounters.Avoided.OBSERVED, DecisionCounters.Kind.WRITE);
        cluster.feed();
        suspect("h1");

        assertThat(cluster.place("h1")).hasSize(3).startsWith("h1");

        assertThat(cluster.runtime().figures().count(DecisionCounters.Avoided.OBSERVED, DecisionCounters.Kind.WRITE))
                .isEqualTo(before + 1);
    }

    @Test
    void aDataNodeThatStopsItsHeartbeatsIsSuspectedByTheNameNodeItself() {
        Topology topology = cluster.topology();
        int host = topology.host("h9").index();
        cluster.dfs.getDataNodes().stream()
                .filter(datanode -> datanode.getDatanodeId().getHostName().equals("h9"))
                .findFirst()
                .orElseThrow()
                .shutdown();

        SmallCluster.await(
                "h9 is suspected",
                () -> cluster.runtime().health().suspects(topology).of(host).isPresent());
    }
}
