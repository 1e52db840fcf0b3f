// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.cli.shell.Installation;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a topology file and shows what it says. */
@Command(
        name = "topology",
        mixinStandardHelpOptions = true,
        description = {
            "Checks a topology file and shows its racks, switches and links, and the paths between two hosts.",
            "",
            "  fairlead topology four-racks",
            "  fairlead topology four-racks h1 h4",
            ""
        })
public final class TopologyCommand implements Runnable {
    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "a topology in YAML (docs/topology.md), or the name of a shipped one")
    private Path file;

    @Parameters(
            index = "1..*",
            arity = "0..2",
            paramLabel = "HOST",
            description = "two hosts: lists the paths from the first to the second")
    private List<String> ends = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Topology topology = TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, file));
        PrintWriter out = spec.commandLine().getOut();
        if (ends.size() == 1) {
            throw new IllegalArgumentException("one host; two are expected, from and to");
        }
        if (ends.size() == 2) {
            paths(topology, topology.host(ends.get(0)), topology.host(ends.get(1)), out);
        } else {
            overview(topology, out);
        }
        out.flush();
    }

    private static void overview(Topology topology, PrintWriter out) {
        out.println(topology);
        topology.racks()
                .forEach((rack, hosts) -> out.println("  rack " + rack + ": "
                        + String.join(
                                " ",
                                hosts.stream().map(TopologyCommand::describe).toList())));
        topology.switches()
                .forEach(node -> out.println("  switch " + node.name() + ": "
                        + String.join(
                                " ",
                                topology.linksFrom(node).stream()
                                        .map(TopologyCommand::describe)
                                        .toList())));
    }

    private static void paths(Topology topology, Host from, Host to, PrintWriter out) {
        topology.paths(from, to)
                .forEach(path -> out.println(from.name()
                        + String.join(
                                "",
                                path.links().stream()
                                        .map(link -> " -" + Quantities.rateText(link.bytesPerSecond()) + "-> "
                                                + link.to().name())
                                        .toList())));
    }

    private static String describe(Host host) {
        return host.roles().isEmpty()
                ? host.name()
                : host.name() + host.roles().stream().sorted().toList();
    }

    private static String describe(Link link) {
        return link.to().name() + "@" + Quantities.rateText(link.bytesPerSecond());
    }
}
