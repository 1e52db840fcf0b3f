// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioExperiment;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.processor.ProcessorLimits;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a scenario and reports. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a scenario: every contender in turn, in a random order, as often as the scenario says; then prints the"
                    + " comparison and writes report.json and report.html.",
            "",
            "  fairlead testbed run writes-under-traffic",
            "  fairlead testbed run tasks-sort --repetitions 10 --seed 7",
            "  fairlead testbed run replicas-under-traffic --points half-racks-30 \\",
            "    --contenders fairlead-hdfs,clairvoyant-hdfs",
            "  fairlead testbed run tasks-tpch --queries all --repetitions 3",
            "  fairlead testbed run tasks-sort \\",
            "    --compare fairlead-tasks:status-aware-disk",
            "  fairlead testbed run paths-hedera --patterns stride-8,random-bijective",
            ""
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            description = "a scenario in YAML (docs/scenarios.md), or the name of a shipped one")
    private Path file;

    @Mixin
    private Overrides overrides;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run(
                Installation.find(ShippedKind.SCENARIO, file), overrides, List.of("testbed", "run", file.toString()));
    }

    /** What the command line may say instead of the scenario. */
    static final class Overrides {
        @Option(
                names = "--out",
                paramLabel = "DIR",
                description = "where the reports go; default: results/SCENARIO-TIME")
        private Path out;

        @Option(names = "--repetitions", paramLabel = "N", description = "instead of the scenario's")
        private Integer repetitions;

        @Option(names = "--seed", paramLabel = "N", description = "instead of the scenario's")
        private Long seed;

        @Option(names = "--queueing", paramLabel = "MODE", description = "fifo or fair, instead of the scenario's")
        private Queueing queueing;

        @Option(
                names = "--points",
                paramLabel = "NAME",
                split = ",",
                description = "only these of the scenario's points, separated by commas")
        private List<String> points = List.of();

        @Option(
                names = "--contenders",
                paramLabel = "NAME",
                split = ",",
                description = "only these of the scenario's contenders, separated by commas, and the baseline")
        private List<String> contenders = List.of();

        @Option(
                names = "--queries",
                paramLabel = "NAME",
                split = ",",
                description = "these TPC-H queries instead of the scenario's, separated by commas: q1 to q22; or all")
        private List<String> queries = List.of();

        @Option(
                names = "--patterns",
                paramLabel = "NAME",
                split = ",",
                description =
                        "these traffic patterns instead of the scenario's, separated by commas (docs/workloads.md); or all")
        private List<String> patterns = List.of();

        @Option(
                names = "--compare",
                paramLabel = "CONTENDER:OTHER",
                split = ",",
                description =
                        "compares contenders with one another, too, as all are with the baseline; pairs separated by commas")
        private List<String> pairs = List.of();

        /** Nothing but where the reports go. */
        static Overrides to(Path out) {
            Overrides overrides = new Overrides();
            overrides.out = out;
            return overrides;
        }

        private Scenario apply(Scenario whole) {
            if (repetitions != null && repetitions < 1) {
                throw new IllegalArgumentException("--repetitions must be at least 1");
            }
            Scenario some = points.isEmpty() ? whole : whole.onlyPoints(points);
            Scenario fewer = contenders.isEmpty() ? some : some.onlyContenders(contenders);
            Scenario asking = queries.isEmpty() ? fewer : fewer.withQueries(queries);
            Scenario flowing = patterns.isEmpty() ? asking : asking.withPatterns(patterns);
            Scenario scenario = pairs.isEmpty() ? flowing : flowing.alsoComparing(pairs);
            return scenario.with(
                    Optional.ofNullable(repetitions).orElse(scenario.repetitions()),
                    Optional.ofNullable(queueing).orElse(scenario.queueing()));
        }

        private Path out(Scenario scenario) {
            String time =
                    LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
            return Optional.ofNullable(out).orElse(Path.of("results", scenario.name() + "-" + time));
        }

        private List<String> arguments(Path resolvedOut) {
            List<String> arguments = new ArrayList<>(List.of("--out", resolvedOut.toString()));
            arguments.addAll(measured());
            if (seed != null) {
                arguments.addAll(List.of("--seed", seed.toString()));
            }
            return arguments;
        }

        /** The command line that measures the same once more. */
        private String repeating(List<String> command, long usedSeed) {
            List<String> words = new ArrayList<>(List.of("./fairlead"));
            words.addAll(command);
            words.addAll(measured());
            words.addAll(List.of("--seed", Long.toString(usedSeed)));
            return words.stream()
                    .map(word -> word.matches("[A-Za-z0-9_./:,=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                    .collect(Collectors.joining(" "));
        }

        /** What decides what is measured, but for the seed. */
        private List<String> measured() {
            List<String> arguments = new ArrayList<>();
            if (repetitions != null) {
                arguments.addAll(List.of("--repetitions", repetitions.toString()));
            }
            if (queueing != null) {
                arguments.addAll(List.of("--queueing", queueing.text()));
            }
            if (!points.isEmpty()) {
                arguments.addAll(List.of("--points", String.join(",", points)));
            }
            if (!contenders.isEmpty()) {
                arguments.addAll(List.of("--contenders", String.join(",", contenders)));
            }
            if (!queries.isEmpty()) {
                arguments.addAll(List.of("--queries", String.join(",", queries)));
            }
            if (!patterns.isEmpty()) {
                arguments.addAll(List.of("--patterns", String.join(",", patterns)));
            }
            if (!pairs.isEmpty()) {
                arguments.addAll(List.of("--compare", String.join(",", pairs)));
            }
            return arguments;
        }
    }

    /**
     * Runs a scenario in a sandbox, or, when this process is inside one, right here.
     *
     * @param command how the same command is called again, without the overrides
     */
    static int run(Path file, Overrides overrides, List<String> command) throws IOException, InterruptedException {
        Scenario scenario =
                overrides.apply(ScenarioFile.read(file, Installation.home(), Optional.ofNullable(overrides.seed)));
        Path out = overrides.out(scenario);
        OutputFile.checkDirectory("--out", out);
        RuntimeClasspath engines =
                RuntimeClasspath.resolve(scenario.versions(), RuntimeClasspath.userCache(), System.out::println);
        RuntimeClasspath classpath = scenario.hasObjectStore()
                ? engines.withObjects(RuntimeClasspath.userCache(), System.out::println)
                : engines;
        if (Sandbox.isInside()) {
            return ScenarioExperiment.run(
                    scenario,
                    overrides.repeating(command, scenario.seed()),
                    classpath,
                    RuntimeClasspath.userCache(),
                    out,
                    Sandbox.current());
        }
        TestbedDirectory.clearDead();
        boolean rootless = Preflight.rootless(scenario.needsRoot());
        Machine.refuseIfMissing(Preflight.missing(
                rootless, ScenarioExperiment.memoryBytes(scenario), ScenarioExperiment.diskBytes(scenario)));
        Machine.refuseIfMissing(Preflight.missingCongestionControl(scenario.congestionControl(), rootless));
        if (scenario.slowsProcessors()) {
            Machine.refuseIfMissing(ProcessorLimits.missing());
        }
        Machine.refuseIfMissing(scenario.contenders().stream()
                .flatMap(contender -> contender.missing().stream())
                .distinct()
                .toList());
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(overrides.arguments(out));
        TestbedDirectory directory = TestbedDirectory.createUnique(scenario.name());
        try (Sandbox sandbox =
                Sandbox.enter(directory, rootless, Installation.MAIN_CLASS, arguments, Redirect.INHERIT)) {
            return sandbox.waitFor();
        }
    }
}
