// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class FlowReporterTest {
    private final HandDrivenTime time = new HandDrivenTime();

    @Test
    void whoIsRelaxedReportsAtOnceAndThenEachSecond() throws Exception {
        try (Controller hurriedTo = controller();
                Controller relaxedTo = controller();
                FlowReporter hurried = reporter(hurriedTo, TimeSource.SYSTEM);
                FlowReporter relaxed = reporter(relaxedTo, time)) {
            relaxed.relaxed(true);
            relaxed.start();
            hurried.start();
            awaitReports(relaxedTo, 1);
            time.pass(Duration.ofMillis(999));
            awaitReports(hurriedTo, 4); // by then the other has had its turns, too
            assertThat(relaxedTo.counts().flowRequestReports()).isEqualTo(1);

            time.pass(Duration.ofMillis(1));
            awaitReports(relaxedTo, 2);
        }
    }

    @Test
    void whatIsNewIsReportedSoonAlsoByOneWhoIsRelaxed() throws Exception {
        try (Controller controller = controller();
                FlowReporter reporter = reporter(controller, time)) {
            reporter.relaxed(true);
            reporter.start();
            awaitReports(controller, 1);

            time.pass(Duration.ofMillis(60));
            reporter.soon();
            reporter.soon();

            awaitReports(controller, 2);
            Thread.sleep(100);
            assertThat(controller.counts().flowRequestReports())
                    .as("what is new together is one message")
                    .isEqualTo(2);
        }
    }

    private static Controller controller() throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("trial"), 1, 2, 1e6, 1).build();
        return Controller.start(
                ControllerSettings.of(topology)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .trustAddresses(true),
                TimeSource.SYSTEM);
    }

    private static FlowReporter reporter(Controller controller, TimeSource time) {
        return new FlowReporter(
                List.of(new Endpoint("127.0.0.1", controller.address().getPort())),
                Credentials.NONE,
                "app",
                time,
                () -> new FlowReporter.Outstanding(List.of(), List.of(), 1),
                unused -> {});
    }

    private static void awaitReports(Controller controller, long count) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (controller.counts().flowRequestReports() < count) {
            assertThat(System.nanoTime() - end).isNegative();
            Thread.sleep(5);
        }
    }
}
