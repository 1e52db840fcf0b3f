// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.forwarding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;

/**
 * By which links each switch of a network sends: to every host by all equal-cost next hops, and what belongs to a unit that holds a path by that path's link.
 *
 * <p><b>Goals.</b> A path is given to a host pair and class by entries of switches alone; hosts are told nothing. As few entries as possible. Connectivity never depends on a pin.
 *
 * <p><b>Constraints.</b> A pin's link is one of the equal-cost next hops of its switch, so each hop comes nearer to the destination and nothing goes in circles, whichever of the pins stand. Where the base has one next hop it is
 * also the path's, and no pin is needed. A host with several links chooses among these itself: paths that begin with such a choice cannot be given.
 *
 * <p><b>Algorithm.</b> The base of a switch is its equal-cost next hops to each host. The pins of a path are one for each of its switches that has several next hops, the last switch first.
 *
 * <p><b>Example.</b> A fat tree with k = 4: e1 sends to hosts of other racks by a1 or a2, a1 to other pods by c1 or c2; cores have one way to each host. Path 2 from h1 to h13 leaves e1 by a2 and a2 by c3: a pin at a2, then
 * one at e1. Within a rack there is no choice, so no pin.
 *
 * <p><b>Source.</b> Ours; equal-cost groups as a base with pinned flows above: Hedera (Al-Fares et al., NSDI 2010).
 */
public final class ForwardingPlan {
    private final Topology topology;

    public ForwardingPlan(Topology topology) {
        this.topology = topology;
    }

    public Topology topology() {
        return topology;
    }

    /** By which links a switch sends to each host that it reaches, in the topology's order. */
    public Map<Host, List<Link>> base(Switch at) {
        Map<Host, List<Link>> base = new LinkedHashMap<>();
        for (Host host : topology.hosts()) {
            List<Link> next = topology.nextHops(at, host);
            if (!next.isEmpty()) {
                base.put(host, next);
            }
        }
        return base;
    }

    /** The sets of at least two links among which a switch chooses, each once, in the order of the hosts to which they lead first. */
    public List<List<Link>> choices(Switch at) {
        Set<List<Link>> choices = new LinkedHashSet<>(base(at).values());
        choices.removeIf(links -> links.size() < 2);
        return List.copyOf(choices);
    }

    /**
     * What switches have to do so that a unit takes a path, the last one of the path first. None where it takes that path by itself.
     *
     * @throws IllegalArgumentException if there is no such path, or it is the sending host that would have to choose
     */
    public List<Pin> pins(FlowUnit unit, PathChoice path) {
        EqualCostRoutes paths = topology.routes().inner(unit.source(), unit.destination());
        if (path.isNetworks() || path.number() >= paths.count()) {
            throw new IllegalArgumentException("there is no path " + path.number() + " among " + paths.count());
        }
        Host destination = topology.routes().host(unit.destination());
        int after = topology.routes().isPlain(unit.destination()) ? 1 : 0;
        List<Pin> pins = new ArrayList<>();
        for (int hop = paths.hops() - 1; hop >= 0; hop--) {
            Link link = topology.links().get(paths.link(path.number(), hop));
            List<Link> choice = topology.nextHops(link.from(), destination);
            if (choice.size() > 1) {
                if (!(link.from() instanceof Switch at)) {
                    throw new IllegalArgumentException(
                            link.from().name() + " has several links and chooses among them itself");
                }
                pins.add(new Pin(unit, at, paths.hops() - hop + after, choice, link));
            }
        }
        return pins;
    }
}
