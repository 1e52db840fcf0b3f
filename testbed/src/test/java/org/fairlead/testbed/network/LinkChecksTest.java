// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.results.Check;
import org.junit.jupiter.api.Test;

class LinkChecksTest {
    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e6, 1).build();
    private final NetworkPlan plan = new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1));

    private List<LinkCount> allAt(double seconds, long bytes) {
        return topology.links().stream()
                .map(link -> new LinkCount((long) (seconds * 1e9), bytes, 0, 0))
                .toList();
    }

    @Test
    void aLinkMayCarryItsRateAndABurst() {
        // the slowest link's; a faster one may burst more
        long burst = topology.links().stream().mapToLong(plan::burstBytes).min().orElseThrow();

        assertThat(LinkChecks.withinCapacity(plan, List.of(allAt(0, 0), allAt(1, 1_000_000 + burst))))
                .matches(Check::passed);
    }

    @Test
    void moreInAnyIntervalFailsTheRun() {
        Check check = LinkChecks.withinCapacity(plan, List.of(allAt(0, 0), allAt(1, 1_300_000), allAt(3, 1_300_000)));

        assertThat(check.passed()).isFalse();
        assertThat(check.detail()).contains("carried 1300000 bytes in 1.000 s");
    }
}
