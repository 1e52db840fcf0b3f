// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/**
 * The queue in front of each link, as lines for {@code tc -batch}.
 *
 * <p>HTB lets a leaf send at its own rate whatever its parent says. So the leaves' rates never add up to more than the
 * link's: each of n pairs and the class for everything else has 1/(n + 1) of it, and may borrow the whole link (its
 * ceiling) when the others are silent. What is borrowed is shared in turns of a quantum, equal for all: fair by bytes
 * as long as no packet is larger than the quantum.
 *
 * <p>Where room is to be left for classes that somebody else adds below 1:1, ours add up to that much less than the link's rate, and may borrow it as long as nobody uses it.
 */
final class QueuePlan {
    private static final int MOST_CLASSES = 0xfff0;
    private static final int MOST_SOURCES = 0x7fe;
    private static final String TABLE = "filter add dev %s parent 1: protocol ip prio 5 ";

    private final Topology topology;
    private final AddressPlan addresses;
    private final Queueing queueing;
    private final QueueSizes sizes;
    private final double room;
    private final Map<Link, Map<Host, List<Host>>> pairs;

    /** @param room share of each link that is left */
    QueuePlan(Topology topology, AddressPlan addresses, Queueing queueing, QueueSizes sizes, double room) {
        this.topology = topology;
        this.addresses = addresses;
        this.queueing = queueing;
        this.sizes = sizes;
        this.room = room;
        pairs = queueing == Queueing.FAIR ? pairsByLink(topology) : Map.of();
    }

    /** For each link, the (source, destination) pairs that have an equal-cost path across it. */
    static Map<Link, Map<Host, List<Host>>> pairsByLink(Topology topology) {
        Map<Link, Map<Host, List<Host>>> found = new HashMap<>();
        for (Host destination : topology.hosts()) {
            Map<Node, List<Link>> hops = new HashMap<>();
            for (Host source : topology.hosts()) {
                if (!source.equals(destination)) {
                    for (Link link : crossed(topology, source, destination, hops)) {
                        found.computeIfAbsent(link, any -> new LinkedHashMap<>())
                                .computeIfAbsent(source, any -> new ArrayList<>())
                                .add(destination);
                    }
                }
            }
        }
        return found;
    }

    private static Set<Link> crossed(Topology topology, Host source, Host destination, Map<Node, List<Link>> hops) {
        Set<Link> links = new LinkedHashSet<>();
        Set<Node> seen = new HashSet<>(Set.of(source));
        ArrayDeque<Node> frontier = new ArrayDeque<>(List.of(source));
        while (!frontier.isEmpty()) {
            Node node = frontier.remove();
            for (Link link : hops.computeIfAbsent(node, at -> topology.nextHops(at, destination))) {
                links.add(link);
                if (seen.add(link.to())) {
                    frontier.add(link.to());
                }
            }
        }
        return links;
    }

    /** What a link may carry at once above its rate: its own burst, a packet of each pair at the pair's own rate, and the bursts of what was hung into its room. */
    long burstBytes(Link link) {
        long leaves = pairs.getOrDefault(link, Map.of()).values().stream()
                .mapToInt(List::size)
                .sum();
        long largest = sizes.largestSegmentBytes() + 500L; // headers of every segment
        return sizes.burstBytes(link)
                + largest
                + leaves * (sizes.leafBurstBytes() + largest)
                + Math.round(room * sizes.burstBytes(link));
    }

    List<String> configuration(Node node) {
        List<String> lines = new ArrayList<>();
        for (Link link : topology.linksFrom(node)) {
            lines.addAll(queueing == Queueing.FAIR ? fair(link) : fifo(link));
        }
        return lines;
    }

    private List<String> fifo(Link link) {
        String device = AddressPlan.interfaceName(link);
        long rate = sizes.bitsPerSecond(link);
        int burst = sizes.burstBytes(link);
        if (room > 0) {
            List<String> lines = new ArrayList<>();
            root(lines, device, rate, burst);
            lines.add("class add dev %s parent 1:1 classid 1:2 htb rate %dbit ceil %dbit burst %d cburst %d quantum %d"
                    .formatted(device, left(rate), rate, burst, burst, sizes.quantumBytes()));
            lines.add("qdisc add dev %s parent 1:2 bfifo limit %d".formatted(device, sizes.fifoBytes(link)));
            return lines;
        }
        return List.of(
                "qdisc add dev %s root handle 1: htb default 1".formatted(device),
                "class add dev %s parent 1: classid 1:1 htb rate %dbit ceil %dbit burst %d cburst %d quantum %d"
                        .formatted(device, rate, rate, burst, burst, sizes.quantumBytes()),
                "qdisc add dev %s parent 1:1 bfifo limit %d".formatted(device, sizes.fifoBytes(link)));
    }

    /** Everything that has no class of its own goes to 1:2, below 1:1 with the rate of the link. */
    private static void root(List<String> lines, String device, long rate, int burst) {
        lines.add("qdisc add dev %s root handle 1: htb default 2".formatted(device));
        lines.add("class add dev %s parent 1: classid 1:1 htb rate %dbit ceil %dbit burst %d cburst %d"
                .formatted(device, rate, rate, burst, burst));
    }

    private long left(long bitsPerSecond) {
        return bitsPerSecond - Math.round(room * bitsPerSecond);
    }

    private List<String> fair(Link link) {
        String device = AddressPlan.interfaceName(link);
        Map<Host, List<Host>> crossing = pairs.getOrDefault(link, Map.of());
        int count = crossing.values().stream().mapToInt(List::size).sum();
        if (count > MOST_CLASSES || crossing.size() > MOST_SOURCES) {
            throw new IllegalArgumentException("link " + link.name() + " lies between " + count
                    + " pairs of hosts, more than fair queues can tell apart (" + MOST_CLASSES
                    + "); use fifo or a smaller network");
        }
        long share = left(sizes.bitsPerSecond(link)) / (count + 1);
        long rate = sizes.bitsPerSecond(link);
        int burst = sizes.burstBytes(link);
        List<String> lines = new ArrayList<>();
        root(lines, device, rate, burst);
        leaf(lines, link, 2, share);
        // sources in table 1 by the last byte of their address, the destinations of each source in a table of its own
        String filter = TABLE.formatted(device);
        lines.add(filter + "handle 1: u32 divisor 256");
        int table = 1;
        int leaf = 2;
        for (Map.Entry<Host, List<Host>> entry : crossing.entrySet()) {
            table++;
            Host source = entry.getKey();
            lines.add(filter + "handle %x: u32 divisor 256".formatted(table));
            lines.add(filter
                    + "u32 ht 1:%x: match ip src %s/32 hashkey mask 0x000000ff at 16 link %x:"
                            .formatted(addresses.hashKey(source), addresses.address(source), table));
            for (Host destination : entry.getValue()) {
                leaf++;
                leaf(lines, link, leaf, share);
                lines.add(filter
                        + "u32 ht %x:%x: match ip dst %s/32 flowid 1:%x"
                                .formatted(
                                        table, addresses.hashKey(destination), addresses.address(destination), leaf));
            }
        }
        lines.add(filter + "u32 ht 800:: match u32 0 0 hashkey mask 0x000000ff at 12 link 1:");
        return lines;
    }

    private void leaf(List<String> lines, Link link, int number, long bitsPerSecond) {
        String device = AddressPlan.interfaceName(link);
        lines.add("class add dev %s parent 1:1 classid 1:%x htb rate %dbit ceil %dbit burst %d cburst %d quantum %d"
                .formatted(
                        device,
                        number,
                        Math.max(8, bitsPerSecond),
                        sizes.bitsPerSecond(link),
                        sizes.leafBurstBytes(),
                        sizes.burstBytes(link),
                        sizes.quantumBytes()));
        lines.add("qdisc add dev %s parent 1:%x bfifo limit %d".formatted(device, number, sizes.leafBytes(link)));
    }
}
