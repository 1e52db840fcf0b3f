// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.junit.jupiter.api.Test;

/** An earlier stage's tasks took ten times as long on h2 as elsewhere. */
class SlowHostOffersTest extends OfferedSlots {
    private static final StageAttempt BEFORE = new StageAttempt(1000, 0);
    private long tasks = 1_000_000;

    private void took(ApplicationPlanner planner, StageAttempt stage, String host, double seconds) {
        long now = System.nanoTime();
        planner.launched(
                tasks, stage, host, host, Double.NaN, Optional.empty(), now - (long) (seconds * 1_000_000_000));
        planner.ended(tasks, now);
        planner.succeeded(tasks, stage, new EndedTask(seconds, 0, 0, OptionalDouble.of(seconds)), now);
        tasks++;
    }

    private void slow(FakeCluster cluster, String... hosts) {
        ApplicationPlanner planner = cluster.scheduling.orElseThrow().planner();
        for (int round = 0; round < 6; round++) {
            for (String host : List.of("h1", "h3", "h4", "h5")) {
                took(planner, BEFORE, host, 1);
            }
            for (String host : hosts) {
                took(planner, BEFORE, host, 10);
            }
        }
        long end = System.nanoTime() + LONGEST_NANOS;
        while ((!planner.slowHosts().equals(Set.of(hosts)) || planner.isUncontended()) && System.nanoTime() - end < 0) {
            planner.renewPaces(System.nanoTime()); // looks ten times a second at most
        }
        assertThat(planner.slowHosts()).containsExactlyInAnyOrder(hosts);
        assertThat(planner.isUncontended()).isFalse();
    }

    private static String chosen(FakeCluster cluster) {
        List<Launched> launched =
                offerUntilLaunched(cluster, FakeCluster.slot("2", "h2", 1), FakeCluster.slot("1", "h1", 1));
        assertThat(launched).hasSize(1);
        return launched.get(0).executor();
    }

    @Test
    void aTaskGoesToAHostThatIsWellThoughNothingElseIsContended() {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options(AssignerOptions.SlowHosts.AVOIDED), Mode.ENFORCE);
        slow(cluster, "h2");

        assertThat(elsewhere(cluster, 8)).as("of 8 stages that read nothing").isGreaterThanOrEqualTo(5);
        assertThat(elsewhere(cluster, 4, "h2", "h1"))
                .as("of 4 stages with input on both")
                .isGreaterThanOrEqualTo(3);
    }

    private static PlanOptions options(AssignerOptions.SlowHosts slowHosts) {
        return new PlanOptions(
                "fairlead",
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                false,
                1,
                PlantedFault.NONE,
                slowHosts,
                true);
    }

    @Test
    void aTaskThatRunsThereGetsAnotherAttemptOnAHostThatIsWell() throws InterruptedException {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options(AssignerOptions.SlowHosts.COPIED), Mode.ENFORCE);
        TaskSetManager stage = cluster.submit(new String[][] {{}});
        List<Launched> first = offerUntilLaunched(cluster, FakeCluster.slot("2", "h2", 1));
        ApplicationPlanner planner = cluster.scheduling.orElseThrow().planner();
        for (String host : List.of("h1", "h3", "h4", "h5")) {
            took(planner, new StageAttempt(stage.stageId(), 0), host, 5);
        }

        slow(cluster, "h2", "h6");

        long end = System.nanoTime() + LONGEST_NANOS;
        while (figures(cluster).of(OfferCounters.Outcome.ATTEMPT_OF_SLOW_HOST) == 0) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(50);
        }
        assertThat(cluster.offer(FakeCluster.slot("6", "h6", 1)))
                .as("on another slow host")
                .isEmpty();
        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1)))
                .extracting(Launched::task)
                .containsExactly(first.get(0).task());
    }

    /** How many stages of one task leave h2 alone, which is offered first. That of a plan which comes late does not: it is stock's. */
    private static int elsewhere(FakeCluster cluster, int stages, String... input) {
        int left = 0;
        for (int stage = 0; stage < stages; stage++) {
            cluster.submit(new String[][] {input});
            left += chosen(cluster).equals("1") ? 1 : 0;
        }
        return left;
    }
}
