// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.topology.PathKeys;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;

/** Reads {@code background}: loads that others put on links, on all links of a host, or on the paths between two; loads on the same link add up. */
final class BackgroundKeys {
    private static final int MOST = 1_000_000;

    private final Topology topology;
    private final Map<Integer, List<Span>> spansByLink = new TreeMap<>();
    private int spans;

    private record Span(double from, double to, double bytesPerSecond) {}

    private BackgroundKeys(Topology topology) {
        this.topology = topology;
    }

    /** By time, then by link. */
    static List<BackgroundLoad> loads(YamlNode root, Topology topology) {
        BackgroundKeys keys = new BackgroundKeys(topology);
        List<YamlNode> nodes =
                root.optional("background").map(YamlNode::sequence).orElse(List.of());
        for (int i = 0; i < nodes.size(); i++) {
            keys.add(nodes.get(i), i);
        }
        List<BackgroundLoad> loads = new ArrayList<>();
        keys.spansByLink.forEach((link, spans) -> addLevels(link, spans, loads));
        loads.sort(Comparator.comparingDouble(BackgroundLoad::atSeconds).thenComparingInt(BackgroundLoad::link));
        return loads;
    }

    private static void addLevels(int link, List<Span> spans, List<BackgroundLoad> loads) {
        TreeSet<Double> times = new TreeSet<>();
        spans.forEach(span -> {
            times.add(span.from);
            times.add(span.to);
        });
        times.remove(Double.POSITIVE_INFINITY);
        double level = 0;
        for (double time : times) {
            // Summed anew each time: a load that ends leaves nothing of itself.
            double sum = spans.stream()
                    .filter(span -> span.from <= time && time < span.to)
                    .mapToDouble(Span::bytesPerSecond)
                    .sum();
            if (sum != level) {
                loads.add(new BackgroundLoad(link, time, sum));
                level = sum;
            }
        }
    }

    private void add(YamlNode node, int index) {
        node.allow("link", "host", "direction", "flow", "paths", "via", "seed", "from", "to", "load");
        double from = node.optional("from").map(CostKeys::seconds).orElse(0.0);
        double to = node.optional("to").map(CostKeys::seconds).orElse(Double.POSITIVE_INFINITY);
        if (!(to > from)) {
            throw node.required("to").invalid("not after 'from'");
        }
        if (Stream.of("link", "host", "flow").filter(node::has).count() != 1) {
            throw node.invalid("exactly one of 'link', 'host' and 'flow' is expected");
        }
        if (node.has("flow")) {
            flow(node, index).forEach((link, load) -> add(node, link, new Span(from, to, load)));
            return;
        }
        for (String key : List.of("paths", "via", "seed")) {
            node.optional(key).ifPresent(each -> {
                throw each.invalid("belongs to 'flow'");
            });
        }
        for (Link link : links(node)) {
            add(node, link, new Span(from, to, load(node.required("load"), link)));
        }
    }

    private void add(YamlNode node, Link link, Span span) {
        spans++;
        if (spans > MOST) {
            throw node.invalid("more than " + MOST + " loads");
        }
        spansByLink.computeIfAbsent(link.index(), unused -> new ArrayList<>()).add(span);
    }

    /** What a flow between two hosts puts on each link, bytes per second. */
    private Map<Link, Double> flow(YamlNode node, int index) {
        node.optional("direction").ifPresent(each -> {
            throw each.invalid("belongs to 'host'; a flow has one direction");
        });
        YamlNode pair = node.required("flow");
        String[] names = pair.text().split("->", -1);
        if (names.length != 2) {
            throw pair.invalid("'" + pair.text() + "' is not FROM->TO, two hosts");
        }
        Host sender = HostKeys.host(pair, names[0].strip(), topology);
        Host receiver = HostKeys.host(pair, names[1].strip(), topology);
        Map<Link, Double> spread = EqualCostShares.of(topology, sender, receiver);
        if (spread.isEmpty()) {
            throw pair.invalid(
                    "there is no path from '" + sender.name() + "' to another host '" + receiver.name() + "'");
        }
        long seed = node.optional("seed")
                .map(given -> given.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse((long) index);
        Map<Link, Double> shares = EqualCostShares.of(
                topology,
                sender,
                receiver,
                PathKeys.path(node, topology, sender, receiver, new Draw(Draw.mixed(seed))));
        YamlNode asked = node.required("load");
        Link narrowest = shares.keySet().stream()
                .min(Comparator.comparingDouble(Link::bytesPerSecond))
                .orElseThrow();
        double load = load(asked, narrowest);
        Map<Link, Double> loads = new HashMap<>();
        shares.forEach((link, share) -> loads.put(link, load * share));
        return loads;
    }

    private List<Link> links(YamlNode node) {
        if (node.has("host")) {
            Host host =
                    HostKeys.host(node.required("host"), node.required("host").text(), topology);
            String direction = node.optional("direction")
                    .map(each -> each.oneOf(List.of("in", "out", "both")))
                    .orElse("both");
            return topology.links().stream()
                    .filter(link -> (!direction.equals("out") && link.to().equals(host))
                            || (!direction.equals("in") && link.from().equals(host)))
                    .toList();
        }
        node.optional("direction").ifPresent(each -> {
            throw each.invalid("belongs to 'host'; a link has one direction");
        });
        String name = node.required("link").text();
        Pattern pattern = Pattern.compile("\\Q" + name.replace("\\E", "").replace("*", "\\E[^>]*?\\Q") + "\\E");
        List<Link> links = topology.links().stream()
                .filter(link -> pattern.matcher(link.name()).matches())
                .toList();
        if (links.isEmpty()) {
            throw node.required("link")
                    .invalid("no link '" + name + "' in topology '" + topology.name()
                            + "'; FROM->TO is expected, with * for any part of a name");
        }
        return links;
    }

    private static double load(YamlNode node, Link link) {
        double load = node.as(text -> text.endsWith("%")
                ? share(text.substring(0, text.length() - 1)) * link.bytesPerSecond()
                : Quantities.bytesPerSecond(text));
        if (load > link.bytesPerSecond()) {
            throw node.invalid(
                    "more than link " + link.name() + " carries, " + Quantities.rateText(link.bytesPerSecond()));
        }
        return load;
    }

    private static double share(String text) {
        try {
            double percent = Double.parseDouble(text.strip());
            if (percent > 0 && percent <= 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("'" + text + "%' is not a share above 0% and up to 100%");
    }
}
