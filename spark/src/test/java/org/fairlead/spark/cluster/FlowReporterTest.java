// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.junit.jupiter.api.Test;

class FlowReporterTest {
    private static final int MILLIS = 2500;

    @Test
    void whoIsRelaxedTellsLessOften() throws Exception {
        long hurried = toldIn(false);
        long relaxed = toldIn(true);

        assertThat(relaxed).as("at once, and about each second").isBetween(1L, 3L);
        assertThat(hurried).isGreaterThan(relaxed);
    }

    private static long toldIn(boolean relaxed) throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("trial"), 1, 2, 1e6, 1).build();
        try (Controller controller = Controller.start(ControllerSettings.of(topology)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .trustAddresses(true));
                FlowReporter reporter = new FlowReporter(
                        List.of(new Endpoint("127.0.0.1", controller.address().getPort())),
                        Credentials.NONE,
                        "app",
                        () -> new FlowReporter.Outstanding(List.of(), 1))) {
            reporter.relaxed(relaxed);
            reporter.start();
            Thread.sleep(MILLIS);
            return controller.counts().flowRequestReports();
        }
    }
}
