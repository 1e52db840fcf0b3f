// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import org.fairlead.core.chance.Draw;

/**
 * Improves an assignment where it is overfull: flows negotiate for links, and a link that stays contested becomes dearer.
 *
 * <p>Goals: 96 % and more of a non-blocking network's throughput with thousands of elephants, in a fraction of the time between
 * rounds. Plain annealing draws moves blindly; near the optimum one in thousands is of use.
 *
 * <p>Constraints: no link that is down. The result is never worse than the start. The number of moves is bounded, and more so where nothing
 * gets better, as in a network that is too small for its flows.
 *
 * <p>Algorithm: a move draws a link on which not all fits, and takes the flow off it that has been there longest: the newcomer stays
 * and pushes the older one on, so that a chain of moves runs through the network until it ends at a free link, instead of
 * two flows changing places for ever. The flow takes its {@link CheapestPath}, where what does not fit on a link costs as much as the
 * link's weight. Each time a link is drawn its weight grows by 1 from 32, so flows that have an
 * alternative give way to those that have none. All moves are made, better or worse; the best assignment seen is the result.
 * The state is a path per flow, so that flows to the same host may part.
 *
 * <p>Example: links of 1, two roots. Flow f can go by either root, but only root 1 is left for g, as root 2's link to g's rack is taken.
 * Both are on root 1: the up-link is overfull. g came later, so f is drawn first: its way by root 2 is free and costs nothing, it leaves, and
 * all fits. Had g been drawn, it would have come back at the price of the contested link, and as the newcomer: f is next.
 *
 * <p>Source: ours, after negotiated congestion in the routing of FPGAs (McMurchie and Ebeling, PathFinder, FPGA 1995). Energy and rounds
 * are Hedera's.
 */
final class NegotiatedRouting {
    private static final int FIRST_WEIGHT = 32;
    private static final int LARGEST_WEIGHT = 1 << 16;
    /** More than many contested links together. */
    private static final int WEIGHT_OF_DOWN = 1 << 24;

    /** So many moves per elephant without a better assignment end the search: the network is too small, or the end is near. */
    private static final int PATIENCE_PER_FLOW = 6;

    private final int movesPerFlow;

    /** @param movesPerFlow a round makes at most this many moves per elephant */
    NegotiatedRouting(int movesPerFlow) {
        this.movesPerFlow = movesPerFlow;
    }

    /** Changes an assignment to the best one found, which has no more energy. */
    void improve(Assignment assignment, long seed) {
        ElephantFlows elephants = assignment.elephants;
        Draw draw = new Draw(seed);
        LinkCrossings crossings = new LinkCrossings(assignment);
        long[] weights = firstWeights(elephants);
        CheapestPath cheapest = new CheapestPath(assignment, weights, draw);
        int[] path = new int[elephants.mostHops()];
        int[] best = assignment.saved();
        long bestEnergy = assignment.energy();
        boolean saved = true;
        long most = (long) movesPerFlow * elephants.size();
        long patience = (long) PATIENCE_PER_FLOW * elephants.size();
        long improvedAt = 0;
        for (long move = 0; move < most && move - improvedAt <= patience && crossings.overfull() > 0; move++) {
            int link = crossings.drawnLink(draw);
            if (weights[link] < LARGEST_WEIGHT) {
                weights[link]++;
            }
            int flow = crossings.longestOn(link);
            assignment.remove(flow);
            boolean found = cheapest.find(flow, path);
            long energy = found ? assignment.energyWith(flow, path) : Long.MAX_VALUE;
            if (!saved && energy > bestEnergy) {
                assignment.add(flow);
                assignment.save(best);
                assignment.remove(flow);
                saved = true;
            }
            crossings.leave(flow);
            if (found) {
                assignment.add(flow, path);
            } else {
                assignment.add(flow);
            }
            crossings.enter(flow);
            if (assignment.energy() < bestEnergy) {
                bestEnergy = assignment.energy();
                improvedAt = move;
                saved = false;
            }
        }
        if (saved && bestEnergy < assignment.energy()) {
            assignment.restore(best);
        }
    }

    private static long[] firstWeights(ElephantFlows elephants) {
        long[] weights = new long[elephants.room.length];
        for (int link = 0; link < weights.length; link++) {
            weights[link] = elephants.up[link] ? FIRST_WEIGHT : WEIGHT_OF_DOWN;
        }
        return weights;
    }
}
