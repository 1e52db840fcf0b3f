// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.verify.Prober;

/** A network of switches that hash addresses and ports; each node's address is its name. */
final class HashingNetwork implements PortLearner.Probes {
    private final Topology topology;
    private final Host source;
    private final Set<Node> mute = new HashSet<>();
    private final Set<Integer> taken = new HashSet<>();
    private int salt = 1;
    private int packets;

    HashingNetwork(Topology topology, Host source) {
        this.topology = topology;
        this.source = source;
    }

    Map<String, Node> nodes() {
        Map<String, Node> nodes = new HashMap<>();
        topology.nodes().forEach(node -> nodes.put(node.name(), node));
        return nodes;
    }

    void muteAllSwitches() {
        mute.addAll(topology.switches());
    }

    void answers() {
        mute.clear();
    }

    /** Switches hash another way from now on. */
    void changes() {
        salt++;
    }

    /** Somebody has a port. */
    void take(int port) {
        taken.add(port);
    }

    int packets() {
        return packets;
    }

    private List<Node> nodes(Host to, PortFile.Destination at, int port) {
        List<Node> nodes = new ArrayList<>();
        Node here = source;
        while (!here.equals(to)) {
            List<Link> next = topology.nextHops(here, to);
            long hash = Draw.mixed(Draw.mixed(Draw.mixed(salt, port), at.port()), here.index());
            here = next.get(Math.floorMod(hash, next.size())).to();
            nodes.add(here);
        }
        return nodes;
    }

    /** The path that packets of a source port take. */
    PathChoice path(String to, int toPort, int port) {
        Host host = topology.host(to);
        List<Node> nodes = nodes(host, new PortFile.Destination(to, toPort), port);
        List<Path> paths = topology.paths(source, host);
        for (int number = 0; number < paths.size(); number++) {
            if (paths.get(number).links().stream().map(Link::to).toList().equals(nodes)) {
                return new PathChoice(number);
            }
        }
        throw new IllegalStateException("no path over " + nodes);
    }

    @Override
    public Prober.Flow flow(PortFile.Destination to, int sourcePort) throws IOException {
        if (taken.contains(sourcePort)) {
            throw new IOException("somebody has port " + sourcePort);
        }
        Host host = topology.host(to.address());
        return new Prober.Flow() {
            @Override
            public Optional<String> send(int codepoint, int hops) {
                packets++;
                Node at = nodes(host, to, sourcePort).get(hops - 1);
                if (at.equals(host)) {
                    throw new IllegalStateException("a probe arrived");
                }
                return mute.contains(at) ? Optional.empty() : Optional.of(at.name());
            }

            @Override
            public void close() {}
        };
    }
}
