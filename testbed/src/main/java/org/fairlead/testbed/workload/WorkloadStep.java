// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** One step of a round's work. Steps run one after the other; docs/workloads.md teaches their YAML form. */
public sealed interface WorkloadStep
        permits Applications,
                WorkloadStep.Write,
                WorkloadStep.Read,
                WorkloadStep.Tpch,
                WorkloadStep.Sort,
                WorkloadStep.WordCount,
                WorkloadStep.Submit {
    /** The key that names the step in a file. */
    String kind();

    /** Whether the step needs Spark. */
    default boolean onSpark() {
        return true;
    }

    /** Whether its input is written once a repetition, before its traffic, for all contenders on the same HDFS. */
    default boolean keep() {
        return false;
    }

    /** Hosts that the step names; they have to exist. */
    default List<String> namedHosts() {
        HostChoice choice = new HostChoice.All();
        if (this instanceof Write write) {
            choice = write.on();
        } else if (this instanceof Read read) {
            choice = read.on();
        } else if (this instanceof Tpch tpch) {
            choice = tpch.writers();
        } else if (this instanceof Sort sort) {
            choice = sort.writers();
        } else if (this instanceof WordCount count) {
            choice = count.writers();
        } else if (this instanceof Applications applications) {
            choice = applications.writers();
        }
        return choice instanceof HostChoice.Named named ? named.hosts() : List.of();
    }

    /**
     * Concurrent HDFS writers.
     *
     * @param name under which a later {@code read} finds the files
     * @param files per writer, one after the other
     * @param blockBytes 0 for the cluster's
     * @param replication 0 for the cluster's
     */
    record Write(
            String name, HostChoice on, int files, long fileBytes, long blockBytes, int replication, StartTimes start)
            implements WorkloadStep {
        @Override
        public String kind() {
            return "write";
        }

        @Override
        public boolean onSpark() {
            return false;
        }
    }

    /**
     * Concurrent HDFS readers of files that an earlier step wrote.
     *
     * @param from name of that step
     * @param files per reader, drawn by seed, one after the other
     */
    record Read(HostChoice on, String from, int files, StartTimes start) implements WorkloadStep {
        @Override
        public String kind() {
            return "read";
        }

        @Override
        public boolean onSpark() {
            return false;
        }
    }

    /**
     * TPC-H: tables written to HDFS from several hosts at once, then queries on Spark SQL that read them.
     *
     * @param scale TPC-H's scale factor: 1 is about 1 GB
     * @param writers the hosts that write, each its part of each table
     * @param blockBytes 0 for the cluster's
     * @param replication 0 for the cluster's
     * @param keep whether the tables are written once a repetition, before its traffic, for all contenders on the same HDFS
     */
    record Tpch(double scale, List<String> queries, HostChoice writers, long blockBytes, int replication, boolean keep)
            implements WorkloadStep {
        public Tpch {
            queries = List.copyOf(queries);
        }

        /** The same tables, asked other queries. */
        public Tpch withQueries(List<String> others) {
            return new Tpch(scale, others, writers, blockBytes, replication, keep);
        }

        @Override
        public String kind() {
            return "tpch";
        }
    }

    /**
     * Text written to HDFS, sorted by Spark and written back.
     *
     * @param jobs so many sorts at the same time in one application, each of an input of its own
     * @param bytes of each job's input
     * @param start of the jobs, once all inputs are written
     * @param blockBytes 0 for the cluster's
     * @param replication of the inputs; 0 for the cluster's
     * @param keep whether the inputs are written once a repetition, before its traffic, for all contenders on the same HDFS
     */
    record Sort(
            int jobs, long bytes, StartTimes start, HostChoice writers, long blockBytes, int replication, boolean keep)
            implements WorkloadStep {
        private static final int MOST_JOBS = 16;

        /** Names of the inputs, one for each job; also what the jobs are called. */
        public List<String> names() {
            return jobs == 1
                    ? List.of("sort")
                    : IntStream.rangeClosed(1, jobs)
                            .mapToObj(job -> "sort-" + job)
                            .toList();
        }

        @Override
        public String kind() {
            return "sort";
        }
    }

    /** Text written to HDFS and its words counted by Spark. */
    record WordCount(long bytes, HostChoice writers, long blockBytes) implements WorkloadStep {
        @Override
        public String kind() {
            return "word-count";
        }
    }

    /**
     * A user's own Spark application, submitted on the driver's host.
     *
     * @param arguments {@code {hdfs}} in them stands for the URI of the round's directory
     * @param configuration more {@code --conf} values
     */
    record Submit(Path jar, String mainClass, List<String> arguments, Map<String, String> configuration)
            implements WorkloadStep {
        public Submit {
            arguments = List.copyOf(arguments);
            configuration = Map.copyOf(configuration);
        }

        @Override
        public String kind() {
            return "spark";
        }
    }

    /**
     * Reads a scenario's list of steps.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    static List<WorkloadStep> listFrom(YamlNode list) {
        List<WorkloadStep> steps = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (YamlNode node : list.sequence()) {
            WorkloadStep step = from(node);
            if (step instanceof Read read && !written.contains(read.from())) {
                throw node.required("read")
                        .required("from")
                        .invalid("no earlier step writes '" + read.from() + "'"
                                + (written.isEmpty() ? "" : "; accepted: " + String.join(", ", written)));
            }
            if (step instanceof Write write) {
                if (written.contains(write.name())) {
                    throw node.invalid("a second step writes '" + write.name() + "'; give it another name");
                }
                written.add(write.name());
            }
            if (step instanceof Tpch) {
                if (written.contains("tpch")) {
                    throw node.invalid("a second tpch step; one with all queries is accepted");
                }
                written.add("tpch");
            }
            steps.add(step);
        }
        if (steps.isEmpty()) {
            throw list.invalid(
                    "no step; a list of write, read, tpch, sort, word-count, applications, spark is expected");
        }
        return List.copyOf(steps);
    }

    /** Reads one step: a mapping with one key, the kind. */
    static WorkloadStep from(YamlNode node) {
        node.allow("write", "read", "tpch", "sort", "word-count", "applications", "spark");
        if (node.mapping().size() != 1) {
            throw node.invalid("one step is expected here; start each with '- '");
        }
        String kind = node.mapping().keySet().iterator().next();
        YamlNode body = node.required(kind);
        return switch (kind) {
            case "write" -> write(body);
            case "read" -> read(body);
            case "tpch" -> tpch(body);
            case "sort" -> sort(body);
            case "word-count" -> wordCount(body);
            case "applications" -> Applications.from(body);
            default -> submit(body);
        };
    }

    private static Write write(YamlNode body) {
        body.allow("name", "on", "files", "size", "block-size", "replication", "start");
        YamlNode size = body.required("size");
        long bytes = size.as(Quantities::bytes);
        if (bytes < 1) {
            throw size.invalid("'" + size.text() + "' must be above 0");
        }
        return new Write(
                body.optional("name").map(YamlNode::text).orElse("write"),
                body.optional("on").map(HostChoice::from).orElse(new HostChoice.All()),
                body.optional("files").map(files -> files.integer(1, 10_000)).orElse(1),
                bytes,
                blockBytes(body),
                replication(body),
                body.optional("start").map(StartTimes::from).orElse(StartTimes.together()));
    }

    private static Read read(YamlNode body) {
        body.allow("on", "from", "files", "start");
        return new Read(
                body.optional("on").map(HostChoice::from).orElse(new HostChoice.All()),
                body.required("from").text(),
                body.optional("files").map(files -> files.integer(1, 10_000)).orElse(1),
                body.optional("start").map(StartTimes::from).orElse(StartTimes.together()));
    }

    private static Tpch tpch(YamlNode body) {
        body.allow("scale", "queries", "writers", "block-size", "replication", "keep");
        YamlNode list = body.required("queries");
        return new Tpch(
                scale(body.required("scale")),
                queries(list),
                writers(body),
                blockBytes(body),
                replication(body),
                keep(body));
    }

    /** TPC-H's scale factor. */
    static double scale(YamlNode node) {
        return node.number(0.001, 100);
    }

    /** Its {@code keep}. */
    static boolean keep(YamlNode body) {
        return body.optional("keep").map(YamlNode::truth).orElse(false);
    }

    private static List<String> queries(YamlNode list) {
        List<String> known = List.copyOf(TpchQueries.QUERIES.keySet());
        if (!list.isSequence() && list.text().equals(TpchQueries.ALL)) {
            return known;
        }
        List<YamlNode> items = list.isSequence() ? list.sequence() : List.of(list);
        if (items.isEmpty()) {
            throw list.invalid("no query; accepted: all, " + String.join(", ", known));
        }
        return items.stream().map(item -> item.oneOf(known)).toList();
    }

    /** Its {@code replication}; 0 when it has none. */
    static int replication(YamlNode body) {
        return body.optional("replication").map(value -> value.integer(1, 16)).orElse(0);
    }

    private static Submit submit(YamlNode body) {
        body.allow("jar", "class", "args", "conf");
        YamlNode jar = body.required("jar");
        Path parent = Path.of(jar.file()).toAbsolutePath().getParent();
        Path path = parent.resolve(jar.text()).normalize();
        if (!Files.isReadable(path)) {
            throw jar.invalid("there is no readable jar " + path);
        }
        return new Submit(
                path,
                body.required("class").text(),
                body.optional("args").map(YamlNode::texts).orElse(List.of()),
                body.optional("conf").map(YamlNode::textByKey).orElse(Map.of()));
    }

    private static Sort sort(YamlNode body) {
        body.allow("jobs", "size", "start", "writers", "block-size", "replication", "keep");
        int jobs = body.optional("jobs")
                .map(node -> node.integer(1, Sort.MOST_JOBS))
                .orElse(1);
        return new Sort(
                jobs,
                textBytes(body.required("size")),
                body.optional("start").map(StartTimes::from).orElse(StartTimes.together()),
                writers(body),
                blockBytes(body),
                replication(body),
                keep(body));
    }

    private static WordCount wordCount(YamlNode body) {
        body.allow("size", "writers", "block-size");
        return new WordCount(textBytes(body.required("size")), writers(body), blockBytes(body));
    }

    /** The size of a text. */
    static long textBytes(YamlNode size) {
        long bytes = size.as(Quantities::bytes);
        if (bytes < 1024 || bytes > 1L << 36) {
            throw size.invalid("'" + size.text() + "' is not between 1 KiB and 64 GiB");
        }
        return bytes;
    }

    /** Its {@code writers}. */
    static HostChoice writers(YamlNode body) {
        return body.optional("writers").map(HostChoice::from).orElse(new HostChoice.All());
    }

    /** Its {@code block-size}; 0 when it has none. */
    static long blockBytes(YamlNode body) {
        return body.optional("block-size")
                .map(node -> {
                    long bytes = node.as(Quantities::bytes);
                    if (bytes < HdfsSettings.LEAST_BLOCK_BYTES || bytes % HdfsSettings.CHECKSUM_BYTES != 0) {
                        throw node.invalid("'" + node.text() + "'; a multiple of " + HdfsSettings.CHECKSUM_BYTES
                                + " bytes of at least 64 KiB is accepted");
                    }
                    return bytes;
                })
                .orElse(0L);
    }
}
