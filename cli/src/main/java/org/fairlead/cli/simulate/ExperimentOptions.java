// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.report.WholeFile;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.experiment.PublishedExperiment;
import org.fairlead.sim.report.ExperimentJson;
import org.fairlead.sim.report.ExperimentPage;
import org.fairlead.sim.report.ExperimentText;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What every experiment's command has in common: its options, its threads and where its reports go. */
final class ExperimentOptions {
    private static final int MOST_SEEDS = 1000;
    private static final String PAGE = "report.html";

    /** How much is run. */
    enum Scale {
        SMALL,
        PAPER;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "small",
            description = "small (less than a minute) or paper (as the paper ran it); default ${DEFAULT-VALUE}")
    private Scale scale;

    @Mixin
    private SeededRuns runs;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = WholeNumber.class,
            description = "runs of each contender; default 10, and 3 at scale small; intervals need 3")
    private Long seeds;

    @Option(names = "--out", paramLabel = "DIR", description = "report.json and report.html go there; made when absent")
    private Path out;

    @Option(names = "--json", paramLabel = "FILE", description = "the result as JSON there, too; - for standard output")
    private String json;

    @Option(
            names = "--calibrate",
            description = {
                "fit what the paper does not say to its figures of published rules, instead of running the experiment; writes DIR/frozen.yaml."
                        + " Take seeds that tables are not made with"
            })
    private boolean calibrate;

    /** Runs an experiment and reports it, or calibrates it. */
    int run(CommandSpec spec, Function<Batch, PublishedExperiment> experiment)
            throws IOException, InterruptedException {
        int count = runs.seeds(seeds == null ? (scale == Scale.SMALL ? 3 : 10) : seeds, MOST_SEEDS);
        Batch batch = new ThreadedBatch(runs.threads(), System.err);
        Optional<OutputFile> jsonFile = OutputFile.of("--json", json);
        OutputFile.check(jsonFile.stream().toList());
        if (out != null) {
            OutputFile.checkDirectory("--out", out);
            if (jsonFile.isPresent()) {
                jsonFile.get().refuseAmong(out, List.of(PAGE));
            }
        }
        if (calibrate) {
            if (out == null || json != null) {
                throw new IllegalArgumentException("--calibrate writes DIR/frozen.yaml: give --out DIR, and no --json");
            }
            return calibrate(spec, experiment.apply(batch), count);
        }
        ExperimentResult result = experiment.apply(batch).run(scale.label(), runs.firstSeed(), count);
        if (out != null) {
            WholeFile.write(out.resolve("report.json"), to -> to.write(ExperimentJson.bytes(result)));
            WholeFile.write(out.resolve(PAGE), to -> to.write(ExperimentPage.render(result)));
        }
        if (jsonFile.isPresent()) {
            jsonFile.get().write(to -> to.write(ExperimentJson.bytes(result)));
        }
        boolean standard = jsonFile.map(OutputFile::isStandard).orElse(false);
        PrintWriter text =
                standard ? spec.commandLine().getErr() : spec.commandLine().getOut();
        text.print(ExperimentText.text(result));
        if (out != null) {
            text.println("report: " + out.resolve(PAGE));
        }
        text.flush();
        return 0;
    }

    private int calibrate(CommandSpec spec, PublishedExperiment experiment, int count)
            throws IOException, InterruptedException {
        StringBuilder yaml = new StringBuilder();
        for (FitTarget.Fitted fitted : experiment.calibrate(scale.label(), runs.firstSeed(), count, line -> {
            spec.commandLine().getErr().println(line);
            spec.commandLine().getErr().flush();
        })) {
            yaml.append(fitted.constants().yaml(fitted.setting()));
        }
        Path file = out.resolve("frozen.yaml");
        WholeFile.write(file, to -> to.write(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        PrintWriter text = spec.commandLine().getOut();
        text.print(yaml);
        text.println("constants: " + file);
        text.flush();
        return 0;
    }
}
