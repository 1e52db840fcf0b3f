// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;

class ReceiverSharesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 1e6;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("four racks"), 4, 3, C, 2).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final LoadModel model = new FairShareLoadModel(topology, SECOND);
    private final int[] all = IntStream.rangeClosed(1, 12)
            .map(host -> topology.host("h" + host).index())
            .toArray();
    private final int downToFirst = topology.routes().downLink(all[0]);

    ReceiverSharesTest() {
        topology.links().forEach(link -> loads.measured(link.index(), 0, SECOND, Origin.SWITCH));
    }

    private Headroom headroom() {
        model.observe(loads.view(2 * SECOND), 2 * SECOND);
        return new Headroom(topology.routes(), model.availableBandwidth(), 2 * SECOND);
    }

    private double[] left(int... hosts) {
        return ReceiverShares.left(topology.routes(), headroom(), hosts);
    }

    private double[] idle(double[] own, int... hosts) {
        return ReceiverShares.idle(topology.routes(), headroom(), hosts, own);
    }

    @Test
    void whoReceivesAloneGetsItsLink() {
        assertThat(left(all[0])[0]).isCloseTo(C, within(1e-3));
    }

    @Test
    void hostsOfARackShareItsLinkForWhatComesFromOtherRacks() {
        double[] shares = left(all);

        assertThat(shares).hasSize(12);
        for (double share : shares) {
            assertThat(share).isCloseTo(1.5 * C / 3 * 11 / 9, within(1e-3));
        }
    }

    @Test
    void executorsOfAHostShareItsLink() {
        assertThat(left(all[0], all[0], all[3])[0])
                .isCloseTo(C, within(1e-3)); // half of what each is sent comes from the other one
        assertThat(left(all[0], all[3])[0]).isCloseTo(C, within(1e-3));
        assertThat(left(all[0], all[0], all[3], all[6], all[9])[0]).isCloseTo(C / 2 * 4 / 3, within(1e-3));
    }

    @Test
    void whatOursUseIsLeftButNotIdle() {
        model.observe(loads.view(SECOND), SECOND);
        model.commit(new Transfer(List.of(topology.links().get(downToFirst)), 100_000_000, C), SECOND);
        loads.measured(downToFirst, 0.9 * C, 2 * SECOND, Origin.SWITCH);

        assertThat(idle(new double[2], all[0], all[3])[0]).isCloseTo(0.1 * C, within(1e-3));
    }

    @Test
    void linksThatNobodyMeasuresLimitByWhatTheyCarryAtMost() {
        LinkLoads firstAlone = new LinkLoads(topology, SECOND);
        firstAlone.measured(downToFirst, 0.6 * C, SECOND, Origin.SWITCH);
        model.observe(firstAlone.view(2 * SECOND), 2 * SECOND);
        Headroom headroom = new Headroom(topology.routes(), model.availableBandwidth(), 2 * SECOND);

        double[] shares = ReceiverShares.idle(topology.routes(), headroom, all, new double[12]);

        assertThat(shares[0]).isCloseTo(0.4 * C, within(1e-3));
        assertThat(shares[1]).isCloseTo(1.5 * C / 3 * 11 / 9, within(1e-3));
    }

    @Test
    void whatCopiesUseAlreadyIsTheirs() {
        loads.measured(downToFirst, 0.9 * C, 2 * SECOND, Origin.SWITCH);

        assertThat(idle(new double[] {0.3 * C, 0}, all[0], all[3])[0]).isCloseTo(0.4 * C, within(1e-3));
        assertThat(idle(new double[] {7 * C, 0}, all[0], all[3])[0])
                .as("no more than there is")
                .isCloseTo(C, within(1e-3));
    }
}
