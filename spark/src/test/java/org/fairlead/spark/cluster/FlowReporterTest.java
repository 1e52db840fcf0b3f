// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.Reply;
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

    /** Two drivers and one controller: one link for what is due in 5 s of both is not enough. */
    @Test
    void ofTwoApplicationsTheOneWithFewerTasksLeftIsAdmitted() throws Exception {
        AtomicReference<List<Reply.Quota>> ofOne = new AtomicReference<>(List.of());
        AtomicReference<List<Reply.Quota>> ofTwo = new AtomicReference<>(List.of());
        try (Controller controller = controller();
                FlowReporter one = fetching(controller, "one", 9, ofOne);
                FlowReporter two = fetching(controller, "two", 2, ofTwo)) {
            for (int report = 1; report <= 2; report++) {
                for (String host : List.of("h1", "h2")) {
                    controller.reports().take(idle(host, report), Optional.empty());
                }
            }
            one.start();
            two.start();

            long end = System.nanoTime() + 20_000_000_000L;
            while (ofOne.get().stream().allMatch(Reply.Quota::admitted)
                    || ofTwo.get().stream().noneMatch(Reply.Quota::admitted)) {
                assertThat(System.nanoTime() - end).as("%s %s", ofOne, ofTwo).isNegative();
                Thread.sleep(5);
            }
            assertThat(ofOne.get().get(0).bytesPerSecond())
                    .isLessThan(ofTwo.get().get(0).bytesPerSecond());
        }
    }

    private static FlowReporter fetching(
            Controller controller, String application, int residualTasks, AtomicReference<List<Reply.Quota>> told) {
        List<FlowRequests.Fetch> fetches =
                List.of(new FlowRequests.Fetch(1, "h1", "h2", 4_000_000, 5000, 1, residualTasks));
        return new FlowReporter(
                List.of(new Endpoint("127.0.0.1", controller.address().getPort())),
                Credentials.NONE,
                application,
                TimeSource.SYSTEM,
                () -> new FlowReporter.Outstanding(List.of(), fetches, 1),
                told::set);
    }

    private static Heartbeat idle(String host, int report) {
        return new Heartbeat(
                "",
                host,
                1,
                report,
                report * 1_000_000_000L,
                1000,
                List.of(new Heartbeat.Nic("eth0", 0, 0)),
                List.of(),
                1 << 20);
    }

    private static Controller controller() throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("trial"), 1, 2, 1e6, 1).build();
        return Controller.start(
                ControllerSettings.of(topology)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .interval(Duration.ofSeconds(10))
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
