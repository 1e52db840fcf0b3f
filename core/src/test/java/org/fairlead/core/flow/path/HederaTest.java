// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HederaTest {
    private static final HederaOptions QUICK = new HederaOptions(5, 0.1, 2000, 1000, 20);

    private static Topology fatTree(int k) {
        return Topologies.fatTree(new Topology.Builder("fat tree"), k, 100).build();
    }

    /** Random flows over a fat tree with links down, placed by hash. */
    private static NetworkState random(int seed, int flows) {
        NetworkState state = new NetworkState(fatTree(4));
        Random random = new Random(seed);
        state.takeDown(random.nextInt(6), random);
        PathSelector ecmp = PathSelectors.named("ecmp", state.topology, seed);
        for (int i = 0; i < flows; i++) {
            int source = random.nextInt(16);
            state.arrive(ecmp, state.host(source), state.host(source + 1 + random.nextInt(15)));
        }
        state.share();
        return state;
    }

    private static ElephantFlows elephants(NetworkState state) {
        EqualCostPaths paths = new EqualCostPaths(state.topology);
        return new RoundFlows(state.topology, paths, 0.1).in(state.flows, state).elephants();
    }

    /** Σ max(0, load − room) from nothing but the paths. */
    private static long energyOf(Assignment assignment) {
        ElephantFlows elephants = assignment.elephants;
        long[] load = new long[elephants.room.length];
        for (int flow = 0; flow < elephants.size(); flow++) {
            for (int hop = 0; hop < elephants.hops(flow); hop++) {
                load[assignment.link(flow, hop)] += elephants.demands[flow];
            }
        }
        long energy = 0;
        for (int link = 0; link < load.length; link++) {
            energy += Math.max(0, load[link] - elephants.room[link]);
        }
        return energy;
    }

    private static void assertPathsAreUp(NetworkState state, List<PathSelector.Move> moves) {
        EqualCostPaths paths = new EqualCostPaths(state.topology);
        for (PathSelector.Move move : moves) {
            PathSelector.RunningFlow flow = state.flows.get((int) move.flow());
            List<int[]> accepted = new ArrayList<>();
            for (int number = 0; number < paths.count(flow.source(), flow.destination()); number++) {
                accepted.add(paths.links(flow.source(), flow.destination(), number));
            }
            assertThat(accepted).anyMatch(path -> Arrays.equals(path, move.links()));
            assertThat(Arrays.stream(move.links())).allMatch(link -> state.capacity(link) > 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Hedera.Search.class)
    void twoFlowsOnOneRootPartWays(Hedera.Search search) {
        // given two roots and two flows over the first of them
        NetworkState state = new NetworkState(Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 100, 100)
                .build());
        PathSelector single = PathSelectors.named("single", state.topology, 1);
        state.arrive(single, state.host(0), state.host(2));
        state.arrive(single, state.host(1), state.host(3));
        state.share();
        Hedera hedera = new Hedera(state.topology, search, QUICK, 1);

        List<PathSelector.Move> moves = hedera.round(state.flows, state);

        assertThat(moves).isNotEmpty();
        state.move(moves);
        state.share();
        assertThat(state.throughput()).isEqualTo(200);
        assertThat(hedera.round(state.flows, state))
                .as("nothing is left to improve")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Hedera.Search.class)
    void aRoundOfNothingMovesNothing(Hedera.Search search) {
        NetworkState state = new NetworkState(fatTree(4));

        assertThat(new Hedera(state.topology, search, QUICK, 1).round(state.flows, state))
                .isEmpty();
    }

    @Property(tries = 200)
    void movesLeadOverPathsThatAreUpAndLowerTheEnergy(
            @ForAll Hedera.Search search, @ForAll int seed, @ForAll @IntRange(min = 1, max = 60) int flows) {
        NetworkState state = random(seed, flows);
        Hedera hedera = new Hedera(state.topology, search, QUICK, seed);

        for (int round = 0; round < 3; round++) {
            long before = new Assignment(elephants(state)).energy();
            List<PathSelector.Move> moves = hedera.round(state.flows, state);

            assertPathsAreUp(state, moves);
            if (!moves.isEmpty() && elephants(state).size() == state.flows.size()) {
                state.move(moves); // with no other flows nothing but the paths changes
                assertThat(new Assignment(elephants(state)).energy()).isLessThan(before);
            }
            state.move(moves);
            state.share();
        }
    }

    @Property(tries = 200)
    void firstFitReservesNoMoreThanThereIs(@ForAll int seed, @ForAll @IntRange(min = 1, max = 60) int flows) {
        NetworkState state = random(seed, flows);
        ElephantFlows elephants = elephants(state);
        Assignment assignment = new Assignment(elephants);
        boolean[] kept = new boolean[elephants.size()];
        for (int flow = 0; flow < kept.length; flow++) {
            kept[flow] = flow % 3 == 0;
        }

        boolean[] reserved = new GlobalFirstFit(new PathSearch(elephants.paths)).assign(assignment, kept);

        long[] taken = new long[elephants.room.length];
        for (int flow = 0; flow < reserved.length; flow++) {
            for (int hop = 0; reserved[flow] && hop < elephants.hops(flow); hop++) {
                taken[assignment.link(flow, hop)] += elephants.demands[flow];
            }
            assertThat(reserved[flow] || assignment.stays(flow)).isTrue();
        }
        for (int link = 0; link < taken.length; link++) {
            assertThat(taken[link]).isLessThanOrEqualTo(Math.max(0, elephants.room[link]));
        }
        assertThat(assignment.energy()).isEqualTo(energyOf(assignment));
    }

    @Property(tries = 200)
    void searchesKeepTheEnergyExactAndNegotiationNeverWorsensIt(
            @ForAll int seed, @ForAll @IntRange(min = 1, max = 60) int flows) {
        NetworkState state = random(seed, flows);
        ElephantFlows elephants = elephants(state);
        if (elephants.size() == 0) {
            return;
        }
        Assignment negotiated = new Assignment(elephants);
        long before = negotiated.energy();
        assertThat(before).isEqualTo(energyOf(negotiated));

        new NegotiatedRouting(20).improve(negotiated, seed);

        assertThat(negotiated.energy()).isEqualTo(energyOf(negotiated)).isLessThanOrEqualTo(before);

        Assignment annealed = new Assignment(elephants);
        SimulatedAnnealing annealing = new SimulatedAnnealing(
                new HostGroups(state.topology, elephants.paths),
                500,
                1000,
                state.topology.nodes().size());
        annealing.assign(annealed, seed);
        long first = annealed.energy();
        assertThat(first).isEqualTo(energyOf(annealed));
        annealing.assign(annealed, seed + 1);
        assertThat(annealed.energy())
                .as("starts from its best")
                .isEqualTo(energyOf(annealed))
                .isLessThanOrEqualTo(first);
    }

    @Property(tries = 20)
    void theSameSeedGivesTheSameMoves(@ForAll Hedera.Search search, @ForAll int seed) {
        NetworkState state = random(seed, 40);

        List<PathSelector.Move> one = new Hedera(state.topology, search, QUICK, seed).round(state.flows, state);
        List<PathSelector.Move> other = new Hedera(state.topology, search, QUICK, seed).round(state.flows, state);

        assertThat(one).usingRecursiveComparison().isEqualTo(other);
    }

    @Test
    void smallFlowsStayAndWhatTheyUseIsReserved() {
        // given 20 flows of one sender, each 5 % of its link, over one root, and a whole flow beside them
        NetworkState state = new NetworkState(Topologies.multiRooted(new Topology.Builder("roots"), 3, 20, 2, 100, 100)
                .build());
        PathSelector single = PathSelectors.named("single", state.topology, 1);
        for (int i = 0; i < 20; i++) {
            state.arrive(single, state.host(0), state.host(20 + i));
        }
        state.arrive(single, state.host(1), state.host(40));
        state.share();

        List<PathSelector.Move> moves =
                new Hedera(state.topology, Hedera.Search.NEGOTIATED, QUICK, 1).round(state.flows, state);

        assertThat(moves).extracting(PathSelector.Move::flow).containsExactly(20L);
    }

    @Test
    void aPermutationOverAFatTreeGetsNearlyAll() {
        // given 128 hosts, each sending to one other at full rate
        NetworkState state = new NetworkState(fatTree(8));
        List<Integer> to = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            to.add(i);
        }
        Collections.shuffle(to, new Random(3));
        PathSelector hedera = PathSelectors.named("hedera", state.topology, 1);
        for (int i = 0; i < 128; i++) {
            if (to.get(i) != i) {
                state.arrive(hedera, state.host(i), state.host(to.get(i)));
            }
        }
        state.share();
        double hashed = state.throughput();

        state.move(hedera.round(state.flows, state));
        state.share();

        assertThat(state.throughput())
                .isGreaterThan(0.96 * 100 * state.flows.size())
                .isGreaterThan(1.4 * hashed);
    }
}
