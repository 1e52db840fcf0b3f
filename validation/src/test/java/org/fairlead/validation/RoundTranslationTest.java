// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTranslationTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private final Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
    private final SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));

    private SimulatedRound round(String workload) throws IOException {
        Path file = directory.resolve("s.yaml");
        Files.writeString(file, """
                name: s
                topology: thin-compute
                queueing: fair
                contenders: [stock]
                workload:
                """ + workload.indent(2));
        return RoundTranslation.of(ScenarioFile.read(file, HOME, Optional.empty()), 1, constants, work);
    }

    private List<Stage> stages(String workload) throws IOException {
        return round(workload).workload().jobs().get(0).stages();
    }

    @Test
    void aWriterOfTwoFilesIsTwoStagesOneAfterTheOtherOnItsHost() throws IOException {
        List<Stage> stages = stages("""
                - write: {on: [h1, h2], files: 2, size: 4MiB, block-size: 1MiB, replication: 2, start: {staggered: 3s}}
                """);

        assertThat(stages)
                .extracting(Stage::hosts)
                .isEqualTo(List.of(List.of("h1"), List.of("h1"), List.of("h2"), List.of("h2")));
        assertThat(stages).extracting(Stage::parents).isEqualTo(List.of(List.of(), List.of(0), List.of(), List.of(2)));
        assertThat(stages)
                .extracting(Stage::delaysSeconds)
                .isEqualTo(List.of(List.of(0.0), List.of(0.0), List.of(3.0), List.of(0.0)));
        assertThat(stages).extracting(Stage::output).containsOnly(new Stage.Output.Files(4 << 20, 1 << 20, 2));
    }

    @Test
    void readersReadWhatTheStepBeforeWroteOnceAllIsWritten() throws IOException {
        List<Stage> stages = stages("""
                - write: {on: [h1, h2], size: 4MiB}
                - read: {on: h3, from: write, files: 5}
                """);

        assertThat(stages).hasSize(7);
        assertThat(stages.get(2).parents()).containsExactly(0, 1);
        assertThat(stages.subList(2, 7)).allSatisfy(stage -> assertThat(stage.input())
                .isIn(new Stage.Input.File("round/0"), new Stage.Input.File("round/1")));
    }

    @Test
    void tablesArePutBeforeTheQueriesThatScanThem() throws IOException {
        SimulatedRound round = round("""
                - tpch: {scale: 0.05, queries: [q6, q1], writers: [h1, h2, h3]}
                """);
        List<Stage> stages = round.workload().jobs().get(0).stages();

        assertThat(stages.get(0).hosts()).containsExactly("h1", "h2", "h3");
        assertThat(stages.get(1).input()).isEqualTo(new Stage.Input.File("round/0"));
        assertThat(round.figures())
                .extracting(Figure::metric)
                .containsExactly("file_write_time", "block_write_time", "query_time[q6]", "query_time[q1]");
    }

    @Test
    void sortsAtTheSameTimeEachReadATextOfTheirOwn() throws IOException {
        SimulatedRound round = round("""
                - sort: {jobs: 2, size: 4MiB, writers: [h1, h2]}
                - word-count: {size: 1MiB, writers: [h1, h2]}
                """);
        List<Stage> stages = round.workload().jobs().get(0).stages();

        assertThat(stages.get(0).output()).isEqualTo(new Stage.Output.Files((4 << 20) + 2 * 64, 0, 0));
        assertThat(stages.get(2).input()).isEqualTo(new Stage.Input.File("round/0"));
        assertThat(stages.get(3).input()).isEqualTo(new Stage.Input.File("round/1"));
        assertThat(round.figures())
                .extracting(Figure::metric)
                .containsExactly(
                        "file_write_time",
                        "block_write_time",
                        "app_time[sort]",
                        "app_time[sort]",
                        "file_write_time",
                        "block_write_time",
                        "app_time[word-count]");
    }

    @Test
    void whatIsNotKnownIsNamed() throws IOException {
        Files.writeString(directory.resolve("own.jar"), "");

        assertThatThrownBy(() -> round("- spark: {jar: own.jar, class: Own}\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s.yaml: the simulator does not know what a step 'spark' does");
        assertThatThrownBy(() -> round("""
                - tpch: {scale: 0.05, queries: q6}
                - read: {from: tpch}
                """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("files of a step 'tpch'");
    }
}
