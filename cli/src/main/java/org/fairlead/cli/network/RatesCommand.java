// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.cli.shell.Installation;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.network.rate.LinuxRates;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what devices need before a rate can be guaranteed on their links. */
@Command(
        name = "rates",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what an operator configures on Linux switches and hosts so that host pairs can be guaranteed a rate: on each link a queue for each granted"
                    + " codepoint, at rest. Nothing is guaranteed and nobody is slowed down until a driver raises a queue's rate.",
            "",
            "  fairlead network rates --topology four-racks --switch e1",
            "  fairlead network rates --topology four-racks --codepoints 16-23 --share 0.3",
            "  fairlead network rates --topology four-racks --switch h1 --parent 1:1",
            "",
            "Behind each command stands the one that undoes it. Commands only add: where a device has a queueing discipline that somebody chose, they fail and"
                    + " change nothing. Where that is HTB, --parent names the class into which ours are hung; it has to have room for the share. docs/network.md"
                    + " explains the steps, the settings of the driver, the limits, and the names and numbers that are used.",
            ""
        })
final class RatesCommand implements Runnable {
    @Option(
            names = "--topology",
            required = true,
            paramLabel = "FILE",
            description = "a topology in YAML (docs/topology.md), or the name of a shipped one")
    private Path topologyFile;

    @Option(
            names = "--codepoints",
            paramLabel = "LIST",
            defaultValue = "16-31",
            description =
                    "the codepoints granted to rates, which nothing else in the network uses, labels of paths included: numbers and ranges; default"
                            + " ${DEFAULT-VALUE}. As many rates can be guaranteed at once on a link")
    private String codepoints;

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            defaultValue = "0.5",
            description = "of each link that guarantees may add up to, 0.01 to 0.95; default ${DEFAULT-VALUE}")
    private double share;

    @Option(
            names = "--parent",
            paramLabel = "CLASS",
            description = "an HTB class that stands on each device, such as 1:1; without it a root of our own is made")
    private String parent;

    @Option(names = "--switch", paramLabel = "NAME", description = "of one switch or host alone")
    private String only;

    @Option(
            names = "--addresses",
            paramLabel = "FILE",
            description =
                    "your network's next hops, with their devices, in YAML (docs/network.md); without it those of 'fairlead testbed up'")
    private Path addressFile;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (!(share >= 0.01 && share <= 0.95)) {
            throw new IllegalArgumentException("--share: " + share + " is not accepted; accepted: 0.01 to 0.95");
        }
        Topology topology = TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, topologyFile));
        Optional<AddressFile> addresses =
                Optional.ofNullable(addressFile).map(file -> AddressFile.read(file, topology));
        LinuxRates rates = new LinuxRates(
                Codepoints.named(codepoints),
                share,
                Optional.ofNullable(parent),
                LabelsCommand.names(topology, addresses));
        List<String> lines = new ArrayList<>();
        lines.add("# rates for " + topology);
        lines.add("# " + Codepoints.named(codepoints).numbers().size() + " queues a link, at most " + share
                + " of each link");
        for (Node node : nodes(topology)) {
            lines.add("");
            lines.add((node instanceof Host ? "# host " : "# switch ") + node.name());
            rates.steps(topology, node).stream().map(LinuxStep::toString).forEach(lines::add);
        }
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
    }

    private List<Node> nodes(Topology topology) {
        if (only == null) {
            return topology.nodes();
        }
        return List.of(topology.node(only)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--switch: no switch or host '" + only + "' in topology '" + topology.name() + "'")));
    }
}
