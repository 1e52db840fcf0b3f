// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.workload.SkewedRows;

/** Decides which simulated stages a query, a sort, a search or a word count is, by what is known of Spark's plans and by the scenario's settings. */
final class SparkStages {
    private static final String SPLITS = "spark.sql.files.maxPartitionBytes";
    private static final String CORES = "spark.executor.cores";
    private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
    private static final String PARTITIONS = "spark.sql.shuffle.partitions";
    /** {@code spark.sql.adaptive.coalescePartitions.minPartitionSize}. */
    private static final double LEAST_PARTITION_BYTES = 1 << 20;

    private static final String ADVISORY = "spark.sql.adaptive.advisoryPartitionSizeInBytes";
    private static final long USUAL_ADVISORY_BYTES = 64L << 20;
    private static final long USUAL_PARTITIONS = 200;

    private static final String COPIES = "spark.hadoop.dfs.replication";

    private final Scenario scenario;
    private final Map<String, String> settings;
    private final Constants constants;
    private final SparkWork spark;
    private final ClusterLayout layout;
    /** Bytes of a file that a task reads at most; 0 for all of it. */
    private final long splitBytes;

    SparkStages(Scenario scenario, Constants constants, SparkWork spark, ClusterLayout layout) {
        this.scenario = scenario;
        // Contenders differ in who decides, not in what the work is.
        settings = scenario.contenders().get(0).spark();
        this.constants = constants;
        this.spark = spark;
        this.layout = layout;
        splitBytes = number(SPLITS, 0);
    }

    /**
     * A table or text that was written.
     *
     * @param name as the simulator calls the file
     * @param bytes of all its parts
     * @param parts files of about the same size that it consists of
     */
    record Input(String name, double bytes, int parts) {}

    /** Cores that an application has on each worker. */
    static int cores(Scenario scenario) {
        return (int) number(scenario, CORES, 1);
    }

    private long number(String key, long otherwise) {
        return number(scenario, key, otherwise);
    }

    private static long number(Scenario scenario, String key, long otherwise) {
        String text = scenario.contenders().get(0).spark().getOrDefault(key, "" + otherwise);
        if (!text.matches("[0-9]{1,15}")) {
            throw new IllegalArgumentException(
                    scenario.file() + ": the simulator takes a whole number as " + key + ", not '" + text + "'");
        }
        return Long.parseLong(text);
    }

    /**
     * Appends the stages of one piece of work for each of several inputs, all at the same time. Spark serves jobs as they come, and each part is
     * a job of its own: the first part of all inputs comes before the second of any.
     *
     * @param stages of a job, to which those of this work are added
     * @param inputs for each piece of work what it reads, by the table's name
     * @param before stages that have to end first
     */
    void add(List<Stage> stages, String work, List<Map<String, Input>> inputs, List<Integer> before) {
        int first = stages.size();
        Map<Integer, Left> left = new HashMap<>();
        for (SparkWork.Part part : spark.of(work, settings)) {
            for (int i = 0; i < inputs.size(); i++) {
                int own = i;
                List<Integer> parents = part.after().isEmpty()
                        ? before
                        : part.after().stream()
                                .map(each -> first + each * inputs.size() + own)
                                .toList();
                List<Stage> after = parents.stream().map(stages::get).toList();
                List<Left> found = parents.stream()
                        .map(parent -> left.getOrDefault(parent, Left.NOTHING))
                        .toList();
                double bytes = part.reads()
                        .map(table -> inputs.get(own).get(table).bytes())
                        .orElseGet(() -> after.stream()
                                .mapToDouble(SparkStages::outputBytes)
                                .sum());
                boolean joined = part.reads().isEmpty() && joins(after, found);
                double broadcast =
                        found.stream().mapToDouble(Left::broadcastBytes).sum() + programBytes(part, joined);
                left.put(stages.size(), new Left(part.broadcast() * bytes, joined));
                stages.add(stage(part, inputs.get(i), bytes, parents, broadcast));
            }
        }
    }

    /**
     * What a part leaves for those after it besides its stage's output.
     *
     * @param joined whether its program joins what two stages left
     */
    private record Left(double broadcastBytes, boolean joined) {
        static final Left NOTHING = new Left(0, false);
    }

    private static boolean joins(List<Stage> after, List<Left> found) {
        return found.stream().anyMatch(Left::joined)
                || after.stream().filter(stage -> outputBytes(stage) > 0).count() > 1;
    }

    /** What executors fetch from the driver of every stage: its program, and for a scan Hadoop's configuration. */
    private double programBytes(SparkWork.Part part, boolean joined) {
        return constants.value(joined ? "joined-bytes" : "stage-bytes")
                + (part.reads().isPresent() ? constants.value("scan-bytes") : 0);
    }

    private Stage stage(
            SparkWork.Part part, Map<String, Input> inputs, double bytes, List<Integer> parents, double broadcast) {
        boolean scans = part.reads().isPresent();
        Input input = scans ? inputs.get(part.reads().get()) : null;
        int tasks = scans ? scans(input) : tasks(part, bytes);
        return new Stage(
                tasks,
                scans ? new Stage.Input.File(input.name()) : new Stage.Input.Shuffle(List.of()),
                part.compute().map(constants::value).orElse(0.0),
                part.onDriver()
                        ? constants.value("driver-step")
                        : scans ? constants.value(part.start().orElse("scan-start")) : 0,
                output(part, bytes, tasks),
                parents,
                part.onDriver() ? List.of(layout.driver()) : List.of(),
                List.of(),
                part.onDriver()
                        ? Optional.empty()
                        : Optional.of(new Stage.Broadcast(Math.round(broadcast), layout.driver())));
    }

    private int scans(Input input) {
        return splitBytes == 0
                ? input.parts()
                : input.parts() * (int) Math.ceil(input.bytes() / input.parts() / splitBytes);
    }

    private int tasks(SparkWork.Part part, double bytes) {
        if (part.onDriver()) {
            return 1;
        }
        if (part.tasks() > 0) {
            return part.tasks();
        }
        if (!adapts()) {
            return (int) number(PARTITIONS, slots());
        }
        // Adaptive execution joins partitions until there are as many as slots, and while they are smaller than 1 MiB.
        return (int) Math.max(1, Math.min(slots(), bytes / LEAST_PARTITION_BYTES));
    }

    private boolean adapts() {
        return !settings.getOrDefault(ADAPTIVE, "true").equals("false");
    }

    private int slots() {
        return layout.workers().size() * cores(scenario);
    }

    private Stage.Output output(SparkWork.Part part, double bytes, int tasks) {
        if (part.writes() > 0) {
            return new Stage.Output.Files(Math.round(part.writes() * bytes), 0, (int) number(COPIES, 0));
        }
        double shuffled = part.shuffle() * bytes + part.shuffleEach() * tasks;
        return shuffled > 0 ? new Stage.Output.Shuffle(Math.round(shuffled)) : new Stage.Output.None();
    }

    /**
     * Appends the stages of a sort of skewed rows: a scan that leaves all of them, and a task for each part that adaptive execution makes of
     * the partitions.
     *
     * @param stages of a job, to which those of this sort are added
     * @param before stages that have to end first
     */
    void addSkewedSort(List<Stage> stages, Input input, SkewedRows rows, List<Integer> before) {
        double bytes = SkewedSort.shuffledBytes(rows);
        List<Double> partitions = SkewedSort.partitionBytes(rows, (int) number(PARTITIONS, USUAL_PARTITIONS));
        List<Double> parts = adapts()
                ? SkewedSort.joined(
                        partitions,
                        scans(input),
                        Math.max(
                                LEAST_PARTITION_BYTES,
                                Math.min((double) number(ADVISORY, USUAL_ADVISORY_BYTES), Math.ceil(bytes / slots()))))
                : partitions;
        Optional<Stage.Broadcast> program =
                Optional.of(new Stage.Broadcast(Math.round(constants.value("stage-bytes")), layout.driver()));
        stages.add(new Stage(
                scans(input),
                new Stage.Input.File(input.name()),
                constants.value("rows-scan-seconds-per-byte"),
                constants.value("text-start"),
                new Stage.Output.Shuffle(Math.round(bytes)),
                before,
                List.of(),
                List.of(),
                Optional.of(new Stage.Broadcast(
                        Math.round(constants.value("stage-bytes") + constants.value("scan-bytes")), layout.driver()))));
        stages.add(new Stage(
                parts.size(),
                new Stage.Input.Shuffle(parts),
                constants.value("rows-sort-seconds-per-byte"),
                0,
                new Stage.Output.None(),
                List.of(stages.size() - 1),
                List.of(),
                List.of(),
                program));
    }

    private static double outputBytes(Stage stage) {
        if (stage.output() instanceof Stage.Output.Files written) {
            return written.bytes();
        }
        return stage.output() instanceof Stage.Output.Shuffle shuffled ? shuffled.bytes() : 0;
    }
}
