// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.time.TimeSource;

/** What nft and the kernel do with maps of labels: all of a batch or nothing, nothing twice, and an element ends with its timeout. */
final class NftModel implements Nft {
    private static final Pattern CREATE = Pattern.compile(
            "create element ip fairlead_labels (\\w+) \\{ (\\S+ \\. \\d+) timeout (\\d+)ms comment \"fairlead\" : jump (codepoint_\\d+) \\}");
    private static final Pattern DELETE =
            Pattern.compile("delete element ip fairlead_labels (\\w+) \\{ (\\S+ \\. \\d+) \\}");

    /** @param endsNanos {@link Long#MAX_VALUE} of what has no timeout */
    private record Element(boolean ours, String chain, long endsNanos) {}

    private final TimeSource time;
    private final Map<String, Map<String, Element>> maps = new TreeMap<>();
    private final List<String> chains = new ArrayList<>();
    /** Of each batch, how many commands it had. */
    final List<Integer> batches = new ArrayList<>();

    int listings;
    /** So many batches from now on are refused. */
    int failures;
    /** What happens in the moment between reading and writing. */
    Runnable between = () -> {};

    NftModel(TimeSource time, int... codepoints) {
        this.time = time;
        maps.put("own_port", new LinkedHashMap<>());
        maps.put("peer_port", new LinkedHashMap<>());
        for (int codepoint : codepoints) {
            chains.add("codepoint_" + codepoint);
        }
    }

    void addOfOthers(String map, String key) {
        maps.get(map).putIfAbsent(key, new Element(false, "theirs", Long.MAX_VALUE));
    }

    void remove(String map, String key) {
        maps.get(map).remove(key);
    }

    void removeAllMaps() {
        maps.clear();
    }

    List<String> ours() {
        return elements(true);
    }

    List<String> others() {
        return elements(false);
    }

    private List<String> elements(boolean ours) {
        end();
        TreeSet<String> found = new TreeSet<>();
        maps.forEach((map, elements) -> elements.forEach((key, element) -> {
            if (element.ours() == ours) {
                found.add(map + " " + key + " " + element.chain());
            }
        }));
        return List.copyOf(found);
    }

    private void end() {
        maps.values()
                .forEach(elements -> elements.values().removeIf(element -> element.endsNanos() - time.nanoTime() <= 0));
    }

    @Override
    public Outcome run(List<String> arguments, String input) throws DriverException {
        end();
        if (arguments.contains("list")) {
            listings++;
            if (maps.isEmpty()) {
                return new Outcome(1, "", "Error: No such file or directory\nlist table ip fairlead_labels\n   ^^^^\n");
            }
            Outcome outcome = new Outcome(0, json(), "");
            between.run();
            return outcome;
        }
        Map<String, Map<String, Element>> before = new TreeMap<>();
        maps.forEach((map, elements) -> before.put(map, new LinkedHashMap<>(elements)));
        List<String> lines = input.lines().toList();
        batches.add(lines.size());
        String refused = failures > 0 ? "No buffer space available" : "";
        failures = Math.max(0, failures - 1);
        for (String line : lines) {
            refused = refused.isEmpty() ? refusal(line) : refused;
        }
        if (!refused.isEmpty()) {
            maps.putAll(before);
            return new Outcome(1, "", "/dev/stdin:1:1-2: Error: Could not process rule: " + refused + "\n");
        }
        return new Outcome(0, "", "");
    }

    private String refusal(String line) {
        Matcher create = CREATE.matcher(line);
        if (create.matches()) {
            long ends = time.nanoTime() + Long.parseLong(create.group(3)) * 1_000_000;
            if (!chains.contains(create.group(4))) {
                return "No such file or directory";
            }
            return maps.get(create.group(1)).putIfAbsent(create.group(2), new Element(true, create.group(4), ends))
                            == null
                    ? ""
                    : "File exists";
        }
        Matcher delete = DELETE.matcher(line);
        if (delete.matches()) {
            return maps.get(delete.group(1)).remove(delete.group(2)) == null ? "No such file or directory" : "";
        }
        throw new AssertionError("nft is not to be told '" + line + "'");
    }

    private String json() {
        List<String> parts = new ArrayList<>();
        parts.add("{\"metainfo\": {}}");
        chains.forEach(chain -> parts.add("{\"chain\": {\"family\": \"ip\", \"name\": \"" + chain + "\"}}"));
        maps.forEach((map, elements) -> parts.add("{\"map\": {\"family\": \"ip\", \"name\": \"" + map
                + "\", \"type\": [\"ipv4_addr\", \"inet_service\"], \"map\": \"verdict\", \"flags\": [\"timeout\"], \"elem\": ["
                + elements.entrySet().stream()
                        .map(element -> json(element.getKey(), element.getValue()))
                        .collect(Collectors.joining(", "))
                + "]}}"));
        return parts.stream().collect(Collectors.joining(", ", "{\"nftables\": [", "]}"));
    }

    private static String json(String key, Element element) {
        String[] parts = key.split(" \\. ", -1);
        String concatenation = "{\"concat\": [\"" + parts[0] + "\", " + parts[1] + "]}";
        String known = element.ours()
                ? "{\"elem\": {\"val\": " + concatenation
                        + ", \"timeout\": 5, \"expires\": 4, \"comment\": \"fairlead\"}}"
                : concatenation;
        return "[" + known + ", {\"jump\": {\"target\": \"" + element.chain() + "\"}}]";
    }
}
