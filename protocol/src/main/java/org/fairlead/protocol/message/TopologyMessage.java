// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Layers;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/**
 * A topology with the same indices at both ends.
 *
 * @param id names this content: two topologies with one id are the same
 * @param nodes by index
 * @param links by index
 * @param layers of each node by index, for who draws it ({@link Layers}); empty from a controller that does not tell
 */
public record TopologyMessage(
        String id, String name, List<NodeForm> nodes, List<LinkForm> links, List<Integer> layers) {
    public static final int MOST_NODES = 200_000;
    public static final int MOST_LINKS = 1_000_000;

    public TopologyMessage {
        Bounds.name("id", id);
        Bounds.name("name", name);
        nodes = Bounds.list("nodes", nodes, MOST_NODES);
        links = Bounds.list("links", links, MOST_LINKS);
        layers = Bounds.list("layers", layers, MOST_NODES);
        if (!layers.isEmpty()) {
            Bounds.sameLength("layers", layers.size(), nodes.size());
        }
        for (LinkForm link : links) {
            if (link.from < 0 || link.from >= nodes.size() || link.to < 0 || link.to >= nodes.size()) {
                throw new IllegalArgumentException("links: a link between nodes that are not there");
            }
        }
    }

    /** @param rack a host's rack; empty for a switch */
    public record NodeForm(String name, String rack) {
        public NodeForm {
            Bounds.name("nodes.name", name);
            rack = Bounds.text("nodes.rack", rack, Bounds.LONGEST_NAME);
        }
    }

    /** @param from index of a node */
    public record LinkForm(int from, int to, double bytesPerSecond) {
        public LinkForm {
            Bounds.amount("links.bytes_per_second", bytesPerSecond);
        }
    }

    public static TopologyMessage of(Topology topology) {
        List<NodeForm> nodes = new ArrayList<>(topology.nodes().size());
        for (Node node : topology.nodes()) {
            nodes.add(new NodeForm(node.name(), node instanceof Host host ? host.rack() : ""));
        }
        List<LinkForm> links = new ArrayList<>(topology.links().size());
        for (Link link : topology.links()) {
            links.add(new LinkForm(link.from().index(), link.to().index(), link.bytesPerSecond()));
        }
        List<Integer> layers = Arrays.stream(Layers.of(topology)).boxed().toList();
        return new TopologyMessage(identity(topology.name(), nodes, links), topology.name(), nodes, links, layers);
    }

    /** Roles and disks of hosts are not carried: they are no part of the network. */
    public Topology topology() {
        Topology.Builder builder = new Topology.Builder(name);
        for (NodeForm node : nodes) {
            if (node.rack.isEmpty()) {
                builder.switchNode(node.name);
            } else {
                builder.host(node.name, node.rack, Set.of(), Optional.empty());
            }
        }
        for (LinkForm link : links) {
            builder.link(nodes.get(link.from).name, nodes.get(link.to).name, link.bytesPerSecond);
        }
        return builder.build();
    }

    /** FNV-1a over names, racks, ends and capacities: equal content gives equal text in every process. */
    private static String identity(String name, List<NodeForm> nodes, List<LinkForm> links) {
        long hash = mixed(0xcbf29ce484222325L, name);
        for (NodeForm node : nodes) {
            hash = mixed(mixed(hash, node.name), node.rack);
        }
        for (LinkForm link : links) {
            hash = mixed(mixed(hash, link.from), link.to);
            hash = mixed(hash, Double.doubleToLongBits(link.bytesPerSecond));
        }
        return "%016x".formatted(hash);
    }

    private static long mixed(long hash, String text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * 0x100000001b3L;
        }
        return mixed(mixed, text.length());
    }

    private static long mixed(long hash, long value) {
        long mixed = hash;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            mixed = (mixed ^ ((value >>> shift) & 0xff)) * 0x100000001b3L;
        }
        return mixed;
    }
}
