// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * Loads the links of chosen racks or hosts so that a given share of each is left, by UDP between hosts with
 * the role {@code background} that run nothing else.
 *
 * <p>A rack's links are those between its switches and the rest of the network; they are loaded between the rack's own
 * background hosts and the outside ones, which stand in racks of such hosts only. A host's link is loaded between the host and
 * the background hosts of its rack, or the outside ones where the rack has none. Of the pairs that can cross a link, each carries
 * the same part of its load.
 */
final class HotSpots {
    private static final String BACKGROUND = "background";
    private static final double TOLERANCE = 0.01;
    private static final int MOST_DRAWS = 100_000;

    private final Topology topology;
    private final YamlNode node;
    private final String name;
    private final Random random;
    private final double load;
    private final Set<String> directions;

    private record Pair(Host from, Host to) {}

    HotSpots(Topology topology, YamlNode node, String name, Random random) {
        this.topology = topology;
        this.node = node;
        this.name = name;
        this.random = random;
        node.allow("type", "racks", "hosts", "count", "of", "every", "direction", "leave", "start", "stop", "seed");
        load = 1 - leave(node.required("leave"));
        directions = node.optional("direction")
                .map(given -> given.oneOf(List.of("in", "out", "both")))
                .map(word -> word.equals("both") ? Set.of("in", "out") : Set.of(word))
                .orElse(Set.of("in", "out"));
    }

    private static double leave(YamlNode node) {
        double share = node.as(text -> {
            String number = text.strip();
            try {
                return number.endsWith("%")
                        ? Double.parseDouble(number.substring(0, number.length() - 1)) / 100
                        : Double.parseDouble(number);
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        });
        if (!(share >= 0 && share < 1)) {
            throw node.invalid("'" + node.text() + "' is not a share from 0% to less than 100%, such as 10%");
        }
        return share;
    }

    List<PlannedFlow> flows() {
        boolean ofHosts = node.has("hosts")
                || node.optional("of")
                        .map(given -> given.oneOf(List.of("racks", "hosts")).equals("hosts"))
                        .orElse(false);
        if (List.of("racks", "hosts", "count").stream().filter(node::has).count() != 1) {
            throw node.invalid("exactly one of racks, hosts and count is expected");
        }
        List<String> candidates = candidates(ofHosts);
        TrafficTimes times = TrafficTimes.of(node);
        Map<Pair, List<PlannedFlow.Segment>> segments = new LinkedHashMap<>();
        if (node.has("count")) {
            int count = node.required("count").integer(1, candidates.size());
            double every = node.optional("every").map(TrafficTimes::length).orElse(Double.POSITIVE_INFINITY);
            double at = times.start();
            if ((times.planned() - at) / every > MOST_DRAWS) {
                throw node.required("every")
                        .invalid("draws more than " + MOST_DRAWS + " times; give a longer time or an earlier stop");
            }
            while (at < times.planned()) {
                List<String> drawn = new ArrayList<>(candidates);
                Collections.shuffle(drawn, random);
                boolean last = Double.isInfinite(every);
                double until = last ? times.stop() : Math.min(at + every, times.planned());
                add(segments, rates(node.required("count"), ofHosts, drawn.subList(0, count)), at, until);
                at = last ? Double.POSITIVE_INFINITY : at + every;
            }
        } else {
            if (node.has("of") || node.has("every")) {
                throw node.invalid("of and every belong to count");
            }
            YamlNode chosen = node.required(ofHosts ? "hosts" : "racks");
            add(segments, rates(chosen, ofHosts, known(chosen, ofHosts)), times.start(), times.stop());
        }
        List<PlannedFlow> flows = new ArrayList<>();
        segments.forEach((pair, list) -> flows.add(new PlannedFlow.Paced(name, pair.from, pair.to, list)));
        return flows;
    }

    /** What is drawn from: racks with a background host of their own and their hosts; all where no rack has one. */
    private List<String> candidates(boolean ofHosts) {
        List<String> racks = topology.racks().keySet().stream()
                .filter(rack -> !isOutside(rack))
                .toList();
        List<String> withBackground = racks.stream()
                .filter(rack -> topology.racks().get(rack).stream().anyMatch(HotSpots::isBackground))
                .toList();
        List<String> loadable = withBackground.isEmpty() ? racks : withBackground;
        return ofHosts
                ? topology.hosts().stream()
                        .filter(host -> !isBackground(host) && loadable.contains(host.rack()))
                        .map(Host::name)
                        .toList()
                : loadable;
    }

    private List<String> known(YamlNode chosen, boolean ofHosts) {
        List<String> names = chosen.texts().stream().distinct().toList();
        for (String one : names) {
            if (ofHosts) {
                TrafficFile.host(topology, chosen, one);
            } else if (!topology.racks().containsKey(one)) {
                throw chosen.invalid("no rack '" + one + "' in topology '" + topology.name() + "'; its racks are "
                        + String.join(", ", topology.racks().keySet()));
            }
        }
        return names;
    }

    /** What each pair has to send while these are hot, in bytes per second. */
    private Map<Pair, Double> rates(YamlNode at, boolean ofHosts, List<String> hot) {
        Map<Pair, Double> rates = new LinkedHashMap<>();
        Map<Link, String> targets = new LinkedHashMap<>();
        for (String one : hot) {
            for (Link link : ofHosts ? hostLinks(topology.host(one)) : rackLinks(one)) {
                boolean inwards =
                        ofHosts ? link.to() instanceof Host : switchesOf(one).contains(link.to());
                if (directions.contains(inwards ? "in" : "out")) {
                    targets.put(link, one);
                    load(at, link, pairs(at, ofHosts, one, inwards), rates);
                }
            }
        }
        verify(at, targets, rates);
        return rates;
    }

    private void load(YamlNode at, Link link, List<Pair> pairs, Map<Pair, Double> rates) {
        List<Pair> crossing = pairs.stream()
                .filter(pair -> EqualCostShares.of(topology, pair.from, pair.to).containsKey(link))
                .toList();
        if (crossing.isEmpty()) {
            throw at.invalid("link " + link.name() + " cannot be loaded: no host with the role '" + BACKGROUND
                    + "' reaches another one across it");
        }
        crossing.forEach(pair -> rates.merge(pair, link.bytesPerSecond() * load / crossing.size(), Double::sum));
    }

    private List<Pair> pairs(YamlNode at, boolean ofHosts, String hot, boolean inwards) {
        List<Host> near;
        List<Host> far = outside();
        if (ofHosts) {
            Host host = topology.host(hot);
            near = List.of(host);
            List<Host> beside = backgroundHostsIn(host.rack());
            far = beside.isEmpty() ? far : beside;
        } else {
            near = backgroundHostsIn(hot);
            if (near.isEmpty()) {
                throw at.invalid(
                        "rack " + hot + " has no host with the role '" + BACKGROUND + "' to load its links with");
            }
        }
        if (far.isEmpty()) {
            throw at.invalid(
                    "a host with the role '" + BACKGROUND + "' in a rack without other hosts is needed, at the root of"
                            + " the network, to load the links of racks");
        }
        List<Pair> pairs = new ArrayList<>();
        for (Host one : near) {
            for (Host other : far) {
                if (!one.equals(other)) {
                    pairs.add(inwards ? new Pair(other, one) : new Pair(one, other));
                }
            }
        }
        return pairs;
    }

    /** Every target has its load, and no link is offered more than it carries. */
    private void verify(YamlNode at, Map<Link, String> targets, Map<Pair, Double> rates) {
        Map<Link, Double> offered = new LinkedHashMap<>();
        rates.forEach((pair, rate) -> EqualCostShares.of(topology, pair.from, pair.to)
                .forEach((link, share) -> offered.merge(link, rate * share, Double::sum)));
        offered.forEach((link, rate) -> {
            if (rate > link.bytesPerSecond() * (1 + TOLERANCE)) {
                throw at.invalid(
                        "to leave %.0f %% of the links of %s, link %s would have to carry %s, but it carries %s; give its host a faster link"
                                .formatted(
                                        (1 - load) * 100,
                                        targets.values().stream().distinct().collect(Collectors.joining(", ")),
                                        link.name(),
                                        Quantities.rateText(rate),
                                        Quantities.rateText(link.bytesPerSecond())));
            }
        });
        targets.keySet().forEach(link -> {
            double wanted = link.bytesPerSecond() * load;
            if (Math.abs(offered.getOrDefault(link, 0.0) - wanted) > wanted * TOLERANCE) {
                throw at.invalid(
                        "link " + link.name() + " would be offered "
                                + Quantities.rateText(offered.getOrDefault(link, 0.0)) + " instead of "
                                + Quantities.rateText(wanted)
                                + ": the background hosts' equal-cost paths do not load the links of a rack alike; attach one to each root");
            }
        });
    }

    private static void add(
            Map<Pair, List<PlannedFlow.Segment>> segments, Map<Pair, Double> rates, double start, double stop) {
        rates.forEach((pair, rate) -> {
            if (rate > 0) {
                segments.computeIfAbsent(pair, any -> new ArrayList<>())
                        .add(new PlannedFlow.Segment(start, stop, rate));
            }
        });
    }

    private static boolean isBackground(Host host) {
        return host.roles().contains(BACKGROUND);
    }

    private boolean isOutside(String rack) {
        return topology.racks().get(rack).stream().allMatch(HotSpots::isBackground);
    }

    private List<Host> backgroundHostsIn(String rack) {
        return topology.racks().get(rack).stream()
                .filter(HotSpots::isBackground)
                .toList();
    }

    private List<Host> outside() {
        return topology.racks().keySet().stream()
                .filter(this::isOutside)
                .flatMap(rack -> topology.racks().get(rack).stream())
                .toList();
    }

    private List<Link> hostLinks(Host host) {
        return topology.links().stream()
                .filter(link -> link.from().equals(host) || link.to().equals(host))
                .toList();
    }

    private Set<Node> switchesOf(String rack) {
        return topology.racks().get(rack).stream()
                .flatMap(host -> topology.linksFrom(host).stream())
                .map(Link::to)
                .collect(Collectors.toSet());
    }

    private List<Link> rackLinks(String rack) {
        Set<Node> inside = switchesOf(rack);
        return topology.links().stream()
                .filter(link -> link.from() instanceof Switch && link.to() instanceof Switch)
                .filter(link -> inside.contains(link.from()) != inside.contains(link.to()))
                .toList();
    }
}
