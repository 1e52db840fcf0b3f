// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.rate.PacedSockets.Connection;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class PacedRatesTest {
    private static final Connection ONE = new Connection(5, "10.0.0.1", 40_000, "10.0.0.2", 9866);
    private static final Connection OTHER = new Connection(6, "10.0.0.1", 40_001, "10.0.0.2", 9866);
    private static final Connection READ = new Connection(7, "10.0.0.1", 9866, "10.0.0.2", 40_002);
    private static final Connection ELSEWHERE = new Connection(8, "10.0.0.1", 40_003, "10.0.0.9", 9866);

    private final HandDrivenTime time = new HandDrivenTime();
    private final Model sockets = new Model();
    private final PacedRates driver = new PacedRates(
            new RateSettings.Pacing(
                    0,
                    Map.of(1, "10.0.0.2"),
                    Map.of(
                            TrafficClass.REPLICATION, List.of(new ClassPort(LinuxLabels.Port.PEER, 9866)),
                            TrafficClass.BLOCK_READ, List.of(new ClassPort(LinuxLabels.Port.OWN, 9866))),
                    Duration.ofSeconds(5)),
            sockets,
            time);

    private static final class Model implements PacedSockets {
        List<Connection> open = new ArrayList<>(List.of(ONE, OTHER, READ, ELSEWHERE));
        final Map<Integer, Long> rates = new TreeMap<>();

        @Override
        public List<Connection> connected() {
            return List.copyOf(open);
        }

        @Override
        public void pace(List<Connection> connections, long bytesPerSecond) {
            connections.forEach(each -> rates.put(each.descriptor(), bytesPerSecond));
        }
    }

    private static RateAllotment allotment(int from, int to, TrafficClass trafficClass) {
        return new RateAllotment(new FlowUnit(from, to, trafficClass), "a", 16, 1e6, List.of(), Long.MAX_VALUE);
    }

    @Test
    void theSocketsOfAUnitShareItsRate() throws DriverException {
        RateAllotment wanted = allotment(0, 1, TrafficClass.REPLICATION);

        assertThat(driver.guarantees()).isFalse();
        assertThat(driver.hold(List.of(wanted))).isEmpty();
        assertThat(sockets.rates).isEqualTo(Map.of(5, 500_000L, 6, 500_000L));
        assertThat(driver.held()).containsExactly(wanted.unit());
        sockets.open.remove(OTHER);
        driver.hold(List.of(wanted));
        assertThat(sockets.rates).containsEntry(5, 1_000_000L);
        time.pass(Duration.ofSeconds(5));
        assertThat(driver.held()).isEmpty();
    }

    @Test
    void whatIsNotWantedAnyMoreIsFree() throws DriverException {
        driver.hold(List.of(allotment(0, 1, TrafficClass.REPLICATION)));
        driver.hold(List.of(allotment(0, 1, TrafficClass.BLOCK_READ)));

        assertThat(sockets.rates)
                .isEqualTo(Map.of(5, PacedSockets.UNLIMITED, 6, PacedSockets.UNLIMITED, 7, 1_000_000L));
        driver.close();
        assertThat(sockets.rates).containsEntry(7, PacedSockets.UNLIMITED);
        assertThatThrownBy(() -> driver.hold(List.of())).hasMessageContaining("no longer");
    }

    @Test
    void whatIsNotGrantedIsRefused() throws DriverException {
        RateAllotment others = allotment(1, 0, TrafficClass.REPLICATION);
        RateAllotment unknown = allotment(0, 3, TrafficClass.REPLICATION);
        RateAllotment noPort = allotment(0, 1, TrafficClass.SHUFFLE);

        assertThat(driver.hold(List.of(others, unknown, noPort)))
                .containsEntry(others.unit(), "another host sends it")
                .containsEntry(unknown.unit(), "the receiving host has no address among those that were given")
                .containsEntry(noPort.unit(), "no port is granted for shuffle");
        assertThat(sockets.rates).isEmpty();
    }

    /** Of this process itself: both ends of a connection, of which one goes away. */
    @Test
    void aProcessFindsItsOwnSockets() throws IOException, DriverException {
        OwnSockets own = new OwnSockets();
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket out = new Socket()) {
            out.connect(new InetSocketAddress(here, server.getLocalPort()));
            try (Socket in = server.accept()) {
                List<Connection> found = own.connected().stream()
                        .filter(each -> each.ownPort() == out.getLocalPort() || each.peerPort() == out.getLocalPort())
                        .toList();
                assertThat(found).extracting(Connection::own).containsExactly("127.0.0.1", "127.0.0.1");
                assertThat(found)
                        .extracting(Connection::peerPort)
                        .containsExactlyInAnyOrder(server.getLocalPort(), in.getPort());
                own.pace(found, 1_000_000);
                own.pace(found, PacedSockets.UNLIMITED);
                out.close();
                own.pace(found, 1_000_000); // one is gone by now
            }
        }
    }
}
