// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;
import org.junit.jupiter.api.Test;

class LinuxRatesTest {
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 12.5e6, 1).build();
    private static final LinuxNames NAMES = new LinuxNames() {
        @Override
        public String address(Host host) {
            return "10.0.0." + host.index();
        }

        @Override
        public String nextHop(Link link) {
            return link.to().name().equals("h2")
                    ? "via 10.0.0.9"
                    : "via 10.0.0.9 dev to-" + link.to().name();
        }
    };

    private static LinuxRates rates(String parent) {
        return new LinuxRates(Codepoints.named("16-17"), 0.5, Optional.ofNullable(parent), NAMES);
    }

    @Test
    void aDeviceWithoutQueueingGetsARootOfOurOwn() {
        List<LinuxStep> steps = rates(null).steps(TOPOLOGY, TOPOLOGY.host("h1"));

        assertThat(steps)
                .extracting(LinuxStep::toString)
                .startsWith(
                        "tc qdisc add dev to-e1 root handle 7400: htb default 2  # undo: tc qdisc del dev to-e1 root handle 7400:",
                        "tc class add dev to-e1 parent 7400: classid 7400:1 htb rate 100000000bit ceil 100000000bit burst 187500"
                                + " cburst 187500 quantum 65536  # undo: tc class del dev to-e1 classid 7400:1",
                        "tc class add dev to-e1 parent 7400:1 classid 7400:2 htb rate 50000000bit ceil 100000000bit burst 187500"
                                + " cburst 187500 quantum 65536  # undo: tc class del dev to-e1 classid 7400:2",
                        "tc qdisc add dev to-e1 parent 7400:2 bfifo limit 187500  # undo: tc class del dev to-e1 classid 7400:2",
                        "tc class add dev to-e1 parent 7400:1 classid 7400:7410 htb rate 3000000bit ceil 100000000bit burst 12800"
                                + " cburst 187500 quantum 65536 prio 1  # undo: tc class del dev to-e1 classid 7400:7410",
                        "tc qdisc add dev to-e1 parent 7400:7410 handle 7410: bfifo limit 187500"
                                + "  # undo: tc class del dev to-e1 classid 7400:7410");
        assertThat(LinuxStep.undo(steps))
                .doesNotHaveDuplicates()
                .endsWith("tc class del dev to-e1 classid 7400:1", "tc qdisc del dev to-e1 root handle 7400:");
    }

    @Test
    void whereHtbStandsClassesHangInIt() {
        LinuxRates rates = rates("1:1");
        List<String> commands = rates.steps(TOPOLOGY, TOPOLOGY.host("h1")).stream()
                .map(LinuxStep::command)
                .toList();

        assertThat(commands.get(0)).isEqualTo("tc class show dev to-e1 | grep -q 'parent 1:1 '");
        assertThat(commands.get(1)).startsWith("tc class add dev to-e1 parent 1:1 classid 1:7410 htb rate 3000000bit");
        assertThat(commands).noneMatch(command -> command.contains("root"));
        assertThat(rates.parentHandle()).isEqualTo(0x10001);
        assertThat(rates.handle(17)).isEqualTo(0x17411);
    }

    @Test
    void aHostMarksWhatItSendsAndASwitchOnlyLooks() {
        List<String> host = rates("1:1").steps(TOPOLOGY, TOPOLOGY.host("h1")).stream()
                .map(LinuxStep::command)
                .toList();

        assertThat(host)
                .contains(
                        "nft create table ip fairlead_rates",
                        "nft create map ip fairlead_rates queues '{ type dscp : classid; flags timeout; }'",
                        "nft add rule ip fairlead_rates leaving meta priority set ip dscp map @queues",
                        "nft add rule ip fairlead_rates codepoint_17 ip dscp set 17",
                        "nft create map ip fairlead_rates own_port '{ type ipv4_addr . inet_service : verdict; flags timeout; }'",
                        "nft add rule ip fairlead_rates sending ip dscp 0 ip daddr . tcp dport vmap @peer_port");
        assertThat(new LinuxRates(Codepoints.named("16"), 0.5, Optional.of("1:1"), new LinuxNames() {
                            @Override
                            public String address(Host of) {
                                throw new AssertionError("no address is needed");
                            }

                            @Override
                            public String nextHop(Link link) {
                                return "dev to-" + link.to().name();
                            }
                        })
                        .steps(TOPOLOGY, TOPOLOGY.node("e1").orElseThrow()))
                .extracting(LinuxStep::command)
                .noneMatch(command -> command.contains("port_"))
                .contains("nft add rule ip fairlead_rates leaving meta priority set ip dscp map @queues");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> rates(null).steps(TOPOLOGY, TOPOLOGY.node("e1").orElseThrow()))
                .hasMessageContaining("'e1->h2' names no device");
        assertThatThrownBy(() -> rates("root")).hasMessageContaining("'root' is no class of tc, such as 1:1");
    }
}
