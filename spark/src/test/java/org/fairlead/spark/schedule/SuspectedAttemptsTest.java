// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.scheduler.ExecutorProcessLost;
import org.apache.spark.scheduler.Task;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import scala.Option;

@Tag("long")
class SuspectedAttemptsTest extends OfferedSlots {
    @Test
    void whileAHostIsSuspectedATaskThatReceivesNothingIsTriedElsewhereThoughNoOtherHasEnded() throws Exception {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));
        List<Launched> first = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        List<Launched> second = offerUntilLaunched(cluster, FakeCluster.slot("2", "h2", 1));
        picture.suspect("h3", 10);

        // That on h2 goes on receiving.
        long bytes = 0;
        picture.progressed(first.get(0).id(), 0);
        while (figures(cluster).of(OfferCounters.Outcome.ATTEMPT_OF_SUSPECTED) == 0) {
            picture.progressed(second.get(0).id(), ++bytes);
            Thread.sleep(100);
        }
        List<Launched> copies = cluster.offer(FakeCluster.slot("2", "h2", 1));

        assertThat(copies)
                .extracting(Launched::task)
                .containsExactly(first.get(0).task());
        assertThat(figures(cluster).of(OfferCounters.Outcome.ATTEMPT_OF_SUSPECTED))
                .isEqualTo(1);
    }

    @Test
    void ofAHostThatHasBeenSilentForLongNobodyIsTakenToWait() throws InterruptedException {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));
        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        picture.progressed(launched.get(0).id(), 0);

        picture.suspect("h6", 3600);
        Thread.sleep(5000);

        assertThat(figures(cluster).of(OfferCounters.Outcome.ATTEMPT_OF_SUSPECTED))
                .isZero();
    }

    @Test
    void whenAHostsOutputIsGivenUpExecutorsAskAnewWhereOutputLiesWithTheNextTaskOfAStageThatRuns() throws Exception {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        TaskSetManager stage = cluster.submit(on("h1"), on("h3"));
        offerUntilLaunched(cluster, FakeCluster.slot("3", "h3", 1));
        Task<?> notBegun = stage.tasks()[0];
        long before = notBegun.epoch();
        picture.suspect("h3", 10);

        long end = System.nanoTime() + LONGEST_NANOS;
        while (notBegun.epoch() == before) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(50);
        }
        assertThat(notBegun.epoch())
                .isEqualTo(FakeCluster.context().env().mapOutputTracker().epoch());
        assertThat(figures(cluster).of(OfferCounters.Outcome.OUTPUT_GIVEN_UP)).isEqualTo(1);
    }

    @Test
    void aHostThatFallsSilentAgainIsGivenUpAgainThoughItsExecutorsWereLostMeanwhile() throws InterruptedException {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h3"));
        offerUntilLaunched(cluster, FakeCluster.slot("3", "h3", 1));
        picture.suspect("h3", 10);
        awaitGivenUp(cluster, 1);
        cluster.scheduler.executorLost("3", new ExecutorProcessLost("worker lost", Option.empty(), true));
        picture.trust();
        Thread.sleep(1500); // it is looked twice a second

        offerUntilLaunched(cluster, FakeCluster.slot("4", "h3", 1));
        picture.suspect("h3", 10);

        awaitGivenUp(cluster, 2);
    }

    private static void awaitGivenUp(FakeCluster cluster, long times) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (figures(cluster).of(OfferCounters.Outcome.OUTPUT_GIVEN_UP) < times) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(50);
        }
    }

    @Test
    void ofATaskWhoseInputNobodyKnowsItIsKnownHowFarItIs() {
        FakeCluster cluster = ours(options("fairlead"), Mode.OBSERVE);
        cluster.submit(on());
        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        settled(cluster);

        assertThat(picture.running()).containsExactly(launched.get(0).id());
    }
}
