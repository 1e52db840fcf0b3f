// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.spark.Soon.soon;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that asks a real controller over TLS, with the token of an application. */
class TlsInSparkTest {
    @TempDir
    private Path directory;

    private Path secret(String name, String text) throws Exception {
        return Authority.secret(directory.resolve(name), text + "\n");
    }

    private static LiveCluster start(SparkConf conf) {
        return LiveCluster.start(ClusterSettings.from(conf), host -> "r1", name -> List.of(), TimeSource.SYSTEM);
    }

    @Test
    void viewsComeAndReservationsGoUnderTheTokensName() throws Exception {
        Authority authority = Authority.in(directory);
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 2, 2, 1e6, 1).build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .tls(authority.issue("server"))
                .tokenFile(secret("tokens", "application:reports token-of-the-reports-1"));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            SparkConf conf = new SparkConf(false)
                    .set(
                            "spark.fairlead.controllers",
                            "127.0.0.1:" + controller.address().getPort())
                    .set(
                            "spark.fairlead.token.file",
                            secret("own", "application:reports token-of-the-reports-1")
                                    .toString())
                    .set(
                            "spark.fairlead.tls.authority",
                            authority.file("ca.pem").toString());
            try (LiveCluster cluster = start(conf)) {
                soon("a view comes", () -> cluster.snapshot().isPresent());
                int h1 = cluster.snapshot().orElseThrow().host("h1");
                int h3 = cluster.snapshot().orElseThrow().host("h3");
                cluster.launched(1, h1, h3, 1e9, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
                soon("it reserves", () -> controller.reports().applications() == 1);
            }
        }
    }

    @Test
    void aTokenDoesNotLeaveTheMachineInClearUnlessThatIsAllowed() throws Exception {
        SparkConf conf = new SparkConf(false)
                .set("spark.fairlead.controllers", "192.0.2.1:7433")
                .set(
                        "spark.fairlead.token.file",
                        secret("own", "token-of-the-reports-1").toString());
        assertThatThrownBy(() -> start(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("192.0.2.1:7433")
                .hasMessageContaining("spark.fairlead.token.in.clear=true");
        start(conf.set("spark.fairlead.token.in.clear", "true")).close();
    }
}
