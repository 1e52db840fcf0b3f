// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.application.StageDetail;
import org.junit.jupiter.api.Test;

class LinkHistoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("tree"), 2, 10, 1e8, 2).build();

    private final LinkHistory history = new LinkHistory();
    private final LinkLoads loads = new LinkLoads(TREE, SECOND);

    /** The first link carries most, each further one less. */
    private void sample(long second) {
        for (Link link : TREE.links()) {
            double share = Math.max(0, 0.9 - 0.05 * link.index());
            loads.measured(link.index(), share * link.bytesPerSecond(), second * SECOND, Origin.SWITCH);
        }
        history.sample(loads.view(second * SECOND), second * SECOND, second * 1000);
    }

    @Test
    void theMostLoadedLinksOfATimeAreKept() {
        for (int second = 1; second <= 10; second++) {
            sample(second);
        }

        assertThat(history.between(3000, 6000, 3)).satisfies(links -> {
            assertThat(links)
                    .extracting(StageDetail.LinkSeries::link)
                    .containsExactly(
                            TREE.links().get(0).name(),
                            TREE.links().get(1).name(),
                            TREE.links().get(2).name());
            assertThat(links.get(0).samples())
                    .extracting(StageDetail.Sample::timeMillis)
                    .containsExactly(3000L, 4000L, 5000L, 6000L);
            assertThat(links.get(0).samples().get(0).share()).isBetween(0.89, 0.91);
        });
        assertThat(history.between(0, 20_000, 100)).hasSize(LinkHistory.LINKS);
    }

    @Test
    void anHourIsKept() {
        for (int second = 1; second <= LinkHistory.SECONDS + 5; second++) {
            sample(second);
        }

        assertThat(history.between(0, Long.MAX_VALUE, 1).get(0).samples()).hasSize(LinkHistory.SECONDS);
    }

    @Test
    void whatWasNotMeasuredIsNotShown() {
        history.sample(loads.view(0), 0, 0);

        assertThat(history.between(0, 1, 8)).isEmpty();
    }
}
