package org.fairlead.cli.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * What Spark makes of a query, a sort or a word count: its stages and the bytes between them. Facts of the data and of Spark's plans, which no
 * network changes.
 *
 * @param bytesPerScale of each TPC-H table as the testbed writes it, at scale 1
 * @param stages by the work's name, such as {@code q1} or {@code sort}
 */
public record SparkWork(Map<String, Double> bytesPerScale, Map<String, List<Part>> stages) {
    private static final int MOST_TASKS = 10_000;
    private static final double MOST_RATIO = 100;

    public SparkWork {
        bytesPerScale = Map.copyOf(bytesPerScale);
        stages = Map.copyOf(stages);
    }

    /**
     * A stage.
     *
     * @param reads the table, or {@code text}, that it scans; empty when it reads what {@code after} shuffled
     * @param after earlier stages that have to end first
     * @param onDriver whether one task on the driver is meant: it collects what {@code after} found, and what it leaves goes to executors
     * @param tasks when it scans nothing; 0 for one on every place
     * @param shuffle bytes that it leaves for later stages, for a byte that it reads
     * @param writes bytes that it writes to the file system, for a byte that it reads
     * @param compute name of the constant that says how many processor seconds a byte that it reads takes
     */
    public record Part(
            Optional<String> reads,
            List<Integer> after,
            boolean onDriver,
            int tasks,
            double shuffle,
            double writes,
            Optional<String> compute) {
        public Part {
            after = List.copyOf(after);
        }
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static SparkWork from(YamlNode root) {
        root.allow("bytes-per-scale", "work");
        Map<String, Double> bytes = new LinkedHashMap<>();
        root.required("bytes-per-scale").mapping().forEach((table, node) -> bytes.put(table, node.number(0, 1e12)));
        Map<String, List<Part>> stages = new LinkedHashMap<>();
        root.required("work").mapping().forEach((name, list) -> {
            List<Part> parts = new ArrayList<>();
            for (YamlNode node : list.sequence()) {
                parts.add(part(node, parts.size()));
            }
            stages.put(name, parts);
        });
        return new SparkWork(bytes, stages);
    }

    private static Part part(YamlNode node, int place) {
        node.allow("reads", "after", "on", "tasks", "shuffle", "writes", "compute");
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
                node.optional("writes")
                        .map(ratio -> ratio.number(0, MOST_RATIO))
                        .orElse(0.0),
                node.optional("compute").map(YamlNode::text));
    }

    /** @throws IllegalArgumentException when nothing is known of it */
    List<Part> of(String name) {
        List<Part> parts = stages.get(name);
        if (parts == null) {
            throw new IllegalArgumentException("nothing is known of how Spark runs '" + name + "'; known: "
                    + String.join(", ", stages.keySet().stream().sorted().toList()));
        }
        return parts;
    }

    /** Bytes of a table at a scale. */
    double tableBytes(String table, double scale) {
        Double bytes = bytesPerScale.get(table);
        if (bytes == null) {
            throw new IllegalArgumentException("nothing is known of the size of table '" + table + "'");
        }
        return bytes * scale;
    }
}
