// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToDoubleFunction;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

class SpeculationGuardTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 100e6;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 2, 2, C, 1).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);

    private int h(String name) {
        return topology.host(name).index();
    }

    private Attempt.Waits waits(ToDoubleFunction<Link> used, double rate, String copy, String... sources) {
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        topology.links().forEach(link -> loads.measured(link.index(), used.applyAsDouble(link), SECOND, Origin.SWITCH));
        model.observe(loads.view(SECOND), SECOND);
        int[] hosts = new int[sources.length];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = h(sources[i]);
        }
        return SpeculationGuard.waits(rate, hosts, h(copy), topology.routes(), model.availableBandwidth(), SECOND);
    }

    private static double busyUplinkOfH1(Link link) {
        return link.from().name().equals("h1") ? 0.92 * C : 0;
    }

    @Test
    void aCopyThatWouldReadOverTheSameFullLinkWaitsThereToo() {
        assertThat(waits(SpeculationGuardTest::busyUplinkOfH1, 10e6, "h2", "h1"))
                .isEqualTo(Attempt.Waits.FOR_CONTENDED_INPUT);
        assertThat(waits(SpeculationGuardTest::busyUplinkOfH1, 10e6, "h2", "h1", "h3"))
                .as("another replica has room")
                .isEqualTo(Attempt.Waits.NOT);
        assertThat(waits(SpeculationGuardTest::busyUplinkOfH1, 10e6, "h1", "h1"))
                .as("the copy would read its own disk")
                .isEqualTo(Attempt.Waits.NOT);
        assertThat(waits(SpeculationGuardTest::busyUplinkOfH1, 1e6, "h2", "h1"))
                .as("the attempt does not get what its link gives: the host is slow")
                .isEqualTo(Attempt.Waits.NOT);
    }

    @Test
    void aReplicaOnABusyDiskGivesNothing() {
        loads.status(h("h3"), new NodeStatus(0, 0, 1, 0));
        assertThat(waits(SpeculationGuardTest::busyUplinkOfH1, 10e6, "h2", "h1", "h3"))
                .isEqualTo(Attempt.Waits.FOR_CONTENDED_INPUT);
    }

    @Test
    void inputFromManyIsJudgedByTheCopysOwnLink() {
        ToDoubleFunction<Link> busy = link -> link.to().name().equals("h2") ? 0.9 * C : 0;
        assertThat(waits(busy, 10e6, "h2")).isEqualTo(Attempt.Waits.FOR_CONTENDED_INPUT);
        assertThat(waits(busy, 10e6, "h3")).isEqualTo(Attempt.Waits.NOT);
    }

    @Test
    void whereNothingIsKnownNothingIsHeldAgainstACopy() {
        FairShareLoadModel blind = new FairShareLoadModel(topology, SECOND);
        int[] h1 = {h("h1")};
        assertThat(SpeculationGuard.waits(10e6, h1, h("h2"), topology.routes(), blind.availableBandwidth(), SECOND))
                .isEqualTo(Attempt.Waits.NOT);
    }
}
