// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxNames;

/**
 * What a {@link Fabric} will make of a topology: namespaces, cables, addresses, routes, queues and kernel settings.
 * Pure: the same topology and options give the same plan.
 */
public final class NetworkPlan implements LinuxNames {
    /** Addresses, protocol and ports of a packet, the 5-tuple: what switches in use hash. 0x37, as the kernel prints it. */
    private static final String FIVE_TUPLE = "55";

    /**
     * Settings of every namespace: no redirects, no reverse-path checks, nothing but IPv4. Paths are chosen by what the packet
     * itself says (policy 3). Policy 1 takes a hash that the sending socket left on the packet, if there is one: over veth there
     * is, the same at every switch, and another one for each socket with the same 5-tuple.
     */
    private static final Map<String, String> COMMON = Map.ofEntries(
            Map.entry("net/ipv6/conf/all/disable_ipv6", "1"),
            Map.entry("net/ipv6/conf/default/disable_ipv6", "1"),
            Map.entry("net/ipv4/conf/all/rp_filter", "0"),
            Map.entry("net/ipv4/conf/default/rp_filter", "0"),
            Map.entry("net/ipv4/conf/all/send_redirects", "0"),
            Map.entry("net/ipv4/conf/default/send_redirects", "0"),
            Map.entry("net/ipv4/conf/all/accept_redirects", "0"),
            Map.entry("net/ipv4/conf/default/accept_redirects", "0"),
            Map.entry("net/ipv4/fib_multipath_hash_policy", "3"),
            Map.entry("net/ipv4/fib_multipath_hash_fields", FIVE_TUPLE));

    static final String HASH_SEED = "net/ipv4/fib_multipath_hash_seed";

    private final Topology topology;
    private final FabricOptions options;
    private final AddressPlan addresses;
    private final RoutePlan routes;
    private final QueuePlan queues;

    /** @throws IllegalArgumentException if the topology cannot be built this way; the message says why */
    public NetworkPlan(Topology topology, FabricOptions options) {
        this(topology, options, QueueSizes.of(options.queueing()));
    }

    NetworkPlan(Topology topology, FabricOptions options, QueueSizes sizes) {
        this.topology = topology;
        this.options = options;
        addresses = new AddressPlan(topology, options.prefix());
        routes = new RoutePlan(topology, addresses, options.congestionControl(), sizes.largestSegmentBytes());
        queues = new QueuePlan(topology, addresses, options.queueing(), sizes, options.room());
    }

    /** The same while some links are gone: names and addresses stay, routes lead around. */
    NetworkPlan without(Set<Link> gone) {
        return new NetworkPlan(topology.without(gone), options);
    }

    public Topology topology() {
        return topology;
    }

    public FabricOptions options() {
        return options;
    }

    /** The name of a node's namespace. */
    public String namespace(Node node) {
        return addresses.namespace(node);
    }

    /** The one IPv4 address of a host or switch. */
    public String address(Node node) {
        return addresses.address(node);
    }

    /** The interface by which a link leaves its first node, in that node's namespace. */
    public String interfaceName(Link link) {
        return AddressPlan.interfaceName(link);
    }

    @Override
    public String address(Host host) {
        return address((Node) host);
    }

    /** A link as the next hop of {@code ip route}, in the namespace of its first node. */
    @Override
    public String nextHop(Link link) {
        return AddressPlan.nextHop(link);
    }

    /** What a link may carry at once above its rate, in bytes. */
    public long burstBytes(Link link) {
        return queues.burstBytes(link);
    }

    /** Lines for {@code ip -batch} that make all namespaces and cables. */
    List<String> creation() {
        return routes.creation();
    }

    /** Lines for {@code ip -batch} in a node's namespace. */
    List<String> addressesAndRoutes(Node node) {
        return routes.configuration(node);
    }

    /** Lines for {@code tc -batch} in a node's namespace. */
    List<String> queues(Node node) {
        return queues.configuration(node);
    }

    /** Kernel settings of a node's namespace, path below /proc/sys to value, to be set before it has interfaces. */
    Map<String, String> settings(Node node) {
        Map<String, String> settings = new LinkedHashMap<>(COMMON);
        // Namespaces share the kernel's seed: without their own, consecutive switches would choose alike.
        settings.put(HASH_SEED, Integer.toUnsignedString(hashSeed(node)));
        if (node instanceof Switch) {
            settings.put("net/ipv4/ip_forward", "1");
            // a switch sends nothing into a cable whose other end is dead
            settings.put("net/ipv4/conf/all/ignore_routes_with_linkdown", "1");
            settings.put("net/ipv4/conf/default/ignore_routes_with_linkdown", "1");
            // whoever follows a path by packets that end on it is answered each time, and not once a second
            settings.put("net/ipv4/icmp_ratelimit", "0");
        }
        if (node instanceof Host) {
            // what one round learned of a path must not make the next one faster
            settings.put("net/ipv4/tcp_no_metrics_save", "1");
        }
        return settings;
    }

    private int hashSeed(Node node) {
        int seed = new Random(options.seed() * 31 + node.name().hashCode()).nextInt();
        return seed == 0 ? 1 : seed; // 0 stands for the kernel's own
    }

    /** Lines of a hosts file, address and name, hosts first. */
    List<String> hostNames() {
        return topology.nodes().stream()
                .map(node -> addresses.address(node) + " " + node.name())
                .toList();
    }
}
