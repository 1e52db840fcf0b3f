package org.fairlead.control.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Heartbeat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent reads, and that no controller keeps it from reporting to another. */
final class AgentTest {
    @Test
    void aDeadAndAHangingControllerDoNotDelayTheOthers() throws Exception {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 1, 2, 1e9, 1).build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true);
        try (ServerSocket hanging = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Controller controller = Controller.start(settings)) {
            List<Endpoint> all = List.of(
                    new Endpoint("127.0.0.1", 1),
                    new Endpoint("127.0.0.1", hanging.getLocalPort()),
                    new Endpoint("127.0.0.1", controller.address().getPort()));
            AgentSettings agentSettings =
                    AgentSettings.of("h1", all, Credentials.NONE).interval(Duration.ofMillis(100));
            try (Agent agent = Agent.start(agentSettings)) {
                Thread.sleep(1500);
                assertThat(controller.counts().heartbeats()).isBetween(9L, 16L);
                assertThat(agent.skipped()).as("those to the hanging one").isGreaterThan(5);
                assertThat(agent.failed()).as("those to the dead one").isGreaterThan(5);
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals("fairlead-agent"));
        }
    }

    @Test
    void whatCarriesTheSameBytesAgainIsLeftOut(@TempDir Path root) throws Exception {
        Path proc = Files.createDirectories(root.resolve("proc/net")).getParent();
        Files.write(
                proc.resolve("net/dev"),
                List.of(
                        "Inter-|   Receive  |  Transmit",
                        " face |bytes packets errs drop fifo frame compressed multicast|bytes packets",
                        "    lo: 9 0 0 0 0 0 0 0 9 0 0 0 0 0 0 0",
                        "  eth0:1000 1 0 0 0 0 0 0 2000 1 0 0 0 0 0 0",
                        "eth0.7: 500 1 0 0 0 0 0 0 600 1 0 0 0 0 0 0",
                        "docker0: 5 1 0 0 0 0 0 0 6 1 0 0 0 0 0 0"));
        Files.write(
                proc.resolve("diskstats"),
                List.of(
                        "   7 0 loop0 1 0 8 0 0 0 0 0 0 9 9",
                        "   8 0 sda 10 0 16 3 20 0 32 4 0 77 88",
                        "   8 1 sda1 10 0 16 3 20 0 32 4 0 77 88",
                        " 259 0 nvme0n1 1 0 2 3 4 5 6 7 8 9 10",
                        " 259 1 nvme0n1p1 1 0 2 3 4 5 6 7 8 9 10"));
        Files.write(proc.resolve("meminfo"), List.of("MemTotal: 10 kB", "MemAvailable:   4 kB"));

        HostCounters counters = new HostCounters(proc, root.resolve("sys"), Set.of());

        assertThat(counters.nics()).containsExactly(new Heartbeat.Nic("eth0", 1000, 2000));
        assertThat(counters.disks())
                .containsExactly(
                        new Heartbeat.Disk("sda", 16 * 512, 32 * 512, 77),
                        new Heartbeat.Disk("nvme0n1", 2 * 512, 6 * 512, 9));
        assertThat(counters.memoryAvailableBytes()).isEqualTo(4096);
    }
}
