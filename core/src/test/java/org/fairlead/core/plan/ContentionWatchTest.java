// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Contention;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

class ContentionWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 12.5e6;

    private final Topology topology =
            Topologies.tree(new Topology.Builder("two racks"), 2, 2, C, 1).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final LoadModel model = new FairShareLoadModel(topology, SECOND);
    private final int up = upLink("h1");
    private final ContentionWatch watch = new ContentionWatch(new SourceRates());

    private int upLink(String host) {
        return topology.routes().upLink(topology.host(host).index());
    }

    private void look(long second, double used, Set<String> slowHosts) {
        look(second, up, used, slowHosts);
    }

    /** Others use that much of one link. */
    private void look(long second, int link, double used, Set<String> slowHosts) {
        topology.links()
                .forEach(each ->
                        loads.measured(each.index(), each.index() == link ? used : 0, second * SECOND, Origin.SWITCH));
        model.observe(loads.view(second * SECOND), second * SECOND);
        watch.renew(Optional.of(new Known(topology, model.availableBandwidth())), slowHosts, second * SECOND);
    }

    private record Known(Topology topology, AvailableBandwidth network) implements ClusterSnapshot {
        @Override
        public int host(String name) {
            return topology.host(name).index();
        }

        @Override
        public double bytesToReceive(int host) {
            return 0;
        }

        @Override
        public double bytesToSend(int host) {
            return 0;
        }

        @Override
        public Map<String, ExecutorMemory> memory() {
            return Map.of();
        }

        @Override
        public double bytesToRead(int host) {
            return 0;
        }
    }

    @Test
    void whatOthersUseForThreeSecondsCountsAndASlowHostAtOnce() {
        look(1, 0, Set.of());
        assertThat(watch.isUncontended()).isTrue();
        look(2, 0.9 * C, Set.of());
        look(3, 0.9 * C, Set.of());
        assertThat(watch.isUncontended()).as("for two seconds").isTrue();
        look(4, 0.9 * C, Set.of());
        assertThat(watch.isUncontended()).isFalse();

        look(5, 0, Set.of());
        assertThat(watch.isUncontended()).isTrue();
        look(6, 0, Set.of("h2"));
        assertThat(watch.isUncontended()).isFalse();
    }

    /** As what tasks read beside their own blocks looks. */
    @Test
    void linksThatAreUsedForAMomentEachDoNotCount() {
        look(1, 0, Set.of());
        for (int second = 2; second < 20; second++) {
            look(second, upLink(second % 2 == 0 ? "h1" : "h2"), 0.9 * C, Set.of());

            assertThat(watch.isUncontended()).as("second " + second).isTrue();
        }
    }

    @Test
    void whatIsUsedWhenItIsFirstLookedAtCountsAtOnce() {
        look(1, 0.9 * C, Set.of());

        assertThat(watch.isUncontended()).isFalse();
    }

    @Test
    void whatWasSeenIsToldWithItsTime() {
        watch.renew(Optional.empty(), Set.of(), 0);
        look(1, 0, Set.of());
        look(3, 0.9 * C, Set.of());
        look(4, 0.9 * C, Set.of());
        look(6, 0, Set.of("h2"));
        look(10, 0, Set.of());

        assertThat(watch.seconds(Contention.UNKNOWN)).isCloseTo(1, within(1e-9));
        assertThat(watch.seconds(Contention.NONE)).isCloseTo(3, within(1e-9));
        assertThat(watch.seconds(Contention.LINKS)).isCloseTo(2, within(1e-9));
        assertThat(watch.seconds(Contention.HOSTS)).isCloseTo(4, within(1e-9));
        assertThat(watch.seconds(Contention.DISKS)).isZero();
    }
}
