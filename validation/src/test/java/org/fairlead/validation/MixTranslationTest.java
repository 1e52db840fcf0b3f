// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.report.Json;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mix of jobs that come one after the other, and contenders that fetch their input ahead. */
class MixTranslationTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private final Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
    private final SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));

    private static Scenario shipped(String name) {
        return ScenarioFile.read(HOME.resolve("scenarios/" + name + ".yaml"), HOME, Optional.empty());
    }

    private Scenario few(String contenders, String more) throws IOException {
        Path file = Files.writeString(directory.resolve("few-jobs.yaml"), """
                name: few-jobs
                topology: storage-and-compute-50mbit
                traffic: half-the-hosts
                workload:
                  - mix:
                      jobs:
                        small: [{search: 2MiB, count: 2}]
                        large: [{word-count: 4MiB}]
                      gap: 500ms
                      block-size: 1MiB
                      replication: 1
                      writers: driver
                      %s
                spark: {spark.sql.files.maxPartitionBytes: 1048576}
                heartbeat: 250ms
                contenders: [%s]
                repetitions: 2
                seed: 7
                """.formatted(more, contenders));
        return ScenarioFile.read(file, HOME, Optional.empty());
    }

    private SimulatedRound round(Scenario scenario, int repetition) {
        return RoundTranslation.of(scenario, repetition, constants, work);
    }

    @Test
    void jobsAreThoseOfOneApplicationByTheirStart() throws IOException {
        SimulatedRound round = round(few("stock", "keep: true"), 1);

        List<Job> jobs = round.workload().jobs();
        assertThat(jobs).extracting(Job::name).containsExactlyInAnyOrder("small/1", "small/2", "large/1");
        assertThat(jobs).extracting(Job::application).containsOnly("");
        assertThat(jobs.get(0).submitSeconds()).isZero();
        assertThat(jobs.get(2).submitSeconds()).isGreaterThan(jobs.get(1).submitSeconds());
        assertThat(round.figures())
                .extracting(Figure::metric)
                .containsOnly("job_time", "job_time[small]", "job_time[large]")
                .hasSize(6);
    }

    @Test
    void eachRepetitionDrawsOrderAndGapsAnew() throws IOException {
        Scenario scenario = few("stock", "keep: true");

        assertThat(round(scenario, 1).workload()).isEqualTo(round(scenario, 1).workload());
        assertThat(round(scenario, 1).workload().jobs())
                .isNotEqualTo(round(scenario, 2).workload().jobs());
    }

    @Test
    void aTextOfWholeBlocksHasALastTaskForTheEndOfItsLastLine() throws IOException {
        Map<String, Job> jobs = round(few("stock", "keep: true"), 1).workload().jobs().stream()
                .collect(Collectors.toMap(Job::name, job -> job));

        assertThat(jobs.get("small/1").stages()).extracting(Stage::tasks).containsExactly(3);
        assertThat(jobs.get("large/1").stages()).extracting(Stage::tasks).containsExactly(5, 1);
        // Each of five tasks leaves a row for each of the text's words.
        assertThat(jobs.get("large/1").stages().get(0).output()).isEqualTo(new Stage.Output.Shuffle(5 * 57_400));
    }

    @Test
    void whoFetchesAheadHasThePlugInsMemoryThreadsAndHeartbeat() throws IOException {
        Scenario scenario = few("stock, fairlead-tasks, fairlead-prefetch, prefetch-alone", "keep: true");
        Policies[] policies = scenario.contenders().stream()
                .map(contender -> TestbedCluster.policies(scenario, contender))
                .toArray(Policies[]::new);

        assertThat(policies)
                .extracting(Policies::prefetch)
                .containsExactly(Prefetch.OFF, Prefetch.OFF, Prefetch.SHADOW, Prefetch.SHADOW);
        assertThat(policies)
                .extracting(each -> each.tasks().assigner())
                .containsExactly("stock-spark:standalone", "fairlead", "fairlead", "stock-spark:standalone");
        assertThat(policies).extracting(each -> each.slots().jobOrder()).containsOnly("fifo");
        // A twentieth of 512 MiB.
        assertThat(policies[2].fetching()).isEqualTo(new Policies.Fetching("none", 26_843_545, 4, true, true));
        assertThat(TestbedCluster.of(
                                scenario,
                                scenario.contenders().get(2),
                                scenario.points().get(0).traffic(),
                                constants,
                                2)
                        .costs()
                        .heartbeatSeconds())
                .isEqualTo(0.25);
    }

    @Test
    void whatTheContenderSaysOfMemoryCounts() {
        Contender stock = Contender.stock();

        assertThat(ExecutorMemory.prefetchBytes(
                        stock.withSparkDefaults(Map.of("spark.fairlead.prefetch.memory", "3MiB"))))
                .isEqualTo(3 << 20);
        assertThat(ExecutorMemory.prefetchBytes(stock.withSparkDefaults(Map.of("spark.executor.memory", "8g"))))
                .isEqualTo(256 << 20);
    }

    @Test
    void whoFetchesAheadIsNoSlowerInThePrediction() throws IOException, InterruptedException {
        Scenario scenario = few("stock, fairlead-prefetch, prefetch-alone", "keep: true");
        Path report = directory.resolve("few-jobs.json");
        Files.writeString(report, """
                {"baseline": "stock", "aa_pair": "stock (A/A)", "scenario": {"seed": 7, "repetitions": 1}, "rounds": [
                {"contender": "stock", "repetition": 1, "samples": [
                {"metric": "job_time", "subject": "small/1", "value": 3}, {"metric": "job_time", "subject": "small/2", "value": 4},
                {"metric": "job_time", "subject": "large/1", "value": 8}]},
                {"contender": "fairlead-prefetch", "repetition": 1, "samples": [
                {"metric": "job_time", "subject": "small/1", "value": 2}, {"metric": "job_time", "subject": "small/2", "value": 2},
                {"metric": "job_time", "subject": "large/1", "value": 5}]}]}
                """);
        StringWriter text = new StringWriter();

        new Validator(2, 2, false, RunObserver.NONE, line -> {})
                .run(
                        List.of(scenario),
                        directory,
                        Optional.empty(),
                        false,
                        directory.resolve("out"),
                        new PrintWriter(text));

        assertThat(text.toString())
                .contains("job_time[small]", "job_time[large]", "fairlead-prefetch")
                .doesNotContain("prefetch-alone"); // was not measured
        var figures = new ObjectMapper()
                .readTree(directory.resolve("out/validation.json").toFile());
        assertThat(figures.toString()).contains("job_time");
        assertThat(MeasuredScenario.read(report).mean("stock", "job_time").orElseThrow())
                .isCloseTo(5, within(1e-12));
        assertThat(MeasuredScenario.read(report)
                        .mean("stock", "job_time[small]")
                        .orElseThrow())
                .isCloseTo(3.5, within(1e-12));
    }

    @Test
    void aRunThatWasMeasuredSaysItsSeedAndRepetitions() throws IOException {
        Path report = directory.resolve("few-jobs.json");
        Files.writeString(report, """
                {"baseline": "stock", "scenario": {"seed": 33, "repetitions": 4}, "rounds": [
                {"contender": "stock", "repetition": 1, "samples": [
                {"metric": "job_time", "subject": "small/1", "value": 3}, {"metric": "job_time", "subject": "large/1", "value": 9}]}]}
                """);
        MeasuredScenario measured = MeasuredScenario.read(report);

        Scenario run = measured.asRun(few("stock, fairlead-prefetch", "keep: true"));

        assertThat(measured.seed()).contains(33L);
        assertThat(Validator.seed("few-jobs", directory)).contains(33L);
        assertThat(run.repetitions()).isEqualTo(4);
        assertThat(run.contenders()).extracting(Contender::name).containsExactly("stock");
        Path small = Files.write(directory.resolve("small.json"), Json.bytes(measured.kept()));
        MeasuredScenario kept = MeasuredScenario.read(small);
        assertThat(kept.kept()).isEqualTo(measured.kept());
        assertThat(kept.mean("stock", "job_time")).contains(6.0);
        assertThat(kept.seed()).contains(33L);
    }

    @Test
    void whoseInputCostsNoNetworkIsLeftOut() throws IOException {
        Path report = directory.resolve("few-jobs.json");
        Files.writeString(report, """
                {"baseline": "stock", "rounds": [
                {"contender": "stock", "repetition": 1, "samples": [{"metric": "job_time", "subject": "small/1", "value": 3}]},
                {"contender": "bound-prefetch", "repetition": 1, "samples": [
                {"metric": "job_time", "subject": "small/1", "value": 1}]}]}
                """);
        Scenario both = few("stock, bound-prefetch", "keep: true");

        assertThat(MeasuredScenario.read(report).asRun(both).contenders())
                .extracting(Contender::name)
                .containsExactly("stock");
        assertThatThrownBy(() -> TestbedCluster.policies(both, both.contenders().get(1)))
                .hasMessageContaining("few-jobs.yaml: the simulator does not know input that is read over no network")
                .hasMessageContaining("'bound-prefetch'");
    }

    @Test
    void whatIsNotKnownIsNamed() throws IOException {
        assertThatThrownBy(() -> round(few("stock", ""), 1))
                .hasMessageContaining("few-jobs.yaml: the simulator knows a step 'mix' with 'keep: true' alone");
        assertThatThrownBy(() -> round(shipped("prefetch-objects"), 1))
                .hasMessageContaining("does not know input of a step 'mix' in an object store");
        Scenario rates = few("stock, prefetch-rates", "keep: true");
        assertThatThrownBy(
                        () -> TestbedCluster.policies(rates, rates.contenders().get(1)))
                .hasMessageContaining("few-jobs.yaml: the simulator does not know the rates")
                .hasMessageContaining("'prefetch-rates'");
    }
}
