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
 * {@link SimulatedAnnealing} as published, or {@link GuidedAnnealing} from the better of first fit and the present. A flow that has
 * only one path, or that lies on a link that is down, is not moved.
 *
 * <p>Example: four roots, flows of a whole host's link from hosts 1 and 2 of a rack to hosts of another. Both hash to root 3: each has
 * half a link. Demands are 1 and 1, the energy is 2 (one link up, one down, each with 1 too much); a round moves one, and both have
 * all.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010. Guided annealing is ours.
 */
final class Hedera implements PathSelector {
    /** How a round searches. */
    enum Search {
        FIRST_FIT,
        PUBLISHED,
        GUIDED
    }

    private final Topology topology;
    private final EqualCostPaths paths;
    private final EqualCostMultipath arrivals;
    private final HederaOptions options;
    private final Search kind;
    private final long seed;
    private final GlobalFirstFit firstFit;
    private final SimulatedAnnealing annealing;
    private final GuidedAnnealing guided;
    private final RoundFlows roundFlows;
    /** Numbers of the flows for which first fit holds a reservation, ascending. */
    private long[] reserved = new long[0];

    private long rounds;

    Hedera(Topology topology, Search kind, HederaOptions options, long seed) {
        this.topology = topology;
        this.kind = kind;
        this.options = options;
        this.seed = seed;
        paths = new EqualCostPaths(topology);
        arrivals = new EqualCostMultipath(paths, seed);
        firstFit = new GlobalFirstFit(new PathSearch(paths));
        annealing = new SimulatedAnnealing(
                new HostGroups(topology, paths),
                options.steps(),
                options.coldness(),
                topology.nodes().size());
        guided = new GuidedAnnealing(options.movesPerFlow());
        roundFlows = new RoundFlows(topology, paths, options.elephantShare());
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        return arrivals.select(flow, source, destination, links);
    }

    @Override
    public double roundSeconds() {
        return options.roundSeconds();
    }

    @Override
    public List<Move> round(List<RunningFlow> flows, LinkState links) {
        RoundFlows.Found found = roundFlows.in(flows, links);
        Elephants elephants = found.elephants();
        if (elephants.size() == 0) {
            return List.of();
        }
        long roundSeed = Draw.mixed(seed, rounds++);
        Assignment assignment = new Assignment(elephants);
        long present = assignment.energy();
        switch (kind) {
            case FIRST_FIT -> {
                long[] numbers = new long[elephants.size()];
                Arrays.setAll(numbers, elephant -> found.flow(flows, elephant).flow());
                fitFirst(assignment, numbers);
            }
            case PUBLISHED -> annealing.assign(assignment, roundSeed);
            case GUIDED -> {
                if (present > 0) {
                    Assignment fitted = new Assignment(elephants);
                    firstFit.assign(fitted, new boolean[elephants.size()]);
                    if (fitted.energy() < present) {
                        assignment = fitted;
                    }
                    guided.improve(assignment, roundSeed);
                }
            }
        }
        return assignment.energy() < present ? moves(assignment, found, flows) : List.of();
    }

    private void fitFirst(Assignment assignment, long[] numbers) {
        boolean[] kept = new boolean[numbers.length];
        for (int elephant = 0; elephant < kept.length; elephant++) {
            kept[elephant] = Arrays.binarySearch(reserved, numbers[elephant]) >= 0;
        }
        boolean[] now = firstFit.assign(assignment, kept);
        reserved = IntStream.range(0, numbers.length)
                .filter(elephant -> now[elephant])
                .mapToLong(elephant -> numbers[elephant])
                .sorted()
                .toArray();
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

    @Override
    public String toString() {
        return "Hedera (" + kind + ") on " + topology.name();
    }
}
