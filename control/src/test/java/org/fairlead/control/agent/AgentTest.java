// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

/** No controller keeps an agent from reporting to another. */
final class AgentTest {
    @Test
    void aDeadAndAHangingControllerDoNotDelayTheOthers() throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 1, 2, 1e9, 1).build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true);
        try (ServerSocket hanging = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            List<Endpoint> all = List.of(
                    new Endpoint("127.0.0.1", 1),
                    new Endpoint("127.0.0.1", hanging.getLocalPort()),
                    new Endpoint("127.0.0.1", controller.address().getPort()));
            AgentSettings agentSettings =
                    AgentSettings.of("h1", all, Credentials.NONE).interval(Duration.ofMillis(100));
            try (Agent agent = Agent.start(agentSettings, TimeSource.SYSTEM)) {
                long start = System.nanoTime();
                while (controller.counts().heartbeats() < 10) {
                    Thread.sleep(5);
                    assertThat(System.nanoTime() - start)
                            .as("ns for ten reports")
                            .isLessThan(8_000_000_000L);
                }
                assertThat(agent.skipped()).as("those to the hanging one").isGreaterThan(5);
                assertThat(agent.failed()).as("those to the dead one").isGreaterThan(5);
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals("fairlead-agent"));
        }
    }
}
