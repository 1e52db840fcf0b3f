// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.fairlead.cli.shell.Installation;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.label.LabelTable;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Prints what a plan of labels asks of each device. */
@Command(
        name = "labels",
        mixinStandardHelpOptions = true,
        subcommands = LabelsVerifyCommand.class,
        description = {
            "Prints what an operator configures so that a label in each packet, its DSCP codepoint, chooses among equal-cost paths. Packets without a"
                    + " label go as before.",
            "",
            "  fairlead network labels --topology fat-tree-4 --for text",
            "  fairlead network labels --topology fat-tree-4 --for linux --switch e1",
            "  fairlead network labels --topology two-roots --for text --codepoints 11,15",
            "",
            "text: a table for each switch. linux: shell commands, each with the one that undoes it behind it; then what a host needs to write"
                    + " labels. docs/network.md explains the steps, the limits, and the names and numbers that are used.",
            "",
            "'fairlead network labels verify' probes afterwards whether switches obey.",
            ""
        })
final class LabelsCommand implements Runnable {
    /** For whom it is printed. */
    enum Form {
        TEXT,
        LINUX
    }

    @Option(
            names = "--topology",
            required = true,
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "a topology in YAML (docs/topology.md), or the name of a shipped one")
    private Path topologyFile;

    @Option(
            names = "--for",
            paramLabel = "FORM",
            description = "required; text: tables; linux: commands of iproute2 and nftables")
    private Form form;

    @Option(
            names = "--codepoints",
            scope = ScopeType.INHERIT,
            paramLabel = "LIST",
            defaultValue = "8-15",
            description =
                    "the codepoints granted to paths, which nothing else in the network uses: numbers and ranges; default ${DEFAULT-VALUE}."
                            + " 46, 48 and 56 only where they are written by themselves, 0 never")
    private String codepoints;

    @Option(names = "--switch", paramLabel = "NAME", description = "of one switch or host alone")
    private String only;

    @Option(
            names = "--addresses",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description =
                    "your network's addresses and next hops in YAML (docs/network.md); without it those of 'fairlead testbed up'")
    private Path addressFile;

    @Spec
    private CommandSpec spec;

    /** @throws IllegalArgumentException if topology or codepoints are not what is accepted */
    LabelPlan plan() {
        return LabelPlan.of(TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, topologyFile)), granted());
    }

    private Codepoints granted() {
        return Codepoints.named(codepoints);
    }

    /** What there is to know of a plan before its details. */
    List<String> head(LabelPlan plan) {
        return head(plan, granted());
    }

    /** The operator's addresses, if there is a file of them. */
    Optional<AddressFile> addresses(Topology topology) {
        return Optional.ofNullable(addressFile).map(file -> AddressFile.read(file, topology));
    }

    /** The emulated network, whose addresses stand where the operator gives none. */
    static NetworkPlan testbed(Topology topology) {
        return new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1));
    }

    @Override
    public void run() {
        if (form == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--for=FORM'");
        }
        LabelPlan plan = plan();
        List<Node> nodes = nodes(plan.topology());
        List<String> lines = new ArrayList<>(head(plan));
        if (form == Form.TEXT) {
            nodes.forEach(node -> section(node, LabelTable.lines(plan, node), lines));
        } else {
            linux(plan, names(plan.topology(), addresses(plan.topology())), nodes, lines);
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

    /** An operator's, or those of the emulated network. */
    static LinuxNames names(Topology topology, Optional<AddressFile> own) {
        if (own.isPresent()) {
            return own.get();
        }
        NetworkPlan testbed = testbed(topology);
        return new LinuxNames() {
            @Override
            public String address(Host host) {
                return testbed.address(host);
            }

            @Override
            public String nextHop(Link link) {
                return testbed.nextHop(link);
            }
        };
    }

    private static List<String> head(LabelPlan plan, Codepoints granted) {
        List<Integer> used = plan.codepoints();
        String labels = "# labels for " + plan.topology();
        if (used.isEmpty()) {
            return List.of(
                    labels, "# nothing to do: no two hosts have a second path, or one codepoint alone is granted");
        }
        return List.of(
                labels,
                "# codepoints used: " + used.stream().map(String::valueOf).collect(Collectors.joining(",")) + " of the "
                        + granted.numbers().size() + " that are granted",
                "# two hosts have up to " + plan.mostPaths() + " paths; "
                        + (plan.mostPaths() > used.size()
                                ? "codepoints name groups of them"
                                : "a codepoint names one"));
    }

    private void section(Node node, List<String> found, List<String> lines) {
        if (!found.isEmpty() || only != null) {
            lines.add("");
            lines.add((node instanceof Host ? "# host " : "# switch ")
                    + node.name()
                    + (found.isEmpty() ? ": nothing to do" : ""));
            lines.addAll(found);
        }
    }

    /** Hosts with one link are all told the same. */
    private void linux(LabelPlan plan, LinuxNames names, List<Node> nodes, List<String> lines) {
        LinuxLabels labels = new LinuxLabels(plan, names);
        List<Node> alike = new ArrayList<>();
        for (Node node : nodes) {
            if (node instanceof Host && plan.rules(node).isEmpty()) {
                alike.add(node);
            } else {
                section(node, texts(labels.steps(node)), lines);
            }
        }
        if (alike.isEmpty() || plan.codepoints().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(only == null ? "# every host that sends" : "# host " + only);
        lines.addAll(texts(labels.steps(alike.get(0))));
        List<Host> hosts = plan.topology().hosts();
        Host destination = hosts.get(hosts.size() - 1);
        lines.add("# then, as an example, for 60 s what it sends from its port 9866 to " + destination.name() + ":");
        lines.add("# "
                + labels.labelled(
                        destination,
                        LinuxLabels.Port.OWN,
                        9866,
                        plan.codepoints().get(0),
                        OptionalInt.of(60)));
    }

    private static List<String> texts(List<LinuxStep> steps) {
        return steps.stream().map(LinuxStep::toString).toList();
    }
}
