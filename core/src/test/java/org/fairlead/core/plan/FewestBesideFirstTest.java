// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.fairlead.core.prefetch.shadow.ForeseenCluster;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

/** Which of the slots that are free a plan gives its tasks first. */
class FewestBesideFirstTest {
    private static final long SECOND = 1_000_000_000;
    private static final double BYTES = 125e6;

    private static List<String> hosts(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(host -> "h" + host).toList();
    }

    /** The tasks of a stage that each host gets at once, where all have a free slot; −1 for none. */
    private static List<Integer> launched(int hosts, ReadingStage tasks) {
        Plan plan = plan(hosts, 1, tasks);
        return hosts(hosts).stream()
                .map(host -> plan.respond(host, host, LocalityLevel.ANY, task -> true, 0))
                .map(response -> response instanceof OfferResponse.Launch launch ? launch.task() : -1)
                .toList();
    }

    private static Plan plan(int hosts, int slots, ReadingStage tasks) {
        ForeseenCluster cluster = ForeseenCluster.ofRacks(1, hosts);
        ApplicationPlanner planner = new ApplicationPlanner(TaskAssigners.named("fairlead"), SECOND, Optional.empty());
        hosts(hosts).forEach(host -> planner.executors().offered(host, host, slots));
        PlannedStage stage = planner.stage(tasks);
        planner.renew(stage, cluster, 0);
        return planner.plan(stage, cluster, 0, () -> true).orElseThrow().plan();
    }

    @Test
    void whoCanRunMostLeavesToOthersWhatTheyCanRun() {
        List<List<String>> holders = List.of(List.of("h1", "h2", "h3"), List.of("h1", "h2"), List.of("h1"));

        for (int seed = 0; seed < 50; seed++) {
            assertThat(launched(3, new ReadingStage(seed, holders, BYTES))).containsExactly(2, 1, 0);
        }
    }

    @Test
    void whoHasNothingBesideItComesLast() {
        List<List<String>> holders = List.of(List.of("h1"), List.of("h2"));

        for (int seed = 0; seed < 50; seed++) {
            assertThat(launched(3, new ReadingStage(seed, holders, BYTES))).containsExactly(0, 1, -1);
        }
    }

    /** Tasks of a host share its disks and processors. */
    @Test
    void whoCanRunFewestIsNotFilledWhileOthersAreEmpty() {
        List<List<String>> holders = new ArrayList<>();
        for (int task = 0; task < 8; task++) {
            holders.add(task < 4 ? hosts(3) : List.of("h2", "h3"));
        }
        for (int seed = 0; seed < 50; seed++) {
            Plan plan = plan(3, 6, new ReadingStage(seed, holders, BYTES));
            assertThat(hosts(3))
                    .allSatisfy(
                            host -> assertThat(plan.launchesOn(host)).as(host).isBetween(2, 3));
        }
    }

    /** In any order that goes by chance it is a tenth of them. */
    @Test
    void ofElevenTasksWithThreeReplicasOnTwelveHostsHardlyAnyFindsNoSlotBesideOne() {
        Random random = new Random(1);
        int stages = 300;
        int beside = 0;
        for (int seed = 0; seed < stages; seed++) {
            List<List<String>> holders = new ArrayList<>();
            for (int task = 0; task < 11; task++) {
                List<String> drawn = new ArrayList<>(hosts(12));
                Collections.shuffle(drawn, random);
                holders.add(List.copyOf(drawn.subList(0, 3)));
            }
            List<Integer> launched = launched(12, new ReadingStage(seed, holders, BYTES));
            for (int host = 0; host < 12; host++) {
                int task = launched.get(host);
                beside += task >= 0 && holders.get(task).contains("h" + (host + 1)) ? 1 : 0;
            }
        }

        assertThat((double) beside / (11 * stages)).isGreaterThan(0.975);
    }
}
