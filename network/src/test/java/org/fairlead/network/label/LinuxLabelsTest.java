// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

/** That the kernel takes these commands, and what they then do, is tested on the testbed. */
class LinuxLabelsTest {
    private static final Topology TWO_ROOTS = Topologies.multiRooted(new Topology.Builder("t"), 2, 1, 2, 1e9, 1e9)
            .host("h3", "r3")
            .cable("h3", "e1", 1e9)
            .cable("h3", "e2", 1e9)
            .build();
    private static final LinuxNames NAMES = new LinuxNames() {
        @Override
        public String address(Host host) {
            return "10.0.0." + host.name().substring(1);
        }

        @Override
        public String nextHop(Link link) {
            return "via 10.1.0.1 dev to-" + link.to().name();
        }
    };

    private static LinuxLabels labels(Topology topology, String codepoints) {
        return new LinuxLabels(LabelPlan.of(topology, Codepoints.named(codepoints)), NAMES);
    }

    private static List<String> commands(String node) {
        return labels(TWO_ROOTS, "8-15").steps(node(node)).stream()
                .map(LinuxStep::command)
                .toList();
    }

    private static Node node(String name) {
        return TWO_ROOTS.node(name).orElseThrow();
    }

    @Test
    void aSwitchRoutesByMarkAndMarksLast() {
        assertThat(commands("e1"))
                .containsExactly(
                        "ip route add 10.0.0.2/32 table 7408 protocol 74 via 10.1.0.1 dev to-c1",
                        "ip route add 10.0.0.2/32 table 7409 protocol 74 via 10.1.0.1 dev to-c2",
                        "ip rule add pref 7408 fwmark 0x48000000/0xff000000 table 7408 protocol 74",
                        "ip rule add pref 7409 fwmark 0x49000000/0xff000000 table 7409 protocol 74",
                        "nft create table ip fairlead_labels",
                        "nft create chain ip fairlead_labels arriving"
                                + " '{ type filter hook prerouting priority mangle; policy accept; }'",
                        "nft create map ip fairlead_labels marks '{ type dscp : mark; }'",
                        "nft add element ip fairlead_labels marks '{ 8 : 0x48000000, 9 : 0x49000000 }'",
                        "nft add rule ip fairlead_labels arriving meta mark set ip dscp map @marks");
        assertThat(commands("c1")).as("nobody reaches h3 over a root").isEmpty();
    }

    @Test
    void aHostWritesALabelWhereNoneStands() {
        assertThat(commands("h1"))
                .containsExactly(
                        "nft create table ip fairlead_labels",
                        "nft create chain ip fairlead_labels sending"
                                + " '{ type filter hook output priority mangle; policy accept; }'",
                        "nft create chain ip fairlead_labels codepoint_8",
                        "nft add rule ip fairlead_labels codepoint_8 ip dscp set 8",
                        "nft create chain ip fairlead_labels codepoint_9",
                        "nft add rule ip fairlead_labels codepoint_9 ip dscp set 9",
                        "nft create map ip fairlead_labels own_port '{ type ipv4_addr . inet_service : verdict; flags timeout; }'",
                        "nft add rule ip fairlead_labels sending ip dscp 0 ip daddr . tcp sport vmap @own_port",
                        "nft create map ip fairlead_labels peer_port '{ type ipv4_addr . inet_service : verdict; flags timeout; }'",
                        "nft add rule ip fairlead_labels sending ip dscp 0 ip daddr . tcp dport vmap @peer_port");
        LinuxLabels labels = labels(TWO_ROOTS, "8-15");
        Host h2 = TWO_ROOTS.host("h2");
        assertThat(labels.labelled(h2, LinuxLabels.Port.OWN, 9866, 9, OptionalInt.of(10)))
                .isEqualTo(new LinuxStep(
                        "nft add element ip fairlead_labels own_port '{ 10.0.0.2 . 9866 timeout 10s : jump codepoint_9 }'",
                        "nft delete element ip fairlead_labels own_port '{ 10.0.0.2 . 9866 }'"));
        assertThat(labels.labelled(h2, LinuxLabels.Port.PEER, 7337, 8, OptionalInt.empty())
                        .command())
                .isEqualTo("nft add element ip fairlead_labels peer_port '{ 10.0.0.2 . 7337 : jump codepoint_8 }'");
    }

    @Test
    void aHostWithSeveralLinksAlsoChoosesAmongThem() {
        Topology topology = Topologies.multiRooted(new Topology.Builder("t"), 3, 1, 1, 1e9, 1e9)
                .host("h4", "r4")
                .cable("h4", "e1", 1e9)
                .cable("h4", "e2", 1e9)
                .build();

        assertThat(labels(topology, "8-15").steps(topology.host("h4")).stream().map(LinuxStep::command))
                .contains(
                        "ip route add 10.0.0.3/32 table 7408 protocol 74 via 10.1.0.1 dev to-e1",
                        "ip route add 10.0.0.3/32 table 7409 protocol 74 via 10.1.0.1 dev to-e2",
                        "nft create chain ip fairlead_labels sending"
                                + " '{ type route hook output priority mangle; policy accept; }'")
                .endsWith("nft add rule ip fairlead_labels sending meta mark set ip dscp map @marks");
    }

    @Test
    void aGroupIsARouteOfSeveralNextHops() {
        Topology four = Topologies.multiRooted(new Topology.Builder("t"), 2, 1, 4, 1e9, 1e9)
                .build();

        assertThat(labels(four, "8,9")
                        .steps(four.node("e1").orElseThrow())
                        .get(0)
                        .command())
                .isEqualTo("ip route add 10.0.0.2/32 table 7408 protocol 74 nexthop via 10.1.0.1 dev to-c1"
                        + " nexthop via 10.1.0.1 dev to-c3");
    }

    @Test
    void everyStepIsTakenBackInTheOppositeOrder() {
        List<String> undo = LinuxStep.undo(labels(TWO_ROOTS, "8-15").steps(node("e1")));

        assertThat(undo)
                .startsWith(
                        "nft flush chain ip fairlead_labels arriving",
                        "nft delete element ip fairlead_labels marks '{ 8, 9 }'")
                .endsWith(
                        "ip rule del pref 7408 fwmark 0x48000000/0xff000000 table 7408 protocol 74",
                        "ip route del 10.0.0.2/32 table 7409 protocol 74",
                        "ip route del 10.0.0.2/32 table 7408 protocol 74");
        assertThat(new HashSet<>(undo)).hasSameSizeAs(undo);
    }

    @Test
    void everythingBearsOurNameOrNumbers() {
        Set<Node> nodes = Set.copyOf(TWO_ROOTS.nodes());
        for (Node node : nodes) {
            for (LinuxStep step :
                    labels(TWO_ROOTS, "1-45,46,47,48,49-55,56,57-63").steps(node)) {
                for (String command : List.of(step.command(), step.undo())) {
                    assertThat(command)
                            .matches(
                                    "nft [a-z]+ [a-z]+ ip fairlead_labels.*|ip (route|rule) (add|del) .*protocol 74.*");
                }
            }
        }
    }

    @Test
    void thereIsNothingToDoWithoutLabels() {
        Topology tree = Topologies.tree(new Topology.Builder("t"), 2, 1, 1e9, 1).build();

        tree.nodes()
                .forEach(node -> assertThat(labels(tree, "8-15").steps(node)).isEmpty());
    }
}
