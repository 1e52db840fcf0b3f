// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Freshness;
import org.fairlead.testkit.FreePort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class AgentsInDataNodesTest {
    @TempDir
    Path directory;

    @Test
    void dataNodesReportToTheControllerInTheirNameNodeWhichSaysWhatItDecided() throws Exception {
        int port = FreePort.next();
        Map<String, String> settings = Map.of(
                "fairlead.controller.bind",
                "127.0.0.1:" + port,
                "fairlead.heartbeat.interval",
                "500ms",
                "dfs.datanode.plugins",
                FairleadDataNodePlugin.class.getName());
        try (SmallCluster cluster = SmallCluster.start(directory, settings)) {
            Topology topology = cluster.topology();
            SmallCluster.await("every host's links are measured", () -> topology.hosts().stream()
                    .allMatch(host -> topology.linksFrom(host).stream().allMatch(link -> fresh(cluster, link))));

            assertThat(cluster.place("h1")).hasSize(3).startsWith("h1");

            assertThat(cluster.runtime()
                            .figures()
                            .count(DecisionCounters.Outcome.ENFORCED, DecisionCounters.Kind.WRITE))
                    .isEqualTo(1);
            assertThat(get(port, "/metrics"))
                    .contains(
                            "fairlead_hdfs_decisions_total{kind=\"write\",outcome=\"enforced\",policy=\"fairlead\"} 1");
            SmallCluster.await(
                    "the decision is told", () -> get(port, "/v1/decisions").contains("\"h1\""));

            // All agents fall silent: within three seconds stock decides.
            cluster.dfs.getDataNodes().forEach(dataNode -> cluster.dfs.stopDataNode(0));
            long before = System.nanoTime();
            SmallCluster.await("nothing is known any more", () -> topology.hosts().stream()
                    .allMatch(host -> topology.linksFrom(host).stream()
                            .allMatch(link -> knowledge(cluster, link) == Freshness.UNKNOWN)));
            assertThat((System.nanoTime() - before) / 1e9).isLessThan(5);
        }
    }

    private static boolean fresh(SmallCluster cluster, Link link) {
        return knowledge(cluster, link) == Freshness.FRESH;
    }

    private static Freshness knowledge(SmallCluster cluster, Link link) {
        AvailableBandwidth bandwidth =
                cluster.runtime().state().orElseThrow().model().availableBandwidth();
        return bandwidth.knowledge(link.index(), System.nanoTime());
    }

    private static String get(int port, String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("Accept", "application/json")
                    .build();
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
