// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;

/** The targets of one decision while they are being found, and which hosts may still become one. Not safe for threads. */
final class Targets {
    private final Routes routes;
    private final PlacementRequest request;
    private final RackRule rule;
    private final List<Host> taken = new ArrayList<>(3);
    /** Hosts that have a replica, chosen or taken; the first {@link #used} are valid. */
    private final int[] usedHosts;

    private int used;

    Targets(Routes routes, PlacementRequest request) {
        this.routes = routes;
        this.request = request;
        rule = new RackRule(routes, request);
        usedHosts = new int[request.chosen().size() + request.additional()];
        for (Host host : request.chosen()) {
            usedHosts[used++] = host.index();
        }
    }

    RackRule rule() {
        return rule;
    }

    List<Host> taken() {
        return taken;
    }

    int remaining() {
        return request.additional() - taken.size();
    }

    /** The host that sends to the next target: the last replica, else the writer; -1 when it is none of the topology's. */
    int source() {
        if (!taken.isEmpty()) {
            return taken.get(taken.size() - 1).index();
        }
        if (!request.chosen().isEmpty()) {
            return request.chosen().get(request.chosen().size() - 1).index();
        }
        return request.writer().map(Host::index).orElse(-1);
    }

    /** Puts the first replica on the writer if it can be there. */
    void takeWriter() {
        if (request.chosen().isEmpty() && request.writer().isPresent()) {
            int writer = request.writer().get().index();
            if (isFree(writer)) {
                take(writer);
            }
        }
    }

    void take(int host) {
        taken.add(routes.host(host));
        usedHosts[used++] = host;
        rule.add(routes.rackOf(host));
    }

    /** Eligible, and without a replica of the block. */
    boolean isFree(int host) {
        for (int i = 0; i < used; i++) {
            if (usedHosts[i] == host) {
                return false;
            }
        }
        return request.candidates().eligible(host);
    }

    boolean isAllowed(int host) {
        return rule.allows(routes.rackOf(host), remaining()) && isFree(host);
    }

    /** As {@link #isAllowed}, with HDFS's habit that the second replica always leaves the first one's rack. */
    boolean isAllowedByStock(int host) {
        int rack = routes.rackOf(host);
        boolean leaves = rule.spanned() >= Math.min(2, rule.faultDomains()) || rule.in(rack) == 0;
        return leaves && isAllowed(host);
    }

    /** The rack in which HDFS puts the third replica, that of the second; -1 when the next is not such a third one. */
    int preferredRack() {
        int replicas = request.chosen().size() + taken.size();
        boolean third = replicas == 2 && rule.spanned() == 2 && rule.faultDomains() == 2;
        return third ? routes.rackOf(source()) : -1;
    }

    /** The same, and for the first replica the rack of a writer that cannot store it. */
    int preferredRackOfStock() {
        boolean first = request.chosen().isEmpty() && taken.isEmpty();
        return first && request.writer().isPresent() ? routes.rackOf(source()) : preferredRack();
    }

    /** A host of a rack, uniformly among those allowed; -1 when there is none. */
    int drawIn(int rack, Draw draw) {
        int[] hosts = routes.hostsOf(rack);
        int allowed = 0;
        int chosen = -1;
        for (int host : hosts) {
            if (isAllowedByStock(host) && draw.below(++allowed) == 0) {
                chosen = host;
            }
        }
        return chosen;
    }

    /** A host of the whole network, uniformly among those allowed, else among those free; -1 when none is left. */
    int drawAnywhere(Draw draw, int draws) {
        List<Host> hosts = routes.topology().hosts();
        for (int i = 0; i < draws && !hosts.isEmpty(); i++) {
            int host = hosts.get(draw.below(hosts.size())).index();
            if (isAllowedByStock(host)) {
                return host;
            }
        }
        int allowed = search(draw, true);
        return allowed >= 0 ? allowed : search(draw, false);
    }

    private int search(Draw draw, boolean byRule) {
        int found = 0;
        int chosen = -1;
        for (Host host : routes.topology().hosts()) {
            boolean fits = byRule ? isAllowedByStock(host.index()) : isFree(host.index());
            if (fits && draw.below(++found) == 0) {
                chosen = host.index();
            }
        }
        return chosen;
    }

    Placement.LeftToStock none() {
        return new Placement.LeftToStock(
                "no eligible host is left for " + remaining() + " of " + request.additional() + " targets", List.of());
    }
}
