// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.prefetch.admission.PrefetchFlow;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PrefetchRequestTest {
    private static PrefetchRequest between(Topology topology, String source, String host) {
        return new PrefetchRequest(
                "7",
                topology.host(host).index(),
                new StageAttempt(3, 0),
                4,
                1,
                9,
                topology.host(source).index(),
                64_000_000,
                5_000_000_000L);
    }

    @Test
    void itAsksForARateOverAllLinksOfTheOnlyPath() {
        Topology tree =
                Topologies.tree(new Topology.Builder("tree"), 2, 2, 125e6, 2).build();
        PrefetchRequest request = between(tree, "h1", "h3");

        PrefetchFlow flow = request.flow(12, new EvenSplit(tree.routes()));

        assertThat(flow.links()).hasSize(4).doesNotHaveDuplicates();
        assertThat(flow).isEqualTo(new PrefetchFlow(12, 1, 9, flow.links(), 64_000_000, 5_000_000_000L));
        assertThat(tree.links().get(flow.links().get(0)).from().name()).isEqualTo("h1");
        assertThat(request.flow(12, List.of(1, 2)).links()).containsExactly(1, 2);
    }

    @Test
    void linksOfWhichNobodyKnowsWhetherItTakesThemAreLeftOut() {
        Topology fat = Topologies.fatTree(new Topology.Builder("fat"), 4, 125e6).build();
        PrefetchRequest request = between(fat, "h1", "h16");

        assertThat(request.flow(0, new EvenSplit(fat.routes())).links())
                .extracting(link -> fat.links().get(link).from().name())
                .first()
                .isEqualTo("h1");
        assertThat(request.flow(0, new EvenSplit(fat.routes())).links()).hasSize(2);
    }

    @Test
    void whatIsOnTheHostAlreadyIsNotFetched() {
        Topology tree =
                Topologies.tree(new Topology.Builder("tree"), 1, 2, 125e6, 2).build();

        assertThatThrownBy(() -> between(tree, "h1", "h1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a source elsewhere");
    }
}
