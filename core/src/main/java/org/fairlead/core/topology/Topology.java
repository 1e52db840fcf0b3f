// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A network: hosts in racks, switches, and directed links with capacities. Immutable and safe for threads.
 *
 * <p>Built by a {@link Builder}, by {@link Topologies} (trees, fat trees, multi-rooted trees) or from a file.
 */
public final class Topology {
    private final String name;
    private final List<Node> nodes;
    private final List<Host> hosts;
    private final List<Switch> switches;
    private final List<Link> links;
    private final Map<String, Node> nodesByName;
    private final Map<String, List<Host>> racks;
    private final ShortestPaths shortestPaths;
    private volatile Routes routes;

    private Topology(Builder builder) {
        name = builder.name;
        nodes = List.copyOf(builder.nodes.values());
        links = List.copyOf(builder.links.values());
        nodesByName = Collections.unmodifiableMap(new LinkedHashMap<>(builder.nodes));
        hosts = nodes.stream()
                .filter(Host.class::isInstance)
                .map(Host.class::cast)
                .toList();
        switches = nodes.stream()
                .filter(Switch.class::isInstance)
                .map(Switch.class::cast)
                .toList();
        Map<String, List<Host>> byRack = new LinkedHashMap<>();
        hosts.forEach(host ->
                byRack.computeIfAbsent(host.rack(), rack -> new ArrayList<>()).add(host));
        byRack.replaceAll((rack, members) -> List.copyOf(members));
        racks = Collections.unmodifiableMap(byRack);
        shortestPaths = new ShortestPaths(nodes, links);
    }

    public String name() {
        return name;
    }

    /** Hosts and switches; a node's place here is its {@link Node#index()}. */
    public List<Node> nodes() {
        return nodes;
    }

    public List<Host> hosts() {
        return hosts;
    }

    public List<Switch> switches() {
        return switches;
    }

    /** A link's place here is its {@link Link#index()}. */
    public List<Link> links() {
        return links;
    }

    /** Rack name to its hosts, both in the order in which they were added. */
    public Map<String, List<Host>> racks() {
        return racks;
    }

    public Optional<Node> node(String nodeName) {
        return Optional.ofNullable(nodesByName.get(nodeName));
    }

    /** @throws IllegalArgumentException if there is no host of that name */
    public Host host(String hostName) {
        if (nodesByName.get(hostName) instanceof Host host) {
            return host;
        }
        throw new IllegalArgumentException("no host '" + hostName + "' in topology '" + name + "'");
    }

    public Optional<Link> link(Node from, Node to) {
        return linksFrom(from).stream().filter(link -> link.to().equals(to)).findFirst();
    }

    public List<Link> linksFrom(Node node) {
        return shortestPaths.linksFrom(node);
    }

    /**
     * The links by which a packet at {@code at} comes one hop nearer to {@code destination}: what an equal-cost
     * router at that node chooses from. Empty when there is no path, or when it is there already.
     */
    public List<Link> nextHops(Node at, Host destination) {
        return shortestPaths.nextHops(at, destination);
    }

    /**
     * All paths of least hops between two hosts, in a fixed order. Hosts do not forward. Empty when no path exists;
     * one path of no links from a host to itself.
     */
    public List<Path> paths(Host source, Host destination) {
        return shortestPaths.between(source, destination);
    }

    /** The same network as a decision asks it: made at the first call and kept; two threads may make it, either serves. */
    public Routes routes() {
        Routes known = routes;
        if (known == null) {
            known = new Routes(this);
            routes = known;
        }
        return known;
    }

    /**
     * A builder that holds this network already.
     *
     * @param roles the roles that each host has in the copy
     */
    public Builder toBuilder(Function<Host, Set<String>> roles) {
        return toBuilder(roles, Set.of(), 1);
    }

    /** The same network while some of its links are gone; nodes keep their indices, links do not. */
    public Topology without(Set<Link> gone) {
        return toBuilder(Host::roles, gone, 1).build();
    }

    /**
     * The same network with other capacities.
     *
     * @param times how many times as much each link carries, above 0
     */
    public Topology withLinks(double times) {
        return toBuilder(Host::roles, Set.of(), times).build();
    }

    private Builder toBuilder(Function<Host, Set<String>> roles, Set<Link> gone, double times) {
        Builder builder = new Builder(name);
        for (Node node : nodes) {
            if (node instanceof Host host) {
                builder.host(host.name(), host.rack(), roles.apply(host), host.disk());
            } else {
                builder.switchNode(node.name());
            }
        }
        links.stream()
                .filter(link -> !gone.contains(link))
                .forEach(link -> builder.link(link.from().name(), link.to().name(), times * link.bytesPerSecond()));
        return builder;
    }

    @Override
    public String toString() {
        return "%s: %d hosts in %d racks, %d switches, %d links"
                .formatted(name, hosts.size(), racks.size(), switches.size(), links.size());
    }

    /** Collects nodes and links; each method refuses what would make the network ambiguous. Not safe for threads. */
    public static final class Builder {
        private final String name;
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<List<String>, Link> links = new LinkedHashMap<>();

        public Builder(String name) {
            this.name = name;
        }

        public Builder host(String hostName, String rack) {
            return host(hostName, rack, Set.of(), Optional.empty());
        }

        public Builder host(String hostName, String rack, Set<String> roles, Optional<Host.Disk> disk) {
            return add(new Host(nodes.size(), hostName, rack, roles, disk));
        }

        public Builder switchNode(String switchName) {
            return add(new Switch(nodes.size(), switchName));
        }

        /** Both directions with the same capacity. */
        public Builder cable(String one, String other, double bytesPerSecond) {
            return link(one, other, bytesPerSecond).link(other, one, bytesPerSecond);
        }

        /** One direction; adding it a second time is refused. */
        public Builder link(String from, String to, double bytesPerSecond) {
            Node source = known(from);
            Node target = known(to);
            if (from.equals(to)) {
                throw new IllegalArgumentException("a link from '" + from + "' to itself");
            }
            if (!(bytesPerSecond > 0) || Double.isInfinite(bytesPerSecond)) {
                throw new IllegalArgumentException(
                        "link " + from + "->" + to + ": the capacity must be above 0 bytes/s and finite");
            }
            Link link = new Link(links.size(), source, target, bytesPerSecond);
            if (links.putIfAbsent(List.of(from, to), link) != null) {
                throw new IllegalArgumentException("link " + from + "->" + to + " stands twice");
            }
            return this;
        }

        public boolean contains(String nodeName) {
            return nodes.containsKey(nodeName);
        }

        /** @throws IllegalArgumentException if there is no host */
        public Topology build() {
            if (nodes.values().stream().noneMatch(Host.class::isInstance)) {
                throw new IllegalArgumentException("a topology needs at least one host");
            }
            return new Topology(this);
        }

        private Builder add(Node node) {
            if (node.name().isBlank()) {
                throw new IllegalArgumentException("a node's name must not be blank");
            }
            if (nodes.putIfAbsent(node.name(), node) != null) {
                throw new IllegalArgumentException("node '" + node.name() + "' stands twice");
            }
            return this;
        }

        private Node known(String nodeName) {
            Node node = nodes.get(nodeName);
            if (node == null) {
                throw new IllegalArgumentException("no host or switch '" + nodeName + "'");
            }
            return node;
        }
    }
}
