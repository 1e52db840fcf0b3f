// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.core.network.path.KnownLinks.LINK;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.Freshness;
import org.junit.jupiter.api.Test;

/** What every planner keeps, by its name, and what the published ones do. */
@Tag("long")
class PathPlannersTest {
    private static final long SECOND = 1_000_000_000L;
    /** As long as it takes. */
    private static final double MUCH = 1e9;

    @Provide
    static Arbitrary<String> names() {
        return Arbitraries.of(PathPlanners.names());
    }

    /** Demands of random host pairs, some of them of flows that are seen on a path. */
    private static List<PathDemand> demands(KnownLinks network, Random random) {
        Map<FlowUnit, PathDemand> demands = new LinkedHashMap<>();
        int hosts = network.topology.hosts().size();
        TrafficClass[] classes = TrafficClass.values();
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            int from = network.topology.hosts().get(random.nextInt(hosts)).index();
            int to = network.topology.hosts().get(random.nextInt(hosts)).index();
            int paths = network.topology.routes().inner(from, to).count();
            if (from != to) {
                FlowUnit unit = new FlowUnit(from, to, classes[random.nextInt(classes.length)]);
                boolean seen = random.nextBoolean();
                demands.put(
                        unit,
                        new PathDemand(
                                unit,
                                random.nextInt(100_000),
                                1 + random.nextInt(3),
                                random.nextBoolean() ? Double.POSITIVE_INFINITY : random.nextInt(200),
                                random.nextBoolean() ? PathChoice.NETWORK : new PathChoice(random.nextInt(paths)),
                                seen ? new PathChoice(random.nextInt(paths)) : PathChoice.NETWORK,
                                seen ? random.nextInt(100) : 0));
            }
        }
        return new ArrayList<>(demands.values());
    }

    private static KnownLinks network(Random random) {
        KnownLinks network = KnownLinks.fatTree();
        for (int link = 0; link < network.left.length; link++) {
            double draw = random.nextDouble();
            network.left[link] = draw < 0.1 ? 0 : draw < 0.5 ? LINK : LINK * random.nextDouble();
            if (random.nextInt(20) == 0) {
                network.knowsNothingOf(link);
            }
        }
        return network;
    }

    @Property(tries = 300)
    void noPathHasALinkThatIsDownOrUnknown(@ForAll("names") String name, @ForAll long seed) {
        Random random = new Random(seed);
        KnownLinks network = network(random);
        PathPlanner planner = PathPlanners.named(name, network.topology, seed);
        PathPlan plan = PathPlan.NONE;
        for (int round = 0; round < 3; round++) {
            long now = 5L * round * SECOND;

            plan = planner.plan(demands(network, random), network, plan, now);

            plan.paths().forEach((unit, held) -> {
                for (int link : network.inner(
                        unit.source(), unit.destination(), held.path().number())) {
                    assertThat(network.left[link]).isPositive();
                    assertThat(network.knowledge(link, now)).isEqualTo(Freshness.FRESH);
                }
            });
        }
    }

    @Example
    void norHasThatOfAFlowThatDemandsNothing() {
        noPathHasALinkThatIsDownOrUnknown(PathPlanners.OWN, -10245);
    }

    @Property(tries = 300)
    void capacityIsPromisedOnce(@ForAll("names") String name, @ForAll long seed) {
        Random random = new Random(seed);
        KnownLinks network = network(random);

        PathPlan plan = PathPlanners.named(name, network.topology, seed)
                .plan(demands(network, random), network, PathPlan.NONE, SECOND);

        double[] promised = new double[network.left.length];
        plan.paths().forEach((unit, held) -> {
            for (int link :
                    network.inner(unit.source(), unit.destination(), held.path().number())) {
                promised[link] += held.bytesPerSecond();
            }
            promised[network.topology.routes().upLink(unit.source())] += held.bytesPerSecond();
            promised[network.topology.routes().downLink(unit.destination())] += held.bytesPerSecond();
        });
        for (int link = 0; link < promised.length; link++) {
            assertThat(promised[link]).isLessThanOrEqualTo(network.left[link] * (1 + 1e-9));
        }
    }

    @Property(tries = 100)
    void theSameArgumentsGiveTheSamePlan(@ForAll("names") String name, @ForAll long seed) {
        KnownLinks network = network(new Random(seed));
        List<PathDemand> demands = demands(network, new Random(seed));

        PathPlan one = PathPlanners.named(name, network.topology, seed).plan(demands, network, PathPlan.NONE, SECOND);
        PathPlan other = PathPlanners.named(name, network.topology, seed).plan(demands, network, PathPlan.NONE, SECOND);

        assertThat(new ArrayList<>(one.paths().entrySet()))
                .isEqualTo(new ArrayList<>(other.paths().entrySet()));
        assertThat(one.epoch()).isEqualTo(other.epoch());
    }

    @Property(tries = 100)
    void aPathIsNotMovedTwiceWithinItsHold(@ForAll("names") String name, @ForAll long seed) {
        // given demands that stay and others' traffic that jumps every half second, with all links up
        Random random = new Random(seed);
        KnownLinks network = KnownLinks.fatTree();
        List<PathDemand> demands = demands(network, random);
        PathPlanner planner = PathPlanners.named(name, network.topology, seed);
        assertThat(planner.holdNanos()).isGreaterThanOrEqualTo(5 * SECOND);
        Map<FlowUnit, Long> moved = new LinkedHashMap<>();
        PathPlan plan = PathPlan.NONE;
        for (int round = 0; round < 40; round++) {
            long now = round * Math.max(SECOND / 2, planner.plansRequests() ? 0 : planner.roundNanos());
            for (int link = 0; link < network.left.length; link++) {
                network.left[link] = LINK * (0.05 + 0.95 * random.nextDouble());
            }
            PathPlan before = plan;

            plan = planner.plan(demands, network, before, now);

            plan.paths().forEach((unit, held) -> {
                boolean moves = before.of(unit)
                        .filter(old -> !old.path().equals(held.path()))
                        .isPresent();
                if (moves) {
                    assertThat(now - moved.getOrDefault(unit, Long.MIN_VALUE / 2))
                            .isGreaterThanOrEqualTo(5 * SECOND);
                }
                if (moves || before.of(unit).isEmpty()) {
                    moved.put(unit, now);
                }
            });
        }
    }

    @Test
    void thePublishedRuleGivesEveryPairThePathThatLooksBestAndKeepsIt() {
        KnownLinks network = KnownLinks.roots().leaves("h1", "h3", 0, 20);
        PathPlanner planner = PathPlanners.named("most-available", network.topology, 1);
        List<PathDemand> demands =
                List.of(network.demand("h1", "h3", MUCH, 100), network.demand("h2", "h4", MUCH, 100));
        PathPlan first = planner.plan(demands, network, PathPlan.NONE, 0);

        network.leaves("h1", "h3", 1, 1);
        PathPlan next = planner.plan(demands, network, first, 9 * SECOND);

        assertThat(first.paths().values()).extracting(PathPlan.Held::path).containsOnly(new PathChoice(1));
        assertThat(next.paths()).isEqualTo(first.paths());
    }

    @Test
    void hederaMovesFlowsThatAreSeenToMeet() {
        KnownLinks network = KnownLinks.roots();
        PathChoice first = new PathChoice(0);
        List<PathDemand> demands = List.of(
                new PathDemand(network.unit("h1", "h3"), MUCH, 1, LINK, PathChoice.NETWORK, first, 50),
                new PathDemand(network.unit("h2", "h4"), MUCH, 1, LINK, PathChoice.NETWORK, first, 50));

        PathPlan plan = PathPlanners.named("hedera", network.topology, 1).plan(demands, network, PathPlan.NONE, 0);

        assertThat(plan.paths().values()).extracting(PathPlan.Held::path).containsExactly(new PathChoice(1));
    }

    @Test
    void hederaGivesEachFlowThatMovesAPathWhereNobodyHasSeenOne() {
        KnownLinks network = KnownLinks.roots();
        PathDemand first = network.demand("h1", "h3", MUCH, LINK);
        PathDemand second = network.demand("h2", "h4", MUCH, LINK);
        PathPlanner planner = PathPlanners.named("hedera", network.topology, 1);

        assertThat(planner.plan(List.of(first, second), network, PathPlan.NONE, 0)
                        .paths())
                .as("requested, and not begun")
                .isEmpty();
        PathPlan plan =
                planner.plan(List.of(first.goingAt(50), second.goingAt(50)), network, PathPlan.NONE, 5 * SECOND);

        assertThat(plan.paths().values())
                .extracting(PathPlan.Held::path)
                .containsExactlyInAnyOrder(new PathChoice(0), new PathChoice(1));
    }

    @Test
    void requestsOfOneUnitAreOneDemand() {
        List<PathDemand> demands = PathDemand.of(List.of(
                FlowRequest.of(1, 4, 5, TrafficClass.SHUFFLE, 10, 3),
                FlowRequest.of(2, FlowRequest.MANY, 5, TrafficClass.SHUFFLE, 10, 3),
                FlowRequest.of(3, 4, 5, TrafficClass.SHUFFLE, 20, 4),
                FlowRequest.of(4, 4, 5, TrafficClass.BLOCK_READ, 1, 0)));

        assertThat(demands).hasSize(2);
        assertThat(demands.get(0).bytes()).isEqualTo(30);
        assertThat(demands.get(0).flows()).isEqualTo(2);
        assertThat(demands.get(0).mostBytesPerSecond()).isEqualTo(7);
        assertThat(demands.get(1).mostBytesPerSecond()).isInfinite();
    }
}
