// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.workload.Applications;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.TpchQueries;

/**
 * Decides what a round of a scenario is for the simulator: one job whose stages follow each other as the round's steps do. What the testbed
 * draws, hosts, files and delays, is drawn here from the same seeds in the same order, so that the work is the same; where HDFS puts replicas
 * is left to the simulated cluster.
 */
final class RoundTranslation {
    private static final String JOB = "round";
    /** By how many bytes a writer's text exceeds its size, since it ends with a whole line: a last block of next to nothing. */
    private static final int TEXT_ENDS = 64;

    private final Scenario scenario;
    private final Constants constants;
    private final SparkWork work;
    private final ClusterLayout layout;
    private final SparkStages spark;

    private final List<Stage> stages = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    /** Stages that wrote the files of a step, by the step's name and in the order of the files. */
    private final Map<String, List<Integer>> written = new LinkedHashMap<>();
    /** What the next step waits for. */
    private List<Integer> last = List.of();

    private RoundTranslation(Scenario scenario, Constants constants, SparkWork work) {
        this.scenario = scenario;
        this.constants = constants;
        this.work = work;
        this.layout = ClusterRoles.layout(scenario.topology(), scenario.workers());
        spark = new SparkStages(scenario, constants, work, layout);
    }

    /** @param repetition from 1, as in the testbed's report */
    static SimulatedRound of(Scenario scenario, int repetition, Constants constants, SparkWork work) {
        for (WorkloadStep step : scenario.workload()) {
            if (step instanceof Applications applications) {
                return ApplicationsTranslation.of(scenario, applications, constants, work);
            }
        }
        RoundTranslation translation = new RoundTranslation(scenario, constants, work);
        for (int i = 0; i < scenario.workload().size(); i++) {
            translation.step(
                    scenario.workload().get(i),
                    new Random(scenario.seed() + repetition + i),
                    new Random(scenario.seed() + i));
        }
        Job job = new Job(JOB, "round", "default", 0, translation.stages);
        return new SimulatedRound(new Workload(scenario.name(), List.of(), List.of(job)), translation.figures);
    }

    /**
     * @param ofRound draws what differs from repetition to repetition
     * @param ofRun draws the writers of generated input, which are the same in all
     */
    private void step(WorkloadStep step, Random ofRound, Random ofRun) {
        if (step instanceof WorkloadStep.Write write) {
            write(write, ofRound);
        } else if (step instanceof WorkloadStep.Read read) {
            read(read, ofRound);
        } else if (step instanceof WorkloadStep.Tpch tpch) {
            List<String> writers = tpch.writers().choose(layout.dataNodes(), ofRun);
            Map<String, SparkStages.Input> inputs = new LinkedHashMap<>();
            List<Integer> putting = new ArrayList<>();
            for (String table : TpchQueries.tables(tpch.queries())) {
                double bytes = work.tableBytes(table, tpch.scale());
                Stage.Output.Files files =
                        new Stage.Output.Files(Math.round(bytes), tpch.blockBytes(), tpch.replication());
                put(table, files, writers, inputs, putting);
            }
            figure("file_write_time", Figure.Kind.TASKS, putting);
            figure("block_write_time", Figure.Kind.BLOCKS, putting);
            tpch.queries()
                    .forEach(query -> onSpark(query, "query_time[" + query + "]", "query-start", List.of(inputs)));
        } else if (step instanceof WorkloadStep.Sort sort) {
            texts(sort.jobs(), sort.bytes(), sort.writers(), sort.blockBytes(), sort.replication(), "sort", ofRun);
        } else if (step instanceof WorkloadStep.WordCount count) {
            texts(1, count.bytes(), count.writers(), count.blockBytes(), 0, "word-count", ofRun);
        } else {
            throw new IllegalArgumentException(
                    scenario.file() + ": the simulator does not know what a step '" + step.kind() + "' does");
        }
    }

    private void write(WorkloadStep.Write step, Random random) {
        List<String> hosts = step.on().choose(layout.dataNodes(), random);
        List<Integer> all = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int client = 0; client < hosts.size(); client++) {
            double delay = step.start().seconds(client, random);
            List<Integer> before = last;
            for (int file = 0; file < step.files(); file++) {
                random.nextLong(); // the testbed draws the file's bytes here
                before = List.of(client(
                        hosts.get(client),
                        new Stage.Input.None(),
                        "write-seconds-per-byte",
                        new Stage.Output.Files(step.fileBytes(), step.blockBytes(), step.replication()),
                        before,
                        file == 0 ? delay : 0));
                all.addAll(before);
            }
            ends.addAll(before);
        }
        written.put(step.name(), all);
        last = ends;
        figure("file_write_time", Figure.Kind.TASKS, all);
        figure("block_write_time", Figure.Kind.BLOCKS, all);
    }

    private void read(WorkloadStep.Read step, Random random) {
        List<String> hosts = step.on().choose(layout.dataNodes(), random);
        List<Integer> files = written.get(step.from());
        List<Integer> all = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int client = 0; client < hosts.size(); client++) {
            double delay = step.start().seconds(client, random);
            List<Integer> before = last;
            for (int i = 0; i < step.files(); i++) {
                int file = files.get(random.nextInt(files.size()));
                before = List.of(client(
                        hosts.get(client),
                        new Stage.Input.File(JOB + "/" + file),
                        "read-seconds-per-byte",
                        new Stage.Output.None(),
                        before,
                        i == 0 ? delay : 0));
                all.addAll(before);
            }
            ends.addAll(before);
        }
        last = ends;
        figure("file_read_time", Figure.Kind.TASKS, all);
    }

    /** A task of a client's own; returns its stage's number. */
    private int client(
            String host,
            Stage.Input input,
            String secondsPerByte,
            Stage.Output output,
            List<Integer> parents,
            double delaySeconds) {
        stages.add(new Stage(
                1,
                input,
                constants.value(secondsPerByte),
                constants.value(output instanceof Stage.Output.None ? "file-open" : "file-create"),
                output,
                parents,
                List.of(host),
                List.of(delaySeconds)));
        return stages.size() - 1;
    }

    /** Generated input: every writer writes its part of the table as a file. */
    private void put(
            String name,
            Stage.Output.Files files,
            List<String> writers,
            Map<String, SparkStages.Input> inputs,
            List<Integer> putting) {
        stages.add(new Stage(
                writers.size(),
                new Stage.Input.None(),
                constants.value("write-seconds-per-byte"),
                constants.value("file-create"),
                files,
                last,
                writers,
                List.of()));
        int stage = stages.size() - 1;
        inputs.put(name, new SparkStages.Input(JOB + "/" + stage, files.bytes(), writers.size()));
        putting.add(stage);
        last = List.of(stage);
    }

    private void texts(
            int jobs, long bytes, HostChoice choice, long blockBytes, int replication, String kind, Random ofRun) {
        List<String> writers = choice.choose(layout.dataNodes(), ofRun);
        Stage.Output.Files files =
                new Stage.Output.Files(bytes + (long) TEXT_ENDS * writers.size(), blockBytes, replication);
        List<Map<String, SparkStages.Input>> inputs = new ArrayList<>();
        List<Integer> putting = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            Map<String, SparkStages.Input> input = new LinkedHashMap<>();
            put("text", files, writers, input, putting);
            inputs.add(input);
        }
        figure("file_write_time", Figure.Kind.TASKS, putting);
        figure("block_write_time", Figure.Kind.BLOCKS, putting);
        onSpark(kind, "app_time[" + kind + "]", "application-start", inputs);
    }

    /**
     * One piece of work for each of several inputs, all at the same time.
     *
     * @param start the constant that says how long planning before the first task and the answer after the last take
     */
    private void onSpark(String kind, String metric, String start, List<Map<String, SparkStages.Input>> inputs) {
        int first = stages.size();
        spark.add(stages, kind, inputs, last);
        int all = inputs.size();
        for (int input = 0; input < all; input++) {
            int own = input;
            figures.add(new Figure(
                    metric,
                    Figure.Kind.SPAN,
                    JOB,
                    IntStream.range(0, (stages.size() - first) / all)
                            .mapToObj(part -> first + part * all + own)
                            .toList(),
                    constants.value(start)));
        }
        last = IntStream.range(first, stages.size()).boxed().toList();
    }

    private void figure(String metric, Figure.Kind kind, List<Integer> ofStages) {
        figures.add(new Figure(metric, kind, JOB, ofStages, 0));
    }
}
