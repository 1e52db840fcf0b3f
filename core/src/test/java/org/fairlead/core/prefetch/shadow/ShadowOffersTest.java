// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.MB;

import java.util.List;
import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.fairlead.core.task.AssignerOptions;
import org.junit.jupiter.api.Test;

/** When slots are offered, by heartbeats or at once, and to whom tasks then go. */
class ShadowOffersTest {
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(2, 2);
    private final Stage others = cluster.maps(0);
    private final Stage maps = cluster.maps(1);

    private String[] saidWithHeartbeats(double... phases) {
        return cluster.said(cluster.lookAhead(AssignerOptions.USUAL, cluster.heartbeats(phases))
                .requests());
    }

    private void tasksOnH4(int count) {
        for (int task = 0; task < count; task++) {
            cluster.task(maps, task, 128 * MB, "h4");
        }
        cluster.job(1, count, maps);
    }

    @Test
    void hostsThatAskWithHeartbeatsAreOfferedInTheirOrder() {
        tasksOnH4(3);
        cluster.executor("h1", 2, others);
        cluster.executor("h2", 1, others);
        cluster.executor("h3", 1, others);

        assertThat(saidWithHeartbeats(2.5, 0.5, 1.5))
                .containsExactly("0 from h4 to h2 at 0.5", "1 from h4 to h3 at 1.5", "2 from h4 to h1 at 2.5");
    }

    @Test
    void aHeartbeatBringsOneTaskAndTellsWhichHaveEnded() {
        tasksOnH4(4);
        cluster.executor("h1", 2, others, 3.2);

        assertThat(saidWithHeartbeats(0.5))
                .as("free are 2 slots, from 3.5 s on the third as well")
                .containsExactly("0 from h4 to h1 at 0.5", "1 from h4 to h1 at 3.5", "2 from h4 to h1 at 6.5");
    }

    @Test
    void aStageThatBeginsIsOfferedTheHeartbeatsFromThenOn() {
        maps.notBefore(3);
        tasksOnH4(2);
        cluster.executor("h1", 1, others);
        cluster.executor("h2", 1, others);

        assertThat(saidWithHeartbeats(2.5, 0.5)).containsExactly("0 from h4 to h2 at 3.5", "1 from h4 to h1 at 5.5");
    }

    @Test
    void aHostThatComesInBetweenTakesTheNewestRequestAndLeavesTheOthers() {
        tasksOnH4(2);
        double asked = new PrefetchRequest("h2", 0, maps.id(), 0, 1, 2, 1, 128, 0).heldBytes(0);
        maps.tasks().held(0, cluster.cluster.h("h2"), asked);
        maps.tasks().held(1, cluster.cluster.h("h3"), asked);
        cluster.executor("h1", 1, others);
        cluster.executor("h2", 1, others);
        cluster.executor("h3", 1, others);

        assertThat(saidWithHeartbeats(0.2, 0.5, 1.5))
                .containsExactly("1 from h4 to h1 at 0.2", "0 from h4 to h2 at 0.5");
    }

    @Test
    void aStageThatWaitsIsAskedAgainWithTheNextHeartbeat() {
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.job(1, 1, maps);
        cluster.executor("h1", 1, others);
        cluster.executor("h2", 0, others, 30);
        AssignerOptions waits = AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(5, 0));

        assertThat(cluster.said(
                        cluster.lookAhead(waits, cluster.heartbeats(0.5, 1.5)).requests()))
                .as("declined at 0.5 and 3.5 s; at 6.5 it has waited for 6")
                .containsExactly("0 from h2 to h1 at 6.5");
    }

    @Test
    void aJobWhoseMapsHaveEndedRunsInSlotsForReduces() {
        Stage reduces = cluster.reduces(2);
        reduces.tasks().add(0, new int[0], 10 * MB);
        Stage before = cluster.maps(3);
        cluster.job(1, 2, before, reduces);
        cluster.task(maps.notBefore(3), 0, 128 * MB, "h2");
        cluster.job(2, 1, maps);
        cluster.executor("h1", 1, before, 1);
        AssignerOptions waits = AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(5, 0));

        assertThat(cluster.said(
                        cluster.lookAhead(waits, cluster.heartbeats(0.5)).requests()))
                .containsExactly("0 from h2 to h1 at 9.5");
    }

    @Test
    void slotsThatAreOfferedAtOnceGetOneTaskAfterTheOther() {
        tasksOnH4(4);
        cluster.executor("h1", 2, others);
        cluster.executor("h2", 2, others);

        List<String> hosts = cluster.lookAhead("stock-hadoop").immediate().stream()
                .map(PrefetchRequest::executor)
                .toList();

        assertThat(hosts).hasSize(4);
        assertThat(hosts.subList(0, 2)).containsExactlyInAnyOrder("h1", "h2");
    }
}
