// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;

class PlannedTransfersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("tree"), 1, 2, 100e6, 1).build();

    private final int host = TREE.host("h1").index();
    private final Link down = TREE.links().get(TREE.routes().downLink(host));

    /** Of others' traffic on every link, as a share of it, while one transfer of ours runs to the first host. */
    private static AvailableBandwidth known(double others, Link down) {
        LinkLoads loads = new LinkLoads(TREE, SECOND);
        TREE.links().forEach(link -> loads.measured(link.index(), others * link.bytesPerSecond(), 0, Origin.SWITCH));
        FairShareLoadModel model = new FairShareLoadModel(TREE, SECOND);
        model.observe(loads.view(0), 0);
        model.commit(new Transfer(List.of(down), 1 << 30, down.bytesPerSecond()), 0);
        return model.availableBandwidth();
    }

    @Test
    void oneMoreTransferGetsItsShareWithThoseThatArePlanned() {
        AvailableBandwidth known = known(0.2, down);
        PlannedTransfers planned = new PlannedTransfers(known, new EvenSplit(TREE.routes()));
        planned.change(-1, host, 1);
        planned.change(-1, host, 1);
        assertThat(planned.available(down.index(), 0)).isEqualTo(known.available(down.index(), 0) / 3);
    }

    @Test
    void whatOthersLeaveIsForAllOfOursTogether() {
        PlannedTransfers planned = new PlannedTransfers(known(0.2, down), new EvenSplit(TREE.routes()));
        planned.change(-1, host, 1);
        planned.change(-1, host, 1);
        assertThat(planned.left(down.index(), 0)).isEqualTo(0.8 * down.bytesPerSecond());
    }
}
