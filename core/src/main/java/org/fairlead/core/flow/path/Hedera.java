// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/**
 * Moves large flows apart in periodic rounds; a hash places them at first.
 *
 * <p>Goals: the throughput of a network without collisions, with no knowledge of the flows' sizes.
 *
 * <p>Constraints: no path with a link that is down. Small flows stay: each would be over before it was moved. A round moves nothing
 * unless the result has less energy than leaving everything where it is.
 *
 * <p>Algorithm: at arrival, or when a link of its path went down, a flow is placed by {@link EqualCostMultipath}. Each round
 * estimates demands ({@link DemandEstimation}), takes flows from 10 % of their sender's link as elephants, reserves the
 * measured rates of all others, and searches for a better assignment of the elephants: {@link GlobalFirstFit} alone, or
 * {@link SimulatedAnnealing} as published, or {@link NegotiatedRouting} from the better of first fit and the present. A flow that has
 * only one path, or that lies on a link that is down, is not moved.
 *
 * <p>Example: four roots, flows of a whole host's link from hosts 1 and 2 of a rack to hosts of another. Both hash to root 3: each has
 * half a link. Demands are 1 and 1, the energy is 2 (one link up, one down, each with 1 too much); a round moves one, and both have
 * all.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010. Negotiation is ours.
 */
final class Hedera implements PathSelector {
    /** How a round searches. */
    enum Search {
        FIRST_FIT,
        PUBLISHED,
        NEGOTIATED
    }

    /** Where a round's elephants should be; may be no better than where they are. */
    private interface RoundSearch {
        Assignment assign(ElephantFlows elephants, long[] flows, long seed);
    }

    private final EqualCostMultipath arrivals;
    private final RoundFlows roundFlows;
    private final GlobalFirstFit firstFit;
    private final RoundSearch search;
    private final double roundSeconds;
    private final long seed;
    /** Numbers of the flows for which first fit holds a reservation, ascending. */
    private long[] reserved = new long[0];

    private long rounds;

    Hedera(Topology topology, Search kind, HederaOptions options, long seed) {
        this.seed = seed;
        roundSeconds = options.roundSeconds();
        EqualCostPaths paths = new EqualCostPaths(topology);
        arrivals = new EqualCostMultipath(paths, seed);
        roundFlows = new RoundFlows(topology, paths, options.elephantShare());
        firstFit = new GlobalFirstFit(new PathSearch(paths));
        search = switch (kind) {
            case FIRST_FIT -> (elephants, flows, roundSeed) -> fitFirst(elephants, flows);
            case PUBLISHED ->
                annealed(new SimulatedAnnealing(
                        new HostGroups(topology, paths),
                        options.steps(),
                        options.coldness(),
                        topology.nodes().size()));
            case NEGOTIATED -> negotiated(new NegotiatedRouting(options.movesPerFlow()));
        };
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        return arrivals.select(flow, source, destination, links);
    }

    @Override
    public double roundSeconds() {
        return roundSeconds;
    }

    @Override
    public List<Move> round(List<RunningFlow> flows, LinkState links) {
        RoundFlows.Found found = roundFlows.in(flows, links);
        ElephantFlows elephants = found.elephants();
        if (elephants.size() == 0) {
            return List.of();
        }
        long[] numbers = new long[elephants.size()];
        Arrays.setAll(numbers, elephant -> found.flow(flows, elephant).flow());
        Assignment better = search.assign(elephants, numbers, Draw.mixed(seed, rounds++));
        return better.energy() < new Assignment(elephants).energy() ? moves(better, found, flows) : List.of();
    }

    private Assignment fitFirst(ElephantFlows elephants, long[] flows) {
        boolean[] kept = new boolean[flows.length];
        for (int elephant = 0; elephant < kept.length; elephant++) {
            kept[elephant] = Arrays.binarySearch(reserved, flows[elephant]) >= 0;
        }
        Assignment fitted = new Assignment(elephants);
        boolean[] now = firstFit.assign(fitted, kept);
        reserved = IntStream.range(0, flows.length)
                .filter(elephant -> now[elephant])
                .mapToLong(elephant -> flows[elephant])
                .sorted()
                .toArray();
        return fitted;
    }

    private static RoundSearch annealed(SimulatedAnnealing annealing) {
        return (elephants, flows, roundSeed) -> {
            Assignment assignment = new Assignment(elephants);
            annealing.assign(assignment, roundSeed);
            return assignment;
        };
    }

    /** Starts where the last round left the flows, or from first fit where that is better. */
    private RoundSearch negotiated(NegotiatedRouting negotiation) {
        return (elephants, flows, roundSeed) -> {
            Assignment present = new Assignment(elephants);
            if (present.energy() == 0) {
                return present;
            }
            Assignment fitted = new Assignment(elephants);
            firstFit.assign(fitted, new boolean[elephants.size()]);
            Assignment start = fitted.energy() < present.energy() ? fitted : present;
            negotiation.improve(start, roundSeed);
            return start;
        };
    }

    private static List<Move> moves(Assignment assignment, RoundFlows.Found found, List<RunningFlow> flows) {
        List<Move> moves = new ArrayList<>();
        for (int elephant = 0; elephant < found.elephants().size(); elephant++) {
            if (!assignment.stays(elephant)) {
                int[] path = new int[found.elephants().hops(elephant)];
                assignment.write(elephant, path);
                moves.add(new Move(found.flow(flows, elephant).flow(), path));
            }
        }
        return moves;
    }
}
