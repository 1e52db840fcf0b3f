// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.junit.jupiter.api.Test;

class SuspectedAttemptsTest extends OfferedSlots {
    @Test
    void whileAHostIsSuspectedATaskThatReceivesNothingIsTriedElsewhereThoughNoOtherHasEnded() throws Exception {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));
        List<Launched> first = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        List<Launched> second = offerUntilLaunched(cluster, FakeCluster.slot("2", "h2", 1));
        picture.suspect("h3");

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
}
