// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;

/**
 * What an operator allows a host to label: what it sends itself, to hosts whose addresses were given, from and to ports that were given for a class, with codepoints of a
 * plan of labels. Nothing else is ever written.
 */
final class LabelGrant {
    private final Host self;
    private final LabelPlan plan;
    private final Map<Integer, String> addresses = new HashMap<>();
    private final Map<TrafficClass, List<ClassPort>> ports;

    /**
     * @param addresses of the hosts to which it may label
     * @throws IllegalArgumentException if two hosts have one address or two classes one port: their packets cannot be told apart
     */
    LabelGrant(Host self, LabelPlan plan, Map<Host, String> addresses, Map<TrafficClass, List<ClassPort>> ports) {
        this.self = self;
        this.plan = plan;
        this.ports = Map.copyOf(ports);
        Set<String> known = new HashSet<>();
        addresses.forEach((host, address) -> {
            if (!known.add(address)) {
                throw new IllegalArgumentException("two hosts have the address " + address);
            }
            this.addresses.put(host.index(), address);
        });
        Set<ClassPort> taken = new HashSet<>();
        ports.values()
                .forEach(list -> list.forEach(port -> {
                    if (!taken.add(port)) {
                        throw new IllegalArgumentException("port '" + port + "' is granted twice");
                    }
                }));
    }

    LabelPlan plan() {
        return plan;
    }

    boolean covers(FlowUnit unit) {
        return unit.source() == self.index()
                && unit.destination() != self.index()
                && addresses.containsKey(unit.destination())
                && ports.containsKey(unit.trafficClass());
    }

    /**
     * The label by which a unit takes a path.
     *
     * @throws IllegalArgumentException with what was not granted or cannot be named
     */
    Label label(FlowUnit unit, PathChoice path) {
        if (unit.source() != self.index()) {
            throw refused(unit, "this host is " + self.name());
        }
        if (!addresses.containsKey(unit.destination()) || unit.destination() == self.index()) {
            throw refused(unit, "that host is not granted");
        }
        if (!ports.containsKey(unit.trafficClass())) {
            throw refused(unit, "no port is granted for this class");
        }
        int paths = plan.topology()
                .routes()
                .inner(unit.source(), unit.destination())
                .count();
        if (path.isNetworks() || path.number() >= paths) {
            throw refused(unit, "there is no path " + path.number() + " among " + paths);
        }
        if (paths == 1) {
            return new Label(path, 0, List.of());
        }
        OptionalInt codepoint = plan.codepoint(unit.source(), unit.destination(), path);
        if (codepoint.isEmpty()) {
            throw refused(unit, "no granted codepoint names path " + path.number() + " of " + paths);
        }
        String address = addresses.get(unit.destination());
        return new Label(
                path,
                codepoint.getAsInt(),
                ports.get(unit.trafficClass()).stream()
                        .map(port -> new LabelElement(port.whose(), address, port.port()))
                        .toList());
    }

    private IllegalArgumentException refused(FlowUnit unit, String reason) {
        return new IllegalArgumentException(unit.trafficClass().label() + " from " + name(unit.source()) + " to "
                + name(unit.destination()) + ": " + reason);
    }

    private String name(int host) {
        List<Node> nodes = plan.topology().nodes();
        return host >= 0 && host < nodes.size() ? nodes.get(host).name() : "host " + host;
    }
}
