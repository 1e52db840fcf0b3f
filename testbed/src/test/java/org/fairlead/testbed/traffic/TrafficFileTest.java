// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficFileTest {
    private static final double MBIT = 1e6 / 8;
    /** Two racks of two hosts and a background host, two roots, one background host outside. */
    private static final Topology TOPOLOGY = TopologyFile.from(Yaml.parse("topology.yaml", """
            name: small
            multi-rooted: {racks: 2, hosts-per-rack: 2, roots: 2, host-link: 100mbit, uplink: 50mbit}
            hosts:
              - {name: n1, rack: r1, switch: e1, link: 100mbit, roles: [background]}
              - {name: n2, rack: r2, switch: e2, link: 100mbit, roles: [background]}
              - {name: n0, rack: outside, roles: [background]}
            links:
              - {between: [n0, c1], capacity: 100mbit}
              - {between: [n0, c2], capacity: 100mbit}
            """));

    private static TrafficPlan plan(String flow, long seed) {
        return TrafficFile.from(Yaml.parse("t.yaml", "flows:\n  - " + flow + "\n"), TOPOLOGY, seed);
    }

    private static Link link(String from, String to) {
        return TOPOLOGY.link(
                        TOPOLOGY.node(from).orElseThrow(), TOPOLOGY.node(to).orElseThrow())
                .orElseThrow();
    }

    @Test
    void aConstantFlowLoadsEachOfItsPathsAlikeWhileItLasts() {
        TrafficPlan plan = plan("{type: udp, from: h1, to: h3, rate: 40mbit, start: 2s, stop: 5s}", 1);

        assertThat(plan.offeredBytesPerSecond(link("h1", "e1"), 2)).isEqualTo(40 * MBIT);
        assertThat(plan.offeredBytesPerSecond(link("e1", "c1"), 4.9)).isEqualTo(20 * MBIT);
        assertThat(plan.offeredBytesPerSecond(link("c2", "e2"), 4.9)).isEqualTo(20 * MBIT);
        assertThat(plan.offeredBytesPerSecond(link("h1", "e1"), 1.9)).isZero();
        assertThat(plan.offeredBytesPerSecond(link("h1", "e1"), 5)).isZero();
        assertThat(plan.offeredBytesPerSecond(link("e2", "h4"), 3)).isZero();
        assertThat(plan.changes(link("h1", "e1"))).containsExactly(0.0, 2.0, 5.0);
    }

    @Test
    void aFlowOnOnePathLoadsThatAlone() {
        TrafficPlan plan = plan("{type: udp, from: h1, to: h3, rate: 40mbit, via: c2}", 1);

        assertThat(plan.offeredBytesPerSecond(link("e1", "c1"), 1)).isZero();
        assertThat(plan.offeredBytesPerSecond(link("e1", "c2"), 1)).isEqualTo(40 * MBIT);
        assertThat(plan.offeredBytesPerSecond(link("c2", "e2"), 1)).isEqualTo(40 * MBIT);
        assertThat(plan.offeredBytesPerSecond(link("e2", "h3"), 1)).isEqualTo(40 * MBIT);
    }

    @Test
    void onePathIsDrawnByTheSeedEachAsLikelyAndForEachFlowAnew() {
        int overFirst = 0;
        int apart = 0;
        for (int seed = 0; seed < 200; seed++) {
            String flow = "{type: udp, from: h1, to: h3, rate: 1mbit, paths: one}";
            TrafficPlan plan = plan(flow + "\n  - " + flow, seed);
            double first = plan.offeredBytesPerSecond(link("e1", "c1"), 1) / MBIT;
            assertThat(first + plan.offeredBytesPerSecond(link("e1", "c2"), 1) / MBIT)
                    .isEqualTo(2);
            overFirst += (int) Math.round(first);
            apart += first == 1 ? 1 : 0;
        }
        assertThat(overFirst).isBetween(160, 240);
        assertThat(apart).isBetween(70, 130);
    }

    @Test
    void anOnOffFlowAlternates() {
        TrafficPlan plan =
                plan("{type: on-off, from: h1, to: h2, rate: 10mbit, on: 2s, off: 3s, start: 1s, stop: 20s}", 1);

        assertThat(List.of(0.5, 1.5, 3.5, 5.9, 6.5).stream()
                        .map(at -> plan.offeredBytesPerSecond(link("h1", "e1"), at)))
                .containsExactly(0.0, 10 * MBIT, 0.0, 0.0, 10 * MBIT);
    }

    @Test
    void theSameSeedGivesTheSamePlanAndAnotherSeedAnother() {
        String flow =
                "{type: random, from: [h1, h2], to: [h1, h3], load: 8mbit, size: {mean: 100kB, distribution: exponential}, stop: 100s}";

        assertThat(plan(flow, 7).flows()).isEqualTo(plan(flow, 7).flows());
        assertThat(plan(flow, 7).flows()).isNotEqualTo(plan(flow, 8).flows());
    }

    @Test
    void randomTransfersAddUpToTheirLoadAndNeverStayOnOneHost() {
        String flow =
                "{type: random, from: [h1, h2], to: [h1, h3], load: 8mbit, size: {mean: 100kB, distribution: exponential}, stop: 1000s}";
        PlannedFlow.Transfers transfers =
                (PlannedFlow.Transfers) plan(flow, 7).flows().get(0);

        assertThat(transfers.transfers()).noneMatch(one -> one.from().equals(one.to()));
        assertThat(transfers.transfers().stream()
                                .mapToLong(PlannedFlow.Transfer::bytes)
                                .sum()
                        / 1000.0)
                .isCloseTo(8 * MBIT, within(0.8 * MBIT));
    }

    @Test
    void hotRacksKeepTheGivenShareOfEachOfTheirLinks() {
        TrafficPlan plan = plan("{type: hot-spots, racks: [r1], leave: 10%}", 1);

        for (String root : List.of("c1", "c2")) {
            assertThat(plan.offeredBytesPerSecond(link("e1", root), 3)).isCloseTo(45 * MBIT, within(1.0));
            assertThat(plan.offeredBytesPerSecond(link(root, "e1"), 3)).isCloseTo(45 * MBIT, within(1.0));
            assertThat(plan.offeredBytesPerSecond(link(root, "e2"), 3)).isZero();
        }
    }

    @Test
    void aHotHostIsLoadedFromItsOwnRackInTheGivenDirection() {
        TrafficPlan plan = plan("{type: hot-spots, hosts: [h1], direction: in, leave: 20%}", 1);

        assertThat(plan.offeredBytesPerSecond(link("e1", "h1"), 0)).isCloseTo(80 * MBIT, within(1.0));
        assertThat(plan.offeredBytesPerSecond(link("h1", "e1"), 0)).isZero();
        assertThat(plan.offeredBytesPerSecond(link("c1", "e1"), 0)).isZero();
    }

    @Test
    void hotSpotsMoveEachPeriod() {
        TrafficPlan plan = plan("{type: hot-spots, count: 1, every: 10s, leave: 10%, direction: in, stop: 200s}", 1);
        int moves = 0;
        for (int period = 0; period < 20; period++) {
            double at = period * 10 + 5;
            boolean first = plan.offeredBytesPerSecond(link("c1", "e1"), at) > 0;
            boolean second = plan.offeredBytesPerSecond(link("c1", "e2"), at) > 0;
            assertThat(first).isNotEqualTo(second);
            moves += first != plan.offeredBytesPerSecond(link("c1", "e1"), at + 10) > 0 ? 1 : 0;
        }
        assertThat(moves).isBetween(3, 17);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: upd, from: h1, to: h2, rate: 1mbit} | t.yaml:2: flows[0].type: 'upd'
            {type: udp, from: h9, to: h2, rate: 1mbit} | t.yaml:2: flows[0].from: no host 'h9'
            {type: udp, from: e1, to: h2, rate: 1mbit} | t.yaml:2: flows[0].from: no host 'e1'
            {type: udp, from: h1, to: h1, rate: 1mbit} | t.yaml:2: flows[0].to: 'h1' is the sender too
            {type: udp, from: h1, to: h2, rate: 0mbit} | t.yaml:2: flows[0].rate: '0mbit' must be above 0
            {type: udp, from: h1, to: h2, rate: 101mbit} | t.yaml:2: flows[0].rate: '101mbit' is above what link
            {type: udp, from: h1, to: h2} | t.yaml:2: flows[0].rate: is missing
            {type: udp, from: h1, to: h2, rate: 1mbit, start: 5s, stop: 5s} | t.yaml:2: flows[0].stop: must be after start
            {type: udp, from: h1, to: h2, rat: 1mbit} | t.yaml:2: flows[0].rat: unknown key
            {type: udp, from: h1, to: h3, rate: 51mbit, paths: one} | t.yaml:2: flows[0].rate: '51mbit' is above what link
            {type: udp, from: h1, to: h3, rate: 1mbit, via: [c1, c2]} | t.yaml:2: flows[0].via: no shortest path from 'h1' to 'h3' crosses c1 and c2
            {type: tcp, from: h1, to: h2, connections: 0} | t.yaml:2: flows[0].connections: '0' is not a whole number
            {type: on-off, from: h1, to: h2, rate: 1mbit, on: 0s, off: 1s} | t.yaml:2: flows[0].on: must be above 0
            {type: random, from: [h1], to: [h1], load: 1mbit, size: 1MB} | t.yaml:2: flows[0].to: 'h1' is the only sender too
            {type: random, from: [h1, h1], to: h1, load: 1mbit, size: 1MB} | t.yaml:2: flows[0].to: 'h1' is the only sender too
            {type: hot-spots, count: 1, every: 1ms, leave: 10%} | t.yaml:2: flows[0].every: draws more than 100000 times
            {type: random, from: h1, to: h2, size: 1MB} | t.yaml:2: flows[0]: exactly one of arrivals-per-second and load
            {type: hot-spots, racks: [r9], leave: 10%} | t.yaml:2: flows[0].racks: no rack 'r9'
            {type: hot-spots, racks: [r1], leave: 100%} | t.yaml:2: flows[0].leave: '100%' is not a share
            {type: hot-spots, count: 3, leave: 10%} | t.yaml:2: flows[0].count: '3' is not a whole number from 1 to 2
            {type: hot-spots, leave: 10%} | t.yaml:2: flows[0]: exactly one of racks, hosts and count
            """)
    void aMistakeIsNamedWithItsPlace(String flow, String message) {
        assertThatThrownBy(() -> plan(flow, 1))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void backgroundHostsWhoseLinksAreTooSlowForAHotSpotAreNamed() {
        Topology slow = TopologyFile.from(Yaml.parse("topology.yaml", """
                tree: {racks: 2, hosts-per-rack: 2, host-link: 100mbit}
                hosts:
                  - {name: n1, rack: r1, switch: e1, link: 100mbit, roles: [background]}
                  - {name: n0, rack: outside, switch: c1, link: 200mbit, roles: [background]}
                """));

        assertThatThrownBy(() -> TrafficFile.from(
                        Yaml.parse("t.yaml", "flows: [{type: hot-spots, racks: r1, leave: 10%}]"), slow, 1))
                .hasMessageContaining("to leave 10 % of the links of r1, link ")
                .hasMessageContaining("would have to carry 180mbit, but it carries 100mbit");
    }
}
