// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class EvenSplitTest {
    private static Map<Integer, Double> charged(Topology topology, String source, String destination) {
        Map<Integer, Double> charged = new TreeMap<>();
        new EvenSplit(topology.routes())
                .resolve(
                        topology.host(source).index(),
                        topology.host(destination).index(),
                        TrafficClass.SHUFFLE,
                        (link, share) -> charged.merge(link, share, Double::sum));
        return charged;
    }

    @Test
    void inATreeAllOfAFlowCrossesEachLinkOfItsOnlyPath() {
        Topology tree =
                Topologies.tree(new Topology.Builder("tree"), 2, 2, 125e6, 2).build();

        assertThat(charged(tree, "h1", "h3").values()).containsExactly(1.0, 1.0, 1.0, 1.0);
        assertThat(charged(tree, "h1", "h2").values()).containsExactly(1.0, 1.0);
        assertThat(charged(tree, "h1", "h1")).isEmpty();
    }

    @Test
    void inAFatTreeEachHopCarriesAllOfItSplitEvenly() {
        Topology fatTree =
                Topologies.fatTree(new Topology.Builder("fat"), 4, 125e6).build();

        Map<Integer, Double> charged = charged(fatTree, "h1", "h5");

        assertThat(charged.values().stream().mapToDouble(share -> share).sum()).isCloseTo(6, within(1e-9));
        assertThat(charged.values().stream().collect(Collectors.groupingBy(share -> share, Collectors.counting())))
                .containsExactlyInAnyOrderEntriesOf(Map.of(1.0, 2L, 0.5, 4L, 0.25, 8L));
    }
}
