// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real NameNode tells a real controller elsewhere what it hears of hosts, over HTTP; no agent reports. */
@Tag("testbed")
@Tag("untimed")
class WitnessesOfRealNameNodeTest {
    @TempDir
    private Path directory;

    @Test
    void aControllerElsewhereLearnsWhichDataNodesAreSilentAndWhomClientsExclude() throws Exception {
        Topology topology = Topologies.tree(new Topology.Builder("t"), 3, 3, SmallCluster.LINK, 1)
                .build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true);
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM);
                SmallCluster cluster = SmallCluster.start(
                        directory.resolve("dfs"),
                        Map.of(
                                "fairlead.controller.embedded",
                                "false",
                                "fairlead.controllers",
                                "127.0.0.1:" + controller.address().getPort()))) {
            DatanodeTable table = awaitTable(cluster);
            SmallCluster.await(
                    "the controller is told", () -> controller.counts().witnessReports() > 0);
            assertThat(controller.view().suspects().isEmpty()).isTrue();

            for (String client : List.of("h2", "h3")) {
                cluster.runtime()
                        .health()
                        .excludedByClient(
                                table, "/of-" + client, cluster.datanode(client), Set.of(cluster.datanode("h5")));
            }
            SmallCluster.await("h5 is suspected, since two clients could not reach it", () -> controller
                    .view()
                    .suspects()
                    .of(topology.host("h5").index())
                    .filter(suspicion -> suspicion.cause() == SuspicionCause.FAILURES)
                    .isPresent());

            cluster.dfs.getDataNodes().stream()
                    .filter(datanode -> datanode.getDatanodeId().getHostName().equals("h9"))
                    .findFirst()
                    .orElseThrow()
                    .shutdown();
            SmallCluster.await("h9 is suspected, since its DataNode is silent", () -> controller
                    .view()
                    .suspects()
                    .of(topology.host("h9").index())
                    .filter(suspicion -> !suspicion.onProbation())
                    .isPresent());
        }
    }

    /** Once the runtime knows all DataNodes. */
    private static DatanodeTable awaitTable(SmallCluster cluster) {
        SmallCluster.await("all DataNodes are known", () -> cluster.runtime()
                .state()
                .filter(state -> state.topology().hosts().stream()
                        .allMatch(host -> state.table().datanode(host).isPresent()))
                .isPresent());
        return cluster.runtime().state().orElseThrow().table();
    }
}
