// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placement that follows the network stores about as evenly as placement that does not. */
@Tag("long")
class StorageBalanceTest {
    private static final int BLOCKS = 100_000;

    /** Deviation of stored replicas over hosts after the same writers wrote the same blocks. */
    private static double deviation(String policy, Supplier<Situation> situations) {
        Situation situation = situations.get();
        ReplicaPlacer placer = Placers.named(policy);
        List<Host> hosts = situation.topology.hosts();
        Random writers = new Random(7);
        for (int block = 0; block < BLOCKS; block++) {
            PlacementRequest request = situation.newBlock(hosts.get(writers.nextInt(hosts.size())));
            long now = block * 10_000L;
            Placement.Chosen chosen =
                    (Placement.Chosen) placer.select(request, situation.model.availableBandwidth(), now, block);
            placer.placed(request, chosen.targets());
            situation.store(chosen.targets());
        }
        System.out.printf("storage %s, %d hosts: deviation %.2f%n", policy, hosts.size(), situation.deviation());
        return situation.deviation();
    }

    @ParameterizedTest
    @CsvSource({"4, 3", "15, 20", "150, 20"})
    void atMostAFifthMoreThanRandomWhenHalfOfTheRacksStayHot(int racks, int hostsPerRack) {
        Topology topology = Situation.tree(racks, hostsPerRack);
        double random = deviation("random", () -> Situation.halfHot(topology));

        double hot = deviation("fairlead", () -> Situation.halfHot(topology));

        assertThat(hot / random).isLessThanOrEqualTo(1.2);
    }

    @ParameterizedTest
    @CsvSource({"4, 3"})
    void atMostAFifthMoreThanRandomWhenNothingOrOneRackOrAllButOneIsHot(int racks, int hostsPerRack) {
        Topology topology = Situation.tree(racks, hostsPerRack);
        double random = deviation("random", () -> Situation.halfHot(topology));

        double idle = deviation("fairlead", () -> new Situation(topology, link -> 0));
        double oneHot = deviation(
                "fairlead", () -> new Situation(topology, link -> link.name().equals("c1->e1") ? 0.9 : 0));
        double oneCold = deviation(
                "fairlead", () -> new Situation(topology, link -> link.name().equals("c1->e1") ? 0 : 0.7));

        assertThat(idle / random).isLessThanOrEqualTo(1.2);
        assertThat(oneHot / random).isLessThanOrEqualTo(1.2);
        assertThat(oneCold / random).isLessThanOrEqualTo(1.2);
    }

    @Test
    void racksOfUnequalSizeAreFilledAsRandomFillsThem() {
        Topology.Builder builder = new Topology.Builder("unequal").switchNode("c1");
        int host = 0;
        for (int rack = 1; rack <= 30; rack++) {
            builder.switchNode("e" + rack).cable("e" + rack, "c1", 1e9);
            for (int i = 0; i < (rack % 3 + 1) * 4; i++) {
                host++;
                builder.host("h" + host, "r" + rack).cable("h" + host, "e" + rack, 125e6);
            }
        }
        Topology topology = builder.build();
        double random = deviation("random", () -> new Situation(topology, link -> 0));
        double ours = deviation("fairlead", () -> Situation.halfHot(topology));

        assertThat(ours / random).isLessThanOrEqualTo(1.2);
    }

    @Test
    void aSmallClusterWhoseFilesAreDeletedIsSteeredFreelyForHundredsOfRounds() {
        Situation situation = Situation.halfHot(Situation.tree(4, 3));
        ReplicaPlacer placer = new PipelinePlacer();
        int coldTargets = 0;
        int remote = 0;
        for (int round = 0; round < 400; round++) {
            for (int i = 0; i < 36; i++) {
                Host writer = situation.topology.hosts().get(i % 12);
                PlacementRequest request = situation.newBlock(writer);
                Placement.Chosen chosen = (Placement.Chosen)
                        placer.select(request, situation.model.availableBandwidth(), 1, round * 100L + i);
                placer.placed(request, chosen.targets());
                situation.store(chosen.targets());
                for (Host target : chosen.targets()) {
                    if (!target.rack().equals(writer.rack())) {
                        remote++;
                        coldTargets +=
                                target.rack().equals("r3") || target.rack().equals("r4") ? 1 : 0;
                    }
                }
            }
            Arrays.fill(situation.stored, 0);
        }
        assertThat(coldTargets).isGreaterThan((int) (0.9 * remote));
    }

    @Test
    void hostsThatJoinEmptyDoNotCloseTheOthersUntilTheseGetMore() {
        Situation situation = new Situation(Situation.tree(4, 3), link -> 0);
        List<Host> joining = situation.topology.racks().get("r4");
        List<Host> old = new ArrayList<>(situation.topology.hosts());
        old.removeAll(joining);
        PlacementRequest request = situation.request(Optional.empty(), List.of(), 3, 2);
        StorageBalance balance = new StorageBalance();
        balance.refresh(situation.topology, situation, 0);
        for (int i = 0; i < 667; i++) {
            balance.placed(request, old);
        }
        old.forEach(host -> situation.stored[host.index()] = 1_000);
        balance.refresh(situation.topology, situation, Situation.SECOND);

        balance.placed(request, joining);
        situation.store(joining);
        balance.refresh(situation.topology, situation, 2 * Situation.SECOND);

        assertThat(balance.isFree()).isTrue();
        assertThat(balance.excess(joining.get(0).index()))
                .as("of choices alike the emptier one")
                .isNegative();
        for (int i = 0; i < 100; i++) {
            balance.placed(request, old);
            situation.store(old);
        }
        balance.refresh(situation.topology, situation, 3 * Situation.SECOND);
        assertThat(balance.isFree()).as("what we place unevenly since counts").isFalse();
        assertThat(balance.isAboveMean(old.get(0).index())).isTrue();
        assertThat(balance.isAboveMean(joining.get(0).index())).isFalse();
    }

    @Test
    void anImbalanceThatWasThereBeforeStopsNothing() {
        Situation situation = Situation.halfHot(Situation.tree(4, 3));
        List<Host> cold = new ArrayList<>(situation.topology.racks().get("r3"));
        cold.addAll(situation.topology.racks().get("r4"));
        cold.forEach(host -> situation.stored[host.index()] = 1_000);
        ReplicaPlacer placer = new PipelinePlacer();
        for (int i = 0; i < 20; i++) {
            PlacementRequest request = situation.newBlock(situation.topology.host("h1"));
            Placement.Chosen chosen =
                    (Placement.Chosen) placer.select(request, situation.model.availableBandwidth(), 1, i);
            placer.placed(request, chosen.targets());
            situation.store(chosen.targets());
            assertThat(chosen.targets().stream().filter(target -> !target.rack().equals("r1")))
                    .allMatch(cold::contains);
        }
    }
}
