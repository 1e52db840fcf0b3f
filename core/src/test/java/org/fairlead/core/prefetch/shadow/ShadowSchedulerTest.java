// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.MB;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.SECOND;

import java.util.List;
import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.order.JobOrders;
import org.junit.jupiter.api.Test;

/** Which tasks will be launched where, and what is requested for them. */
class ShadowSchedulerTest {
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(2, 2);
    private final Stage others = cluster.maps(0);
    private final Stage maps = cluster.maps(1);

    @Test
    void theTaskIsFetchedForTheExecutorThatIsFreeFirstUntilItIs() {
        cluster.task(maps, 0, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 1, others, 5);

        ShadowSchedule schedule = cluster.lookAhead("stock-hadoop");

        assertThat(cluster.said(schedule.immediate())).containsExactly("0 from h2 to h1 at 0.0");
        assertThat(cluster.said(schedule.requests())).containsExactly("1 from h2 to h1 at 5.0");
        assertThat(schedule.launches()).isEqualTo(2);
    }

    @Test
    void whatWillBeReadOnItsHostIsNoRequest() {
        cluster.task(maps, 0, 128 * MB, "h1", "h3");
        cluster.task(maps, 1, 0);
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 2, 3);

        ShadowSchedule schedule = cluster.lookAhead("stock-hadoop");

        assertThat(schedule.requests()).isEmpty();
        assertThat(schedule.launches()).isEqualTo(2);
    }

    @Test
    void whatNoHostHasIsFetchedFromItsStore() {
        cluster.task(maps, 0, 128 * MB);
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
    void ofTwoExecutorsOnAHostTheOneThatIsFreeFirstIsForeseenAndEachKeepsWhatWasAskedForIt() {
        maps.taking(9);
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
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
    void jobsAreServedInTheirOrder() {
        Stage older = cluster.maps(2).taking(100);
        Stage newer = cluster.maps(3).taking(100);
        cluster.task(older, 0, 128 * MB, "h2");
        cluster.task(older, 1, 128 * MB, "h2");
        cluster.task(newer, 9, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
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
        large.task(waiting, 0, 128 * MB, "h1");
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
                .as("32 at once, one each second, and the launch")
                .isEqualTo(37);
    }

    @Test
    void itIsFetchedFromTheReplicaWithTheMostBandwidth() {
        String busy = "h2";
        int up = cluster.cluster.routes().upLink(cluster.cluster.h(busy));
        cluster.cluster.loaded(link -> link.index() == up ? 0.9 : 0);
        cluster.task(maps, 0, 128 * MB, busy, "h3");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 0, others, 4);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h3 to h1 at 4.0");
    }

    @Test
    void whatIsHeldAlreadyIsStillARequest() {
        cluster.task(maps, 0, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 2, reduces, maps);
        cluster.executor("h1", 0, others, 4, 5);

        ShadowSchedule schedule = cluster.lookAheadInMapSlots();

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.launches()).isEqualTo(1);
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
