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
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.chaos.Chaos;
import org.fairlead.testbed.chaos.ChaosOptions;
import org.fairlead.testbed.chaos.FaultKind;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Breaks a cluster while it works, and checks what became of it. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Breaks processes, links, disks and decisions of a real cluster while it works; then checks that no byte was lost, no"
                    + " result is wrong, and everything was soon as before. The same seed breaks the same things.",
            "",
            "  fairlead testbed chaos",
            "  fairlead testbed chaos --seed 7 --minutes 3 --out chaos-7",
            "  fairlead testbed chaos --faults full-disk,step-clock --minutes 2",
            ""
        })
final class ChaosCommand implements Callable<Integer> {
    private static final double LEAST_MINUTES = 0.5;
    private static final double MOST_MINUTES = 24 * 60;
    private static final int MOST_SEED = 1_000_000;

    @Option(names = "--seed", paramLabel = "N", description = "decides what is broken, when and where; default: any")
    private Long seed;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "10",
            description =
                    "how long faults are made; start and final checks take about 4 more; default ${DEFAULT-VALUE}")
    private double minutes;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            completionCandidates = Kinds.class,
            description = "only these kinds; default: all. There are ${COMPLETION-CANDIDATES}")
    private List<String> faults = List.of();

    @Option(
            names = "--topology",
            paramLabel = "TOPOLOGY",
            defaultValue = "two-roots",
            description = "a file or the name of a shipped one; default ${DEFAULT-VALUE}")
    private Path topologyFile;

    @Option(
            names = "--contender",
            paramLabel = "NAME",
            defaultValue = "fairlead",
            description = "a file or the name of a shipped one; default ${DEFAULT-VALUE}")
    private Path contenderFile;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where history and report go; default: results/chaos-SEED-TIME")
    private Path out;

    /** What can be named. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return FaultKind.labels().iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES)) {
            throw new IllegalArgumentException(
                    "--minutes " + minutes + ": from " + LEAST_MINUTES + " to " + (int) MOST_MINUTES + " is accepted");
        }
        Set<FaultKind> kinds = kinds();
        long chosen = seed == null ? new Random().nextInt(MOST_SEED) : seed;
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path to = (out == null ? Path.of("results", "chaos-" + chosen + "-" + time) : out).toAbsolutePath();
        OutputFile.checkDirectory("--out", to);
        boolean slowDisks = System.getProperty("user.name").equals("root")
                && (Sandbox.isInside() || Preflight.missing(false, 0, 0).isEmpty());
        if (!slowDisks && !faults.isEmpty() && kinds.contains(FaultKind.SLOW_DISK)) {
            throw new IllegalArgumentException("--faults slow-disk: needs root outside of containers");
        }
        ChaosOptions options = options(chosen, kinds, slowDisks, to);
        if (Sandbox.isInside()) {
            return Chaos.run(options, Sandbox.current());
        }
        TestbedDirectory.clearDead();
        boolean rootless = Preflight.rootless(slowDisks);
        Machine.refuseIfMissing(
                Preflight.missing(rootless, ChaosOptions.memoryBytes(options.topology()), ChaosOptions.diskBytes()));
        if (!slowDisks && faults.isEmpty()) {
            System.out.println("left out: slow disks, which need root outside of containers");
        }
        System.out.println("seed " + chosen + "; the same faults again: " + options.replay());
        Files.createDirectories(to);
        List<String> arguments = new ArrayList<>(List.of("testbed", "chaos", "--out", to.toString()));
        arguments.addAll(what(chosen));
        TestbedDirectory directory = TestbedDirectory.createUnique("chaos");
        try (Sandbox sandbox =
                Sandbox.enter(directory, rootless, Installation.MAIN_CLASS, arguments, Redirect.INHERIT)) {
            return sandbox.waitFor();
        }
    }

    private Set<FaultKind> kinds() {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String label : faults) {
            try {
                kinds.add(FaultKind.labelled(label));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--faults: " + e.getMessage(), e);
            }
        }
        return kinds.isEmpty() ? EnumSet.allOf(FaultKind.class) : kinds;
    }

    private List<String> what(long chosen) {
        List<String> arguments = new ArrayList<>(List.of(
                "--seed",
                Long.toString(chosen),
                "--minutes",
                Double.toString(minutes),
                "--topology",
                topologyFile.toString(),
                "--contender",
                contenderFile.toString()));
        if (!faults.isEmpty()) {
            arguments.addAll(List.of("--faults", String.join(",", faults)));
        }
        return arguments;
    }

    private ChaosOptions options(long chosen, Set<FaultKind> kinds, boolean slowDisks, Path to) {
        Path file = Installation.find(ShippedKind.TOPOLOGY, topologyFile);
        Topology topology = TopologyFile.read(file);
        Contender contender = ContenderFile.read(Installation.find(ShippedKind.CONTENDER, contenderFile));
        if (!contender.hdfs().containsKey("fairlead.controller.bind")) {
            throw new IllegalArgumentException("--contender " + contenderFile
                    + ": has no controller inside its NameNode, which this command breaks and asks; try fairlead");
        }
        RuntimeClasspath classpath =
                RuntimeClasspath.resolve(Versions.standard(), RuntimeClasspath.userCache(), System.out::println);
        try {
            return new ChaosOptions(
                    chosen,
                    (int) Math.round(60 * minutes),
                    kinds,
                    ClusterRoles.withServiceHosts(topology),
                    contender,
                    classpath,
                    slowDisks,
                    to,
                    "fairlead testbed chaos " + String.join(" ", what(chosen)));
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(file.toString(), 0, "", e.getMessage());
        }
    }
}
