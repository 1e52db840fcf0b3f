// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * What Spark makes of a query, a sort or a word count: its stages and the bytes between them. Facts of the data and of Spark's plans, which no
 * network changes.
 *
 * @param bytesPerScale of each TPC-H table that grows with the scale, as the testbed writes it at scale 1
 * @param bytes of each that does not
 * @param stages by the work's name, such as {@code q1} or {@code sort}, of work that joins nothing
 * @param joins of work that joins, by {@link #BROADCASTS} ({@code default} where it is not set) and by the work's name
 */
record SparkWork(
        Map<String, Double> bytesPerScale,
        Map<String, Double> bytes,
        Map<String, List<Part>> stages,
        Map<String, Map<String, List<Part>>> joins) {
    /** Spark's setting that decides which side of a join goes to all executors. */
    static final String BROADCASTS = "spark.sql.autoBroadcastJoinThreshold";

    /** What work reads that scans no table. */
    static final String TEXT = "text";

    /** In place of a value of {@link #BROADCASTS} where it is not set. */
    static final String SPARKS_OWN = "default";

    private static final int MOST_TASKS = 10_000;
    private static final double MOST_RATIO = 100;
    private static final double MOST_EACH = 1e12;

    SparkWork {
        bytesPerScale = Map.copyOf(bytesPerScale);
        bytes = Map.copyOf(bytes);
        stages = Map.copyOf(stages);
        joins = Map.copyOf(joins);
    }

    /**
     * A stage.
     *
     * @param reads the table, or {@link #TEXT}, that it scans; empty when it reads what {@code after} shuffled
     * @param after earlier stages that have to end first
     * @param onDriver whether one task on the driver is meant: it collects what {@code after} found
     * @param tasks when it scans nothing; 0 for as many as adaptive execution leaves
     * @param shuffle bytes that it leaves for later stages, for a byte that it reads
     * @param shuffleEach bytes that each of its tasks leaves for later stages, however much it reads
     * @param broadcast on the driver: bytes that each host fetches that runs a stage after it, for a byte that it reads
     * @param writes bytes that it writes to the file system, for a byte that it reads
     * @param start name of the constant that says how many processor seconds each of its tasks takes besides; where it scans and says nothing,
     *     {@code scan-start}
     * @param compute name of the constant that says how many processor seconds a byte that it reads takes
     */
    record Part(
            Optional<String> reads,
            List<Integer> after,
            boolean onDriver,
            int tasks,
            double shuffle,
            double shuffleEach,
            double broadcast,
            double writes,
            Optional<String> start,
            Optional<String> compute) {
        Part {
            after = List.copyOf(after);
        }
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static SparkWork from(YamlNode root) {
        root.allow("bytes-per-scale", "bytes", "work", "joins");
        Map<String, Map<String, List<Part>>> joins = new LinkedHashMap<>();
        root.required("joins").mapping().forEach((broadcasts, work) -> joins.put(broadcasts, work(work)));
        return new SparkWork(
                sizes(root.required("bytes-per-scale")),
                sizes(root.required("bytes")),
                work(root.required("work")),
                joins);
    }

    private static Map<String, Double> sizes(YamlNode node) {
        Map<String, Double> bytes = new LinkedHashMap<>();
        node.mapping().forEach((table, size) -> bytes.put(table, size.number(0, 1e12)));
        return bytes;
    }

    private static Map<String, List<Part>> work(YamlNode node) {
        Map<String, List<Part>> stages = new LinkedHashMap<>();
        node.mapping().forEach((name, list) -> {
            List<Part> parts = new ArrayList<>();
            for (YamlNode part : list.sequence()) {
                parts.add(part(part, parts.size()));
            }
            stages.put(name, parts);
        });
        return stages;
    }

    private static Part part(YamlNode node, int place) {
        node.allow(
                "reads", "after", "on", "tasks", "shuffle", "shuffle-each", "broadcast", "writes", "start", "compute");
        List<Integer> after = new ArrayList<>();
        node.optional("after")
                .ifPresent(list -> list.sequence().forEach(each -> after.add(each.integer(0, Math.max(0, place - 1)))));
        Optional<String> reads = node.optional("reads").map(YamlNode::text);
        if (reads.isEmpty() && after.isEmpty()) {
            throw node.invalid("a stage reads a table or comes after others: 'reads' or 'after' is expected");
        }
        Optional<YamlNode> on = node.optional("on");
        if (on.isPresent() && !(on.get().text().equals("driver") && reads.isEmpty())) {
            throw on.get().invalid("'driver' is accepted, for a stage that reads no table");
        }
        if (node.has("shuffle") && node.has("shuffle-each")) {
            throw node.invalid("one of 'shuffle' and 'shuffle-each' is expected");
        }
        return new Part(
                reads,
                after,
                on.isPresent(),
                node.optional("tasks")
                        .map(tasks -> tasks.integer(0, MOST_TASKS))
                        .orElse(0),
                node.optional("shuffle")
                        .map(ratio -> ratio.number(0, MOST_RATIO))
                        .orElse(0.0),
                node.optional("shuffle-each")
                        .map(bytes -> bytes.number(0, MOST_EACH))
                        .orElse(0.0),
                node.optional("broadcast")
                        .map(ratio -> ratio.number(0, MOST_RATIO))
                        .orElse(0.0),
                node.optional("writes")
                        .map(ratio -> ratio.number(0, MOST_RATIO))
                        .orElse(0.0),
                node.optional("start").map(YamlNode::text),
                node.optional("compute").map(YamlNode::text));
    }

    /**
     * @param spark the application's settings
     * @throws IllegalArgumentException when nothing is known of it
     */
    List<Part> of(String name, Map<String, String> spark) {
        String broadcasts = spark.getOrDefault(BROADCASTS, SPARKS_OWN);
        List<Part> parts = stages.getOrDefault(
                name, joins.getOrDefault(broadcasts, Map.of()).get(name));
        if (parts == null) {
            throw new IllegalArgumentException("nothing is known of how Spark runs '" + name + "' with " + BROADCASTS
                    + " = " + broadcasts + "; known: " + known());
        }
        return parts;
    }

    private String known() {
        return sorted(stages)
                + joins.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> "; with " + each.getKey() + ": " + sorted(each.getValue()))
                        .collect(Collectors.joining());
    }

    private static String sorted(Map<String, ?> work) {
        return String.join(", ", new TreeSet<>(work.keySet()));
    }

    /** Bytes of a table at a scale. */
    double tableBytes(String table, double scale) {
        if (bytesPerScale.containsKey(table)) {
            return bytesPerScale.get(table) * scale;
        }
        if (bytes.containsKey(table)) {
            return bytes.get(table);
        }
        throw new IllegalArgumentException("nothing is known of the size of table '" + table + "'");
    }
}
