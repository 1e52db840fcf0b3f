// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.core.network.path.KnownLinks.LINK;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.flow.pattern.TrafficPattern;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.junit.jupiter.api.Test;

/** What our own planner does besides what every planner keeps. */
class DemandPlannerTest {
    private static final long SECOND = 1_000_000_000L;
    /** As long as it takes. */
    private static final double MUCH = 1e9;

    @Test
    void flowsThatAreKnownBeforehandDoNotMeet() {
        // given two roots, of which others leave 20 of the first
        KnownLinks network = KnownLinks.roots().leaves("h1", "h3", 0, 20);
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
        KnownLinks network = KnownLinks.roots();
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
        KnownLinks network = KnownLinks.roots();
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
        KnownLinks network = KnownLinks.roots();
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
        KnownLinks network = KnownLinks.roots();
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
    void whatComesLateAndFindsNoWayComesEarlyInAnotherTry() {
        KnownLinks network = KnownLinks.fatTree();
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
        KnownLinks network = KnownLinks.fatTree();
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
}
