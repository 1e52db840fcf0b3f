// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.HashMap;
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
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.InputStore;
import org.fairlead.testbed.workload.SkewedRows;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.driver.SkewedOperation;

/**
 * Decides what a round of a scenario is for the simulator: one job whose stages follow each other as the round's steps do, or the jobs of
 * several applications. Steps say what they do; where HDFS puts replicas is left to the simulated cluster.
 */
final class RoundTranslation implements WorkModel {
    private static final String JOB = "round";
    /** By how many bytes a writer's text exceeds its size, since it ends with a whole line: a last block of next to nothing. */
    private static final int TEXT_ENDS = 64;

    private final Scenario scenario;
    private final Constants constants;
    private final SparkWork work;
    private final ClusterLayout layout;
    private final SparkStages spark;

    private final List<Workload.StoredFile> stored = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final List<Stage> stages = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    /** Stages that wrote the files of a step, by the step's name and in the order of the files. */
    private final Map<String, List<Integer>> written = new LinkedHashMap<>();
    /** Tables and texts that were put, by name. */
    private final Map<String, SparkStages.Input> inputs = new LinkedHashMap<>();
    /** Those of {@link #inputs} that are skewed rows. */
    private final Map<String, SkewedRows> skewed = new HashMap<>();
    /** What the next step waits for. */
    private List<Integer> last = List.of();
    /** Draws the writers of generated input, which are the same in all rounds of a run. */
    private Random ofRun = new Random(0);

    private RoundTranslation(Scenario scenario, Constants constants, SparkWork work) {
        this.scenario = scenario;
        this.constants = constants;
        this.work = work;
        this.layout = ClusterRoles.layout(scenario.topology(), scenario.workers());
        spark = new SparkStages(scenario, constants, work, layout);
    }

    /**
     * @param repetition from 1, as in the testbed's report
     * @throws IllegalArgumentException when the simulator does not know what a step does
     */
    static SimulatedRound of(Scenario scenario, int repetition, Constants constants, SparkWork work) {
        RoundTranslation translation = new RoundTranslation(scenario, constants, work);
        for (int i = 0; i < scenario.workload().size(); i++) {
            translation.ofRun = new Random(scenario.seed() + i);
            scenario.workload().get(i).model(translation, new Random(scenario.seed() + repetition + i));
        }
        return translation.round();
    }

    private SimulatedRound round() {
        if (!stages.isEmpty()) {
            jobs.add(new Job(JOB, "round", "default", 0, stages));
        }
        return new SimulatedRound(new Workload(scenario.name(), stored, jobs), figures);
    }

    @Override
    public List<String> dataNodes() {
        return layout.dataNodes();
    }

    @Override
    public int files(String name) {
        if (!written.containsKey(name)) {
            throw new IllegalArgumentException(
                    scenario.file() + ": the simulator does not know files of a step '" + name + "' that are read");
        }
        return written.get(name).size();
    }

    @Override
    public void write(String name, List<Writer> writers, FileForm form) {
        List<Integer> all = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (Writer writer : writers) {
            List<Integer> before = last;
            for (int file = 0; file < writer.seeds().size(); file++) {
                before = List.of(client(
                        writer.host(),
                        new Stage.Input.None(),
                        "write-seconds-per-byte",
                        new Stage.Output.Files(form.bytes(), form.blockBytes(), form.replication()),
                        before,
                        file == 0 ? writer.delaySeconds() : 0));
                all.addAll(before);
            }
            ends.addAll(before);
        }
        written.put(name, all);
        last = ends;
        figure("file_write_time", Figure.Kind.TASKS, all);
        figure("block_write_time", Figure.Kind.BLOCKS, all);
    }

    @Override
    public void read(String name, List<Reader> readers) {
        List<Integer> all = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (Reader reader : readers) {
            List<Integer> before = last;
            for (int file = 0; file < reader.files().size(); file++) {
                int stage = written.get(name).get(reader.files().get(file));
                before = List.of(client(
                        reader.host(),
                        new Stage.Input.File(JOB + "/" + stage),
                        "read-seconds-per-byte",
                        new Stage.Output.None(),
                        before,
                        file == 0 ? reader.delaySeconds() : 0));
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

    @Override
    public void put(GeneratedInput input) {
        if (!input.rows().isEmpty()) {
            lies(input);
            return;
        }
        List<String> writers = input.writers().choose(layout.dataNodes(), ofRun);
        List<Integer> putting = new ArrayList<>();
        for (String table : input.tables()) {
            putting.add(put(table, Math.round(work.tableBytes(table, input.scale())), input, writers));
        }
        input.texts()
                .forEach((text, bytes) ->
                        putting.add(put(text, bytes + (long) TEXT_ENDS * writers.size(), input, writers)));
        figure("file_write_time", Figure.Kind.TASKS, putting);
        figure("block_write_time", Figure.Kind.BLOCKS, putting);
    }

    /** Skewed rows lie in the file system before the round: nothing of them lies in memory. */
    private void lies(GeneratedInput input) {
        requireKept(input);
        List<String> writers = input.writers().choose(layout.dataNodes(), ofRun);
        input.rows().forEach((text, rows) -> {
            String name = input.name() + "/" + text;
            stored.add(new Workload.StoredFile(name, rows.bytes(), input.blockBytes(), input.replication(), writers));
            inputs.put(text, new SparkStages.Input(name, (double) rows.bytes(), writers.size()));
            skewed.put(text, rows);
        });
    }

    private void requireKept(GeneratedInput input) {
        if (input.store() == InputStore.OBJECTS) {
            throw new IllegalArgumentException(scenario.file() + ": the simulator does not know input of a step '"
                    + input.name() + "' in an object store");
        }
        if (!input.keep()) {
            throw new IllegalArgumentException(
                    scenario.file() + ": the simulator knows a step '" + input.name() + "' with 'keep: true' alone");
        }
    }

    /** Every writer writes its part as a file; returns the stage's number. */
    private int put(String name, long bytes, GeneratedInput input, List<String> writers) {
        stages.add(new Stage(
                writers.size(),
                new Stage.Input.None(),
                constants.value("write-seconds-per-byte"),
                constants.value("file-create"),
                new Stage.Output.Files(bytes, input.blockBytes(), input.replication()),
                last,
                writers,
                List.of()));
        int stage = stages.size() - 1;
        inputs.put(name, new SparkStages.Input(JOB + "/" + stage, bytes, writers.size()));
        last = List.of(stage);
        return stage;
    }

    @Override
    public void query(String query) {
        onSpark(query, "query_time[" + query + "]", "query-start", List.of(inputs));
    }

    @Override
    public void work(String kind, List<String> texts) {
        onSpark(
                kind,
                "app_time[" + kind + "]",
                "application-start",
                texts.stream()
                        .map(text -> Map.of(SparkWork.TEXT, inputs.get(text)))
                        .toList());
    }

    @Override
    public void applications(GeneratedInput input, List<ApplicationJob> jobsOfStep) {
        requireKept(input);
        if (scenario.workload().size() > 1) {
            throw new IllegalArgumentException(scenario.file() + ": the simulator knows a step '" + input.name()
                    + "' with no other step beside it");
        }
        ApplicationsTranslation translation = new ApplicationsTranslation(
                input, input.writers().choose(layout.dataNodes(), ofRun), constants, work, spark);
        jobs.addAll(translation.jobs(jobsOfStep));
        stored.addAll(translation.files());
        figures.addAll(translation.figures());
    }

    @Override
    public void skewed(String subject, SkewedOperation operation, String text) {
        if (operation != SkewedOperation.SORT) {
            throw new IllegalArgumentException(scenario.file() + ": the simulator does not know what operation '"
                    + operation.key() + "' of a step '" + StepKind.SKEWED.key() + "' does; known: "
                    + SkewedOperation.SORT.key());
        }
        int first = stages.size();
        spark.addSkewedSort(stages, inputs.get(text), skewed.get(text), last);
        last = IntStream.range(first, stages.size()).boxed().toList();
        figures.add(new Figure(
                "operation_time[" + subject + "]", Figure.Kind.SPAN, JOB, last, constants.value("application-start")));
    }

    @Override
    public void unknown(StepKind kind) {
        throw new IllegalArgumentException(
                scenario.file() + ": the simulator does not know what a step '" + kind.key() + "' does");
    }

    /**
     * One piece of work for each of several inputs, all at the same time.
     *
     * @param start the constant that says how long planning before the first task and the answer after the last take
     */
    private void onSpark(String kind, String metric, String start, List<Map<String, SparkStages.Input>> each) {
        int first = stages.size();
        spark.add(stages, kind, each, last);
        int all = each.size();
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
