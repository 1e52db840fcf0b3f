// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

/** h1's flows are steered, h2's are left to the network, h3's could not be steered. */
class PathComparisonTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MB = 1_000_000L;
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 3, 2, 1e6, 1e6)
            .build();

    private final PathComparison comparison = new PathComparison();
    private final PathComparison.Sides sides = new PathComparison.Sides() {
        @Override
        public boolean couldBeSteered(FlowUnit unit) {
            return unit.source() != ROOTS.host("h3").index();
        }

        @Override
        public boolean isSteered(FlowUnit unit) {
            return unit.source() == ROOTS.host("h1").index();
        }
    };

    private void renew(long nowNanos, FlowRequest... flows) {
        comparison.renew(ROOTS, Map.of("app", List.of(flows)), sides, nowNanos);
    }

    private static FlowRequest flow(String from, String to, long bytes) {
        return FlowRequest.of(1, ROOTS.host(from).index(), ROOTS.host(to).index(), TrafficClass.SHUFFLE, bytes, 1e6);
    }

    @Test
    void aRequestTakesFromItsBeginToItsEndAndCarriesWhatIsNoLongerToCome() {
        renew(0, flow("h1", "h4", 100 * MB), flow("h2", "h4", 50 * MB));
        renew(SECOND, flow("h1", "h4", 60 * MB), flow("h2", "h4", 70 * MB)); // more was requested of h2
        renew(4 * SECOND, flow("h2", "h4", 10 * MB));
        renew(7 * SECOND);

        assertThat(comparison.result().samplesOurs()).isEqualTo(1);
        assertThat(comparison.result().meanOurs()).as("4 s for 0.1 GB").isEqualTo(40);
        assertThat(comparison.result().meanStock()).as("7 s for 0.07 GB").isEqualTo(100);
        assertThat(comparison.result().gain()).isEqualTo(0.6);
    }

    @Test
    void whatCouldNotBeSteeredOrIsSmallOrShortIsNotCompared() {
        renew(
                0,
                flow("h3", "h4", 100 * MB),
                flow("h1", "h2", 100 * MB),
                flow("h1", "h4", MB / 2),
                FlowRequest.of(1, FlowRequest.MANY, ROOTS.host("h4").index(), TrafficClass.SHUFFLE, 100 * MB, 1));
        renew(SECOND, flow("h1", "h5", 100 * MB));
        renew(SECOND + SECOND / 4);

        assertThat(comparison.result().samplesOurs()).isZero();
        assertThat(comparison.result().samplesStock()).isZero();
    }

    @Test
    void whatGoesOnWhileNobodyIsSteeredDoesNotCount() {
        renew(0, flow("h1", "h4", 100 * MB));
        comparison.interrupt();
        renew(5 * SECOND);

        assertThat(comparison.result().samplesOurs()).isZero();
    }
}
