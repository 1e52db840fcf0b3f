// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class BandwidthSelectorTest {
    private static final BandwidthSelector SELECTOR = new BandwidthSelector();
    private final Topology topology = Situation.tree(4, 3);

    private Map<String, Integer> firsts(Situation situation, Optional<Host> reader, String... replicas) {
        List<Host> hosts = Arrays.stream(replicas).map(topology::host).toList();
        Map<String, Integer> firsts = new HashMap<>();
        for (long seed = 0; seed < 1000; seed++) {
            ReadOrder order = SELECTOR.order(
                    new ReadRequest(reader, hosts, 1 << 20), situation.model.availableBandwidth(), 1, seed);
            firsts.merge(((ReadOrder.Ordered) order).replicas().get(0).name(), 1, Integer::sum);
        }
        return firsts;
    }

    @Property(tries = 200)
    void theOrderIsAPermutationAndTheSameForTheSameSeed(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int count) {
        Random random = new Random(seed);
        Situation situation = new Situation(topology, link -> random.nextDouble());
        List<Host> hosts = new ArrayList<>(topology.hosts());
        Collections.shuffle(hosts, random);
        Optional<Host> reader = random.nextBoolean() ? Optional.of(hosts.get(random.nextInt(12))) : Optional.empty();
        ReadRequest request = new ReadRequest(reader, hosts.subList(0, count), 1 << 20);

        ReadOrder.Ordered order =
                (ReadOrder.Ordered) SELECTOR.order(request, situation.model.availableBandwidth(), 1, seed);

        assertThat(order.replicas()).containsExactlyInAnyOrderElementsOf(request.replicas());
        assertThat(SELECTOR.order(request, situation.model.availableBandwidth(), 1, seed))
                .isEqualTo(order);
        reader.filter(request.replicas()::contains)
                .ifPresent(local -> assertThat(order.replicas().get(0)).isEqualTo(local));
    }

    @Test
    void equalsLeadEquallyOftenAndALoadedReplicaHardlyEver() {
        Situation situation = new Situation(topology, link -> link.name().equals("h7->e3") ? 0.9 : 0);

        Map<String, Integer> firsts = firsts(situation, Optional.of(topology.host("h1")), "h4", "h7", "h10");

        assertThat(firsts.getOrDefault("h7", 0)).isLessThan(10);
        assertThat(firsts.get("h4")).isBetween(430, 570);
    }

    @Test
    void aReplicaInTheReadersRackLeadsUnlessItGivesLess() {
        Situation idle = new Situation(topology, link -> 0);
        Situation busy = new Situation(topology, link -> link.name().equals("h2->e1") ? 0.5 : 0);
        Optional<Host> reader = Optional.of(topology.host("h1"));

        assertThat(firsts(idle, reader, "h4", "h2", "h10").get("h2")).isGreaterThan(990);
        assertThat(firsts(busy, reader, "h4", "h2", "h10").getOrDefault("h2", 0))
                .isLessThan(100);
    }

    @Test
    void aReaderFromOutsideIsServedByTheWayToTheCore() {
        Situation situation = new Situation(topology, link -> link.name().equals("e3->c1") ? 0.95 : 0);

        assertThat(firsts(situation, Optional.empty(), "h7", "h10").getOrDefault("h7", 0))
                .isLessThan(10);
    }

    @Test
    void stocksOrderStaysWhenReplicasAreUnknown() {
        Situation situation = new Situation(topology, link -> link.name().contains("h7") ? -1 : 0);
        ReadRequest request = new ReadRequest(
                Optional.of(topology.host("h1")), List.of(topology.host("h7"), topology.host("h10")), 1 << 20);

        assertThat(SELECTOR.order(request, situation.model.availableBandwidth(), 1, 1))
                .isInstanceOf(ReadOrder.LeftToStock.class);
    }
}
