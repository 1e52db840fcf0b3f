// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import org.fairlead.core.chance.Draw;

/**
 * Searches for the assignment of core switches to destination hosts on which least does not fit, as published.
 *
 * <p>Goals: near-optimal assignments of many thousand flows in a fixed number of cheap steps, with a search space of hosts × cores
 * instead of flows × cores.
 *
 * <p>Constraints: all elephants to a host use the same core; a flow whose path over that core is down stays where it is.
 *
 * <p>Algorithm: the state is a core per destination host, as a path number ({@link org.fairlead.core.topology.EqualCostPaths}: the
 * same number is the same core in all pods; where a pair has fewer paths, as inside a pod, numbers are scaled down, which is the
 * core's aggregation switch). The energy is Σ max(0, load − capacity). A step swaps the cores of two hosts of a pod, or of two
 * hosts of an edge switch, or redraws one host's, each a third of the steps. It is kept if the energy E′ is not above E, and
 * otherwise with probability exp(c·(E − E′)/T), with energies in units of the largest demand; T falls from 1 to 0 over the steps.
 * It starts from the state that was best in the round before and ends with the best it saw.
 *
 * <p>Example: racks under two roots, links of 1, flows of 1 from hosts a, b of one rack to c, d of another, both over root 0: E = 2, 1 on
 * the rack's up-link and 1 on the other's down-link. Redrawing d to root 1 gives E = 0; the search is over.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010, the section on simulated annealing. Steps and c are ours to choose.
 */
final class SimulatedAnnealing {
    private final HostGroups groups;
    private final int steps;
    private final double coldness;
    /** By host: the core of the best state so far; −1 where there was none. */
    private final int[] coreOf;

    private Assignment assignment;
    private ElephantFlows elephants;
    private int cores;
    private int[] hosts;
    private int[][] flowsTo;
    private int[][] edgeMates;
    private int[][] podMates;
    private int[] edgeOf;
    private int[] podOf;
    private int[] core;
    private int[] path;

    /**
     * @param steps of a round
     * @param coldness c: how much less likely worse states are
     * @param nodes of the topology
     */
    SimulatedAnnealing(HostGroups groups, int steps, double coldness, int nodes) {
        this.groups = groups;
        this.steps = steps;
        this.coldness = coldness;
        coreOf = new int[nodes];
        Arrays.fill(coreOf, -1);
    }

    /** Changes an assignment to the best state found, which may be worse than what the assignment was. */
    void assign(Assignment current, long seed) {
        begin(current);
        Draw draw = new Draw(seed);
        for (int host = 0; host < hosts.length; host++) {
            int known = coreOf[hosts[host]];
            core[host] = known >= 0 && known < cores ? known : draw.below(cores);
            place(host);
        }
        int[] best = core.clone();
        long bestEnergy = assignment.energy();
        double unit = Arrays.stream(elephants.demands).max().orElse(1);
        for (int left = steps; left > 0 && assignment.energy() > 0; left--) {
            int one = draw.below(hosts.length);
            int kind = draw.below(3);
            int[] mates = kind == 0 ? podMates[podOf[one]] : edgeMates[edgeOf[one]];
            int other = kind == 2 ? one : mates[draw.below(mates.length)];
            int oneBefore = core[one];
            int otherBefore = core[other];
            long before = assignment.energy();
            change(one, other, kind == 2 ? draw.below(cores) : otherBefore, oneBefore);
            long worse = assignment.energy() - before;
            if (worse > 0 && draw.share() >= StrictMath.exp(-coldness * worse / unit * steps / left)) {
                change(one, other, oneBefore, otherBefore);
            } else if (assignment.energy() < bestEnergy) {
                bestEnergy = assignment.energy();
                System.arraycopy(core, 0, best, 0, best.length);
            }
        }
        end(best);
    }

    private void begin(Assignment current) {
        assignment = current;
        elephants = current.elephants;
        hosts = Arrays.stream(elephants.destinations).sorted().distinct().toArray();
        int[] places = new int[elephants.size()];
        Arrays.setAll(places, flow -> Arrays.binarySearch(hosts, elephants.destinations[flow]));
        flowsTo = Grouping.of(places, hosts.length);
        edgeOf = Arrays.stream(hosts).map(groups::edge).toArray();
        podOf = Arrays.stream(hosts).map(groups::pod).toArray();
        edgeMates = Grouping.of(edgeOf, groups.edges());
        podMates = Grouping.of(podOf, groups.pods());
        cores = 1;
        for (int flow = 0; flow < elephants.size(); flow++) {
            cores = Math.max(cores, paths(flow));
        }
        core = new int[hosts.length];
        path = new int[elephants.mostHops()];
    }

    private int paths(int flow) {
        return elephants.paths.count(elephants.sources[flow], elephants.destinations[flow]);
    }

    private void change(int one, int other, int coreOfOne, int coreOfOther) {
        core[other] = coreOfOther;
        core[one] = coreOfOne;
        place(one);
        if (other != one) {
            place(other);
        }
    }

    private void place(int host) {
        for (int flow : flowsTo[host]) {
            assignment.remove(flow);
            int number = (int) ((long) core[host] * paths(flow) / cores);
            elephants.paths.write(elephants.sources[flow], elephants.destinations[flow], number, path);
            if (elephants.isUp(path, elephants.hops(flow))) {
                assignment.add(flow, path);
            } else {
                System.arraycopy(elephants.present, elephants.starts[flow], path, 0, elephants.hops(flow));
                assignment.add(flow, path);
            }
        }
    }

    private void end(int[] best) {
        for (int host = 0; host < hosts.length; host++) {
            if (core[host] != best[host]) {
                core[host] = best[host];
                place(host);
            }
            coreOf[hosts[host]] = best[host];
        }
    }
}
