// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.fairlead.cli.shell.Installation;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.ContenderFile;
import org.fairlead.testbed.live.LiveSwitches;
import org.fairlead.testbed.live.LiveTestbed;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.openflow.OvsNames;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a testbed that stays up. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a testbed that stays up until 'down': the network of a topology, HDFS and Spark on it.",
            "",
            "  fairlead testbed up",
            "  fairlead testbed up four-racks",
            "  fairlead testbed up fat-tree-4 --name mine --workers 4",
            "  fairlead testbed up four-racks --contender fairlead",
            "  fairlead testbed up two-roots --network-only --switches ovs"
        })
final class UpCommand implements Callable<Integer> {
    /** A file in the directory of a testbed that has no user namespace. */
    static final String WITH_ROOT = "with-root";

    private static final String LINUX = "linux";
    private static final String OVS = "ovs";
    private static final long DISK_BYTES = 2L << 30;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TOPOLOGY",
            defaultValue = "four-racks",
            description =
                    "a topology in YAML (docs/topology.md), or the name of a shipped one (fairlead list topologies); default"
                            + " ${DEFAULT-VALUE}")
    private Path topologyFile;

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description = "how other commands call it; default: the topology's name")
    private String name;

    @Option(
            names = "--queueing",
            paramLabel = "MODE",
            defaultValue = "fifo",
            description =
                    "fifo (as in most networks) or fair (a queue for each pair of hosts); default ${DEFAULT-VALUE}")
    private Queueing queueing;

    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            defaultValue = "cubic",
            description = "TCP's algorithm, as the kernel calls it; default ${DEFAULT-VALUE}")
    private String congestionControl;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "6",
            description = "Spark workers at most, spread over the racks; default ${DEFAULT-VALUE}")
    private int workers;

    @Option(
            names = "--hadoop",
            paramLabel = "VERSION",
            defaultValue = "3.5.0",
            description = "3.5.0 or 3.4.3; default ${DEFAULT-VALUE}")
    private String hadoop;

    @Option(
            names = "--contender",
            paramLabel = "NAME",
            defaultValue = "stock",
            description =
                    "configuration of HDFS and Spark: a file or the name of a shipped one; default ${DEFAULT-VALUE}")
    private Path contender;

    @Option(names = "--network-only", description = "no HDFS and no Spark")
    private boolean networkOnly;

    @Option(
            names = "--switches",
            paramLabel = "KIND",
            defaultValue = LINUX,
            description =
                    "linux (namespaces that route), or ovs: bridges of Open vSwitch with OpenFlow 1.3, with --network-only alone;"
                            + " default ${DEFAULT-VALUE}")
    private String switches;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LiveTestbed.Options options = options();
        boolean ovs = hasOpenVSwitch(options.topology());
        if (Sandbox.isInside()) {
            return ovs
                    ? LiveSwitches.run(options.topology(), Sandbox.current())
                    : LiveTestbed.run(options, Sandbox.current());
        }
        String wanted = name == null ? options.topology().name().toLowerCase(java.util.Locale.ROOT) : name;
        if (!NAME.matcher(wanted).matches()) {
            throw new IllegalArgumentException("'" + wanted
                    + "' is not a name for a testbed: up to 32 of a-z, 0-9 and '-'; choose one with --name");
        }
        TestbedDirectory.clearDead();
        boolean rootless = Preflight.rootless(
                options.topology().hosts().stream().anyMatch(host -> host.disk().isPresent()));
        Machine.refuseIfMissing(Preflight.missing(rootless, options.memoryBytes(), DISK_BYTES));
        Machine.refuseIfMissing(Preflight.missingCongestionControl(congestionControl, rootless));
        Machine.refuseIfMissing(
                options.cluster().flatMap(cluster -> cluster.contender().missing()).stream()
                        .toList());
        if (ovs) {
            Machine.refuseIfMissing(Preflight.missingOfOpenVSwitch());
        }
        TestbedDirectory directory = TestbedDirectory.create(wanted)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a testbed '" + wanted + "' is up already; choose another --name, or end it with 'down'"));
        return start(directory, rootless);
    }

    private boolean hasOpenVSwitch(Topology topology) {
        if (switches.equals(LINUX)) {
            return false;
        }
        if (!switches.equals(OVS)) {
            throw new IllegalArgumentException("--switches: '" + switches + "' is neither " + LINUX + " nor " + OVS);
        }
        if (!networkOnly) {
            throw new IllegalArgumentException("--switches " + OVS + " needs --network-only");
        }
        OvsNames.requireBuildable(topology);
        return true;
    }

    private LiveTestbed.Options options() {
        Path file = Installation.find(ShippedKind.TOPOLOGY, topologyFile);
        Topology topology = TopologyFile.read(file);
        if (networkOnly) {
            return LiveTestbed.Options.networkOnly(topology, queueing, congestionControl);
        }
        try {
            topology = ClusterRoles.withServiceHosts(topology);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(file.toString(), 0, "", e.getMessage());
        }
        if (workers < 1) {
            throw new IllegalArgumentException("--workers must be at least 1");
        }
        return new LiveTestbed.Options(
                topology,
                queueing,
                congestionControl,
                java.util.Optional.of(new LiveTestbed.Cluster(
                        RuntimeClasspath.resolve(
                                new Versions(hadoop, Versions.SPARK),
                                RuntimeClasspath.userCache(),
                                System.out::println),
                        ContenderFile.read(Installation.find(ShippedKind.CONTENDER, contender)),
                        workers,
                        RuntimeClasspath.userCache())));
    }

    private int start(TestbedDirectory directory, boolean rootless) throws IOException, InterruptedException {
        if (!rootless) {
            Files.createFile(directory.path().resolve(WITH_ROOT));
        }
        Path console = Files.createFile(directory.path().resolve("console.log"));
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        Sandbox sandbox = Sandbox.enter(
                directory, rootless, Installation.MAIN_CLASS, arguments, Redirect.appendTo(console.toFile()));
        try (FollowedFile lines = new FollowedFile(console)) {
            while (sandbox.isAlive() && Files.notExists(directory.path().resolve(LiveTestbed.BUILT))) {
                lines.copyTo(System.out);
                Thread.sleep(100);
            }
            lines.copyTo(System.out);
        }
        if (!sandbox.isAlive()) {
            sandbox.close();
            return 1;
        }
        sandbox.detach();
        System.out.println("testbed '" + directory.name() + "' is up; try: fairlead testbed status");
        if (!networkOnly) {
            ForwardCommand.inBackground(directory).forEach((page, url) -> System.out.printf("  %-22s %s%n", page, url));
        }
        return 0;
    }
}
