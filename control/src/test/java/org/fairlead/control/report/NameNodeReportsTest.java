// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Four hosts whose DataNodes speak each 3 s, NameNodes that tell of them each second, agents that report each second. */
final class NameNodeReportsTest {
    private static final long MILLI = 1_000_000L;
    private static final ReportSender SPEAKER = new ReportSender(Identity.of("namenode:nn1,nn2"), Optional.empty());

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, 1e6, 2).build();
    private final FailureDetector health = new FailureDetector(topology);
    private final Counts counts = new Counts(new Metrics());
    private final Order.Clock clock = new Order.Clock(3000 * MILLI, new HandDrivenTime());
    private final NameNodeReports reports = new NameNodeReports(clock, counts);
    private final Map<String, HostReports> hosts = topology.hosts().stream()
            .collect(Collectors.toMap(
                    Host::name, host -> new HostReports(host.index(), List.of(), List.of(), counts, clock)));
    private long millis = 10_000;
    private long sequence;

    /** Two NameNodes, one of which may have stopped. */
    private Suspects pass(int seconds, String silentDatanode, String silentAgent, String... nameNodes)
            throws Exception {
        Suspects suspects = Suspects.NONE;
        for (int tick = 0; tick < 10 * seconds; tick++) {
            millis += 100;
            long now = millis * MILLI;
            for (Host host : topology.hosts()) {
                if (millis % 1000 == 0 && !host.name().equals(silentAgent)) {
                    health.heard(host.index(), HeartbeatSource.AGENT, 1000 * MILLI, now);
                }
            }
            if (millis % 1000 == 500) {
                long age = millis % 3000;
                for (String nameNode : nameNodes) {
                    tell(nameNode, datanodes(host -> host.equals(silentDatanode) ? millis - 10_000 : age), List.of());
                }
            }
            reports.expire(hosts, health, now);
            suspects = health.judge(now);
        }
        return suspects;
    }

    private List<WitnessReport.Datanode> datanodes(Function<String, Long> ages) {
        List<WitnessReport.Datanode> reported = new ArrayList<>();
        hosts.keySet().forEach(host -> reported.add(new WitnessReport.Datanode(host, ages.apply(host))));
        return reported;
    }

    private int tell(String nameNode, List<WitnessReport.Datanode> datanodes, List<WitnessReport.Failure> failures)
            throws Exception {
        sequence++;
        WitnessReport report = new WitnessReport("", nameNode, 1, sequence, sequence, 1000, 3000, datanodes, failures);
        return reports.take(report, SPEAKER, hosts, health, millis * MILLI);
    }

    private Optional<SuspicionCause> cause(Suspects suspects, String host) {
        return suspects.of(topology.host(host).index()).map(suspicion -> suspicion.cause());
    }

    @Test
    void aDataNodeThatHangsIsSuspectedThoughItsAgentReports() throws Exception {
        assertThat(pass(12, "", "", "nn1")).isEqualTo(Suspects.NONE);

        Suspects suspects = pass(15, "h2", "", "nn1");

        assertThat(suspects.hosts()).hasSize(1);
        assertThat(cause(suspects, "h2")).contains(SuspicionCause.DATANODE_SILENT);
    }

    @Test
    void anAgentThatDiesDoesNotBanAHostWhoseDataNodeANameNodeHears() throws Exception {
        assertThat(pass(10, "", "", "nn1")).isEqualTo(Suspects.NONE);

        for (int second = 0; second < 20; second++) {
            assertThat(pass(1, "", "h3", "nn1")).isEqualTo(Suspects.NONE);
        }
    }

    @Test
    void aNameNodeThatStopsBansNobody() throws Exception {
        assertThat(pass(10, "", "", "nn1")).isEqualTo(Suspects.NONE);

        for (int second = 0; second < 40; second++) {
            assertThat(pass(1, "", "")).isEqualTo(Suspects.NONE);
        }
    }

    @Test
    void whatOneOfTwoNameNodesHearsStaysWhenTheOtherStops() throws Exception {
        pass(10, "", "", "nn1", "nn2");
        pass(5, "", "", "nn2");

        assertThat(cause(pass(15, "h2", "", "nn2"), "h2")).contains(SuspicionCause.DATANODE_SILENT);
    }

    @Test
    void twoClientsThatFailedOnAHostAreBelievedForAWhile() throws Exception {
        pass(10, "", "", "nn1");
        tell(
                "nn1",
                datanodes(host -> 0L),
                List.of(new WitnessReport.Failure("h4", "a", 2000), new WitnessReport.Failure("h4", "a", 1000)));
        assertThat(pass(1, "", "", "nn1")).as("one client, twice").isEqualTo(Suspects.NONE);

        tell("nn1", datanodes(host -> 0L), List.of(new WitnessReport.Failure("h4", "b", 3000)));

        assertThat(cause(pass(1, "", "", "nn1"), "h4")).contains(SuspicionCause.FAILURES);
        assertThat(pass(20, "", "", "nn1")).isEqualTo(Suspects.NONE);
    }

    @Test
    void hostsOfAnotherTopologyAndWhatWasToldBeforeAreLeftOut() throws Exception {
        assertThat(tell("nn1", List.of(new WitnessReport.Datanode("stranger", 0)), List.of()))
                .isZero();
        assertThat(counts.oddities(ReportAnomaly.UNKNOWN_HOST)).isEqualTo(1);
        sequence -= 1;
        millis += 1;
        assertThatThrownBy(() -> tell("nn1", List.of(), List.of())).isInstanceOf(RefusedException.class);
    }

    @Test
    void nameNodesHaveABound() throws Exception {
        for (int i = 0; i < 64; i++) {
            tell("nn-" + i, List.of(), List.of());
        }
        assertThatThrownBy(() -> tell("nn-64", List.of(), List.of())).isInstanceOf(RefusedException.class);
        tell("nn-63", List.of(), List.of());

        millis += 3000;
        reports.expire(hosts, health, millis * MILLI);

        assertThat(tell("nn-64", List.of(), List.of())).isZero();
    }
}
