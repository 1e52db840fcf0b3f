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

/** What nft and the kernel do with sets of labels: all of a batch or nothing, nothing twice, and an element ends with its timeout. */
final class NftModel implements Nft {
    private static final Pattern CREATE = Pattern.compile(
            "create element ip fairlead_labels (\\w+) \\{ (\\S+ \\. \\d+) timeout (\\d+)ms comment \"fairlead\" \\}");
    private static final Pattern DELETE =
            Pattern.compile("delete element ip fairlead_labels (\\w+) \\{ (\\S+ \\. \\d+) \\}");

    /** @param endsNanos {@link Long#MAX_VALUE} of what has no timeout */
    private record Element(boolean ours, long endsNanos) {}

    private final TimeSource time;
    private final Map<String, Map<String, Element>> sets = new TreeMap<>();
    /** Of each batch, how many commands it had. */
    final List<Integer> batches = new ArrayList<>();

    int listings;
    /** So many batches from now on are refused. */
    int failures;
    /** What happens in the moment between reading and writing. */
    Runnable between = () -> {};

    NftModel(TimeSource time, int... codepoints) {
        this.time = time;
        for (int codepoint : codepoints) {
            sets.put("own_port_" + codepoint, new LinkedHashMap<>());
            sets.put("peer_port_" + codepoint, new LinkedHashMap<>());
        }
    }

    void addOfOthers(String set, String key) {
        sets.get(set).putIfAbsent(key, new Element(false, Long.MAX_VALUE));
    }

    void remove(String set, String key) {
        sets.get(set).remove(key);
    }

    void removeAllSets() {
        sets.clear();
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
        sets.forEach((set, elements) -> elements.forEach((key, element) -> {
            if (element.ours() == ours) {
                found.add(set + " " + key);
            }
        }));
        return List.copyOf(found);
    }

    private void end() {
        sets.values()
                .forEach(elements -> elements.values().removeIf(element -> element.endsNanos() - time.nanoTime() <= 0));
    }

    @Override
    public Outcome run(List<String> arguments, String input) throws DriverException {
        end();
        if (arguments.contains("list")) {
            listings++;
            if (sets.isEmpty()) {
                return new Outcome(1, "", "Error: No such file or directory\nlist table ip fairlead_labels\n   ^^^^\n");
            }
            Outcome outcome = new Outcome(0, json(), "");
            between.run();
            return outcome;
        }
        Map<String, Map<String, Element>> before = new TreeMap<>();
        sets.forEach((set, elements) -> before.put(set, new LinkedHashMap<>(elements)));
        List<String> lines = input.lines().toList();
        batches.add(lines.size());
        String refused = failures > 0 ? "No buffer space available" : "";
        failures = Math.max(0, failures - 1);
        for (String line : lines) {
            refused = refused.isEmpty() ? refusal(line) : refused;
        }
        if (!refused.isEmpty()) {
            sets.putAll(before);
            return new Outcome(1, "", "/dev/stdin:1:1-2: Error: Could not process rule: " + refused + "\n");
        }
        return new Outcome(0, "", "");
    }

    private String refusal(String line) {
        Matcher create = CREATE.matcher(line);
        if (create.matches()) {
            long ends = time.nanoTime() + Long.parseLong(create.group(3)) * 1_000_000;
            return sets.get(create.group(1)).putIfAbsent(create.group(2), new Element(true, ends)) == null
                    ? ""
                    : "File exists";
        }
        Matcher delete = DELETE.matcher(line);
        if (delete.matches()) {
            return sets.get(delete.group(1)).remove(delete.group(2)) == null ? "No such file or directory" : "";
        }
        throw new AssertionError("nft is not to be told '" + line + "'");
    }

    private String json() {
        return sets.entrySet().stream()
                .map(set -> "{\"set\": {\"family\": \"ip\", \"name\": \"" + set.getKey()
                        + "\", \"type\": [\"ipv4_addr\", \"inet_service\"], \"flags\": [\"timeout\"], \"elem\": ["
                        + set.getValue().entrySet().stream()
                                .map(element -> json(element.getKey(), element.getValue()))
                                .collect(Collectors.joining(", "))
                        + "]}}")
                .collect(Collectors.joining(", ", "{\"nftables\": [{\"metainfo\": {}}, ", "]}"));
    }

    private static String json(String key, Element element) {
        String[] parts = key.split(" \\. ", -1);
        String concatenation = "{\"concat\": [\"" + parts[0] + "\", " + parts[1] + "]}";
        return element.ours()
                ? "{\"elem\": {\"val\": " + concatenation
                        + ", \"timeout\": 5, \"expires\": 4, \"comment\": \"fairlead\"}}"
                : concatenation;
    }
}
