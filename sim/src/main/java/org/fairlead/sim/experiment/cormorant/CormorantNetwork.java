// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;

/**
 * A network on which the experiment runs: that of section IV, or another with its links, slots and kind of background traffic. All links carry 1 Gbit/s unless the meaning says
 * otherwise. Every fourth host computes nothing and exchanges background flows with workers: one of 800 Mbit/s and two of 50 Mbit/s each way, as in section IV.
 *
 * @param key by which it is chosen
 * @param meaning for people
 * @param topology whose hosts are in order
 */
public record CormorantNetwork(String key, String meaning, Topology topology) {
    private static final double GIGABIT = 125e6;
    private static final int OUTSIDER_OF = 4;
    private static final double LARGE = 0.8;
    private static final double SMALL = 0.05;

    /** The paper's. */
    public static final CormorantNetwork SECTION_IV = new CormorantNetwork(
            "section-iv",
            "8 hosts in 4 racks, 2 paths between racks",
            Topologies.multiRooted(new Topology.Builder("cormorant"), 4, 2, 2, GIGABIT, GIGABIT)
                    .build());

    /** A background flow. */
    record Flow(Host from, Host to, double bytesPerSecond) {}

    private record Other(String key, String meaning, UnaryOperator<Topology.Builder> adding) {}

    private static final List<Other> OTHERS = List.of(
            new Other(
                    "two-roots",
                    "32 hosts in 4 racks, 2 paths of 2 Gbit/s between racks: 2 : 1",
                    to -> Topologies.multiRooted(to, 4, 8, 2, GIGABIT, 2 * GIGABIT)),
            new Other(
                    "fat-tree",
                    "16 hosts, a fat tree with k = 4: 4 paths between pods",
                    to -> Topologies.fatTree(to, 4, GIGABIT)),
            new Other("three-tiers-200", "200 hosts, 8 pods of 5 racks of 5: 25 paths between pods", to -> new Tiers(
                            1, 8, 5, 5, 5, 5, 0)
                    .addTo(to)),
            new Other(
                    "four-tiers-200",
                    "200 hosts, 2 zones of 4 pods of 5 racks of 5: 100 paths between zones",
                    to -> new Tiers(2, 4, 5, 5, 5, 5, 4).addTo(to)),
            new Other(
                    "three-tiers-1000",
                    "1,000 hosts, 10 pods of 10 racks of 10: 100 paths between pods",
                    to -> new Tiers(1, 10, 10, 10, 10, 10, 0).addTo(to)),
            new Other(
                    "four-tiers-1000",
                    "1,000 hosts, 5 zones of 5 pods of 5 racks of 8: 200 paths between zones",
                    to -> new Tiers(5, 5, 5, 8, 8, 5, 5).addTo(to)));

    /**
     * Racks in pods in zones. Each rack's switch has a link to every aggregation switch of its pod; the i-th of each pod has one to each spine of the i-th group of its zone; the j-th spine of
     * each zone has one to each top switch of the j-th group, if there is more than one zone.
     *
     * @param pods of a zone
     * @param racks of a pod
     * @param hosts of a rack
     * @param aggregations of a pod
     * @param spines of a group
     * @param tops of a group
     */
    private record Tiers(int zones, int pods, int racks, int hosts, int aggregations, int spines, int tops) {
        Topology.Builder addTo(Topology.Builder to) {
            int ofZone = aggregations * spines;
            for (int top = 0; top < ofZone * tops; top++) {
                to.switchNode(name("t", top));
            }
            for (int spine = 0; spine < zones * ofZone; spine++) {
                to.switchNode(name("c", spine));
                for (int top = 0; top < tops; top++) {
                    to.cable(name("c", spine), name("t", spine % ofZone * tops + top), GIGABIT);
                }
            }
            for (int pod = 0; pod < zones * pods; pod++) {
                addPod(to, pod, pod / pods * ofZone);
            }
            return to;
        }

        private void addPod(Topology.Builder to, int pod, int firstSpine) {
            for (int aggregation = 0; aggregation < aggregations; aggregation++) {
                String name = name("a", pod * aggregations + aggregation);
                to.switchNode(name);
                for (int spine = 0; spine < spines; spine++) {
                    to.cable(name, name("c", firstSpine + aggregation * spines + spine), GIGABIT);
                }
            }
            for (int rack = pod * racks; rack < (pod + 1) * racks; rack++) {
                to.switchNode(name("e", rack));
                for (int aggregation = 0; aggregation < aggregations; aggregation++) {
                    to.cable(name("e", rack), name("a", pod * aggregations + aggregation), GIGABIT);
                }
                for (int host = rack * hosts; host < (rack + 1) * hosts; host++) {
                    to.host(name("h", host), name("r", rack)).cable(name("h", host), name("e", rack), GIGABIT);
                }
            }
        }

        private static String name(String kind, int place) {
            return kind + (place + 1);
        }
    }

    /** Of all. */
    public static List<String> keys() {
        return Stream.concat(Stream.of(SECTION_IV.key), OTHERS.stream().map(Other::key))
                .toList();
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public static CormorantNetwork named(String key) {
        if (key.equals(SECTION_IV.key)) {
            return SECTION_IV;
        }
        return OTHERS.stream()
                .filter(other -> other.key().equals(key))
                .findFirst()
                .map(other -> new CormorantNetwork(
                        key,
                        other.meaning(),
                        other.adding().apply(new Topology.Builder(key)).build()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no network '" + key + "'; accepted: " + String.join(", ", keys())));
    }

    boolean isThePapers() {
        return key.equals(SECTION_IV.key);
    }

    /** Hosts that compute and store. */
    List<Host> workers() {
        return hosts(false);
    }

    private List<Host> hosts(boolean outsiders) {
        List<Host> hosts = topology.hosts();
        List<Host> found = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            if ((i % OUTSIDER_OF == 0) == outsiders) {
                found.add(hosts.get(i));
            }
        }
        return found;
    }

    /** Background flows: those of the paper, or between workers that are drawn, none of which is an end of two large ones. */
    List<Flow> flows(Draw draw) {
        List<Host> outsiders = hosts(true);
        List<Host> workers = isThePapers()
                ? List.of("h3", "h4", "h2", "h7", "h8", "h6").stream()
                        .map(topology::host)
                        .toList()
                : shuffled(workers(), draw);
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < outsiders.size(); i++) {
            flows.add(new Flow(workers.get(3 * i + 1), outsiders.get(i), LARGE * GIGABIT));
        }
        for (int i = 0; i < outsiders.size(); i++) {
            flows.add(new Flow(outsiders.get(i), workers.get(3 * i), LARGE * GIGABIT));
        }
        for (int i = 0; i < outsiders.size(); i++) {
            Host outsider = outsiders.get(i);
            for (Host worker : List.of(workers.get(3 * i + 2), workers.get((3 * i + 5) % workers.size()))) {
                flows.add(new Flow(outsider, worker, SMALL * GIGABIT));
                flows.add(new Flow(worker, outsider, SMALL * GIGABIT));
            }
        }
        return flows;
    }

    private static List<Host> shuffled(List<Host> hosts, Draw draw) {
        List<Host> left = new ArrayList<>(hosts);
        return hosts.stream().map(host -> left.remove(draw.below(left.size()))).toList();
    }
}
