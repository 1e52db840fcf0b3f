// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;

/** What every placement policy keeps, and what ours does besides. */
class PlacersTest {
    private static final List<String> ALL = Placers.names();

    private static Situation drawn(Random random) {
        Topology topology =
                switch (random.nextInt(3)) {
                    case 0 -> Situation.tree(1 + random.nextInt(6), 1 + random.nextInt(10));
                    case 1 ->
                        Topologies.fatTree(new Topology.Builder("fat"), 4, 125e6)
                                .build();
                    default ->
                        Topologies.multiRooted(
                                        new Topology.Builder("roots"),
                                        2 + random.nextInt(40),
                                        1 + random.nextInt(4),
                                        3,
                                        125e6,
                                        125e6)
                                .build();
                };
        Situation situation = new Situation(topology, link -> random.nextDouble());
        for (Host host : topology.hosts()) {
            if (random.nextInt(4) == 0) {
                situation.refused.add(host.index());
            }
            situation.stored[host.index()] = random.nextInt(100);
        }
        return situation;
    }

    private static PlacementRequest drawn(Situation situation, Random random) {
        List<Host> hosts = new ArrayList<>(situation.topology.hosts());
        Collections.shuffle(hosts, random);
        List<Host> chosen = hosts.subList(0, Math.min(random.nextInt(3), hosts.size()));
        Optional<Host> writer =
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(hosts.get(random.nextInt(hosts.size())));
        return situation.request(writer, chosen, 1 + random.nextInt(6), 1 + random.nextInt(6));
    }

    @Property(tries = 400)
    void aChoiceKeepsTheRulesAndTheSameArgumentsGiveTheSameChoice(@ForAll long seed) {
        Random random = new Random(seed);
        Situation situation = drawn(random);
        PlacementRequest request = drawn(situation, random);
        long free = situation.topology.hosts().stream()
                .filter(host ->
                        situation.eligible(host.index()) && !request.chosen().contains(host))
                .count();
        for (String policy : ALL) {
            Placement placement = Placers.named(policy).select(request, situation.model.availableBandwidth(), 1, seed);
            if (placement instanceof Placement.Chosen chosen) {
                assertThat(Placers.named(policy).validate(request, chosen.targets(), situation.topology))
                        .as(policy)
                        .isEmpty();
                assertThat(keepsMostPerRack(situation, request, chosen.targets()))
                        .as(policy)
                        .isTrue();
            } else {
                assertThat(free).as(policy + ": " + placement.reason()).isLessThan(request.additional());
            }
            assertThat(Placers.named(policy).select(request, situation.model.availableBandwidth(), 1, seed))
                    .isEqualTo(placement);
        }
    }

    /** Whether no rack has more replicas than the rule allows; also where too few hosts are left for that, and of more than two fault domains, which come first. */
    private static boolean keepsMostPerRack(Situation situation, PlacementRequest request, List<Host> targets) {
        Routes routes = situation.topology.routes();
        RackRule rule = new RackRule(routes, request);
        long room = 0;
        for (int rack = 0; rack < routes.racks(); rack++) {
            long free = Arrays.stream(routes.hostsOf(rack))
                    .filter(host -> situation.eligible(host)
                            && request.chosen().stream().noneMatch(replica -> replica.index() == host))
                    .count();
            room += Math.min(free, rule.mostPerRack() - rule.in(rack));
        }
        if (rule.faultDomains() > 2 || room < request.additional()) {
            return true;
        }
        targets.forEach(target -> rule.add(routes.rackOf(target.index())));
        return targets.stream().allMatch(target -> rule.in(routes.rackOf(target.index())) <= rule.mostPerRack());
    }

    @Property(tries = 50)
    void aRackThatHasAllItMayHaveGetsNoneOfAPair(@ForAll long seed) {
        Topology topology = Situation.tree(4, 3);
        Situation situation = new Situation(topology, link -> 0);
        PlacementRequest request = situation.request(
                Optional.of(topology.host("h1")), List.of(topology.host("h1"), topology.host("h2")), 2, 2);

        for (String policy : ALL) {
            Placement.Chosen chosen = (Placement.Chosen)
                    Placers.named(policy).select(request, situation.model.availableBandwidth(), 1, seed);
            assertThat(chosen.targets()).as(policy).hasSize(2).noneMatch(host -> host.rack()
                    .equals("r1"));
        }
    }

    @Test
    void validationNamesWhatIsBroken() {
        Situation situation = new Situation(Situation.tree(3, 3), link -> 0);
        situation.refused.add(situation.topology.host("h5").index());
        PlacementRequest request = situation.newBlock(situation.topology.host("h1"));
        Topology topology = situation.topology;

        List<String> broken = new PipelinePlacer()
                .validate(request, List.of(topology.host("h1"), topology.host("h1"), topology.host("h2")), topology);
        assertThat(broken)
                .hasSize(2)
                .anyMatch(rule -> rule.contains("two replicas"))
                .anyMatch(rule -> rule.contains("1 racks; 2 are possible"));
        assertThat(new PipelinePlacer().validate(request, List.of(topology.host("h5")), topology))
                .anyMatch(rule -> rule.contains("1 targets; 3"))
                .anyMatch(rule -> rule.contains("h5 is not eligible"));
    }

    @Property(tries = 50)
    void stockDecidesWhenMoreThanAFifthIsUnknown(@ForAll long seed, @ForAll @IntRange(max = 12) int silent) {
        Topology topology = Situation.tree(4, 3);
        Situation situation = new Situation(topology, link -> {
            String host =
                    link.from() instanceof Host ? link.from().name() : link.to().name();
            boolean own = link.from() instanceof Host || link.to() instanceof Host;
            return own && Integer.parseInt(host.substring(1)) <= silent ? -1 : 0.1;
        });
        PlacementRequest request = situation.newBlock(topology.host("h12"));

        Placement placement = new PipelinePlacer().select(request, situation.model.availableBandwidth(), 1, seed);

        assertThat(placement instanceof Placement.LeftToStock).isEqualTo(silent >= 3);
        assertThat(new SinbadPlacer().select(request, situation.model.availableBandwidth(), 4 * Situation.SECOND, seed))
                .isInstanceOf(Placement.LeftToStock.class);
    }

    @Test
    void stockDecidesAsSoonAsEveryReportIsOverdue() {
        Situation situation = Situation.halfHot(Situation.tree(4, 3));
        PlacementRequest request = situation.newBlock(situation.topology.host("h12"));
        long late = 3 * Situation.SECOND / 2;

        for (ReplicaPlacer placer : List.of(new PipelinePlacer(), new SinbadPlacer())) {
            assertThat(placer.select(request, situation.model.availableBandwidth(), late - 1, 1))
                    .isInstanceOf(Placement.Chosen.class);
            assertThat(placer.select(request, situation.model.availableBandwidth(), late, 1))
                    .isInstanceOf(Placement.LeftToStock.class);
        }
    }

    @Property(tries = 50)
    void stocksFirstReplicaOfAWriterThatCannotStoreIsInItsRack(@ForAll long seed) {
        Situation situation = new Situation(Situation.tree(3, 3), link -> 0);
        Host writer = situation.topology.host("h4");
        situation.refused.add(writer.index());
        PlacementRequest request = situation.newBlock(writer);
        Placement.Chosen chosen = (Placement.Chosen)
                Placers.named("random").select(request, situation.model.availableBandwidth(), 1, seed);
        assertThat(chosen.targets().get(0).name()).isIn("h5", "h6");
        situation.refused.addAll(List.of(
                situation.topology.host("h5").index(),
                situation.topology.host("h6").index()));
        assertThat(Placers.named("random").select(request, situation.model.availableBandwidth(), 1, seed))
                .isInstanceOf(Placement.Chosen.class);
    }

    @Test
    void aHostThatCannotSendOnIsNotPutInTheMiddle() {
        Topology topology = Situation.tree(2, 2);
        Situation situation = new Situation(topology, link -> link.name().equals("h3->e2") ? 0.9 : 0);
        for (long seed = 0; seed < 50; seed++) {
            PlacementRequest request = situation.newBlock(topology.host("h1"));
            Placement.Chosen chosen = (Placement.Chosen)
                    new PipelinePlacer().select(request, situation.model.availableBandwidth(), 1, seed);
            assertThat(chosen.targets().get(1).name()).isNotEqualTo("h3");
            assertThat(chosen.bytesPerSecond()).isGreaterThan(100e6);
        }
    }

    @Test
    void aSurvivorOfAPipelineStaysAndTheNewTargetGoesWhereThereIsRoom() {
        Topology topology = Situation.tree(4, 3);
        Situation situation = new Situation(
                topology, link -> link.name().equals("c1->e2") || link.name().equals("c1->e4") ? 0.9 : 0);
        PlacementRequest request = situation.request(
                Optional.of(topology.host("h1")), List.of(topology.host("h1"), topology.host("h2")), 1, 2);

        Placement.Chosen chosen =
                (Placement.Chosen) new PipelinePlacer().select(request, situation.model.availableBandwidth(), 1, 5);

        assertThat(chosen.targets()).singleElement().extracting(Host::rack).isEqualTo("r3");
    }

    @Test
    void erasureCodingSpansAsManyRacksAsThereAre() {
        Topology topology = Situation.tree(5, 4);
        Situation situation = new Situation(topology, link -> 0.2);
        PlacementRequest request = situation.request(Optional.of(topology.host("h1")), List.of(), 9, 9);

        Placement.Chosen chosen =
                (Placement.Chosen) new PipelinePlacer().select(request, situation.model.availableBandwidth(), 1, 5);

        assertThat(chosen.targets().stream().collect(Collectors.groupingBy(Host::rack, Collectors.counting())))
                .hasSize(5)
                .allSatisfy((rack, replicas) -> assertThat(replicas).isLessThanOrEqualTo(2));
    }

    @Test
    void aHundredPlacementsBetweenTwoViewsSpreadOverIdleLinks() {
        Topology topology = Situation.tree(10, 10);
        Situation situation = new Situation(topology, link -> 0);
        ReplicaPlacer placer = new PipelinePlacer();
        long[] received = new long[topology.nodes().size()];
        for (int i = 0; i < 100; i++) {
            PlacementRequest request = situation.newBlock(topology.hosts().get(i));
            Placement.Chosen chosen =
                    (Placement.Chosen) placer.select(request, situation.model.availableBandwidth(), 1, i);
            List<Host> hops = new ArrayList<>(List.of(topology.hosts().get(i)));
            hops.addAll(chosen.targets());
            situation.model.commit(
                    Transfer.along(
                            new EvenSplit(topology.routes()),
                            hops,
                            TrafficClass.REPLICATION,
                            128 << 20,
                            chosen.bytesPerSecond()),
                    1);
            chosen.targets().subList(1, 3).forEach(target -> received[target.index()]++);
        }
        assertThat(Arrays.stream(received).max().orElseThrow())
                .as("200 replicas on 100 hosts")
                .isLessThanOrEqualTo(5);
        Set<Integer> used = topology.hosts().stream()
                .map(Host::index)
                .filter(host -> received[host] > 0)
                .collect(Collectors.toSet());
        assertThat(used.size()).isGreaterThan(80);
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatAreAccepted() {
        assertThatThrownBy(() -> Placers.named("fastest"))
                .hasMessage("no placement policy 'fastest'; accepted: random, sinbad, fairlead, clairvoyant");
    }
}
