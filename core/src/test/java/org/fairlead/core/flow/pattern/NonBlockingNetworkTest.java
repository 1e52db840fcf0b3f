// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.fairlead.core.flow.pattern.NonBlockingNetwork.Flow;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class NonBlockingNetworkTest {
    private static final double EVER = Double.POSITIVE_INFINITY;
    private static final Topology NETWORK =
            Topologies.tree(new Topology.Builder("tree"), 2, 2, 10, 8).build();

    private static Flow flow(String from, String to, double start, double seconds, double bytes) {
        return new Flow(NETWORK.host(from), NETWORK.host(to), start, seconds, bytes);
    }

    @Test
    void whatOneFlowLeavesTheOtherGets() {
        double[] means = NonBlockingNetwork.meanRates(
                NETWORK, List.of(flow("h1", "h3", 0, EVER, 20), flow("h2", "h3", 0, EVER, 60)), 1);

        assertThat(means).containsExactly(new double[] {5, 7.5}, within(1e-9));
    }

    @Test
    void aFlowThatComesLaterSharesFromThenOn() {
        double[] means = NonBlockingNetwork.meanRates(
                NETWORK,
                List.of(flow("h1", "h3", 0, 4, EVER), flow("h1", "h4", 3, 2, EVER), flow("h4", "h2", 9, 1, EVER)),
                0.9);

        assertThat(means).containsExactly(new double[] {(3 * 9 + 4.5) / 4, (4.5 + 9) / 2, 9}, within(1e-9));
    }

    @Test
    void aBijectionHasAllOfItsLinksInANetworkThatHasLess() {
        Topology fatTree =
                Topologies.fatTree(new Topology.Builder("fat tree"), 4, 100).build();
        List<Flow> flows = TrafficPattern.randomBijective().draw(fatTree, fatTree.hosts(), new Random(1)).stream()
                .map(pair -> new Flow(pair.from(), pair.to(), 0, 20, EVER))
                .toList();

        assertThat(NonBlockingNetwork.meanRates(fatTree, flows, 0.95))
                .hasSize(16)
                .containsOnly(95);
    }

    @Test
    void aFlowWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> flow("h1", "h2", 0, EVER, EVER)).hasMessageContaining("a flow has an end");
        assertThatThrownBy(() -> flow("h1", "h2", 0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
