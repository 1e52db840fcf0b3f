// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.MB;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.SECOND;

import java.util.List;
import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.junit.jupiter.api.Test;

/** When tasks will start: when slots become free, stages begin, and what was asked for is there. */
class ShadowTimesTest {
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(2, 2);
    private final Stage others = cluster.maps(0);
    private final Stage maps = cluster.maps(1);

    @Test
    void aSlotOfWhichNobodyKnowsWhenItIsFreeIsNotCountedOn() {
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h1 at 7.0");
    }

    /** Each small job is a stage of its own: without that, every slot that gets a task of one seems to be taken for good. */
    @Test
    void beforeAnyTaskHasEndedThePolicysPredictionCountsAndWhatFirstTasksTookLongerElsewhere() {
        cluster.task(maps, 0, 125 * MB, "h2");
        cluster.task(maps, 1, 125 * MB, "h2");
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
            cluster.task(maps, task, 128 * MB, "h2");
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
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h1");
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
    void aStageBeginsWhenTheLastTaskBeforeItEnds() {
        Stage parent = cluster.maps(2).taking(6);
        Stage child = cluster.maps(3).after(parent);
        cluster.task(parent, 0, 0);
        cluster.task(child, 0, 128 * MB, "h2");
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
        cluster.task(parent, 0, 0);
        cluster.task(child, 0, 128 * MB, "h2");
        cluster.job(1, 2, parent, child);
        cluster.executor("h1", 0, others, 1, 2);

        assertThat(cluster.lookAhead("stock-hadoop").requests()).isEmpty();
    }

    @Test
    void aStageDoesNotBeginBeforeItsTime() {
        cluster.task(maps.notBefore(3), 0, 128 * MB, "h2");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 1, others, 1);

        assertThat(cluster.said(cluster.lookAhead("stock-hadoop").requests()))
                .containsExactly("0 from h2 to h1 at 3.0");
    }
}
