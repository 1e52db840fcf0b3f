// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.fairlead.cli.shell.Installation;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.CounterReporter;
import org.fairlead.network.DriverException;
import org.fairlead.network.LinkCounting;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.network.PathFollower;
import org.fairlead.network.openflow.OpenFlowRemoval;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the driver of switches that speak OpenFlow until it is interrupted. */
@Command(
        name = "openflow",
        mixinStandardHelpOptions = true,
        description = {
            "Runs beside a controller: waits for switches, has them forward over all equal-cost paths, pins what controllers plan"
                    + " (--paths enforce), and reports what their ports have counted. Ends with Ctrl-C; pins then end, the base stays.",
            "",
            "  fairlead network openflow --topology net.yaml --settings openflow.yaml \\",
            "    --controller nn1:7433,nn2:7433 --token-file switches.token --authority ca.pem",
            "  fairlead network openflow --topology net.yaml --settings openflow.yaml \\",
            "    --remove",
            "",
            "docs/network.md explains the settings.",
            ""
        })
public final class OpenFlowCommand implements Callable<Integer> {
    private static final Duration LONGEST_REMOVAL = Duration.ofSeconds(30);

    @Mixin
    private WhichController which;

    @Option(
            names = "--topology",
            required = true,
            paramLabel = "FILE",
            description =
                    "by which paths are numbered, the controllers' own: a topology in YAML or the name of a shipped one")
    private Path topologyFile;

    @Option(
            names = "--settings",
            required = true,
            paramLabel = "FILE",
            description = "what may be written into which switches, in YAML")
    private Path settingsFile;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "between reports of counters, 100ms to 60s; default ${DEFAULT-VALUE}")
    private String interval;

    @Option(
            names = "--remove",
            description = "takes back all that is ours in the switches, the base too, and ends; stop the driver first")
    private boolean remove;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration between = Quantities.duration(interval);
        if (between.compareTo(Duration.ofMillis(100)) < 0 || between.compareTo(Duration.ofSeconds(60)) > 0) {
            throw new IllegalArgumentException("--interval: '" + interval + "' is not from 100ms to 60s");
        }
        Topology topology = TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, topologyFile));
        YamlNode settings = Yaml.read(settingsFile);
        try {
            return remove ? removed(settings, topology) : runs(settings, topology, between);
        } catch (DriverException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private int removed(YamlNode settings, Topology topology) throws DriverException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Set<String> left = OpenFlowRemoval.run(settings, topology, LONGEST_REMOVAL, TimeSource.SYSTEM);
        out.println(
                left.isEmpty()
                        ? "nothing of ours is left in the switches"
                        : "did not connect or forget within " + LONGEST_REMOVAL.toSeconds()
                                + " s, and keep what they have: " + String.join(", ", left));
        out.flush();
        return left.isEmpty() ? 0 : 1;
    }

    private int runs(YamlNode settings, Topology topology, Duration between)
            throws DriverException, InterruptedException {
        NetworkDriver driver = NetworkDrivers.open(settings, topology, TimeSource.SYSTEM);
        Optional<CounterReporter> counters = driver instanceof LinkCounting links
                ? Optional.of(CounterReporter.start(
                        links, links.exporter(), which.endpoints(), which.credentials(), between, TimeSource.SYSTEM))
                : Optional.empty();
        PathFollower follower = PathFollower.start(
                Optional.empty(), topology, which.endpoints(), which.credentials(), driver, TimeSource.SYSTEM);
        CountDownLatch interrupted = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            counters.ifPresent(CounterReporter::close);
            follower.close();
            interrupted.countDown();
        }));
        PrintWriter out = spec.commandLine().getOut();
        out.println("carries out the paths that " + which.endpoints() + " plan for " + topology);
        out.flush();
        interrupted.await();
        return 0;
    }
}
