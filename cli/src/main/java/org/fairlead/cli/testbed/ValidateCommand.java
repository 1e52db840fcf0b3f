// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.fairlead.validation.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures scenarios on the testbed, predicts them with the simulator, and reports the errors. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = {
            "How well does the simulator predict the testbed? Runs scenarios on the testbed (or takes what was measured before), runs them in"
                    + " the simulator, and prints measured and predicted times, their errors, and the testbed's own A/A spread beside them.",
            "",
            "All of scenarios/validation, about an hour:",
            "  fairlead validate",
            "A small one, under three minutes:",
            "  fairlead validate --quick",
            "What was measured before, results/validation/measured/SCENARIO/report.json:",
            "  fairlead validate --measured results/validation/measured",
            "The constants anew, from the scenarios calibrate-... alone:",
            "  fairlead validate --measured results/validation/measured --calibrate",
            "",
            "Exit code 1 when errors are larger than they may be: docs/validation.md.",
            ""
        })
public final class ValidateCommand implements Callable<Integer> {
    private static final int SEEDS = 8;
    private static final int QUICK_SEEDS = 4;
    private static final String SHIPPED = "scenarios/validation";
    private static final String QUICK = "scenarios/validation-quick";

    @Parameters(
            arity = "0..*",
            paramLabel = "SCENARIO",
            description = "scenarios in YAML (docs/scenarios.md), or names of shipped ones; default: all of " + SHIPPED)
    private List<Path> files = List.of();

    @Option(
            names = "--measured",
            paramLabel = "DIR",
            description = "take DIR/SCENARIO/report.json or DIR/SCENARIO.json instead of running the testbed")
    private Path measured;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "also write small copies of what was measured, DIR/SCENARIO.json, which --measured takes as well")
    private Path keep;

    @Option(names = "--measure", description = "run the testbed; what happens without --measured, too")
    private boolean measure;

    @Option(
            names = "--calibrate",
            description =
                    "fit the constants to the scenarios calibrate-... first, and write them to DIR/constants.yaml")
    private boolean calibrate;

    @Option(names = "--constants", paramLabel = "FILE", description = "these instead of those that come with Fairlead")
    private Path constants;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results/validation",
            description = "where reports go; default ${DEFAULT-VALUE}")
    private Path out;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "simulated rounds for each repetition of the testbed; default: " + SEEDS)
    private Integer seeds;

    @Option(
            names = "--processors",
            paramLabel = "N",
            description = "of the machine that the testbed ran on; default: as many as this one has")
    private Integer processors;

    @Option(
            names = "--quick",
            description = "a small scenario, few seeds and wider bounds, for a first look and for CI")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (measured != null && measure) {
            throw new IllegalArgumentException("--measured and --measure exclude each other");
        }
        if (seeds != null && seeds < 1) {
            throw new IllegalArgumentException("--seeds must be at least 1");
        }
        if (processors != null && processors < 1) {
            throw new IllegalArgumentException("--processors must be at least 1");
        }
        OutputFile.checkDirectory("--out", out);
        if (keep != null) {
            OutputFile.checkDirectory("--keep", keep);
        }
        Map<Scenario, Path> scenarios = scenarios();
        Validator.check(List.copyOf(scenarios.keySet()), Optional.ofNullable(constants), calibrate);
        Path reports = measured == null ? out.resolve("measured") : measured;
        if (measured == null) {
            for (Map.Entry<Scenario, Path> each : scenarios.entrySet()) {
                int code = measure(each.getKey(), each.getValue(), reports);
                if (code != 0) {
                    return code;
                }
            }
        }
        if (keep != null) {
            Validator.keep(List.copyOf(scenarios.keySet()), reports, keep);
        }
        try (Interruption interruption = new Interruption()) {
            PrintWriter text = spec.commandLine().getOut();
            Validator validator = new Validator(
                    Optional.ofNullable(seeds).orElse(quick ? QUICK_SEEDS : SEEDS),
                    Optional.ofNullable(processors).orElse(Runtime.getRuntime().availableProcessors()),
                    quick,
                    (done, of) -> !interruption.asked(),
                    line -> {
                        spec.commandLine().getErr().println(line);
                        spec.commandLine().getErr().flush();
                    });
            boolean holds = validator.run(
                    List.copyOf(scenarios.keySet()), reports, Optional.ofNullable(constants), calibrate, out, text);
            text.flush();
            return interruption.asked() ? Interruption.EXIT_CODE : holds ? 0 : 1;
        }
    }

    private Map<Scenario, Path> scenarios() throws IOException {
        Map<Scenario, Path> scenarios = new LinkedHashMap<>();
        for (Path file : files.isEmpty() ? shipped() : files) {
            Path found = Installation.find(ShippedKind.VALIDATION, file);
            Scenario scenario = scenario(found);
            if (scenario.points().size() > 1) {
                throw new IllegalArgumentException(found + ": has several points; one traffic is accepted");
            }
            if (!scenario.points().get(0).slow().isEmpty()) {
                throw new IllegalArgumentException(found + ": has slow hosts, which are not predicted");
            }
            scenarios.put(scenario, found);
        }
        return scenarios;
    }

    /** With the seed with which it was measured, if that is so. */
    private Scenario scenario(Path file) throws IOException {
        Scenario scenario = ScenarioFile.read(file, Installation.home(), Optional.empty());
        Optional<Long> seed = measured == null ? Optional.empty() : Validator.seed(scenario.name(), measured);
        return seed.isEmpty() ? scenario : ScenarioFile.read(file, Installation.home(), seed);
    }

    private List<Path> shipped() throws IOException {
        try (Stream<Path> all = Files.list(Installation.home().resolve(quick ? QUICK : SHIPPED))) {
            return all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static int measure(Scenario scenario, Path file, Path reports) throws IOException, InterruptedException {
        return RunCommand.run(
                file,
                RunCommand.Overrides.to(reports.resolve(scenario.name())),
                List.of("testbed", "run", file.toString()));
    }
}
