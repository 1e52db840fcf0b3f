// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidationTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    /** Two hosts write files, of 1600 blocks in all: long enough to be interrupted. */
    private Scenario writers(String name) throws IOException {
        Path file = Files.writeString(directory.resolve(name + ".yaml"), """
                name: %s
                topology: thin-compute
                queueing: fair
                contenders: [stock]
                repetitions: 1
                workload:
                  - write: {on: [h1, h2], files: 200, size: 4MiB, block-size: 1MiB, replication: 2}
                """.formatted(name));
        return ScenarioFile.read(file, HOME, Optional.empty());
    }

    private static ComparedFigure time(String scenario, double measured, double predicted) {
        return new ComparedFigure(
                scenario,
                scenario.startsWith(Validation.CALIBRATING),
                "stock",
                "file_write_time",
                false,
                measured,
                predicted,
                Optional.empty());
    }

    private static ComparedFigure ratio(double measured, double predicted) {
        return new ComparedFigure(
                "predict-a", false, "fairlead", "file_write_time", true, measured, predicted, Optional.of(0.01));
    }

    @Test
    void anErrorIsAShareOfWhatWasMeasured() {
        assertThat(time("predict-a", 2, 2.2).error()).isCloseTo(0.1, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(time("predict-a", 2, 1).error()).isEqualTo(-0.5);
    }

    @Test
    void smallErrorsHold() {
        Validation validation = new Validation(
                List.of(time("predict-a", 1, 1.04), time("predict-b", 1, 0.97), ratio(1.5, 1.55)),
                Validation.Bounds.FULL);

        assertThat(validation.failures()).isEmpty();
    }

    @Test
    void aLargeMedianATailAndARatioAreEachNamed() {
        List<ComparedFigure> comparisons = new ArrayList<>(List.of(ratio(1.5, 1.8)));
        for (int i = 0; i < 10; i++) {
            comparisons.add(time("predict-" + i, 1, i < 4 ? 1.0 : 1.2));
        }

        assertThat(new Validation(comparisons, Validation.Bounds.FULL).failures())
                .hasSize(3)
                .anySatisfy(
                        failure -> assertThat(failure).contains("median error").contains("20.0 %"))
                .anySatisfy(failure -> assertThat(failure).contains("95th percentile"))
                .anySatisfy(failure -> assertThat(failure).contains("the ratio of fairlead in predict-a"));
    }

    @Test
    void scenariosThatConstantsWereFittedToProveNothing() {
        Validation validation = new Validation(
                List.of(time("calibrate-writes", 1, 5), time("predict-a", 1, 1)), Validation.Bounds.FULL);

        assertThat(validation.times()).hasSize(1);
        assertThat(validation.failures()).isEmpty();
        assertThat(new Validation(List.of(time("calibrate-writes", 1, 1)), Validation.Bounds.FULL).failures())
                .containsExactly("no time of a predicted scenario was both measured and predicted");
    }

    @Test
    void anInterruptedPredictionReplacesNothing() throws IOException {
        Scenario scenario = writers("calibrate-writers");
        Files.writeString(directory.resolve("calibrate-writers.json"), """
                {"baseline": "stock", "rounds": [{"contender": "stock", "repetition": 1, "samples": [
                {"metric": "file_write_time", "value": 3}]}]}
                """);
        Path out = Files.createDirectory(directory.resolve("out"));
        for (String name : List.of("validation.json", "validation.html", "constants.yaml")) {
            Files.writeString(out.resolve(name), "earlier");
        }
        Validator interrupted = new Validator(1, 2, false, (done, of) -> false, line -> {});

        for (boolean calibrate : new boolean[] {false, true}) {
            assertThatThrownBy(() -> interrupted.run(
                            List.of(scenario),
                            directory,
                            Optional.empty(),
                            calibrate,
                            out,
                            new PrintWriter(new StringWriter())))
                    .isInstanceOf(CancellationException.class);
        }

        for (String name : List.of("validation.json", "validation.html", "constants.yaml")) {
            assertThat(out.resolve(name)).hasContent("earlier");
        }
    }

    @Test
    void whatCannotBePredictedIsRefusedBeforeAnythingIsMeasured() throws IOException {
        List<Scenario> predicted = List.of(writers("predict-writers"));
        Path constants = Files.writeString(directory.resolve("c.yaml"), "constants: {a: 5}");

        Validator.check(predicted, Optional.empty(), false);
        assertThatThrownBy(() -> Validator.check(predicted, Optional.empty(), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--calibrate: no scenario whose name begins with 'calibrate-'");
        assertThatThrownBy(() -> Validator.check(predicted, Optional.of(constants), false))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("c.yaml:1: constants.a: ");
    }

    @Test
    void whatIsNoReportIsNamed() throws IOException {
        Path report = directory.resolve("s.json");

        Files.writeString(report, "{\n\"baseline\": stock}");
        assertThatThrownBy(() -> MeasuredScenario.read(report))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(report + ":2: not a report: ");
        Files.writeString(report, "{\"schema\": 9, \"baseline\": \"stock\", \"rounds\": []}");
        assertThatThrownBy(() -> MeasuredScenario.read(report))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(report + ": schema: is 9; this version reads 1");
        Files.writeString(report, "[]");
        assertThatThrownBy(() -> MeasuredScenario.read(report))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("this is no report.json of 'fairlead testbed run'");
    }

    @Test
    void aBaselineThatIsNoContenderIsNamedBeforeAnythingIsSimulated() throws IOException {
        Scenario scenario = writers("predict-writers");
        Path report = Files.writeString(directory.resolve("predict-writers.json"), """
                {"baseline": "fairlead", "rounds": [{"contender": "fairlead", "repetition": 1, "samples": [
                {"metric": "file_write_time", "value": 3}]}]}
                """);
        Validator validator = new Validator(1, 2, false, RunObserver.NONE, line -> {});

        assertThatThrownBy(() -> validator.run(
                        List.of(scenario),
                        directory,
                        Optional.empty(),
                        false,
                        directory.resolve("out"),
                        new PrintWriter(new StringWriter())))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(report
                        + ": baseline: 'fairlead' is no contender of scenario predict-writers; its contenders: stock");
    }

    @Test
    void constantsAreWrittenAsTheyAreRead() {
        Constants constants = Validator.constants(Yaml.parse("c.yaml", """
                constants:
                  a: {value: 0.25, unit: s, origin: measured, fit: [0, 1]}
                  b: {value: 1.5e-8, unit: s, origin: given}
                """));

        Constants again = Validator.constants(Yaml.parse("d.yaml", constants.yaml("constants")));

        assertThat(again.all()).isEqualTo(constants.all());
        assertThat(again.fitted()).containsExactly("a");
        assertThat(again.with("a", 0.5).value("a")).isEqualTo(0.5);
    }

    @Test
    void aWrongConstantIsNamedWithItsPlace() {
        assertThatThrownBy(() -> Validator.constants(
                        Yaml.parse("c.yaml", "constants:\n  a: {value: -1, unit: s, origin: measured}")))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("c.yaml:2")
                .hasMessageContaining("constants.a.value");
        assertThatThrownBy(() -> Validator.constants(Yaml.parse("c.yaml", "constants: {}"))
                        .value("a"))
                .hasMessageContaining("no constant 'a'");
    }
}
