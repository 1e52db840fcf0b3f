// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UncontendedCheckTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 12.5e6;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("two racks"), 2, 2, C, 1).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final LoadModel model = new FairShareLoadModel(topology, SECOND);
    private final int up = topology.routes().upLink(topology.host("h1").index());

    @BeforeEach
    void idle() {
        topology.links().forEach(link -> loads.measured(link.index(), 0, SECOND, Origin.SWITCH));
    }

    private boolean isUncontended(long nowNanos) {
        model.observe(loads.view(nowNanos), nowNanos);
        return UncontendedCheck.isUncontended(model.availableBandwidth(), nowNanos);
    }

    private void disk(String host, double busy) {
        loads.status(topology.host(host).index(), new NodeStatus(1, 1, busy, 1));
    }

    @Test
    void anIdleClusterIs() {
        assertThat(isUncontended(SECOND)).isTrue();
    }

    @Test
    void oneOfWhichNothingIsKnownIsNot() {
        assertThat(UncontendedCheck.isUncontended(model.availableBandwidth(), SECOND))
                .as("never heard of")
                .isFalse();
        assertThat(isUncontended(60 * SECOND)).as("not for long").isFalse();
    }

    @Test
    void oneLinkThatOthersUseIsEnough() {
        loads.measured(up, 0.2 * C, 2 * SECOND, Origin.SWITCH);
        assertThat(isUncontended(2 * SECOND)).isTrue();
        loads.measured(up, 0.9 * C, 3 * SECOND, Origin.SWITCH);
        assertThat(isUncontended(3 * SECOND)).isFalse();
    }

    @Test
    void whatIsOursIsNobodyToBeKeptAwayFrom() {
        model.observe(loads.view(SECOND), SECOND);
        model.commit(new Transfer(List.of(topology.links().get(up)), 100_000_000, C), SECOND);
        topology.links().forEach(link -> loads.measured(link.index(), 0, 2 * SECOND, Origin.SWITCH));
        loads.measured(up, 0.95 * C, 2 * SECOND, Origin.SWITCH);
        assertThat(isUncontended(2 * SECOND)).isTrue();
    }

    @Test
    void oneDiskThatIsBusierThanOthersIsEnough() {
        disk("h1", 0.9);
        disk("h2", 0.8);
        assertThat(isUncontended(SECOND)).as("alike").isTrue();
        disk("h3", 0.1);
        assertThat(isUncontended(SECOND)).isFalse();
    }

    private List<String> contendedHosts(long nowNanos) {
        model.observe(loads.view(nowNanos), nowNanos);
        return UncontendedCheck.contendedHosts(model.availableBandwidth(), nowNanos).stream()
                .mapToObj(host -> topology.nodes().get(host).name())
                .toList();
    }

    @Test
    void onlyHostsWhoseOwnLinksOrDisksOthersUseAreContended() {
        assertThat(contendedHosts(SECOND)).isEmpty();
        loads.measured(up, 0.9 * C, 2 * SECOND, Origin.SWITCH);
        disk("h2", 0.1);
        disk("h3", 0.2);
        disk("h4", 0.7);
        assertThat(contendedHosts(2 * SECOND)).containsExactlyInAnyOrder("h1", "h4");
    }

    @Test
    void whereNothingIsKnownAllHostsCountAsContended() {
        assertThat(contendedHosts(60 * SECOND)).containsExactlyInAnyOrder("h1", "h2", "h3", "h4");
    }
}
