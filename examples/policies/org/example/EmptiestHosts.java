// SPDX-License-Identifier: Apache-2.0
package org.example;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.placement.Candidates;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Chooses the writer's own host, then the hosts that store the fewest replicas.
 *
 * <p><b>Goals.</b> Storage in balance; the network is not looked at.
 *
 * <p><b>Constraints.</b> A host takes one replica of a block, and only if it is eligible. As many racks are spanned as are asked for.
 *
 * <p><b>Algorithm.</b> The first replica goes to the writer, if it may store it. Then, as long as racks are missing, to the emptiest host
 * of a rack without a replica, if there is one; then to the emptiest host anywhere. All hosts are looked at, which is too slow for a cluster
 * of thousands.
 *
 * <p><b>Example.</b> h1 and h2 in r1 store 2 and 1 replicas, h3 in r2 stores 9. Two replicas in two racks of a block that h1 writes go to
 * h1 and h3, of one that comes from elsewhere to h2 and h3.
 */
final class EmptiestHosts implements ReplicaPlacer {
    @Override
    public String name() {
        return "example";
    }

    @Override
    public Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        Candidates candidates = request.candidates();
        List<Host> free = new ArrayList<>(bandwidth.view().topology().hosts());
        free.removeIf(host -> !candidates.eligible(host.index()) || request.chosen().contains(host));
        free.sort(Comparator.comparingLong(host -> candidates.storedReplicas(host.index())));
        Set<String> racks = new HashSet<>();
        request.chosen().forEach(host -> racks.add(host.rack()));
        List<Host> targets = new ArrayList<>();
        while (targets.size() < request.additional()) {
            if (free.isEmpty()) {
                return new Placement.LeftToStock("no host is left", List.of());
            }
            boolean first = request.chosen().isEmpty() && targets.isEmpty();
            Host next = request.writer()
                    .filter(writer -> first && free.contains(writer))
                    .orElseGet(() -> emptiest(free, racks, request.faultDomains()));
            free.remove(next);
            racks.add(next.rack());
            targets.add(next);
        }
        return new Placement.Chosen(targets, 0, "the hosts that store the fewest replicas", List.of());
    }

    /** @param free hosts, the emptiest first */
    private static Host emptiest(List<Host> free, Set<String> racks, int faultDomains) {
        return free.stream()
                .filter(host -> racks.size() >= faultDomains || !racks.contains(host.rack()))
                .findFirst()
                .orElse(free.get(0));
    }
}
