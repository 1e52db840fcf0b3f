// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.causes.CauseFiles;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.testbed.causes.CausesOptions;
import org.fairlead.testbed.causes.HiddenCauses;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.processor.ProcessorLimits;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import org.fairlead.validation.causes.CauseReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs applications that are slow for hidden causes, and says how many of these {@code why} names. */
@Command(
        name = "causes",
        mixinStandardHelpOptions = true,
        description = {
            "Runs Spark applications, each slow for a cause that is drawn and written where 'why' does not look: a slow disk or processor of a"
                    + " host, a busy link, skew and so on, or none. Then asks 'why' of each, and says how many causes it names rightly, and 'what-if' what it would have taken without."
                    + " Needs root.",
            "",
            "  fairlead testbed causes",
            "  fairlead testbed causes --runs 8 --seed 7 --out results/causes",
            "  fairlead testbed causes --kinds none,slow-disk --runs 4",
            "  fairlead testbed causes --kinds none,busy-nic --runs 6 --counterparts",
            "  fairlead testbed causes --runs 4 --processors-per-host 0.3",
            "  fairlead testbed causes --score results/causes",
            ""
        })
final class CausesCommand implements Callable<Integer> {
    private static final Path TOPOLOGY = Path.of("hidden-causes");
    private static final Path CONTENDER = Path.of("fairlead-observing");
    private static final int MOST_RUNS = 1000;
    /** Six hosts then have three quarters of two processors. */
    private static final double USUAL_PROCESSORS = 0.25;
    /** Of the machine's; the rest is the driver's, the NameNode's, the network's and others' traffic's. */
    private static final double MOST_OF_PROCESSORS = 0.9;

    /** What a control group can keep to. */
    private static final double LEAST_PROCESSORS = 0.01;

    private static final double ROUNDING = 1e-9;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "40",
            description = "how many applications, each kind of cause about as often; default ${DEFAULT-VALUE}")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "decides causes, their places and degrees, and their order; default ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--kinds",
            paramLabel = "KIND",
            split = ",",
            completionCandidates = Kinds.class,
            description = "only these kinds; default: all. There are ${COMPLETION-CANDIDATES}")
    private List<String> kinds = List.of();

    @Option(
            names = "--counterparts",
            description =
                    "each application twice more, on links twice as fast and without a drawn host, to compare what 'what-if' predicts of that")
    private boolean counterparts;

    @Option(
            names = "--processors-per-host",
            paramLabel = "N",
            description =
                    "processors that each host has of its own while it works, however many others leave; 0: all share the machine's."
                            + " Default: 0; with --counterparts " + USUAL_PROCESSORS)
    private Double processorsPerHost;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where logs, hidden causes and the report go; default: results/causes-SEED-TIME")
    private Path out;

    @Option(
            names = "--score",
            paramLabel = "DIR",
            description = "runs nothing: asks 'why' and 'what-if' once more of the applications of an earlier run")
    private Path scored;

    @Option(
            names = "--from",
            paramLabel = "N",
            defaultValue = "1",
            description = "with --score: only of application N and those after it; default ${DEFAULT-VALUE}")
    private int from;

    @Spec
    private CommandSpec spec;

    /** What can be named. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return CauseKind.keys().iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (from < 1 || from > MOST_RUNS) {
            throw new IllegalArgumentException("--from " + from + ": from 1 to " + MOST_RUNS + " is accepted");
        }
        if (scored != null) {
            refuseOfRun();
            System.out.println(CauseReport.of(scored, from).table());
            return 0;
        }
        if (from != 1) {
            throw new IllegalArgumentException("--from " + from + " goes with --score DIR alone");
        }
        if (runs < 1 || runs > MOST_RUNS) {
            throw new IllegalArgumentException("--runs " + runs + ": from 1 to " + MOST_RUNS + " is accepted");
        }
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path to = (out == null ? Path.of("results", "causes-" + seed + "-" + time) : out).toAbsolutePath();
        OutputFile.checkDirectory("--out", to);
        CausesOptions options = options(to);
        if (Sandbox.isInside()) {
            return HiddenCauses.run(options, Sandbox.current(), status -> report(to, status));
        }
        TestbedDirectory.clearDead();
        boolean rootless = Preflight.rootless(true);
        List<String> missing =
                new ArrayList<>(Preflight.missing(rootless, options.memoryBytes(), CausesOptions.diskBytes()));
        missing.addAll(ProcessorLimits.missing());
        Machine.refuseIfMissing(missing);
        if (Files.exists(to.resolve("runs"))) {
            throw new IllegalArgumentException("--out " + to + " has the applications of an earlier run; another"
                    + " directory is expected, or --score");
        }
        Files.createDirectories(to);
        List<String> arguments = new ArrayList<>(List.of(
                "testbed",
                "causes",
                "--out",
                to.toString(),
                "--runs",
                Integer.toString(runs),
                "--seed",
                Long.toString(seed)));
        if (!kinds.isEmpty()) {
            arguments.addAll(List.of("--kinds", String.join(",", kinds)));
        }
        if (counterparts) {
            arguments.add("--counterparts");
        }
        arguments.addAll(List.of("--processors-per-host", Double.toString(options.processorsPerHost())));
        TestbedDirectory directory = TestbedDirectory.createUnique("causes");
        try (Sandbox sandbox =
                Sandbox.enter(directory, rootless, Installation.MAIN_CLASS, arguments, Redirect.INHERIT)) {
            return sandbox.waitFor();
        }
    }

    /** Options of a run, which {@code --score} would leave out without a word. */
    private void refuseOfRun() {
        if (counterparts) {
            throw new IllegalArgumentException(
                    "--counterparts goes with a run; --score compares those that an earlier run has");
        }
        if (processorsPerHost != null) {
            throw new IllegalArgumentException("--processors-per-host goes with a run, not with --score");
        }
        if (out != null) {
            throw new IllegalArgumentException("--out " + out + " goes with a run; --score writes nothing");
        }
        if (!kinds.isEmpty()) {
            throw new IllegalArgumentException("--kinds " + String.join(",", kinds)
                    + " goes with a run; --score prints all kinds that an earlier run has");
        }
        for (String option : List.of("--runs", "--seed")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(option + " goes with a run; --score has those of an earlier one");
            }
        }
    }

    private void report(Path to, String status) throws IOException {
        CauseReport report = CauseReport.of(to, 1);
        Path file = new CauseFiles(to).report();
        report.write(file, status, seed);
        System.out.println();
        System.out.println(report.table());
        System.out.println("report: " + file);
    }

    private CausesOptions options(Path to) {
        List<CauseKind> drawn = named();
        Topology topology =
                ClusterRoles.withServiceHosts(TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, TOPOLOGY)));
        double asked = processorsPerHost != null ? processorsPerHost : counterparts ? USUAL_PROCESSORS : 0;
        int hosts = ClusterRoles.layout(topology, Integer.MAX_VALUE).workers().size();
        double processors =
                processorsOfHost(asked, drawn, hosts, Runtime.getRuntime().availableProcessors());
        return new CausesOptions(
                seed,
                runs,
                drawn,
                counterparts,
                processors,
                topology,
                ContenderFile.read(Installation.find(ShippedKind.CONTENDER, CONTENDER)),
                RuntimeClasspath.resolve(Versions.standard(), RuntimeClasspath.userCache(), System.out::println),
                to);
    }

    /**
     * What each host has of its own; 0 where all share the machine's.
     *
     * @param machine processors that there are
     */
    static double processorsOfHost(double asked, List<CauseKind> kinds, int hosts, int machine) {
        if (asked == 0) {
            return 0;
        }
        // Fewer would be what a slow processor has.
        double least = kinds.contains(CauseKind.SLOW_PROCESSOR) ? CauseKind.SLOW_PROCESSOR.most() : LEAST_PROCESSORS;
        double most = MOST_OF_PROCESSORS * machine / hosts;
        if (!(asked > least - ROUNDING && asked < most + ROUNDING)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "--processors-per-host %s: from %s to %.3f is accepted, since %d hosts share this machine's %d processors with all else; or 0, with which no host has any of its own",
                    asked,
                    least,
                    most,
                    hosts,
                    machine));
        }
        return asked;
    }

    private List<CauseKind> named() {
        try {
            return kinds.isEmpty()
                    ? Arrays.asList(CauseKind.values())
                    : kinds.stream().map(CauseKind::named).toList();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--kinds: " + e.getMessage(), e);
        }
    }
}
