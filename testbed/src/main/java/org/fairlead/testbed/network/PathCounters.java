// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.PathBytes;

/** Counts on every switch of a labelled network what each host sends to each other one under which label, and so over which of its paths. */
public final class PathCounters {
    private static final String TABLE = "fairlead_testbed";
    private static final String COUNTING = """
            create table ip %1$s
            create set ip %1$s pairs { typeof ip saddr . ip daddr . ip dscp; flags dynamic; size 65535; counter; }
            create chain ip %1$s passing { type filter hook forward priority 0; policy accept; }
            add rule ip %1$s passing meta l4proto tcp ip length > 128 update @pairs { ip saddr . ip daddr . ip dscp }
            """.formatted(TABLE);
    private static final double WANTED = 0.98;
    /** Below, what a probe or a retransmission sends decides the share. */
    private static final long FEW_BYTES = 100_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Fabric fabric;
    private final LabelPlan plan;

    /** Bytes of a pair and label. */
    private record Key(String from, String to, int codepoint) {}

    /** What was counted since the network came up, by switch. */
    public static final class Reading {
        private final Map<Node, Map<Key, Long>> bytes = new ConcurrentHashMap<>();
    }

    private PathCounters(Fabric fabric, LabelPlan plan) {
        this.fabric = fabric;
        this.plan = plan;
    }

    /** From now on. */
    public static PathCounters install(LabelledFabric labelled) throws IOException {
        PathCounters counters = new PathCounters(labelled.fabric(), labelled.plan());
        counters.onSwitches(node -> nft(List.of("nft", "-f", "-"), COUNTING));
        return counters;
    }

    private void onSwitches(Fabric.Step step) throws IOException {
        fabric.inEveryNamespace(node -> {
            if (!(node instanceof Host)) {
                step.on(node);
            }
        });
    }

    private static String nft(List<String> command, String input) throws IOException {
        Command.Outcome outcome = Command.run(command, input);
        if (outcome.status() != 0) {
            throw new IOException("'" + String.join(" ", command) + "' failed: "
                    + outcome.output().strip());
        }
        return outcome.output();
    }

    public Reading read() throws IOException {
        Map<String, String> names = new HashMap<>();
        fabric.topology().hosts().forEach(host -> names.put(fabric.address(host.name()), host.name()));
        Reading reading = new Reading();
        onSwitches(node -> {
            JsonNode said = JSON.readTree(nft(List.of("nft", "-n", "-j", "list", "set", "ip", TABLE, "pairs"), ""));
            Map<Key, Long> bytes = new HashMap<>();
            for (JsonNode each : said.path("nftables")) {
                for (JsonNode element : each.path("set").path("elem")) {
                    JsonNode key = element.path("elem").path("val").path("concat");
                    String from = names.get(key.path(0).asText());
                    String to = names.get(key.path(1).asText());
                    if (from != null && to != null) {
                        bytes.put(
                                new Key(from, to, key.path(2).asInt()),
                                element.path("elem")
                                        .path("counter")
                                        .path("bytes")
                                        .asLong());
                    }
                }
            }
            reading.bytes.put(node, bytes);
        });
        return reading;
    }

    /** What went over one of several paths between two readings, by pair and label. */
    public List<PathBytes> between(Reading before, Reading after) {
        Map<String, PathBytes> found = new TreeMap<>();
        Set<Key> keys = new LinkedHashSet<>();
        after.bytes.values().forEach(bytes -> keys.addAll(bytes.keySet()));
        for (Key key : keys) {
            Alternatives alternatives = alternatives(key);
            if (alternatives.paths.size() < 2) {
                continue;
            }
            long all = 0;
            long named = 0;
            for (Node node : alternatives.deciding) {
                long bytes = count(after, node, key) - count(before, node, key);
                all += bytes;
                named += alternatives.named.contains(node) ? bytes : 0;
            }
            long hops = alternatives.deciding.stream()
                    .filter(alternatives.paths.get(0)::contains)
                    .count();
            if (all > 0) {
                String path = alternatives.named.size() == alternatives.deciding.size()
                        ? ""
                        : alternatives.named.stream().map(Node::name).collect(Collectors.joining("-"));
                found.put(
                        "%s %s %02d".formatted(key.from, key.to, key.codepoint),
                        new PathBytes(key.from, key.to, key.codepoint, path, all / hops, named / hops));
            }
        }
        return List.copyOf(found.values());
    }

    private static long count(Reading reading, Node node, Key key) {
        return reading.bytes.getOrDefault(node, Map.of()).getOrDefault(key, 0L);
    }

    /**
     * @param paths the switches of each
     * @param deciding switches that some of the paths cross and not all
     * @param named of these, those on paths that the label names; all where it names none
     */
    private record Alternatives(List<Set<Node>> paths, Set<Node> deciding, Set<Node> named) {}

    private Alternatives alternatives(Key key) {
        Topology topology = fabric.topology();
        int from = topology.host(key.from).index();
        int to = topology.host(key.to).index();
        EqualCostRoutes routes = topology.routes().inner(from, to);
        List<Set<Node>> paths = new ArrayList<>();
        Set<Node> deciding = new LinkedHashSet<>();
        for (int number = 0; number < routes.count(); number++) {
            Set<Node> nodes = new LinkedHashSet<>();
            for (int hop = 0; hop < routes.hops(); hop++) {
                nodes.add(topology.links().get(routes.link(number, hop)).to());
            }
            paths.add(nodes);
            deciding.addAll(nodes);
        }
        deciding.removeIf(node -> paths.stream().allMatch(path -> path.contains(node)));
        Set<Node> named = new LinkedHashSet<>();
        if (plan.codepoints().contains(key.codepoint)) {
            for (PathChoice choice : plan.choices(from, to, key.codepoint)) {
                named.addAll(paths.get(choice.number()));
            }
        }
        named.retainAll(deciding);
        return new Alternatives(paths, deciding, named.isEmpty() ? deciding : named);
    }

    /** Whether labelled bytes went where their labels say, and how many were labelled at all. */
    public static Check check(List<PathBytes> sent) {
        long labelled = 0;
        long named = 0;
        long all = 0;
        for (PathBytes each : sent) {
            all += each.bytes();
            labelled += each.path().isEmpty() ? 0 : each.bytes();
            named += each.path().isEmpty() ? 0 : each.named();
        }
        return new Check(
                "labelled bytes take the paths that their labels name",
                labelled < FEW_BYTES || named >= WANTED * labelled,
                String.format(
                        Locale.ROOT,
                        "%.2f %% of %.1f MB; %.0f %% of the %.1f MB between hosts with several paths were labelled",
                        labelled == 0 ? 100 : 100.0 * named / labelled,
                        labelled / 1e6,
                        all == 0 ? 0 : 100.0 * labelled / all,
                        all / 1e6));
    }
}
