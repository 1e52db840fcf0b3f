// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/** What an operator allows a host to steer by source ports: connections that it opens itself, to hosts whose addresses were given, to the receivers' ports that were given for a class. */
final class PortGrant {
    private final Topology topology;
    private final Host self;
    private final Map<Integer, String> addresses = new HashMap<>();
    private final Map<TrafficClass, List<Integer>> ports;

    /**
     * @param addresses of the hosts to which it may steer
     * @param ports the receivers', by class
     * @throws IllegalArgumentException if two classes have one port: their connections cannot be told apart
     */
    PortGrant(Topology topology, Host self, Map<Host, String> addresses, Map<TrafficClass, List<Integer>> ports) {
        this.topology = topology;
        this.self = self;
        this.ports = Map.copyOf(ports);
        addresses.forEach((host, address) -> this.addresses.put(host.index(), address));
        Set<Integer> granted = new HashSet<>();
        ports.values()
                .forEach(list -> list.forEach(port -> {
                    if (!granted.add(port)) {
                        throw new IllegalArgumentException("port 'peer " + port + "' is granted twice");
                    }
                }));
    }

    Host self() {
        return self;
    }

    boolean covers(FlowUnit unit) {
        return unit.source() == self.index()
                && unit.destination() != self.index()
                && addresses.containsKey(unit.destination())
                && ports.containsKey(unit.trafficClass());
    }

    /**
     * Of which destinations ports have to be learnt so that a unit takes a path; none where there is one path alone.
     *
     * @throws IllegalArgumentException with what was not granted or is not there
     */
    List<Target> targets(FlowUnit unit, PathChoice path) {
        if (unit.source() != self.index()) {
            throw refused(unit, "this host is " + self.name());
        }
        if (!addresses.containsKey(unit.destination()) || unit.destination() == self.index()) {
            throw refused(unit, "that host is not granted");
        }
        if (!ports.containsKey(unit.trafficClass())) {
            throw refused(unit, "no port is granted for this class");
        }
        int paths = topology.routes().inner(unit.source(), unit.destination()).count();
        if (path.isNetworks() || path.number() >= paths) {
            throw refused(unit, "there is no path " + path.number() + " among " + paths);
        }
        if (paths == 1) {
            return List.of();
        }
        String address = addresses.get(unit.destination());
        return ports.get(unit.trafficClass()).stream()
                .map(port -> new Target(unit.destination(), new PortFile.Destination(address, port)))
                .toList();
    }

    private IllegalArgumentException refused(FlowUnit unit, String reason) {
        return new IllegalArgumentException(unit.trafficClass().label() + " from " + name(unit.source()) + " to "
                + name(unit.destination()) + ": " + reason);
    }

    private String name(int host) {
        List<Node> nodes = topology.nodes();
        return host >= 0 && host < nodes.size() ? nodes.get(host).name() : "host " + host;
    }
}
