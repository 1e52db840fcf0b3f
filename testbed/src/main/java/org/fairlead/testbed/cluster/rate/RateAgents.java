// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.rate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.network.rate.LinuxRates;
import org.fairlead.network.rate.RateDrivers;
import org.fairlead.network.rate.RateFollower;
import org.fairlead.network.rate.RateKeeper;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * Has all hosts and switches guarantee the rates that a controller allots to what blocks are read: what {@code fairlead network rates} prints, and what {@code fairlead agent --rates} does, in this process. A device has one driver: while
 * this stands there can be no second one.
 */
public final class RateAgents implements AutoCloseable {
    private static final String PARENT = "1:1";

    private final Fabric fabric;
    private final TelemetryFiles files;
    private final Topology topology;
    private final Endpoint controller;
    private final String controllerHost;
    private final Map<Node, List<LinuxStep>> installed = new LinkedHashMap<>();
    private final List<RateFollower> agents = new ArrayList<>();

    private RateAgents(Fabric fabric, TelemetryFiles files, Endpoint controller, String controllerHost) {
        this.fabric = fabric;
        this.files = files;
        this.controller = controller;
        this.controllerHost = controllerHost;
        // as the controller is told of it: both have to mean the same links
        topology = TopologyFile.read(files.topology());
    }

    /**
     * @param fabric with room for rates ({@link FabricOptions#forRates})
     * @param controllerHost on which the controller runs: switches ask from there, since no route leads to them
     * @param blockReads by which port blocks are read, as drivers are told: {@code own 9866}
     * @throws ClusterException if a device cannot be had to guarantee anything
     */
    public static RateAgents start(
            Fabric fabric, TelemetryFiles files, Endpoint controller, String controllerHost, String blockReads) {
        RateAgents started = new RateAgents(fabric, files, controller, controllerHost);
        boolean complete = false;
        try {
            for (Node node : fabric.topology().nodes()) {
                started.install(node);
            }
            started.follow(blockReads);
            complete = true;
            return started;
        } catch (Exception e) {
            throw new ClusterException("a device cannot guarantee rates: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                started.close();
            }
        }
    }

    private void install(Node node) throws Exception {
        LinuxRates rates = new LinuxRates(
                Codepoints.named(FabricOptions.RATE_CODEPOINTS),
                FabricOptions.RATE_SHARE,
                Optional.of(PARENT),
                fabric.plan());
        List<LinuxStep> steps = rates.steps(fabric.topology(), node);
        shell(node, steps.stream().map(LinuxStep::toString).toList());
        installed.put(node, steps);
    }

    private void shell(Node node, List<String> lines) throws Exception {
        fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", String.join("\n", lines))));
    }

    private void follow(String blockReads) throws Exception {
        Path directory = Files.createDirectories(files.directory().resolve("rates"));
        Files.writeString(directory.resolve("addresses.yaml"), addresses());
        for (Node node : fabric.topology().nodes()) {
            Path settings = Files.writeString(directory.resolve(node.name() + ".yaml"), settings(node, blockReads));
            agents.add(node instanceof Host ? ofHost(node, settings) : ofSwitch(node, settings));
        }
    }

    /** What it starts stays in the host's network. */
    private RateFollower ofHost(Node host, Path settings) throws Exception {
        return fabric.callAt(
                host,
                () -> RateFollower.start(
                        host.name(),
                        topology,
                        List.of(controller),
                        TelemetryFiles.credentials(files.agentToken(host.name())),
                        settings,
                        TimeSource.SYSTEM));
    }

    private RateFollower ofSwitch(Node device, Path settings) throws Exception {
        Node node = topology.node(device.name()).orElseThrow();
        RateKeeper keeper = fabric.callAt(
                device,
                () -> RateKeeper.start(
                        RateDrivers.open(Yaml.read(settings), topology, TimeSource.SYSTEM), node, TimeSource.SYSTEM));
        return fabric.callOn(
                controllerHost,
                () -> RateFollower.start(
                        node,
                        topology,
                        List.of(controller),
                        TelemetryFiles.credentials(files.exporterToken()),
                        keeper,
                        TimeSource.SYSTEM));
    }

    private String addresses() {
        return fabric.topology().hosts().stream()
                        .map(host -> "  " + host.name() + ": " + fabric.plan().address(host) + "\n")
                        .collect(Collectors.joining("", "hosts:\n", ""))
                + fabric.topology().links().stream()
                        .map(link ->
                                "  " + link.name() + ": dev " + fabric.plan().interfaceName(link) + "\n")
                        .collect(Collectors.joining("", "next-hops:\n", ""));
    }

    private static String settings(Node node, String blockReads) {
        return """
                driver: htb
                node: %s
                codepoints: %s
                share: %s
                parent: %s
                addresses: addresses.yaml
                """.formatted(node.name(), FabricOptions.RATE_CODEPOINTS, FabricOptions.RATE_SHARE, PARENT)
                + (node instanceof Host ? "ports: {block-read: " + blockReads + "}\n" : "");
    }

    /** On how many hosts and switches a rate stands at this moment. */
    public long holders(FlowUnit unit) {
        return agents.stream().filter(each -> each.held().contains(unit)).count();
    }

    /** Takes back all that was told to devices. */
    @Override
    public void close() {
        agents.forEach(RateFollower::close);
        agents.clear();
        installed.forEach((node, steps) -> {
            try {
                shell(node, LinuxStep.undo(steps));
            } catch (Exception e) {
                throw new ClusterException(node.name() + " keeps what it was told for rates: " + e.getMessage(), e);
            }
        });
        installed.clear();
    }
}
