// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.fairlead.testbed.workload.SkewedRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sorts of skewed rows one after the other, and who copies map output while its stage runs. */
class SkewedTranslationTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private final Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
    private final SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));
    private final Scenario waves =
            ScenarioFile.read(HOME.resolve("scenarios/shuffle-waves.yaml"), HOME, Optional.empty());

    private Scenario skewed(String operation, String more) throws IOException {
        Path file = Files.writeString(directory.resolve("s.yaml"), """
                name: s
                topology: four-racks-slow-disks
                workload:
                  - skewed: {operation: %s, exponent: 1, size: 48MiB, payload: 4KiB, block-size: 2MiB, replication: 1%s}
                spark: {spark.sql.files.maxPartitionBytes: 2097152, spark.sql.shuffle.partitions: 24}
                contenders: [stock, fairlead-copies]
                repetitions: 1
                """.formatted(operation, more));
        return ScenarioFile.read(file, HOME, Optional.empty());
    }

    @Test
    void aSortIsAScanInWavesAndATaskForEachPartOfThePartitions() {
        SimulatedRound round = RoundTranslation.of(waves, 1, constants, work);

        List<Stage> stages = round.workload().jobs().get(0).stages();
        assertThat(stages).hasSize(6);
        assertThat(stages.get(0).tasks()).isEqualTo(48);
        assertThat(stages.get(1).tasks()).isBetween(40, 48);
        assertThat(stages.get(2).parents()).containsExactly(0, 1);
        assertThat(round.workload().files())
                .hasSize(3)
                .allMatch(file -> file.writers().size() == 12 && file.blockBytes() == 4 << 20);
        assertThat(round.figures())
                .extracting(Figure::metric)
                .containsExactly("operation_time[sort-0]", "operation_time[sort-1]", "operation_time[sort-2]");
        assertThat(round.figures().get(1).stages()).containsExactly(2, 3);
    }

    @Test
    void theHottestKeysPartitionHasTheShareThatZipfsLawGivesIt() {
        List<Double> even = SkewedSort.partitionBytes(new SkewedRows(0, 2_000, 4_096, 192 << 20), 48);
        List<Double> hot = SkewedSort.partitionBytes(new SkewedRows(2, 2_000, 4_096, 192 << 20), 48);

        double all = even.stream().mapToDouble(Double::doubleValue).sum();
        // A row is 4,102 bytes of text and 4,124 as Spark shuffles it.
        assertThat(all).isCloseTo((192 << 20) / 4_102.0 * 4_124, within(1.0));
        assertThat(Collections.max(even) / all).isLessThan(0.04);
        assertThat(Collections.max(hot) / all).isBetween(0.61, 0.65);
    }

    @Test
    void keysGoToPartitionsBySparksHash() {
        // As Spark's SELECT hash(0), hash(1), ... says.
        assertThat(IntStream.of(0, 1, 2, 1_999, -1).map(SkewedSort::hash))
                .containsExactly(933211791, -559580957, 1765031574, -747650412, -1604776387);
    }

    @Test
    void smallPartitionsBesideEachOtherAreJoined() {
        assertThat(SkewedSort.joined(List.of(1.0, 2.0, 2.0, 9.0, 0.0, 1.0, 3.0), 10, 4))
                .containsExactly(3.0, 2.0, 9.0, 4.0);
        assertThat(SkewedSort.joined(List.of(0.0, 0.0), 10, 4)).isEmpty();
        assertThat(SkewedSort.joined(List.of(990.0, 1_000.0), 10, 2_000))
                .as("what is told is up to a tenth more")
                .containsExactly(990.0, 1_000.0);
    }

    @Test
    void whoCopiesDoesSoInTheMemoryThatThePlugInWouldTake() {
        Map<String, Policies.Exchange> exchanges = waves.contenders().stream()
                .collect(Collectors.toMap(
                        contender -> contender.name(),
                        contender -> TestbedCluster.policies(waves, contender).exchange()));

        assertThat(exchanges.get("stock")).isEqualTo(Policies.Exchange.NONE);
        assertThat(exchanges.get("fairlead-tasks")).isEqualTo(Policies.Exchange.NONE);
        assertThat(exchanges.get("fairlead-copies").copies()).isTrue();
        // A fifth of what Spark's tasks and blocks share in a heap of 512 MiB: 117 MiB.
        assertThat(exchanges.get("fairlead-copies").memoryBytes()).isBetween(23L << 20, 24L << 20);
    }

    @Test
    void copiesTakeOffWhatIsFetchedAfterTheMaps() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Map<String, Map<String, Double>> predicted = new Predictor(work, 1, 2, threads, RunObserver.NONE)
                    .predict(skewed("sort", ", keep: true"), constants);

            double stock = predicted.get("stock").get("operation_time[sort-1]");
            assertThat(stock).isBetween(1.0, 100.0);
            assertThat(predicted.get("fairlead-copies").get("operation_time[sort-1]"))
                    .isLessThan(stock);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anOperationThatWasMeasuredIsFoundByItsWholeName() throws IOException {
        Path report = Files.writeString(directory.resolve("report.json"), """
                {"baseline": "stock", "rounds": [{"contender": "stock", "repetition": 1, "samples": [
                {"metric": "operation_time", "subject": "sort-0", "value": 9},
                {"metric": "operation_time", "subject": "sort-2", "value": 24}]}]}
                """);

        MeasuredScenario measured = MeasuredScenario.read(report);

        assertThat(measured.mean("stock", "operation_time[sort-0]")).contains(9.0);
        assertThat(measured.mean("stock", "operation_time[sort-2]")).contains(24.0);
    }

    @Test
    void whatIsNotKnownIsNamed() throws IOException {
        assertThatThrownBy(() -> RoundTranslation.of(skewed("join", ", keep: true"), 1, constants, work))
                .hasMessageContaining(
                        "s.yaml: the simulator does not know what operation 'join' of a step 'skewed' does");
        assertThatThrownBy(() -> RoundTranslation.of(skewed("sort", ""), 1, constants, work))
                .hasMessageContaining("s.yaml: the simulator knows a step 'skewed' with 'keep: true' alone");
    }
}
