// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Four hosts report each second; what the kernel says of their acknowledgements is given. */
final class AcknowledgementsTest {
    private static final long MILLI = 1_000_000L;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, 1e6, 2).build();
    private final FailureDetector health = new FailureDetector(topology);
    private final LinkLoads loads = new LinkLoads(topology, 1000 * MILLI, 1);
    private final Set<InetAddress> unacknowledging = new HashSet<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicLong millis = new AtomicLong(10_000);
    private final Acknowledgements acknowledgements = new Acknowledgements(() -> {
        looks.incrementAndGet();
        return unacknowledging;
    });
    private final List<HostReports> reports = topology.hosts().stream()
            .map(host -> new HostReports(
                    host.index(),
                    topology.linksFrom(host),
                    List.of(),
                    new Counts(new Metrics()),
                    new Order.Clock(3000 * MILLI, new HandDrivenTime())))
            .toList();

    private InetAddress address(int host) throws Exception {
        return InetAddress.getByName("10.0.0." + (host + 1));
    }

    /** @param silent host that reports no more; −1 for none. DataNodes are heard. */
    private void pass(int seconds, int silent) throws Exception {
        for (int tick = 0; tick < 10 * seconds; tick++) {
            millis.addAndGet(100);
            for (int i = 0; i < reports.size(); i++) {
                if (millis.get() % 3000 == 0) {
                    health.heard(
                            topology.hosts().get(i).index(),
                            HeartbeatSource.DATANODE,
                            3000 * MILLI,
                            millis.get() * MILLI);
                }
                if (i != silent && millis.get() % 1000 == 100L * i) {
                    Host host = topology.hosts().get(i);
                    Heartbeat heartbeat = new Heartbeat(
                            "", host.name(), 1, millis.get(), millis.get(), 1000, List.of(), List.of(), 0);
                    ReportSender speaker = new ReportSender(Identity.ANYBODY, Optional.of(address(i)));
                    reports.get(i).take(heartbeat, speaker, loads, health, millis.get() * MILLI);
                }
            }
            acknowledgements.look(reports, health, millis.get() * MILLI);
            health.judge(millis.get() * MILLI);
        }
    }

    private Optional<SuspicionCause> suspected(int host) {
        return health.judge(millis.get() * MILLI)
                .of(topology.hosts().get(host).index())
                .map(suspicion -> suspicion.cause());
    }

    @Test
    void theTableIsNotReadWhileAllReport() throws Exception {
        pass(10, -1);

        assertThat(looks).hasValue(0);
    }

    @Test
    void aHostThatMissesAReportAndAcknowledgesNothingIsToldAtOnce() throws Exception {
        pass(10, -1);
        unacknowledging.add(address(1));
        unacknowledging.add(address(2));

        pass(2, 1);

        assertThat(suspected(1)).contains(SuspicionCause.UNACKNOWLEDGED);
        assertThat(suspected(2)).as("it reports").isEmpty();
    }

    @Test
    void anAgentThatFailsOnAHostThatAcknowledgesIsNoReason() throws Exception {
        pass(10, -1);
        unacknowledging.add(address(2));

        pass(2, 1);

        assertThat(looks.get()).isPositive();
        assertThat(suspected(1)).isEmpty();
    }
}
