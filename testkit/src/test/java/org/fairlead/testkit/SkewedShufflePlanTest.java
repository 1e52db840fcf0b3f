// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.Plan;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

/** Four hosts with a slot each, eight reduces: the fourth one receives ten times as much as others, nine tenths of it from h3. */
class SkewedShufflePlanTest {
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("tree"), 1, 4, 125e6, 1).build();

    private static final int HEAVY = 3;
    private static final double BYTES = 100e6;
    private static final List<String> HOSTS = List.of("h4", "h3", "h2", "h1");

    private static double bytes(int task) {
        return task == HEAVY ? 10 * BYTES : BYTES;
    }

    /** As an engine knows it: no task prefers a host, and hosts have an order of their own. */
    private record Reduces(PendingChanges changes) implements StageTasks {
        @Override
        public StageAttempt id() {
            return new StageAttempt(1, 0);
        }

        @Override
        public long seed() {
            return 1;
        }

        @Override
        public int count() {
            return 8;
        }

        @Override
        public boolean isPending(int task) {
            return true;
        }

        @Override
        public boolean isRestricted(int task) {
            return false;
        }

        @Override
        public boolean isClosed(String executorId, String host) {
            return false;
        }

        @Override
        public List<String> preferredHosts(int task) {
            return List.of();
        }

        @Override
        public int coresPerTask() {
            return 1;
        }

        @Override
        public Input input() {
            MapOutputMatrix.Builder rows = new MapOutputMatrix.Builder();
            for (int task = 0; task < count(); task++) {
                double[] row = new double[HOSTS.size()];
                Arrays.fill(row, (task == HEAVY ? 0.1 / 3 : 0.25) * bytes(task));
                if (task == HEAVY) {
                    row[HOSTS.indexOf("h3")] = 0.9 * bytes(task);
                }
                rows.add(task, row);
            }
            return new Input(
                    InputKind.SHUFFLE,
                    SkewedShufflePlanTest::bytes,
                    17 * BYTES / 8,
                    new MapOutput(HOSTS, rows.build()),
                    Set.of());
        }

        @Override
        public ToDoubleFunction<String> bytesBesides() {
            return host -> 0;
        }

        @Override
        public Optional<String> fifoPool() {
            return Optional.empty();
        }

        @Override
        public int priority() {
            return 0;
        }
    }

    private static Plan plan() {
        return plan(planner());
    }

    private static ApplicationPlanner planner() {
        ApplicationPlanner planner =
                new ApplicationPlanner(TaskAssigners.named("fairlead"), PlanLimits.USUAL.fresh(), Optional.empty());
        HOSTS.forEach(host -> planner.executors().offered(host, host, 1));
        return planner;
    }

    private static Plan plan(ApplicationPlanner planner) {
        LinkLoads loads = new LinkLoads(TOPOLOGY, 1_000_000_000L);
        for (Link link : TOPOLOGY.links()) {
            loads.measured(link.index(), 0, 0, Origin.SWITCH);
        }
        FairShareLoadModel model = new FairShareLoadModel(TOPOLOGY, 1_000_000_000L);
        model.observe(loads.view(0), 0);
        MeasuredSnapshot snapshot = new MeasuredSnapshot(model.availableBandwidth());
        PlannedStage stage = planner.stage(new Reduces(new PendingChanges(8)));
        assertThat(planner.renew(stage, snapshot, 0)).isTrue();
        assertThat(stage.mapOutput().differs()).isTrue();
        return planner.plan(stage, snapshot, 0, () -> true).orElseThrow().plan();
    }

    @Test
    void theHeavyReduceIsPlannedWhereMostOfItsBytesLie() {
        Plan plan = plan();

        assertThat(plan.launches("h3")).first().satisfies(launch -> {
            assertThat(launch.task()).isEqualTo(HEAVY);
            assertThat(launch.expectedSeconds())
                    .isBetween(0.8, 1.6); // 100 MB of 1000 over 125 MB/s, and what others fetch
        });
    }

    @Test
    void aSlotInWhichATaskOfAStageRunsThatIsNotPlannedIsTakenForAsLongAgain() {
        ApplicationPlanner planner = planner();
        planner.executors().launched("h3", 1);
        planner.begun(7, new StageAttempt(2, 0), "h3", "h3", -100_000_000_000L);

        assertThat(plan(planner).launches("h3"))
                .allSatisfy(launch -> assertThat(launch.startSeconds()).isGreaterThanOrEqualTo(100));
    }

    @Test
    void everyOtherHostTakesAnotherAtOnce() {
        Plan plan = plan();

        for (String host : List.of("h1", "h2", "h4")) {
            assertThat(plan.launches(host)).first().satisfies(launch -> {
                assertThat(launch.task()).isNotEqualTo(HEAVY);
                assertThat(launch.startSeconds()).isZero();
            });
        }
        Map<Integer, Long> times = HOSTS.stream()
                .flatMap(host -> plan.launches(host).stream())
                .collect(Collectors.groupingBy(OfferResponse.Launch::task, Collectors.counting()));
        assertThat(times.values()).containsOnly(1L);
        assertThat(times.keySet())
                .containsAll(IntStream.rangeClosed(0, HEAVY).boxed().toList());
    }
}
