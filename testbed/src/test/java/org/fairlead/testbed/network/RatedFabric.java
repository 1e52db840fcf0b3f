// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.network.rate.LinuxRates;
import org.fairlead.network.rate.RateDriver;
import org.fairlead.network.rate.RateDrivers;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;

/** An emulated network some of whose devices are told what {@code fairlead network rates} prints, and told to undo it. */
final class RatedFabric {
    /** Of each link its queues leave this much, and this much is granted. */
    static final double ROOM = 0.6;

    static final double SHARE = 0.55;
    static final int PORT = 5001;
    private static final String PARENT = "1:1";

    private final Fabric fabric;
    private final Path directory;
    private final Map<Node, String> codepoints;

    /** @param codepoints granted to each device that is told anything */
    RatedFabric(Fabric fabric, Path directory, Map<Node, String> codepoints) throws Exception {
        this.fabric = fabric;
        this.directory = directory;
        this.codepoints = new LinkedHashMap<>(codepoints);
        Topology topology = fabric.topology();
        String hosts = topology.hosts().stream()
                .map(host -> host.name() + ": " + fabric.plan().address(host))
                .collect(Collectors.joining(", ", "hosts: {", "}\n"));
        String hops = topology.links().stream()
                .map(link -> "  " + link.name() + ": dev " + fabric.plan().interfaceName(link) + "\n")
                .collect(Collectors.joining("", "next-hops:\n", ""));
        Files.writeString(directory.resolve("addresses.yaml"), hosts + hops);
    }

    Map<Node, String> devices() {
        return codepoints;
    }

    private List<LinuxStep> steps(Node node) {
        LinuxRates rates =
                new LinuxRates(Codepoints.named(codepoints.get(node)), SHARE, Optional.of(PARENT), new LinuxNames() {
                    @Override
                    public String address(Host host) {
                        return fabric.plan().address(host);
                    }

                    @Override
                    public String nextHop(Link link) {
                        return fabric.plan().nextHop(link);
                    }
                });
        return rates.steps(fabric.topology(), node);
    }

    void install() throws Exception {
        for (Node node : codepoints.keySet()) {
            shell(node, steps(node).stream().map(LinuxStep::toString).toList());
        }
    }

    void undo() throws Exception {
        for (Node node : codepoints.keySet()) {
            shell(node, LinuxStep.undo(steps(node)));
        }
    }

    void shell(Node node, List<String> lines) throws Exception {
        fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", String.join("\n", lines))));
    }

    /** All that tc and nft show of the devices that were told something. */
    String state() throws Exception {
        List<String> shown = new ArrayList<>();
        for (Node node : codepoints.keySet()) {
            shown.add(state(node));
        }
        return String.join("\n", shown);
    }

    String state(Node node) throws Exception {
        StringBuilder commands = new StringBuilder("echo " + node.name() + "; nft list ruleset; tc qdisc show;");
        for (Link link : fabric.topology().linksFrom(node)) {
            String device = fabric.plan().interfaceName(link);
            commands.append("echo ")
                    .append(device)
                    .append("; tc class show dev ")
                    .append(device)
                    .append(" | sort;");
            commands.append("tc filter show dev ").append(device).append(" parent 1:;");
        }
        return fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", commands.toString())));
    }

    Path settings(Node node, String granted, double share) throws Exception {
        Path file = directory.resolve(node.name() + ".yaml");
        Files.writeString(
                file,
                """
                driver: htb
                node: %s
                codepoints: %s
                share: %s
                parent: %s
                addresses: addresses.yaml
                lifetime: 2s
                """.formatted(node.name(), granted, share, PARENT)
                        + (node instanceof Host ? "ports: {shuffle: peer " + PORT + "}\n" : ""));
        return file;
    }

    /** On a thread of the device's namespace. */
    RateDriver driver(Node node, String granted, double share) throws Exception {
        return RateDrivers.open(Yaml.read(settings(node, granted, share)), fabric.topology(), TimeSource.SYSTEM);
    }

    Path pacing(Node node) throws Exception {
        Path file = directory.resolve("pacing.yaml");
        Files.writeString(file, """
                driver: pacing
                node: %s
                addresses: addresses.yaml
                ports: {shuffle: peer %d}
                """.formatted(node.name(), PORT));
        return file;
    }

    /** Bytes on the wire that a class has sent, with every header. */
    long classBytes(Link link, String classId) throws Exception {
        String said = fabric.callAt(
                link.from(),
                () -> Command.run(List.of(
                        "tc", "-s", "class", "show", "dev", fabric.plan().interfaceName(link))));
        boolean found = false;
        for (String line : said.lines().toList()) {
            found = line.startsWith("class ") ? line.startsWith("class htb " + classId + " ") : found;
            String[] words = line.strip().split(" ");
            if (found && words[0].equals("Sent")) {
                return Long.parseLong(words[1]);
            }
        }
        throw new IllegalStateException("no class " + classId + " in: " + said);
    }
}
