// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.report.Json;
import org.fairlead.report.WholeFile;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.experiment.Scenario;

/**
 * Compares what was measured with what the simulator predicts, after fitting constants if asked to, and writes the reports.
 *
 * @param seeds simulated rounds for each repetition
 * @param processors of the machine that the testbed ran on
 * @param quick few rounds were measured: errors may be larger
 * @param progress takes a line now and then
 */
public record Validator(int seeds, double processors, boolean quick, RunObserver watcher, Consumer<String> progress) {
    private static final String COMMENT = """
            # What the simulator of the testbed cannot know by itself. 'fairlead validate --calibrate' fits those with 'fit' to the scenarios
            # whose names begin with 'calibrate-', and to no other.
            """;
    private static final String SETTING = "constants";

    /**
     * Refuses what {@link #run} cannot do whatever is measured, before somebody measures for an hour.
     *
     * @param ownConstants instead of those that come with Fairlead
     * @throws IllegalArgumentException when nothing could be calibrated
     * @throws org.fairlead.protocol.yaml.InvalidFileException when the constants are none
     */
    public static void check(List<Scenario> scenarios, Optional<Path> ownConstants, boolean calibrate) {
        constants(ownConstants);
        if (calibrate && scenarios.stream().noneMatch(Validator::calibrates)) {
            throw new IllegalArgumentException("--calibrate: no scenario whose name begins with '"
                    + Validation.CALIBRATING + "' is among those given");
        }
    }

    /**
     * Writes {@code validation.json}, {@code validation.html}, and after a calibration {@code constants.yaml}.
     *
     * @param scenarios with the {@link #seed} with which they were measured
     * @param reports holds {@code SCENARIO/report.json} or {@code SCENARIO.json} for each scenario
     * @param ownConstants instead of those that come with Fairlead
     * @param text takes the table
     * @return whether all errors are as small as they must be
     */
    public boolean run(
            List<Scenario> scenarios,
            Path reports,
            Optional<Path> ownConstants,
            boolean calibrate,
            Path out,
            PrintWriter text)
            throws IOException, InterruptedException {
        check(scenarios, ownConstants, calibrate);
        Map<Scenario, MeasuredScenario> measured = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            MeasuredScenario one = MeasuredScenario.read(report(reports, scenario.name()));
            measured.put(one.asRun(scenario), one);
        }
        Constants constants = constants(ownConstants);
        SparkWork spark = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Predictor predictor = new Predictor(spark, seeds, processors, threads, watcher);
            if (calibrate) {
                constants = new Calibration(calibrating(measured), predictor, progress).fit(constants);
                String yaml = COMMENT + constants.yaml(SETTING);
                WholeFile.write(
                        out.resolve("constants.yaml"), file -> file.write(yaml.getBytes(StandardCharsets.UTF_8)));
            }
            Validation validation = validation(measured, predictor, constants);
            ObjectNode json = ValidationJson.of(validation, constants);
            WholeFile.write(out.resolve("validation.json"), file -> file.write(Json.bytes(json)));
            WholeFile.write(
                    out.resolve("validation.html"), file -> file.write(ValidationPage.render(validation, json)));
            text.print(ValidationText.render(validation));
            text.println("report: " + out.resolve("validation.html"));
            return validation.failures().isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Writes small copies of what was measured, {@code SCENARIO.json}, from which {@link #run} predicts the same.
     *
     * @param reports as for {@link #run}
     */
    public static void keep(List<Scenario> scenarios, Path reports, Path into) throws IOException {
        Files.createDirectories(into);
        for (Scenario scenario : scenarios) {
            byte[] kept = Json.bytes(
                    MeasuredScenario.read(report(reports, scenario.name())).kept());
            WholeFile.write(into.resolve(scenario.name() + ".json"), file -> file.write(kept));
        }
    }

    /**
     * The seed of a run that was measured; empty where its report does not say it.
     *
     * @param reports as for {@link #run}
     */
    public static Optional<Long> seed(String scenario, Path reports) throws IOException {
        return MeasuredScenario.read(report(reports, scenario)).seed();
    }

    private Validation validation(Map<Scenario, MeasuredScenario> measured, Predictor predictor, Constants constants)
            throws InterruptedException {
        List<ComparedFigure> comparisons = new ArrayList<>();
        for (Map.Entry<Scenario, MeasuredScenario> each : measured.entrySet()) {
            progress.accept("simulating " + each.getKey().name());
            comparisons.addAll(
                    Validation.compare(each.getKey(), each.getValue(), predictor.predict(each.getKey(), constants)));
        }
        return new Validation(comparisons, quick ? Validation.Bounds.QUICK : Validation.Bounds.FULL);
    }

    private static Map<Scenario, MeasuredScenario> calibrating(Map<Scenario, MeasuredScenario> measured) {
        Map<Scenario, MeasuredScenario> some = new LinkedHashMap<>();
        measured.forEach((scenario, values) -> {
            if (calibrates(scenario)) {
                some.put(scenario, values);
            }
        });
        return some;
    }

    private static boolean calibrates(Scenario scenario) {
        return scenario.name().startsWith(Validation.CALIBRATING);
    }

    private static Constants constants(Optional<Path> own) {
        return constants(
                own.isPresent() ? Yaml.read(own.get()) : Constants.resource(Validator.class, "constants.yaml"));
    }

    private static Path report(Path reports, String scenario) {
        Path whole = reports.resolve(scenario).resolve("report.json");
        Path flat = reports.resolve(scenario + ".json");
        if (Files.isReadable(whole)) {
            return whole;
        }
        if (Files.isReadable(flat)) {
            return flat;
        }
        throw new IllegalArgumentException(
                "scenario " + scenario + " was not measured: there is neither " + whole + " nor " + flat);
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static Constants constants(YamlNode root) {
        return Constants.from(root.allow(SETTING).required(SETTING));
    }
}
