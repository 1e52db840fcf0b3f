// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NetworkPlanTest {
    private static final Topology TWO_ROOTS = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 12.5e6, 12.5e6)
            .build();

    private static NetworkPlan plan(Topology topology, Queueing queueing) {
        return new NetworkPlan(topology, FabricOptions.of(queueing, 1));
    }

    private static Node node(Topology topology, String name) {
        return topology.node(name).orElseThrow();
    }

    @Test
    void everyNodeIsANamespaceAndEveryCableAPair() {
        assertThat(plan(TWO_ROOTS, Queueing.FAIR).creation())
                .contains("netns add h1", "netns add c2")
                .contains("link add name to-e1 address 02:00:00:30:00:02 mtu 1500 netns h1 type veth peer"
                        + " name to-h1 address 12:00:00:20:00:03 mtu 1500 netns e1")
                .hasSize(TWO_ROOTS.nodes().size() + TWO_ROOTS.links().size() / 2);
    }

    @Test
    void aPrefixKeepsTwoFabricsApart() {
        FabricOptions decoy = FabricOptions.of(Queueing.FAIR, 1).withPrefix(FabricOptions.DECOY_PREFIX);

        assertThat(new NetworkPlan(TWO_ROOTS, decoy).creation())
                .allMatch(line -> !line.startsWith("netns") || line.startsWith("netns add x-"));
    }

    @Test
    void hardwareAddressesAreUniqueAndNamesFitTheKernel() {
        Topology.Builder builder = new Topology.Builder("long").switchNode("a-switch-with-quite-a-long-name");
        Topology topology = Topologies.fatTree(builder, 6, 1e6)
                .host("other", "r")
                .cable("other", "a-switch-with-quite-a-long-name", 1e6)
                .build();
        Set<String> seen = new HashSet<>();
        for (Link link : topology.links()) {
            assertThat(AddressPlan.interfaceName(link)).hasSizeLessThanOrEqualTo(15);
            assertThat(seen.add(AddressPlan.hardwareAddress(link.from(), link.to())))
                    .isTrue();
        }
    }

    @Test
    void hundredsOfHostsHaveAddressesOfTheirOwn() {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 20, 30, 1e6, 1).build();
        NetworkPlan plan = plan(topology, Queueing.FIFO);

        assertThat(topology.hosts().stream().map(plan::address))
                .doesNotHaveDuplicates()
                .hasSize(600);
    }

    @Test
    void aSwitchRoutesOverAllEqualPathsAndAsksNobodyForAddresses() {
        assertThat(plan(TWO_ROOTS, Queueing.FAIR).addressesAndRoutes(node(TWO_ROOTS, "e1")))
                .contains(
                        "route add 10.77.0.1/32 via 169.254.0.1 dev to-h1 onlink",
                        "route add 10.77.0.3/32 nexthop via 169.254.0.1 dev to-c1 onlink nexthop via 169.254.0.1 dev"
                                + " to-c2 onlink",
                        "neigh replace 169.254.0.1 lladdr 02:00:00:30:00:02 dev to-h1 nud permanent");
    }

    @Test
    void aHostSendsFromItsOneAddressWithTheChosenCongestionControl() {
        assertThat(plan(TWO_ROOTS, Queueing.FAIR).addressesAndRoutes(node(TWO_ROOTS, "h2")))
                .contains("addr add 10.77.0.2/32 dev to-e1")
                .endsWith("route add default src 10.77.0.2 congctl cubic via 169.254.0.1 dev to-e1 onlink");
    }

    @Test
    void aHostWithTwoLinksUsesBoth() {
        Topology topology = new Topology.Builder("t")
                .switchNode("s1")
                .switchNode("s2")
                .host("a", "r")
                .host("b", "r")
                .cable("a", "s1", 1e6)
                .cable("a", "s2", 1e6)
                .cable("b", "s1", 1e6)
                .cable("b", "s2", 1e6)
                .build();

        assertThat(plan(topology, Queueing.FAIR).addressesAndRoutes(node(topology, "a")))
                .contains("route add 10.77.0.2/32 src 10.77.0.1 congctl cubic nexthop via 169.254.0.1 dev to-s1 onlink"
                        + " nexthop via 169.254.0.1 dev to-s2 onlink");
    }

    @Test
    void switchesHaveHashSeedsOfTheirOwnThatFollowFromTheSeed() {
        NetworkPlan plan = plan(TWO_ROOTS, Queueing.FAIR);
        List<String> seeds = TWO_ROOTS.switches().stream()
                .map(one -> plan.settings(one).get(NetworkPlan.HASH_SEED))
                .toList();

        assertThat(seeds).doesNotHaveDuplicates().doesNotContain("0");
        assertThat(plan(TWO_ROOTS, Queueing.FIFO).settings(node(TWO_ROOTS, "e1")))
                .isEqualTo(plan.settings(node(TWO_ROOTS, "e1")));
    }

    @Test
    void onlyPairsThatCanCrossALinkHaveAClassThere() {
        Link uplink =
                TWO_ROOTS.link(node(TWO_ROOTS, "e1"), node(TWO_ROOTS, "c1")).orElseThrow();
        Link access =
                TWO_ROOTS.link(node(TWO_ROOTS, "h1"), node(TWO_ROOTS, "e1")).orElseThrow();
        Host h1 = TWO_ROOTS.host("h1");
        Host h2 = TWO_ROOTS.host("h2");
        Host h3 = TWO_ROOTS.host("h3");
        Host h4 = TWO_ROOTS.host("h4");

        assertThat(QueuePlan.pairsByLink(TWO_ROOTS).get(uplink))
                .containsOnlyKeys(h1, h2)
                .containsEntry(h1, List.of(h3, h4))
                .containsEntry(h2, List.of(h3, h4));
        assertThat(QueuePlan.pairsByLink(TWO_ROOTS).get(access))
                .containsOnlyKeys(h1)
                .containsEntry(h1, List.of(h2, h3, h4));
    }

    @Test
    void theLeavesOfALinkNeverOwnMoreThanTheLink() {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 4, 3, 12.5e6, 3).build();
        NetworkPlan plan = plan(topology, Queueing.FAIR);
        Pattern leaf = Pattern.compile("class add dev (\\S+) parent 1:1 .* rate (\\d+)bit ceil 100000000bit.*");
        for (Node node : topology.nodes()) {
            for (Link link : topology.linksFrom(node)) {
                List<Long> rates = new ArrayList<>();
                for (String line : plan.queues(node)) {
                    Matcher matcher = leaf.matcher(line);
                    if (matcher.matches() && matcher.group(1).equals(plan.interfaceName(link))) {
                        rates.add(Long.parseLong(matcher.group(2)));
                    }
                }
                assertThat(rates).hasSizeGreaterThan(1);
                assertThat(rates.stream().mapToLong(rate -> rate).sum()).isLessThanOrEqualTo(100_000_000);
            }
        }
    }

    @Test
    void aFifoIsOneClassAndHoldsALargePacket() {
        assertThat(plan(TWO_ROOTS, Queueing.FIFO).queues(node(TWO_ROOTS, "h1")))
                .anyMatch(line -> line.matches("qdisc add dev to-e1 parent 1:1 bfifo limit (7\\d{4}|\\d{6,})"))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(Queueing.class)
    void whatRoomIsLeftIsNotGuaranteedToAnybody(Queueing queueing) {
        NetworkPlan plan =
                new NetworkPlan(TWO_ROOTS, FabricOptions.of(queueing, 1).withRoom(0.6));
        Pattern leaf = Pattern.compile("class add dev to-h1 parent 1:1 .* rate (\\d+)bit ceil 100000000bit.*");
        List<String> lines = plan.queues(node(TWO_ROOTS, "e1"));

        assertThat(lines)
                .contains("qdisc add dev to-h1 root handle 1: htb default 2")
                .anyMatch(line -> line.matches(
                        "class add dev to-h1 parent 1: classid 1:1 htb rate 100000000bit ceil 100000000bit.*"));
        assertThat(lines.stream()
                        .map(leaf::matcher)
                        .filter(Matcher::matches)
                        .mapToLong(each -> Long.parseLong(each.group(1)))
                        .sum())
                .isBetween(39_999_000L, 40_000_000L);
        assertThatThrownBy(() -> FabricOptions.of(queueing, 1).withRoom(1)).hasMessageContaining("below 1");
    }

    @Test
    void aLinkThatMorePairsCrossThanQueuesExistIsRefused() {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 2, 300, 1e6, 1).build();
        NetworkPlan plan = plan(topology, Queueing.FAIR);

        assertThatThrownBy(() -> plan.queues(node(topology, "e1")))
                .hasMessageContaining("e1->c1 lies between 90000 pairs")
                .hasMessageContaining("use fifo");
    }
}
