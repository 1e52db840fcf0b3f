// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.core.placement.BandwidthSelector;
import org.fairlead.core.placement.Candidates;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.hdfs.cluster.LookedUpAddresses;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.ExampleJar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode takes by its name what a jar beside the plug-in's brings. */
class PolicyFromAJarTest {
    private static final Topology TOPOLOGY = new Topology.Builder("three")
            .switchNode("e1")
            .host("127.0.0.1", "r1")
            .cable("127.0.0.1", "e1", 125e6)
            .host("127.0.0.2", "r1")
            .cable("127.0.0.2", "e1", 125e6)
            .host("127.0.0.3", "r2")
            .cable("127.0.0.3", "e1", 125e6)
            .build();

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final Configuration conf = new Configuration(false);
    private URLClassLoader daemon;

    @BeforeEach
    void buildTheExample() throws IOException, InterruptedException {
        Path jar = ExampleJar.in(directory);
        daemon = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before);
        conf.set("fairlead.policy", "example");
    }

    @AfterEach
    void restore() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        daemon.close();
    }

    @Test
    void theSettingsAcceptItsNameAndTheStateHasItsPlacer() {
        Thread.currentThread().setContextClassLoader(daemon);

        HdfsPluginSettings settings = HdfsPluginSettings.from(conf);
        DatanodeTable table = DatanodeTable.of(TOPOLOGY, List.of(), new LookedUpAddresses(TimeSource.SYSTEM));
        ClusterState state = ClusterState.of(table, settings, 128 << 20, TimeSource.SYSTEM);

        assertThat(settings.policy()).isEqualTo("example");
        assertThat(state.placer().getClass().getName()).isEqualTo("org.example.EmptiestHosts");
        assertThat(state.selector()).isInstanceOf(BandwidthSelector.class);
        PlacementRequest request = new PlacementRequest(Optional.empty(), List.of(), 2, 1, 2, stored(3, 1, 9));
        Placement placement = state.placer().select(request, state.model().availableBandwidth(), 0, 1);
        assertThat(placement).isInstanceOfSatisfying(Placement.Chosen.class, chosen -> {
            assertThat(chosen.targets()).containsExactly(TOPOLOGY.host("127.0.0.2"), TOPOLOGY.host("127.0.0.3"));
            assertThat(state.placer().validate(request, chosen.targets(), TOPOLOGY))
                    .isEmpty();
        });
    }

    /** Replicas on each host, in their order. */
    private static Candidates stored(long... replicas) {
        return new Candidates() {
            @Override
            public boolean eligible(int host) {
                return true;
            }

            @Override
            public long storedReplicas(int host) {
                for (int i = 0; i < replicas.length; i++) {
                    if (TOPOLOGY.hosts().get(i).index() == host) {
                        return replicas[i];
                    }
                }
                throw new IllegalArgumentException("no host " + host);
            }
        };
    }

    @Test
    void withoutTheJarTheNameIsNotAccepted() {
        assertThatThrownBy(() -> HdfsPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "fairlead.policy: no placement policy 'example'; accepted: random, sinbad, fairlead, clairvoyant");
    }
}
