// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

/** What a network with several equal paths shows of one transfer of ours is not taken for others' traffic. */
class FairShareLoadModelTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 10e6;

    private final Topology topology = Topologies.multiRooted(new Topology.Builder("two roots"), 2, 2, 2, C, C)
            .build();
    private final FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
    private final LinkLoads loads = new LinkLoads(topology, SECOND);

    FairShareLoadModelTest() {
        report(0, Map.of());
    }

    private void report(long now, Map<String, Double> carried) {
        for (Link link : topology.links()) {
            loads.measured(link.index(), carried.getOrDefault(link.name(), 0.0), now, Origin.SWITCH);
        }
        model.observe(loads.view(now), now);
    }

    private double left(String link) {
        int index = topology.links().stream()
                .filter(each -> each.name().equals(link))
                .findFirst()
                .orElseThrow()
                .index();
        return model.availableBandwidth().left(index, SECOND);
    }

    private Transfer fromFirstToThird(long bytes) {
        return Transfer.along(
                new EvenSplit(topology.routes()),
                List.of(topology.host("h1"), topology.host("h3")),
                TrafficClass.REPLICATION,
                bytes,
                C);
    }

    @Test
    void aTransferIsFoundOnTheOneOfItsEqualPathsThatItTook() {
        model.commit(fromFirstToThird(1L << 40), 0);

        report(SECOND, Map.of("h1->e1", 8e6, "e1->c2", 8e6, "c2->e2", 8e6, "e2->h3", 8e6));

        assertThat(topology.links())
                .allSatisfy(
                        link -> assertThat(left(link.name())).as(link.name()).isEqualTo(C, within(1.0)));
    }

    @Test
    void whatItCannotHaveCarriedOnItsEqualPathsIsOthers() {
        model.commit(fromFirstToThird(1L << 40), 0);

        report(
                SECOND,
                Map.of("h1->e1", 4e6, "e1->c1", 6e6, "e1->c2", 6e6, "c1->e2", 6e6, "c2->e2", 6e6, "e2->h3", 4e6));

        assertThat(left("h1->e1")).isEqualTo(C, within(1.0));
        double others = 2 * C - left("e1->c1") - left("e1->c2");
        assertThat(others)
                .as("4 of the 12 MB/s that leave the rack are ours, and what the host's hop may be behind")
                .isEqualTo(8e6 - OwnFlows.KEPT_BYTES, within(10.0));
    }

    @Test
    void aBlockMayBecomeLargerThanBlocksWereBefore() {
        Transfer block = fromFirstToThird(1_000_000);
        Map<String, Double> measured = Map.of("h1->e1", 8e6, "e1->c1", 8e6, "c1->e2", 8e6, "e2->h3", 8e6);

        long number = model.commit(block, 0);
        report(SECOND, measured);
        assertThat(left("e2->h3")).isEqualTo(C - 8e6 + 1.06e6 + OwnFlows.KEPT_BYTES, within(1.0));

        model.finish(number, SECOND);
        model.commit(block.upTo(64_000_000), SECOND);
        report(2 * SECOND, measured);
        assertThat(left("e2->h3")).isEqualTo(C, within(1.0));
    }
}
