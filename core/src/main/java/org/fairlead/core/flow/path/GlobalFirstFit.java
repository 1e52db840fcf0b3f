// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/**
 * Gives each elephant the first path with room for it.
 *
 * <p>Goals: a quick assignment that overfills nothing it reserves.
 *
 * <p>Constraints: a flow that has a reservation keeps it while it fits; links that are down have no room.
 *
 * <p>Algorithm: the flows in the order of their numbers, those with a reservation from an earlier round first. Each takes the path of
 * the lowest number whose links all have room for its demand, and reserves the demand there. One that fits nowhere stays where
 * its hash put it, without reservation. A reservation ends with its flow.
 *
 * <p>Example: two roots, links of 1, three flows of 0.6 from different hosts of one rack to another: the first goes by the first root,
 * the second by the second, the third stays.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010, the section on Global First Fit.
 */
final class GlobalFirstFit {
    private final PathSearch search;

    GlobalFirstFit(PathSearch search) {
        this.search = search;
    }

    /**
     * Changes an assignment that has every flow on its present path.
     *
     * @param kept which flows have a reservation on their present path
     * @return which flows have one now
     */
    boolean[] assign(Assignment assignment, boolean[] kept) {
        ElephantFlows elephants = assignment.elephants;
        int flows = elephants.size();
        boolean[] reserved = new boolean[flows];
        for (int flow = 0; flow < flows; flow++) {
            assignment.remove(flow);
        }
        for (int flow = 0; flow < flows; flow++) {
            if (kept[flow] && fits(assignment, flow)) {
                assignment.add(flow);
                reserved[flow] = true;
            }
        }
        int[] path = new int[elephants.mostHops()];
        for (int flow = 0; flow < flows; flow++) {
            if (!reserved[flow] && find(assignment, flow, path)) {
                assignment.add(flow, path);
                reserved[flow] = true;
            }
        }
        for (int flow = 0; flow < flows; flow++) {
            if (!reserved[flow]) {
                assignment.add(flow);
            }
        }
        return reserved;
    }

    private static boolean fits(Assignment assignment, int flow) {
        for (int hop = 0; hop < assignment.elephants.hops(flow); hop++) {
            if (assignment.spare(assignment.link(flow, hop)) < assignment.elephants.demands[flow]) {
                return false;
            }
        }
        return true;
    }

    private boolean find(Assignment assignment, int flow, int[] path) {
        ElephantFlows elephants = assignment.elephants;
        PathSearch.LinkValue spare = link -> elephants.up[link] ? (double) assignment.spare(link) : -1;
        return search.first(
                elephants.sources[flow], elephants.destinations[flow], spare, (double) elephants.demands[flow], path);
    }
}
