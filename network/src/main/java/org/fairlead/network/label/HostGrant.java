// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.Collection;
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

/** What an operator allows a host to steer: what it sends itself, to hosts whose addresses were given, from and to ports that were given for a class. Nothing else is ever touched. */
public final class HostGrant {
    private final Topology topology;
    private final Host self;
    private final Map<Integer, String> addresses = new HashMap<>();
    private final Map<TrafficClass, List<ClassPort>> ports;

    /**
     * @param addresses of the hosts to which it may steer
     * @throws IllegalArgumentException if two hosts have one address or two classes one port: their packets cannot be told apart
     */
    public HostGrant(
            Topology topology, Host self, Map<Host, String> addresses, Map<TrafficClass, List<ClassPort>> ports) {
        this.topology = topology;
        this.self = self;
        this.ports = Map.copyOf(ports);
        requireDistinct(addresses.values(), ports.values());
        addresses.forEach((host, address) -> this.addresses.put(host.index(), address));
    }

    /**
     * @param addresses of hosts
     * @param ports of each class
     * @throws IllegalArgumentException if two hosts have one address or two classes one port
     */
    public static void requireDistinct(Collection<?> addresses, Collection<List<ClassPort>> ports) {
        Set<Object> taken = new HashSet<>();
        for (Object address : addresses) {
            if (!taken.add(address)) {
                throw new IllegalArgumentException("two hosts have the address " + address);
            }
        }
        for (List<ClassPort> ofClass : ports) {
            for (ClassPort port : ofClass) {
                if (!taken.add(port)) {
                    throw new IllegalArgumentException("port '" + port + "' is granted twice");
                }
            }
        }
    }

    public Topology topology() {
        return topology;
    }

    public Host self() {
        return self;
    }

    /** Of which ports were given. */
    public Set<TrafficClass> classes() {
        return ports.keySet();
    }

    public boolean covers(FlowUnit unit) {
        return refusal(unit).isEmpty();
    }

    /**
     * @return how many paths the unit can take
     * @throws IllegalArgumentException with what was not granted or is not there
     */
    public int requirePath(FlowUnit unit, PathChoice path) {
        String refusal = refusal(unit);
        if (!refusal.isEmpty()) {
            throw refused(unit, refusal);
        }
        int paths = topology.routes().inner(unit.source(), unit.destination()).count();
        if (path.isNetworks() || path.number() >= paths) {
            throw refused(unit, "there is no path " + path.number() + " among " + paths);
        }
        return paths;
    }

    private String refusal(FlowUnit unit) {
        if (unit.source() != self.index()) {
            return "this host is " + self.name();
        }
        if (!addresses.containsKey(unit.destination()) || unit.destination() == self.index()) {
            return "that host is not granted";
        }
        return ports.containsKey(unit.trafficClass()) ? "" : "no port is granted for this class";
    }

    /** Of a unit's receiver, where it covers the unit. */
    public String address(FlowUnit unit) {
        return addresses.get(unit.destination());
    }

    /** Of a unit's class, where it covers the unit. */
    public List<ClassPort> ports(FlowUnit unit) {
        return ports.get(unit.trafficClass());
    }

    /** What a driver answers to a unit that it does not steer. */
    public IllegalArgumentException refused(FlowUnit unit, String reason) {
        return new IllegalArgumentException(unit.trafficClass().label() + " from " + name(unit.source()) + " to "
                + name(unit.destination()) + ": " + reason);
    }

    private String name(int host) {
        List<Node> nodes = topology.nodes();
        return host >= 0 && host < nodes.size() ? nodes.get(host).name() : "host " + host;
    }
}
