// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Which host sends to which at the same time, by the patterns with which Hedera was evaluated.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><td>{@code stride-I}</td><td>host x to host x + I, modulo the number of hosts</td></tr>
 * <tr><td>{@code staggered-E-P}</td><td>each host to one drawn: of its own rack with a probability of E %, of another rack of its pod with P %, else from beyond</td></tr>
 * <tr><td>{@code random}</td><td>each host to any other one</td></tr>
 * <tr><td>{@code random-bijective}</td><td>the same, and each receives from one: a random cycle through all hosts (Sattolo's algorithm)</td></tr>
 * <tr><td>{@code hot-spot}</td><td>all hosts to one that is drawn</td></tr>
 * <tr><td>{@code all-to-all}</td><td>each host to each other one</td></tr>
 * </table>
 *
 * <p>A host's pod is what is nearer to it than other racks are; where all other racks are equally far, it has none. Where nobody is in the place that was drawn,
 * the next wider one counts.
 *
 * <p>Example: of four hosts, {@code stride-1} is 1→2, 2→3, 3→4, 4→1.
 *
 * <p>Source: Al-Fares et al., Hedera, NSDI 2010, the section on evaluation.
 */
public final class TrafficPattern {
    /** Those of the evaluation, on 16 hosts, and all-to-all. */
    public static final List<String> EVALUATED = List.of(
            "stride-1",
            "stride-2",
            "stride-4",
            "stride-8",
            "staggered-50-30",
            "staggered-20-30",
            "random",
            "random-bijective",
            "hot-spot",
            "all-to-all");

    private static final Pattern STRIDE = Pattern.compile("stride-([1-9]\\d{0,5})");
    private static final Pattern STAGGERED = Pattern.compile("staggered-(\\d{1,3})-(\\d{1,3})");

    private final String name;
    private final Rule rule;

    /** A flow of a pattern. */
    public record Pair(Host from, Host to) {}

    private interface Rule {
        List<Pair> pairs(Topology topology, List<Host> hosts, Random random);
    }

    private TrafficPattern(String name, Rule rule) {
        this.name = name;
        this.rule = rule;
    }

    /** @throws IllegalArgumentException if there is no pattern of that name; its message says what is accepted */
    public static TrafficPattern named(String name) {
        Matcher stride = STRIDE.matcher(name);
        if (stride.matches()) {
            return stride(Integer.parseInt(stride.group(1)));
        }
        Matcher staggered = STAGGERED.matcher(name);
        if (staggered.matches()) {
            double rack = Integer.parseInt(staggered.group(1)) / 100.0;
            double pod = Integer.parseInt(staggered.group(2)) / 100.0;
            if (rack + pod <= 1) {
                return new TrafficPattern(
                        name, (topology, hosts, random) -> staggered(rack, pod, topology, hosts, random));
            }
        }
        return switch (name) {
            case "random" ->
                new TrafficPattern(
                        name,
                        (topology, hosts, random) ->
                                to(hosts, x -> (x + 1 + random.nextInt(hosts.size() - 1)) % hosts.size()));
            case "random-bijective" -> randomBijective();
            case "hot-spot" -> new TrafficPattern(name, (topology, hosts, random) -> hotSpot(hosts, random));
            case "all-to-all" -> new TrafficPattern(name, (topology, hosts, random) -> allToAll(hosts));
            default ->
                throw new IllegalArgumentException(
                        "no traffic pattern '" + name
                                + "'; accepted: stride-I, staggered-E-P (per cent, together at most 100), random, random-bijective, hot-spot, all-to-all");
        };
    }

    /** Host x to host x + {@code by}. */
    public static TrafficPattern stride(int by) {
        return new TrafficPattern("stride-" + by, (topology, hosts, random) -> {
            if (by % hosts.size() == 0) {
                throw new IllegalArgumentException(
                        "stride-" + by + " of " + hosts.size() + " hosts: each would send to itself");
            }
            return to(hosts, x -> (x + by) % hosts.size());
        });
    }

    /** A random cycle through all hosts. */
    public static TrafficPattern randomBijective() {
        return new TrafficPattern("random-bijective", (topology, hosts, random) -> {
            int[] to = new int[hosts.size()];
            Arrays.setAll(to, host -> host);
            for (int host = to.length - 1; host > 0; host--) {
                int other = random.nextInt(host);
                int swapped = to[host];
                to[host] = to[other];
                to[other] = swapped;
            }
            return to(hosts, x -> to[x]);
        });
    }

    public String name() {
        return name;
    }

    /**
     * Its flows.
     *
     * @param topology says who is near to whom
     * @param hosts that take part, at least two, in their order
     * @param random for what is drawn; equal ones give equal flows
     */
    public List<Pair> draw(Topology topology, List<Host> hosts, Random random) {
        if (hosts.size() < 2) {
            throw new IllegalArgumentException(hosts.size() + " hosts; a traffic pattern takes at least two");
        }
        return rule.pairs(topology, List.copyOf(hosts), random);
    }

    private static List<Pair> to(List<Host> hosts, IntUnaryOperator to) {
        List<Pair> pairs = new ArrayList<>();
        for (int x = 0; x < hosts.size(); x++) {
            pairs.add(new Pair(hosts.get(x), hosts.get(to.applyAsInt(x))));
        }
        return pairs;
    }

    private static List<Pair> hotSpot(List<Host> hosts, Random random) {
        Host hot = hosts.get(random.nextInt(hosts.size()));
        return hosts.stream()
                .filter(host -> !host.equals(hot))
                .map(host -> new Pair(host, hot))
                .toList();
    }

    private static List<Pair> allToAll(List<Host> hosts) {
        return hosts.stream()
                .flatMap(from -> hosts.stream().filter(to -> !to.equals(from)).map(to -> new Pair(from, to)))
                .toList();
    }

    private static List<Pair> staggered(double rack, double pod, Topology topology, List<Host> hosts, Random random) {
        List<Pair> pairs = new ArrayList<>();
        for (Host from : hosts) {
            List<List<Host>> places = places(topology, from, hosts);
            double draw = random.nextDouble();
            int place = draw < rack ? 0 : draw < rack + pod ? 1 : 2;
            while (places.get(place).isEmpty()) {
                place = (place + 1) % places.size();
            }
            List<Host> near = places.get(place);
            pairs.add(new Pair(from, near.get(random.nextInt(near.size()))));
        }
        return pairs;
    }

    /** The other hosts of its rack, of the other racks of its pod, and beyond. */
    private static List<List<Host>> places(Topology topology, Host from, List<Host> hosts) {
        List<Host> rack = new ArrayList<>();
        List<Host> others = new ArrayList<>();
        for (Host host : hosts) {
            if (!host.equals(from)) {
                (host.rack().equals(from.rack()) ? rack : others).add(host);
            }
        }
        int[] hops = others.stream()
                .mapToInt(
                        to -> topology.routes().inner(from.index(), to.index()).hops())
                .toArray();
        int nearest = Arrays.stream(hops).min().orElse(0);
        boolean pods = Arrays.stream(hops).anyMatch(far -> far > nearest);
        List<Host> pod = new ArrayList<>();
        List<Host> beyond = new ArrayList<>();
        for (int i = 0; i < hops.length; i++) {
            (pods && hops[i] == nearest ? pod : beyond).add(others.get(i));
        }
        return List.of(rack, pod, beyond);
    }
}
