// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficPatternTest {
    private static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 100).build();

    private static List<TrafficPattern.Pair> draw(String name, long seed) {
        return TrafficPattern.named(name).draw(FAT_TREE, FAT_TREE.hosts(), new Random(seed));
    }

    static List<String> evaluated() {
        return TrafficPattern.EVALUATED;
    }

    @ParameterizedTest
    @MethodSource("evaluated")
    void nobodySendsToItselfNorTwiceToAnother(String name) {
        for (long seed = 0; seed < 20; seed++) {
            List<TrafficPattern.Pair> pairs = draw(name, seed);

            assertThat(pairs).doesNotHaveDuplicates().noneMatch(pair -> pair.from()
                    .equals(pair.to()));
            assertThat(pairs).isEqualTo(draw(name, seed));
            assertThat(TrafficPattern.named(name).name()).isEqualTo(name);
        }
    }

    @Test
    void aStrideGoesSoFarAndAroundTheEnd() {
        assertThat(draw("stride-8", 1))
                .hasSize(16)
                .contains(pair("h1", "h9"), pair("h16", "h8"))
                .isEqualTo(TrafficPattern.stride(8).draw(FAT_TREE, FAT_TREE.hosts(), new Random(2)));
    }

    private static TrafficPattern.Pair pair(String from, String to) {
        return new TrafficPattern.Pair(FAT_TREE.host(from), FAT_TREE.host(to));
    }

    @Test
    void aBijectionHasEachHostReceiveOnce() {
        assertThat(draw("random-bijective", 3))
                .extracting(TrafficPattern.Pair::to)
                .hasSize(16)
                .doesNotHaveDuplicates();
    }

    @Test
    void staggeredFlowsStayNearAsOftenAsTheirNameSays() {
        int draws = 500;
        int rack = 0;
        int pod = 0;
        Random random = new Random(1);
        for (int i = 0; i < draws; i++) {
            List<TrafficPattern.Pair> pairs =
                    TrafficPattern.named("staggered-50-30").draw(FAT_TREE, FAT_TREE.hosts(), random);
            rack += count(pairs, pair -> pair.from().rack().equals(pair.to().rack()));
            pod += count(pairs, pair -> pod(pair.from()) == pod(pair.to()));
        }

        assertThat(rack / (16.0 * draws)).isBetween(0.48, 0.52);
        assertThat(pod / (16.0 * draws)).isBetween(0.78, 0.82);
    }

    private static int count(List<TrafficPattern.Pair> pairs, Predicate<TrafficPattern.Pair> which) {
        return (int) pairs.stream().filter(which).count();
    }

    private static int pod(Host host) {
        return (Integer.parseInt(host.name().substring(1)) - 1) / 4;
    }

    @Test
    void withoutPodsTheNextWiderPlaceCounts() {
        Topology racks = Topologies.multiRooted(new Topology.Builder("roots"), 3, 1, 2, 100, 100)
                .build();

        List<TrafficPattern.Pair> pairs =
                TrafficPattern.named("staggered-50-50").draw(racks, racks.hosts(), new Random(1));

        assertThat(pairs).hasSize(3).noneMatch(pair -> pair.from().equals(pair.to()));
    }

    @Test
    void oneHostIsHotAndAllMeetInAllToAll() {
        assertThat(draw("hot-spot", 5))
                .hasSize(15)
                .extracting(TrafficPattern.Pair::to)
                .containsOnly(draw("hot-spot", 5).get(0).to());
        assertThat(draw("all-to-all", 5)).hasSize(240);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stride", "stride-0", "staggered-60-50", "staggered-1", "Random", ""})
    void anotherNameIsRefusedWithWhatIsAccepted(String name) {
        assertThatThrownBy(() -> TrafficPattern.named(name))
                .hasMessageContaining("no traffic pattern '" + name + "'; accepted: stride-I");
    }

    @Test
    void whatGoesNowhereIsRefused() {
        assertThatThrownBy(() -> draw("stride-32", 1)).hasMessageContaining("each would send to itself");
        assertThatThrownBy(() -> TrafficPattern.named("random")
                        .draw(FAT_TREE, FAT_TREE.hosts().subList(0, 1), new Random(1)))
                .hasMessageContaining("1 hosts");
    }
}
