// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class ApplicationsTranslationTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private final Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
    private final SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));

    private Scenario scenario(String name) {
        return ScenarioFile.read(HOME.resolve("scenarios/" + name + ".yaml"), HOME, Optional.empty());
    }

    private SimulatedRound round(Scenario scenario) {
        return RoundTranslation.of(scenario, 1, constants, work);
    }

    @Test
    void aSortIsAJobInItsPoolOfATextThatItsWritersPut() {
        SimulatedRound round = round(scenario("tasks-sort"));

        assertThat(round.workload().jobs()).hasSize(5);
        Job third = round.workload().jobs().get(2);
        assertThat(List.of(third.application(), third.pool(), third.kind())).containsExactly("sorts", "job-3", "sort");
        assertThat(third.submitSeconds()).isEqualTo(2);
        // 24 blocks are sampled and read, 10 partitions written once.
        assertThat(third.stages()).extracting(Stage::tasks).containsExactly(24, 1, 24, 10);
        assertThat(third.stages().get(3).output())
                .isInstanceOfSatisfying(Stage.Output.Files.class, files -> assertThat(files.replication())
                        .isEqualTo(1));
        assertThat(round.workload().files())
                .hasSize(5)
                .allMatch(file -> file.writers().size() == 6 && file.replication() == 1);
    }

    @Test
    void jobsOfTwoApplicationsStandByTheirStart() {
        SimulatedRound round = round(scenario("tasks-pools"));

        assertThat(round.workload().jobs())
                .extracting(Job::name)
                .containsExactly(
                        "first/q9",
                        "second/sort",
                        "first/q6",
                        "second/q14",
                        "first/sort",
                        "second/q3",
                        "first/q12",
                        "second/q6");
        assertThat(round.figures()).extracting(Figure::metric).containsOnly("job_time[first]", "job_time[second]");
    }

    @Test
    void aContenderMayBeOursInOneApplicationAlone() {
        Scenario scenario = scenario("tasks-pools");

        assertThat(TestbedCluster.policies(scenario, scenario.contenders().get(2))
                        .tasks()
                        .assigners())
                .isEqualTo(Map.of("first", "stock-spark:standalone", "second", "fairlead"));
    }

    @Test
    void aSlowDiskAndTheCoresOfExecutorsAreTheScenarios() {
        Scenario scenario = scenario("tasks-sort");
        var cluster = TestbedCluster.of(
                scenario, scenario.contenders().get(0), scenario.points().get(0).traffic(), constants, 2);

        assertThat(cluster.machines())
                .filteredOn(machine -> machine.mapSlots() == 2)
                .hasSize(6);
        assertThat(cluster.machines())
                .filteredOn(machine -> machine.disks().get(0).bytesPerSecond() == 500e3)
                .hasSize(1);
    }

    @Test
    void whatIsPredictedIsTheMeanOfAnApplicationsJobs() throws InterruptedException {
        Scenario scenario = scenario("tasks-sort");
        scenario = scenario.with(2, scenario.queueing());
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Predictor predictor = new Predictor(work, 1, 2, threads, RunObserver.NONE);
            Map<String, Map<String, Double>> predicted = predictor.predict(scenario, constants);

            assertThat(predicted)
                    .containsOnlyKeys(
                            "stock",
                            "fairlead-tasks",
                            "status-aware-receive",
                            "status-aware-potential",
                            "status-aware-disk");
            assertThat(predicted.get("stock").get("job_time[sorts]")).isBetween(1.0, 1000.0);
            assertThat(predictor.predict(scenario, constants)).isEqualTo(predicted);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whatIsMeasuredIsTheMeanOfAnApplicationsJobs() throws IOException {
        Path report = directory.resolve("report.json");
        Files.writeString(report, """
                {"baseline": "stock", "rounds": [{"contender": "stock", "repetition": 1, "samples": [
                {"metric": "job_time", "subject": "first/q9", "value": 3},
                {"metric": "job_time", "subject": "first/sort-2", "value": 5},
                {"metric": "job_time", "subject": "second/q9", "value": 7}]}]}
                """);

        MeasuredScenario measured = MeasuredScenario.read(report);

        assertThat(measured.mean("stock", "job_time[first]").orElseThrow()).isCloseTo(4, within(1e-12));
        assertThat(measured.mean("stock", "job_time[second]").orElseThrow()).isCloseTo(7, within(1e-12));
    }

    @Test
    void whatIsKeptOfAReportSaysTheSame() throws IOException {
        Path report = directory.resolve("report.json");
        Files.writeString(report, """
                {"baseline": "stock", "aa_pair": "stock (A/A)", "environment": {"spark": "4.2.0"}, "links": [1, 2, 3], "rounds": [
                {"contender": "stock", "repetition": 1, "not_counted_because": "", "samples": [
                {"metric": "job_time", "subject": "first/q9", "value": 3},
                {"metric": "job_time", "subject": "first/sort-2", "value": 5},
                {"metric": "query_time", "subject": "q1", "value": 2.5}]},
                {"contender": "stock", "repetition": 2, "not_counted_because": "processors busy", "samples": [
                {"metric": "query_time", "subject": "q1", "value": 9}]},
                {"contender": "stock (A/A)", "repetition": 2, "samples": [
                {"metric": "query_time", "subject": "q1", "value": 3.5},
                {"metric": "block_write_time", "value": 0.5}]}]}
                """);
        MeasuredScenario measured = MeasuredScenario.read(report);
        Path small = directory.resolve("small.json");

        Files.writeString(small, measured.kept().toString());
        MeasuredScenario kept = MeasuredScenario.read(small);

        for (String metric : List.of("job_time[first]", "query_time[q1]", "block_write_time", "query_time[q9]")) {
            assertThat(kept.mean("stock", metric)).as(metric).isEqualTo(measured.mean("stock", metric));
            assertThat(kept.spread(metric)).as(metric).isEqualTo(measured.spread(metric));
        }
        assertThat(kept.mean("stock", "query_time[q1]")).contains(3.0);
        assertThat(kept.kept()).isEqualTo(measured.kept());
    }

    @Test
    void anotherStepBesideIsRefused() throws IOException {
        String text = Files.readString(HOME.resolve("scenarios/tasks-sort.yaml"));
        Path changed = directory.resolve("changed.yaml");
        Files.writeString(changed, text.replace("      keep: true\n", ""));
        Scenario scenario = ScenarioFile.read(changed, HOME, Optional.empty());

        assertThatThrownBy(() -> round(scenario))
                .hasMessageContaining("changed.yaml")
                .hasMessageContaining("'keep: true'");
    }

    @Test
    void aRoundAfterAWarmUpIsTheSameLaterWithFilesOfItsOwn() {
        SimulatedRound round = round(scenario("tasks-sort"));

        SimulatedRound second = WarmUp.before(round, 40);

        List<Job> jobs = second.workload().jobs();
        assertThat(jobs).hasSize(10);
        assertThat(jobs.subList(5, 10))
                .extracting(Job::name)
                .containsExactlyElementsOf(
                        round.workload().jobs().stream().map(Job::name).toList());
        assertThat(jobs.subList(5, 10))
                .extracting(Job::submitSeconds)
                .containsExactly(100.0, 101.0, 102.0, 103.0, 104.0);
        assertThat(jobs.get(7).stages())
                .isEqualTo(round.workload().jobs().get(2).stages());
        assertThat(jobs.get(0).stages().get(0).input())
                .isEqualTo(new Stage.Input.File(
                        "warm-up " + round.workload().files().get(0).name()));
        assertThat(second.workload().files()).hasSize(10);
        assertThat(second.figures()).isEqualTo(round.figures());
    }
}
