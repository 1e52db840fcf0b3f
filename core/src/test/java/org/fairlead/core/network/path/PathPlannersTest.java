// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.flow.pattern.TrafficPattern;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Freshness;
import org.junit.jupiter.api.Test;

class PathPlannersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double LINK = 100;
    /** As long as it takes. */
    private static final double MUCH = 1e9;

    private static Topology roots() {
        return Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, LINK, LINK)
                .build();
    }

    private static Topology fatTree() {
        return Topologies.fatTree(new Topology.Builder("fat tree"), 4, LINK).build();
    }

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
        KnownLinks network = new KnownLinks(fatTree());
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
        KnownLinks network = new KnownLinks(fatTree());
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
    void flowsThatAreKnownBeforehandDoNotMeet() {
        // given two roots, of which others leave 20 of the first
        KnownLinks network = new KnownLinks(roots()).leaves("h1", "h3", 0, 20);
        PathPlanner planner = PathPlanners.named("fairlead", network.topology, 1);

        PathPlan plan = planner.plan(
                List.of(network.demand("h1", "h3", MUCH, 15), network.demand("h2", "h4", MUCH, 100)),
                network,
                PathPlan.NONE,
                0);

        // then the larger has the free root to itself, and what fits beside others goes there
        assertThat(plan.of(network.unit("h2", "h4"))).contains(new PathPlan.Held(new PathChoice(1), 0, 100));
        assertThat(plan.of(network.unit("h1", "h3"))).contains(new PathPlan.Held(new PathChoice(0), 0, 15));
        assertThat(plan.epoch()).isEqualTo(1);
        assertThat(plan.isValid(SECOND)).isTrue();
    }

    @Test
    void aHeldPathMovesForAGainAndNotForLess() {
        KnownLinks network = new KnownLinks(roots());
        PathPlanner planner = PathPlanners.named("fairlead", network.topology, 1);
        List<PathDemand> demands = List.of(network.demand("h1", "h3", MUCH, 100));
        PathPlan first = planner.plan(demands, network, PathPlan.NONE, 0);
        int path = first.of(network.unit("h1", "h3")).orElseThrow().path().number();

        // when others take a little of it, much of it too soon, and much of it later
        network.leaves("h1", "h3", path, 90);
        PathPlan little = planner.plan(demands, network, first, 6 * SECOND);
        network.leaves("h1", "h3", path, 10);
        PathPlan soon = planner.plan(demands, network, first, 4 * SECOND);
        PathPlan later = planner.plan(demands, network, first, 6 * SECOND);

        assertThat(little.of(network.unit("h1", "h3")).orElseThrow().path()).isEqualTo(new PathChoice(path));
        assertThat(soon.of(network.unit("h1", "h3")).orElseThrow().path()).isEqualTo(new PathChoice(path));
        assertThat(later.of(network.unit("h1", "h3")))
                .contains(new PathPlan.Held(new PathChoice(1 - path), 6 * SECOND, 100));
    }

    @Test
    void aPathWhoseLinkIsGoneIsLetGoAtOnce() {
        KnownLinks network = new KnownLinks(roots());
        PathPlanner planner = PathPlanners.named("fairlead", network.topology, 1);
        List<PathDemand> demands = List.of(network.demand("h1", "h3", MUCH, 100));
        PathPlan first = planner.plan(demands, network, PathPlan.NONE, 0);
        int path = first.of(network.unit("h1", "h3")).orElseThrow().path().number();
        network.leaves("h1", "h3", path, 0);
        PathPlan full = planner.plan(demands, network, first, SECOND);
        network.knowsNothingOf(network.inner(network.h("h1"), network.h("h3"), path)[0]);

        PathPlan next = planner.plan(demands, network, first, SECOND);

        assertThat(full.of(network.unit("h1", "h3")).orElseThrow().path())
                .as("a full link is there")
                .isEqualTo(new PathChoice(path));
        assertThat(next.of(network.unit("h1", "h3")).orElseThrow().path()).isEqualTo(new PathChoice(1 - path));
    }

    @Test
    void aReportThatIsLateMovesNobody() {
        // given two flows that go over a root each
        KnownLinks network = new KnownLinks(roots());
        PathPlanner planner = PathPlanners.named("fairlead", network.topology, 1);
        List<PathDemand> demands =
                List.of(network.demand("h1", "h3", MUCH, 100), network.demand("h2", "h4", MUCH, 100));
        PathPlan first = planner.plan(demands, network, PathPlan.NONE, 0);
        network.isLateOf("h1", "h3", 0);

        PathPlan soon = planner.plan(demands, network, first, SECOND);
        PathPlan later = planner.plan(demands, network, first, 6 * SECOND);

        assertThat(first.paths().values()).extracting(PathPlan.Held::path).doesNotHaveDuplicates();
        for (FlowUnit unit : first.paths().keySet()) {
            PathChoice path = first.of(unit).orElseThrow().path();
            assertThat(soon.of(unit).orElseThrow().path()).isEqualTo(path);
            assertThat(later.of(unit).orElseThrow().path()).isEqualTo(path);
        }
    }

    @Test
    void amongPathsThatDoAlikeTheProposedOneIsGranted() {
        KnownLinks network = new KnownLinks(roots());
        for (int proposed = 0; proposed < 2; proposed++) {
            List<PathDemand> demands = PathDemand.of(
                    List.of(FlowRequest.of(1, network.h("h1"), network.h("h3"), TrafficClass.SHUFFLE, 1 << 20, 50)
                            .over(new PathChoice(proposed))));

            PathPlan plan =
                    PathPlanners.named("fairlead", network.topology, 1).plan(demands, network, PathPlan.NONE, 0);

            assertThat(plan.of(network.unit("h1", "h3")).orElseThrow().path()).isEqualTo(new PathChoice(proposed));
        }
    }

    @Test
    void thePublishedRuleGivesEveryPairThePathThatLooksBestAndKeepsIt() {
        KnownLinks network = new KnownLinks(roots()).leaves("h1", "h3", 0, 20);
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
        KnownLinks network = new KnownLinks(roots());
        PathChoice first = new PathChoice(0);
        List<PathDemand> demands = List.of(
                new PathDemand(network.unit("h1", "h3"), MUCH, 1, LINK, PathChoice.NETWORK, first, 50),
                new PathDemand(network.unit("h2", "h4"), MUCH, 1, LINK, PathChoice.NETWORK, first, 50));

        PathPlan plan = PathPlanners.named("hedera", network.topology, 1).plan(demands, network, PathPlan.NONE, 0);

        assertThat(plan.paths().values()).extracting(PathPlan.Held::path).containsExactly(new PathChoice(1));
    }

    @Test
    void whatComesLateAndFindsNoWayComesEarlyInAnotherTry() {
        KnownLinks network = new KnownLinks(fatTree());
        double sum = 0;
        int seeds = 40;
        for (long seed = 0; seed < seeds; seed++) {
            Random measured = new Random(seed);
            Arrays.setAll(network.left, link -> LINK * (1 - 0.03 * measured.nextDouble()));
            List<PathDemand> demands =
                    TrafficPattern.randomBijective()
                            .draw(network.topology, network.topology.hosts(), new Random(~seed))
                            .stream()
                            .map(pair ->
                                    network.demand(pair.from().name(), pair.to().name(), MUCH, LINK))
                            .toList();

            PathPlan plan =
                    PathPlanners.named(PathPlanners.OWN, network.topology, 1).plan(demands, network, PathPlan.NONE, 0);

            sum += shareOfIdeal(network, demands, plan);
        }
        // one try: 0.82
        assertThat(sum / seeds).isGreaterThan(0.92);
    }

    /** Of flows that could each have a whole link, where hosts of one rack have one path. */
    private static double shareOfIdeal(KnownLinks network, List<PathDemand> demands, PathPlan plan) {
        List<int[]> paths = demands.stream()
                .map(demand -> {
                    FlowUnit unit = demand.unit();
                    int path = plan.of(unit).map(held -> held.path().number()).orElse(0);
                    Routes routes = network.topology.routes();
                    return IntStream.concat(
                                    IntStream.of(routes.upLink(unit.source()), routes.downLink(unit.destination())),
                                    Arrays.stream(network.inner(unit.source(), unit.destination(), path)))
                            .toArray();
                })
                .toList();
        return Arrays.stream(MaxMinFairRates.of(network.left, paths)).sum() / (LINK * demands.size());
    }

    @Property(tries = 100)
    void aPermutationOfAFatTreesHostsGetsNearlyAllThatItsHostsCan(@ForAll long seed) {
        // given that each host sends to one and receives from one, which a fat tree can always carry
        KnownLinks network = new KnownLinks(fatTree());
        List<Host> hosts = network.topology.hosts();
        List<Host> receivers = new ArrayList<>(hosts);
        Collections.shuffle(receivers, new Random(seed));
        List<PathDemand> demands = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            if (!hosts.get(host).equals(receivers.get(host))) {
                demands.add(network.demand(
                        hosts.get(host).name(), receivers.get(host).name(), MUCH, LINK));
            }
        }

        PathPlan plan = PathPlanners.named("fairlead", network.topology, 1).plan(demands, network, PathPlan.NONE, 0);

        double between = demands.stream()
                .filter(demand -> network.topology
                                .routes()
                                .inner(demand.unit().source(), demand.unit().destination())
                                .count()
                        > 1)
                .count();
        double promised = plan.paths().values().stream()
                .mapToDouble(PathPlan.Held::bytesPerSecond)
                .sum();
        assertThat(promised).isGreaterThanOrEqualTo(0.85 * LINK * between);
    }

    @Test
    void hederaGivesEachFlowThatMovesAPathWhereNobodyHasSeenOne() {
        KnownLinks network = new KnownLinks(roots());
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
