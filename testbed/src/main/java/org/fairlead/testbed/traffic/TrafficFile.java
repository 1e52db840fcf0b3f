// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.topology.PathKeys;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/** The YAML form of background traffic. docs/traffic.md teaches it. */
public final class TrafficFile {
    private static final List<String> TYPES = List.of("udp", "tcp", "on-off", "random", "hot-spots");
    private static final int MOST_TRANSFERS = 1_000_000;
    private static final int MOST_SEGMENTS = 1_000_000;

    private final Topology topology;
    private final long seed;

    private TrafficFile(Topology topology, long seed) {
        this.topology = topology;
        this.seed = seed;
    }

    /**
     * @param seed decides everything random, unless the file has a seed of its own
     * @throws InvalidFileException with file, line and key
     */
    public static TrafficPlan read(java.nio.file.Path file, Topology topology, long seed) {
        return from(Yaml.read(file), topology, seed);
    }

    /** @throws InvalidFileException with file, line and key */
    public static TrafficPlan from(YamlNode root, Topology topology, long seed) {
        root.allow("seed", "flows");
        return flows(root, topology, seed);
    }

    /**
     * The flows of a mapping that may have more than these.
     *
     * @throws InvalidFileException with file, line and key
     */
    public static TrafficPlan flows(YamlNode root, Topology topology, long seed) {
        long used = root.optional("seed")
                .map(node -> node.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(seed);
        TrafficFile file = new TrafficFile(topology, used);
        List<PlannedFlow> flows = new ArrayList<>();
        List<YamlNode> nodes = root.required("flows").sequence();
        for (int i = 0; i < nodes.size(); i++) {
            flows.addAll(file.flows(nodes.get(i), i));
        }
        return new TrafficPlan(topology, flows);
    }

    private List<? extends PlannedFlow> flows(YamlNode node, int index) {
        String name = "flows[" + index + "]";
        // each entry draws from a source of its own: adding one leaves the others as they were
        long own = node.optional("seed")
                .map(given -> given.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(seed * 1_000_003 + index);
        Random random = new Random(own);
        return switch (node.required("type").oneOf(TYPES)) {
            case "udp" -> List.of(udp(node, name, own));
            case "tcp" -> List.of(tcp(node, name));
            case "on-off" -> List.of(onOff(node, name, own, random));
            case "random" -> List.of(random(node, name, random));
            default -> new HotSpots(topology, node, name, random).flows();
        };
    }

    private PlannedFlow udp(YamlNode node, String name, long own) {
        node.allow("type", "from", "to", "paths", "via", "rate", "start", "stop", "seed");
        Ends ends = ends(node);
        Optional<Path> path = path(node, ends, own);
        double rate = rate(node.required("rate"), ends, path);
        TrafficTimes times = TrafficTimes.of(node);
        return new PlannedFlow.Paced(
                name, ends.from, ends.to, path, List.of(new PlannedFlow.Segment(times.start(), times.stop(), rate)));
    }

    private Optional<Path> path(YamlNode node, Ends ends, long own) {
        return PathKeys.path(node, topology, ends.from, ends.to, new Draw(Draw.mixed(own)));
    }

    private PlannedFlow tcp(YamlNode node, String name) {
        node.allow("type", "from", "to", "connections", "start", "stop");
        Ends ends = ends(node);
        int connections = node.optional("connections")
                .map(given -> given.integer(1, 1000))
                .orElse(1);
        TrafficTimes times = TrafficTimes.of(node);
        return new PlannedFlow.Elastic(name, ends.from, ends.to, connections, times.start(), times.stop());
    }

    private PlannedFlow onOff(YamlNode node, String name, long own, Random random) {
        node.allow("type", "from", "to", "paths", "via", "rate", "on", "off", "lengths", "start", "stop", "seed");
        Ends ends = ends(node);
        Optional<Path> path = path(node, ends, own);
        double rate = rate(node.required("rate"), ends, path);
        double on = TrafficTimes.length(node.required("on"));
        double off = TrafficTimes.length(node.required("off"));
        boolean exponential = node.optional("lengths")
                .map(given -> given.oneOf(List.of("fixed", "exponential")).equals("exponential"))
                .orElse(false);
        TrafficTimes times = TrafficTimes.of(node);
        List<PlannedFlow.Segment> segments = new ArrayList<>();
        double at = times.start();
        while (at < times.planned()) {
            double silent = at + (exponential ? exponential(random, on) : on);
            segments.add(new PlannedFlow.Segment(at, Math.min(silent, times.planned()), rate));
            at = silent + (exponential ? exponential(random, off) : off);
            if (segments.size() > MOST_SEGMENTS) {
                throw node.invalid(
                        "switches on more than " + MOST_SEGMENTS + " times; give longer times or an earlier stop");
            }
        }
        return new PlannedFlow.Paced(name, ends.from, ends.to, path, segments);
    }

    private PlannedFlow random(YamlNode node, String name, Random random) {
        node.allow("type", "from", "to", "arrivals-per-second", "load", "size", "start", "stop", "seed");
        List<Host> from = hosts(node, "from");
        List<Host> to = hosts(node, "to");
        if (Set.copyOf(from).size() == 1 && Set.copyOf(from).equals(Set.copyOf(to))) {
            throw node.required("to")
                    .invalid("'" + to.get(0).name() + "' is the only sender too; another host is needed");
        }
        SizeDistribution sizes = SizeDistribution.from(node.required("size"));
        if (node.has("load") == node.has("arrivals-per-second")) {
            throw node.invalid("exactly one of arrivals-per-second and load is expected");
        }
        double perSecond = node.has("load")
                ? node.required("load").as(Quantities::bytesPerSecond) / sizes.meanBytes()
                : node.required("arrivals-per-second").number(1e-6, 10_000);
        TrafficTimes times = TrafficTimes.of(node);
        List<PlannedFlow.Transfer> transfers = new ArrayList<>();
        double at = times.start() + exponential(random, 1 / perSecond);
        while (at < times.planned()) {
            Host sender = from.get(random.nextInt(from.size()));
            Host receiver = to.get(random.nextInt(to.size()));
            while (receiver.equals(sender)) {
                // drawing both again keeps every pair of different hosts equally likely
                sender = from.get(random.nextInt(from.size()));
                receiver = to.get(random.nextInt(to.size()));
            }
            transfers.add(new PlannedFlow.Transfer(at, sender, receiver, sizes.draw(random)));
            if (transfers.size() > MOST_TRANSFERS) {
                throw node.invalid(
                        "more than " + MOST_TRANSFERS + " transfers; give fewer arrivals or an earlier stop");
            }
            at += exponential(random, 1 / perSecond);
        }
        return new PlannedFlow.Transfers(name, transfers);
    }

    static double exponential(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private record Ends(Host from, Host to) {}

    private Ends ends(YamlNode node) {
        Host from = host(topology, node.required("from"), node.required("from").text());
        Host to = host(topology, node.required("to"), node.required("to").text());
        if (from.equals(to)) {
            throw node.required("to").invalid("'" + to.name() + "' is the sender too; another host is expected");
        }
        if (topology.nextHops(from, to).isEmpty()) {
            throw node.required("to").invalid("there is no way from '" + from.name() + "' to '" + to.name() + "'");
        }
        return new Ends(from, to);
    }

    private List<Host> hosts(YamlNode node, String key) {
        YamlNode names = node.required(key);
        List<Host> hosts =
                names.texts().stream().map(name -> host(topology, names, name)).toList();
        if (hosts.isEmpty()) {
            throw names.invalid("at least one host is expected");
        }
        return hosts;
    }

    static Host host(Topology topology, YamlNode at, String name) {
        if (topology.node(name).orElse(null) instanceof Host host) {
            return host;
        }
        String known = topology.hosts().stream().limit(8).map(Host::name).collect(Collectors.joining(", "));
        throw at.invalid("no host '" + name + "' in topology '" + topology.name() + "'; its hosts are " + known
                + (topology.hosts().size() > 8 ? ", …" : ""));
    }

    /** A flow's rate; more than any link on its way carries is a mistake in the file. */
    private double rate(YamlNode node, Ends ends, Optional<Path> path) {
        double rate = node.as(Quantities::bytesPerSecond);
        for (Map.Entry<Link, Double> entry :
                EqualCostShares.of(topology, ends.from, ends.to, path).entrySet()) {
            Link link = entry.getKey();
            if (rate * entry.getValue() > link.bytesPerSecond() * (1 + 1e-9)) {
                throw node.invalid("'" + node.text() + "' is above what link " + link.name() + " carries ("
                        + Quantities.rateText(link.bytesPerSecond()) + ")");
            }
        }
        return rate;
    }
}
