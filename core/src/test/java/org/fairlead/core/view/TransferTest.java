// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class TransferTest {
    private static Transfer pipeline(int roots) {
        Topology topology = Topologies.multiRooted(new Topology.Builder("tree"), 2, 2, roots, 10, 10)
                .build();
        List<Host> pipeline =
                List.of(topology.host("h1"), topology.host("h1"), topology.host("h3"), topology.host("h4"));
        return Transfer.along(new EvenSplit(topology.routes()), pipeline, TrafficClass.REPLICATION, 1, 1);
    }

    @Test
    void aPipelineCrossesEachHopsLinksInOrder() {
        assertThat(pipeline(1).links())
                .extracting(Link::name)
                .containsExactly("h1->e1", "e1->c1", "c1->e2", "e2->h3", "h3->e2", "e2->h4");
        assertThat(pipeline(1).shares()).containsOnly(1.0);
    }

    @Test
    void whereThereAreSeveralPathsEachCarriesItsShare() {
        assertThat(pipeline(2).links())
                .extracting(Link::name)
                .containsExactly("h1->e1", "e1->c1", "c1->e2", "e1->c2", "c2->e2", "e2->h3", "h3->e2", "e2->h4");
        assertThat(pipeline(2).shares()).containsExactly(1.0, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0);
    }
}
