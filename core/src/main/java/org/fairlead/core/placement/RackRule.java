// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;

/**
 * Which racks the next replica of a block may go to: the fault domains, as HDFS has them. One object a decision; not safe for
 * threads.
 *
 * <p>Up to two fault domains: HDFS's default rule, at least two racks and no rack with more than (n − 1)/racks + 2 of n replicas,
 * less one when that would be all of them. More than two (erasure coding): as many racks as asked for, and no rack with more
 * than ⌈n/racks⌉.
 */
final class RackRule {
    private final int faultDomains;
    private final int mostPerRack;
    private final int[] racks;
    private final int[] counts;
    private int spanned;

    RackRule(Routes routes, PlacementRequest request) {
        int replicas = request.chosen().size() + request.additional();
        faultDomains = Math.min(Math.min(request.faultDomains(), replicas), routes.racks());
        racks = new int[replicas];
        counts = new int[replicas];
        if (request.faultDomains() > 2) {
            mostPerRack = (replicas + routes.racks() - 1) / routes.racks();
        } else if (faultDomains == 1) {
            mostPerRack = replicas;
        } else {
            int most = (replicas - 1) / routes.racks() + 2;
            mostPerRack = Math.max(1, most >= replicas ? replicas - 1 : most);
        }
        request.chosen().forEach(host -> add(routes.rackOf(host.index())));
    }

    void add(int rack) {
        for (int i = 0; i < spanned; i++) {
            if (racks[i] == rack) {
                counts[i]++;
                return;
            }
        }
        racks[spanned] = rack;
        counts[spanned++] = 1;
    }

    int in(int rack) {
        for (int i = 0; i < spanned; i++) {
            if (racks[i] == rack) {
                return counts[i];
            }
        }
        return 0;
    }

    /** The racks that have replicas, in the order in which they got one; valid are the first {@link #spanned()}. */
    int[] racks() {
        return racks;
    }

    int spanned() {
        return spanned;
    }

    int faultDomains() {
        return faultDomains;
    }

    int mostPerRack() {
        return mostPerRack;
    }

    /** Whether the next replica may go to a rack when so many are still to be placed, that one included. */
    boolean allows(int rack, int remaining) {
        int there = in(rack);
        if (there == 0) {
            return true;
        }
        boolean needsNew = faultDomains > 2 ? spanned < faultDomains : faultDomains - spanned >= remaining;
        return !needsNew && there < mostPerRack;
    }

    /** What {@link ReplicaPlacer#validate} promises, for every placer. */
    static List<String> broken(Routes routes, PlacementRequest request, List<Host> targets) {
        List<String> broken = new ArrayList<>();
        if (targets.size() != request.additional()) {
            broken.add(targets.size() + " targets; " + request.additional() + " were asked for");
        }
        Set<Host> seen = new HashSet<>(request.chosen());
        for (Host target : targets) {
            if (!seen.add(target)) {
                broken.add(target.name() + " would store two replicas of the block");
            }
            if (!request.candidates().eligible(target.index())) {
                broken.add(target.name() + " is not eligible");
            }
        }
        Set<String> spanned = new HashSet<>();
        seen.forEach(host -> spanned.add(host.rack()));
        if (spanned.size() < new RackRule(routes, request).faultDomains()) {
            int possible = possible(routes, request);
            if (spanned.size() < possible) {
                broken.add("replicas in " + spanned.size() + " racks; " + possible + " are possible and asked for");
            }
        }
        return broken;
    }

    /** Racks that the replicas can span: those of the chosen, and as many others with an eligible host as targets are wanted. */
    private static int possible(Routes routes, PlacementRequest request) {
        int[] fixed = request.chosen().stream()
                .mapToInt(host -> routes.rackOf(host.index()))
                .distinct()
                .toArray();
        int open = 0;
        for (int rack = 0; rack < routes.racks() && open < request.additional(); rack++) {
            int looked = rack;
            boolean fresh = Arrays.stream(fixed).noneMatch(known -> known == looked);
            if (fresh && Arrays.stream(routes.hostsOf(rack)).anyMatch(request.candidates()::eligible)) {
                open++;
            }
        }
        return Math.min(request.faultDomains(), fixed.length + open);
    }
}
