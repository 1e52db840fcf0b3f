// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.MB;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.SECOND;

import java.util.List;
import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.order.JobOrders;
import org.junit.jupiter.api.Test;

class ShadowSchedulerTest {
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(2, 2);
    private final Stage others = cluster.maps(0);
    private final Stage maps = cluster.maps(1);

    private void task(Stage stage, int task, double bytes, String... hosts) {
        cluster.cluster.add(stage.tasks(), task, bytes, hosts);
    }

    @Test
    void theTaskIsFetchedForTheExecutorThatIsFreeFirstUntilItIs() {
        task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 4);
        cluster.executor("h2", 0, others, 9);

        ShadowSchedule schedule = cluster.lookAhead("stock-hadoop");

        assertThat(schedule.requests())
                .containsExactly(new PrefetchRequest(
                        "h1",
                        cluster.cluster.h("h1"),
                        maps.id(),
                        0,
                        1,
                        3,
                        cluster.cluster.h("h2"),
                        (long) (128 * MB),
                        4 * SECOND));
        assertThat(schedule.immediate()).isEmpty();
        assertThat(schedule.untilNanos()).isEqualTo(60 * SECOND);
    }

    @Test
    void whatIsLaunchedAtOnceIsNoRequest() {
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 1, others, 5);

        ShadowSchedule schedule = cluster.lookAhead("stock-hadoop");

        assertThat(cluster.said(schedule.immediate())).containsExactly("0 from h2 to h1 at 0.0");
        assertThat(cluster.said(schedule.requests())).containsExactly("1 from h2 to h1 at 5.0");
        assertThat(schedule.launches()).isEqualTo(2);
    }

    @Test
    void whatWillBeReadOnItsHostIsNoRequest() {
        task(maps, 0, 128 * MB, "h1", "h3");
        task(maps, 1, 0);
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 2, 3);

        ShadowSchedule schedule = cluster.lookAhead("stock-hadoop");

        assertThat(schedule.requests()).isEmpty();
        assertThat(schedule.launches()).isEqualTo(2);
    }

    @Test
    void whatNoHostHasIsFetchedFromItsStore() {
        task(maps, 0, 128 * MB);
        cluster.job(1, 1, maps);
        cluster.executor("h1", 0, others, 4);

        for (String policy : List.of("stock-hadoop", "stock-spark", "fairlead")) {
            assertThat(cluster.lookAhead(policy).requests())
                    .as(policy)
                    .containsExactly(new PrefetchRequest(
                            "h1",
                            cluster.cluster.h("h1"),
                            maps.id(),
                            0,
                            1,
                            1,
                            PrefetchRequest.STORE,
                            (long) (128 * MB),
                            4 * SECOND));
        }
    }

    @Test
    void aSlotOfWhichNobodyKnowsWhenItIsFreeIsNotCountedOn() {
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, Double.POSITIVE_INFINITY);
        cluster.executor("h3", 0, others, 4);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .as("how long task 0 takes is not known either")
                .containsExactly("0 from h2 to h3 at 4.0");
    }

    @Test
    void aSlotIsFreeAgainWhenWhatWasLaunchedAheadHasEnded() {
        maps.taking(3);
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h1 at 7.0");
    }

    /** Each small job is a stage of its own: without that, every slot that gets a task of one seems to be taken for good. */
    @Test
    void beforeAnyTaskHasEndedThePolicysPredictionCountsAndWhatFirstTasksTookLongerElsewhere() {
        task(maps, 0, 125 * MB, "h2");
        task(maps, 1, 125 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);
        assertThat(cluster.lookAhead("fairlead").requests()).hasSize(1);

        maps.predictedTooShortBy(2);
        double soon = launchOfTheSecond();
        maps.predictedTooShortBy(6);

        assertThat(soon).isGreaterThan(6);
        assertThat(launchOfTheSecond()).isCloseTo(soon + 4, within(1e-3));
    }

    private double launchOfTheSecond() {
        List<PrefetchRequest> requests = cluster.lookAhead("fairlead").requests();
        assertThat(requests).hasSize(2);
        return requests.get(1).deadlineNanos() / (double) SECOND;
    }

    @Test
    void whatIsMissingIsFetchedUntilTheLaunch() {
        maps.taking(3).andFetching(6);
        for (int task = 0; task < 3; task++) {
            task(maps, task, 128 * MB, "h2");
        }
        maps.tasks().held(1, cluster.cluster.h("h1"), 64 * MB);
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 1);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .as("half of it is missing, 3 s: 2 of them are left at 1 s; of the next nothing is left at 6 s")
                .containsExactly("1 from h2 to h1 at 1.0", "0 from h2 to h1 at 6.0", "2 from h2 to h1 at 9.0");
    }

    @Test
    void whatWasAskedForIsThereWhenItIsDue() {
        maps.taking(3);
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h1");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);
        PrefetchRequest later = cluster.lookAhead("stock-hadoop").requests().get(0);
        PrefetchRequest sooner =
                new PrefetchRequest("h1", later.host(), maps.id(), 0, 1, 2, later.source(), later.bytes(), 4 * SECOND);

        assertThat(cluster.said(cluster.lookAhead(later).requests()))
                .as("task 1 has its input there, and comes first")
                .containsExactly("0 from h2 to h1 at 7.0");
        assertThat(cluster.said(cluster.lookAhead(sooner).requests())).containsExactly("0 from h2 to h1 at 4.0");
    }

    @Test
    void ofTwoExecutorsOnAHostTheOneThatIsFreeFirstIsForeseenAndEachKeepsWhatWasAskedForIt() {
        maps.taking(9);
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executorOn("h1", "1", 0, others, 4);
        cluster.executorOn("h1", "2", 0, others, 6);

        assertThat(cluster.said(cluster.lookAhead().requests()))
                .containsExactly("0 from h2 to 1 at 4.0", "1 from h2 to 2 at 6.0");
        PrefetchRequest standing = request(0, "2", 6);
        assertThat(cluster.said(cluster.lookAhead(standing).requests()))
                .containsExactly("1 from h2 to 1 at 4.0", "0 from h2 to 2 at 6.0");
    }

    @Test
    void whatAnotherExecutorOfTheHostHoldsIsTakenWhereNothingElseIsThere() {
        task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 1, maps);
        cluster.executorOn("h1", "1", 0, others, 4);
        cluster.executorOn("h1", "2", 0, others, 6);

        assertThat(cluster.said(cluster.lookAhead(request(0, "2", 6)).requests()))
                .containsExactly("0 from h2 to 1 at 4.0");
    }

    private PrefetchRequest request(int task, String executor, int second) {
        return new PrefetchRequest(
                executor,
                cluster.cluster.h("h1"),
                maps.id(),
                task,
                1,
                1,
                cluster.cluster.h("h2"),
                (long) (128 * MB),
                second * SECOND);
    }

    @Test
    void nothingIsSaidOfWhatComesAfterTheHorizon() {
        maps.taking(3);
        task(maps, 0, 128 * MB, "h2");
        task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(6 * SECOND, 1L << 40, 1L << 40));

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.untilNanos()).isEqualTo(6 * SECOND);
    }

    @Test
    void itEndsWithTheFirstRequestForWhichThereAreNoBytesLeft() {
        maps.taking(3);
        for (int task = 0; task < 3; task++) {
            task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(60 * SECOND, (long) (300 * MB), (long) (300 * MB)));

        assertThat(cluster.said(schedule.requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h1 at 7.0");
        assertThat(schedule.untilNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void whatAnExecutorHasNoRoomForIsLeftOutAndOthersGoOn() {
        maps.taking(3);
        for (int task = 0; task < 4; task++) {
            task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 4, maps);
        cluster.executor("h1", 0, others, 4);
        cluster.executor("h3", 0, others, 5);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(60 * SECOND, 1L << 40, (long) (200 * MB)));

        assertThat(cluster.said(schedule.requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h3 at 5.0");
        assertThat(schedule.launches()).isEqualTo(4);
    }

    @Test
    void aStageBeginsWhenTheLastTaskBeforeItEnds() {
        Stage parent = cluster.maps(2).taking(6);
        Stage child = cluster.maps(3).after(parent);
        task(parent, 0, 0);
        task(child, 0, 128 * MB, "h2");
        cluster.job(1, 3, parent, child);
        cluster.executor("h1", 1, parent, 5);
        cluster.executor("h3", 0, others, 2);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .as(
                        "one task of the parent is launched at once and ends at 6 s, one runs until 5 s; h3's slot is free from 2 s on")
                .containsExactly("0 from h2 to h1 at 6.0");
    }

    @Test
    void aStageDoesNotBeginBeforeParentsOfWhichNobodyKnowsWhenTheyEnd() {
        Stage parent = cluster.maps(2);
        Stage child = cluster.maps(3).after(parent);
        task(parent, 0, 0);
        task(child, 0, 128 * MB, "h2");
        cluster.job(1, 2, parent, child);
        cluster.executor("h1", 0, others, 1, 2);

        assertThat(cluster.lookAhead("stock-hadoop").requests()).isEmpty();
    }

    @Test
    void aStageDoesNotBeginBeforeItsTime() {
        task(maps.notBefore(3), 0, 128 * MB, "h2");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 1, others, 1);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h2 to h1 at 3.0");
    }

    @Test
    void jobsAreServedInTheirOrder() {
        Stage older = cluster.maps(2).taking(100);
        Stage newer = cluster.maps(3).taking(100);
        task(older, 0, 128 * MB, "h2");
        task(older, 1, 128 * MB, "h2");
        task(newer, 9, 128 * MB, "h2");
        cluster.job(1, 3, older);
        cluster.job(2, 1, newer);
        cluster.executor("h1", 0, older, 4);
        cluster.executor("h3", 0, others, 5);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h3 at 5.0");
        assertThat(cluster.said(
                        cluster.lookAhead("stock-hadoop", AssignerOptions.USUAL, JobOrders.FAIR, ForeseenCluster.FAR)
                                .requests()))
                .as("when h3 is free the older job runs one task, the newer none")
                .containsExactly("0 from h2 to h1 at 4.0", "9 from h2 to h3 at 5.0");
    }

    @Test
    void whatAPolicyRemembersGoesOnFromWhereItStands() {
        task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 0, others, 4);
        cluster.executor("h2", 0, others, 30);
        AssignerOptions waits = AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(5, 0));

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop", waits, JobOrders.FIFO, ForeseenCluster.FAR)
                        .requests()))
                .as("skipped at 4 s, and every second until it has waited for 5")
                .containsExactly("0 from h2 to h1 at 9.0");
    }

    @Test
    void aStageThatDeclinesManyOffersIsNotAskedByAllOthers() {
        ForeseenCluster large = ForeseenCluster.ofRacks(4, 10);
        Stage waiting = large.maps(1);
        large.cluster.add(waiting.tasks(), 0, 128 * MB, "h1");
        large.job(1, 1, waiting);
        large.executor("h1", 0, others, 30);
        for (int host = 2; host <= 40; host++) {
            large.executor("h" + host, 1, others);
        }
        AssignerOptions waits = AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(5, 0));

        ShadowSchedule schedule = large.lookAhead("stock-hadoop", waits, JobOrders.FIFO, ForeseenCluster.FAR);

        assertThat(schedule.requests()).singleElement().satisfies(request -> assertThat(request.deadlineNanos())
                .isEqualTo(5 * SECOND));
        assertThat(schedule.choices())
                .as("16 at once, one each second, and the launch")
                .isEqualTo(21);
    }

    @Test
    void itIsFetchedFromTheReplicaWithTheMostBandwidth() {
        String busy = "h2";
        int up = cluster.cluster.routes().upLink(cluster.cluster.h(busy));
        cluster.cluster.loaded(link -> link.index() == up ? 0.9 : 0);
        task(maps, 0, 128 * MB, busy, "h3");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 0, others, 4);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h3 to h1 at 4.0");
    }

    @Test
    void whatIsHeldAlreadyIsStillARequest() {
        task(maps, 0, 128 * MB, "h2");
        maps.tasks().held(0, cluster.cluster.h("h1"), 128 * MB);
        cluster.job(1, 1, maps);
        cluster.executor("h1", 0, others, 4);

        for (String policy : new String[] {"stock-hadoop", "fairlead"}) {
            assertThat(cluster.said(cluster.lookAhead(policy).requests()))
                    .as(policy)
                    .containsExactly("0 from h2 to h1 at 4.0");
        }
    }

    @Test
    void slotsForMapsAreNotGivenToReduces() {
        Stage reduces = cluster.reduces(2);
        reduces.tasks().add(0, new int[0], 10 * MB);
        task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 2, reduces, maps);
        cluster.executor("h1", 0, others, 4, 5);

        ShadowSchedule schedule = cluster.lookAheadInMapSlots();

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.launches()).isEqualTo(1);
    }

    @Test
    void itEndsWhereItIsTold() {
        maps.taking(3);
        for (int task = 0; task < 3; task++) {
            task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(1);

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.untilNanos()).isEqualTo(7 * SECOND);
        assertThat(schedule.choices()).isEqualTo(1);
    }

    @Test
    void aStageThatIsThereTwiceIsAnError() {
        cluster.job(1, 1, maps);
        cluster.job(2, 1, maps);

        assertThatThrownBy(() -> cluster.lookAhead("stock-hadoop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }
}
