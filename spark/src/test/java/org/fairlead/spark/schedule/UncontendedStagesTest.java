// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.junit.jupiter.api.Test;

/** Stages on a cluster with nothing to be kept away from. */
class UncontendedStagesTest extends OfferedSlots {
    @Test
    void aNewStageWaitsForItsPlanOnlyIfThereIsSomethingToBeKeptAwayFrom() {
        PlanOptions hanging = options("fairlead", PlantedFault.of("hang"), Duration.ofMillis(200));
        FakeCluster loaded = ours(hanging, Mode.ENFORCE);
        loaded.submit(on("h1"), on("h2"));
        assertThat(loaded.offer(FakeCluster.slot("1", "h1", 1))).isEmpty();

        FakeCluster uncontended = uncontended(hanging);
        uncontended.submit(on("h1"), on("h2"));
        assertThat(uncontended.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);
    }

    @Test
    void onAnUncontendedClusterPlansCountOnceTheyAreMade() {
        FakeCluster cluster = uncontended(options("fairlead"));
        cluster.submit(on("h1"), on("h2"), on("h1"));
        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);
        awaitPlans(cluster, 1);
        offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));

        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isEqualTo(1);
    }

    @Test
    void onAnUncontendedClusterAPlaceBesideTheInputIsNotLeftFree() {
        FakeCluster cluster = uncontended(options("fairlead"));
        cluster.submit(new String[][] {{"h1", "h2"}});
        cluster.scheduling.orElseThrow().planner().executors().offered("1", "h1", 1);
        awaitPlans(cluster, 1); // which has the only task for h1

        assertThat(cluster.offer(FakeCluster.slot("2", "h2", 1))).hasSize(1);
    }

    @Test
    void onAnUncontendedClusterNoTaskGoesFarFromItsInputSoonerThanByStock() {
        FakeCluster cluster = uncontended(options("fairlead"));
        cluster.submit(on("h1"), on("h1"));
        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);

        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() - end < 0) {
            assertThat(cluster.offer(FakeCluster.slot("1", "h1", 0), FakeCluster.slot("2", "h3", 1)))
                    .isEmpty();
        }
        assertThat(figures(cluster).plans()).isPositive();
        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);
    }

    @Test
    void anUncontendedClusterStaysUncontendedForAWhileAfterItLastLookedSo() {
        FakeCluster cluster = uncontended(options("fairlead"));
        long begin = System.nanoTime();
        picture.loaded(link -> 0.9);
        ApplicationPlanner planner = cluster.scheduling.orElseThrow().planner();
        while (planner.isUncontended() && System.nanoTime() - begin < LONGEST_NANOS) {
            Thread.onSpinWait();
        }

        assertThat(planner.isUncontended()).isFalse();
        assertThat(System.nanoTime() - begin).isGreaterThan(2_500_000_000L);
    }

    private FakeCluster uncontended(PlanOptions options) {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options, Mode.ENFORCE);
        ApplicationPlanner planner = cluster.scheduling.orElseThrow().planner();
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!planner.isUncontended() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(planner.isUncontended()).isTrue();
        return cluster;
    }
}
