// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.fairlead.cli.shell.Installation;
import org.fairlead.control.agent.Agent;
import org.fairlead.control.agent.AgentSettings;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.PathFollower;
import org.fairlead.network.rate.RateFollower;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an agent until it is interrupted. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = {
            "Runs an agent: reports this host's network and disk counters to every controller. Ends with Ctrl-C. Needed on"
                    + " hosts without a DataNode; a DataNode with Fairlead's plug-in has one of its own.",
            "",
            "  fairlead agent --host h1 --controller nn1:7433,nn2:7433 \\",
            "    --token-file h1.token --authority ca.pem",
            "  fairlead agent --host h1 --controller nn1:7433 --topology net.yaml \\",
            "    --paths labels.yaml --rates rates.yaml",
            "  fairlead agent --node e1 --controller nn1:7433 --topology net.yaml \\",
            "    --rates rates.yaml",
            "  fairlead agent --host h1 --once",
            ""
        })
public final class AgentCommand implements Callable<Integer> {
    @Mixin
    private WhichController which;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "this host's name in the topology; default: its own name")
    private String host;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "between reports, 100ms to 60s; default ${DEFAULT-VALUE}")
    private String interval;

    @Option(
            names = "--devices",
            split = ",",
            paramLabel = "NAME",
            description = "network devices that are counted; default: the physical ones, or all where there is none")
    private Set<String> devices = Set.of();

    @Option(
            names = "--paths",
            paramLabel = "FILE",
            description = "also has this host send over the paths that controllers plan, by the driver of this file"
                    + " (docs/network.md); needs --topology")
    private Path paths;

    @Option(
            names = "--rates",
            paramLabel = "FILE",
            description = "also has this host guarantee the rates that controllers allot, by the driver of this file"
                    + " (docs/network.md); needs --topology")
    private Path rates;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description =
                    "for a switch, or a host whose DataNode reports: nothing is reported, rates alone are carried out; needs"
                            + " --rates")
    private String node;

    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description =
                    "by which paths are numbered, the controllers' own: a topology in YAML or the name of a shipped one")
    private Path topology;

    @Option(names = "--once", description = "prints one report as JSON, sends nothing")
    private boolean once;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (node != null) {
            return guarantees();
        }
        String name = host == null ? InetAddress.getLocalHost().getHostName() : host;
        AgentSettings settings =
                new AgentSettings(name, which.endpoints(), which.credentials(), Quantities.duration(interval), devices);
        if (once) {
            byte[] report = Encoding.JSON.write(Agent.once(settings, TimeSource.SYSTEM));
            spec.commandLine()
                    .getOut()
                    .println(new ObjectMapper()
                            .readTree(new String(report, StandardCharsets.UTF_8))
                            .toPrettyString());
            return 0;
        }
        CountDownLatch interrupted = new CountDownLatch(1);
        Optional<PathFollower> follower = paths == null ? Optional.empty() : Optional.of(follower(name));
        Optional<RateFollower> guaranteed = rates == null ? Optional.empty() : Optional.of(rates(name));
        try (Agent agent = Agent.start(settings, TimeSource.SYSTEM)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                interrupted.countDown();
                agent.close();
                guaranteed.ifPresent(RateFollower::close);
                follower.ifPresent(PathFollower::close);
            }));
            spec.commandLine()
                    .getOut()
                    .println("reporting as " + name + " to " + settings.controllers() + " each "
                            + settings.interval().toMillis() + " ms");
            follower.ifPresent(
                    unused -> spec.commandLine().getOut().println("sending over planned paths, by " + paths));
            guaranteed.ifPresent(
                    unused -> spec.commandLine().getOut().println("guaranteeing allotted rates, by " + rates));
            spec.commandLine().getOut().flush();
            interrupted.await();
        }
        return 0;
    }

    /** Where nothing is reported. */
    private int guarantees() throws IOException, InterruptedException {
        if (rates == null || host != null || paths != null || once || !devices.isEmpty()) {
            throw new IllegalArgumentException(
                    "--node: carries out rates alone; accepted beside it: --rates FILE, which is needed, --topology, and which"
                            + " controllers");
        }
        CountDownLatch interrupted = new CountDownLatch(1);
        RateFollower guaranteed = rates(node);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            guaranteed.close();
            interrupted.countDown();
        }));
        spec.commandLine()
                .getOut()
                .println("guaranteeing at " + node + " the rates that " + which.endpoints() + " allot, by " + rates);
        spec.commandLine().getOut().flush();
        interrupted.await();
        return 0;
    }

    private PathFollower follower(String name) throws IOException {
        return PathFollower.start(
                name, network("--paths"), which.endpoints(), which.credentials(), paths, TimeSource.SYSTEM);
    }

    private RateFollower rates(String name) throws IOException {
        return RateFollower.start(
                name, network("--rates"), which.endpoints(), which.credentials(), rates, TimeSource.SYSTEM);
    }

    private Topology network(String option) {
        if (topology == null) {
            throw new IllegalArgumentException("--topology FILE is missing: " + option + " needs it");
        }
        return TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, topology));
    }
}
