// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/** A network that obeys a plan, but for what is broken in it; each node's address is its name. */
final class ModelNetwork implements Prober {
    private final LabelPlan plan;
    private final Topology topology;
    private final Host source;
    private final Set<Node> ignoring = new HashSet<>();
    private final Set<Node> dropping = new HashSet<>();
    private final Set<Node> mute = new HashSet<>();
    private final Set<Node> reluctant = new HashSet<>();
    private final Set<List<Integer>> asked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger flows = new AtomicInteger();

    ModelNetwork(LabelPlan plan, Host source) {
        this.plan = plan;
        this.source = source;
        topology = plan.topology();
    }

    private Node node(String name) {
        return topology.node(name).orElseThrow();
    }

    /** It hashes as if there were no label. */
    ModelNetwork ignores(String name) {
        ignoring.add(node(name));
        return this;
    }

    /** It answers what ends there and forwards nothing with a label. */
    ModelNetwork drops(String name) {
        dropping.add(node(name));
        return this;
    }

    ModelNetwork mute(String... names) {
        List.of(names).forEach(name -> mute.add(node(name)));
        return this;
    }

    /** The first packet of a flow that ends there is not answered. */
    ModelNetwork answersAtTheSecondTime(String name) {
        reluctant.add(node(name));
        return this;
    }

    static Map<Host, String> addresses(List<Host> hosts) {
        Map<Host, String> addresses = new LinkedHashMap<>();
        hosts.forEach(host -> addresses.put(host, host.name()));
        return addresses;
    }

    Map<String, Node> nodes() {
        Map<String, Node> nodes = new HashMap<>();
        topology.nodes().forEach(node -> nodes.put(node.name(), node));
        return nodes;
    }

    @Override
    public Flow flow(String destination) {
        int flow = flows.incrementAndGet();
        Host to = topology.host(destination);
        return new Flow() {
            @Override
            public Optional<String> send(int codepoint, int hops) {
                return answer(to, codepoint, hops, flow);
            }

            @Override
            public void close() {}
        };
    }

    private Optional<String> answer(Host to, int codepoint, int hops, int flow) {
        Node at = source;
        for (int hop = 0; hop < hops && !at.equals(to); hop++) {
            boolean labelled = plan.codepoints().contains(codepoint);
            if (labelled && dropping.contains(at)) {
                return Optional.empty();
            }
            List<Link> next = ignoring.contains(at) ? topology.nextHops(at, to) : plan.nextHops(at, codepoint, to);
            int hash = (31 * flow + at.index()) * 0x9E3779B9;
            at = next.get((hash >>> 24) % next.size()).to();
        }
        boolean again = !reluctant.contains(at) || !asked.add(List.of(flow, hops));
        return again && !mute.contains(at) ? Optional.of(at.name()) : Optional.empty();
    }
}
