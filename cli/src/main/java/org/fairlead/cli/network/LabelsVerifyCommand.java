// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.verify.LabelVerification;
import org.fairlead.network.verify.LabelVerifier;
import org.fairlead.network.verify.ProbeLimits;
import org.fairlead.network.verify.TcpProber;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testbed.network.NetworkPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Probes whether switches do what a plan of labels says. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Probes, from the host on which it runs, whether switches send labelled packets over the paths that 'fairlead network labels' gives them, and names"
                    + " those that do not. It changes nothing and needs no privilege.",
            "",
            "  fairlead network labels verify --topology dc.yaml --addresses a.yaml h1",
            "  fairlead network labels verify --topology dc.yaml --addresses a.yaml \\",
            "      h1 h13 h15 --flows 16 --json",
            "",
            "On an emulated host of a running testbed:",
            "",
            "  fairlead testbed exec h1 -- ./fairlead network labels verify \\",
            "      --topology fat-tree-4 h1",
            "",
            "With each label it begins TCP connections whose packets end after 1, 2, … hops and reads which switch says so. Each line of the answer is a"
                    + " label and a destination: 'obeys', with the path; else the hop at which it went wrong, who was expected there, who answered, and who is to"
                    + " blame: 'another path', or 'no answer'. Exit code: 0 all obey, 1 not all, 2 bad input.",
            ""
        })
final class LabelsVerifyCommand implements Callable<Integer> {
    @ParentCommand
    private LabelsCommand labels;

    @Parameters(index = "0", paramLabel = "FROM", description = "this host, by its name in the topology")
    private String from;

    @Parameters(
            index = "1..*",
            paramLabel = "TO",
            description = "hosts to probe towards; without one, the first host of each other rack")
    private List<String> to = List.of();

    @Option(
            names = "--flows",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "for each label and destination, 1 to 64; default ${DEFAULT-VALUE}. A switch that ignores a label and hashes between two next hops is"
                            + " missed by one in 2^N")
    private int flows;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9866",
            description = "of the destinations; default ${DEFAULT-VALUE}, a DataNode's. It need not be open")
    private int port;

    @Option(
            names = "--timeout-ms",
            paramLabel = "MS",
            defaultValue = "1000",
            description =
                    "how long an answer is waited for, 10 to 10000; default ${DEFAULT-VALUE}. Each hop is asked three times")
    private int timeoutMs;

    @Option(names = "--json", description = "prints JSON: every hop of every flow")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        within("--flows", flows, 1, 64);
        within("--port", port, 1, 65_535);
        within("--timeout-ms", timeoutMs, 10, 10_000);
        LabelPlan plan = labels.plan();
        Topology topology = plan.topology();
        Host source = host(topology, from);
        Set<Host> destinations = destinations(topology, source);
        Optional<AddressFile> own = labels.addresses(topology);
        NetworkPlan testbed = LabelsCommand.testbed(topology);
        Function<Host, String> address =
                own.<Function<Host, String>>map(file -> file::address).orElse(testbed::address);
        PrintWriter out = spec.commandLine().getOut();
        if (plan.codepoints().isEmpty()) {
            labels.head(plan).forEach(out::println);
            out.flush();
            return 0;
        }
        Map<Host, String> addresses = new LinkedHashMap<>();
        destinations.forEach(host -> addresses.put(host, address.apply(host)));
        LabelVerification found = new LabelVerifier(
                        plan,
                        source,
                        addresses,
                        own.map(AddressFile::nodes).orElseGet(() -> nodes(topology, testbed)),
                        prober(source, address.apply(source)),
                        ProbeLimits.of(flows),
                        TimeSource.SYSTEM)
                .run();
        out.print(json ? VerificationReport.json(found) : VerificationReport.text(found));
        out.flush();
        return found.allObey() ? 0 : 1;
    }

    private static void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    option + ": " + value + " is not accepted; accepted: " + least + " to " + most);
        }
    }

    private TcpProber prober(Host source, String address) throws IOException {
        try {
            return new TcpProber(address, port, timeoutMs);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("FROM: this is not " + source.name() + ": " + e.getMessage(), e);
        }
    }

    private static Host host(Topology topology, String name) {
        if (topology.node(name).orElse(null) instanceof Host host) {
            return host;
        }
        throw new IllegalArgumentException("no host '" + name + "' in topology '" + topology.name() + "'");
    }

    private Set<Host> destinations(Topology topology, Host source) {
        Set<Host> hosts = new LinkedHashSet<>();
        if (to.isEmpty()) {
            topology.racks().forEach((rack, members) -> {
                if (!rack.equals(source.rack())) {
                    hosts.add(members.get(0));
                }
            });
        }
        to.forEach(name -> hosts.add(host(topology, name)));
        if (hosts.contains(source)) {
            throw new IllegalArgumentException("TO: " + source.name() + " is where the probes come from");
        }
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "TO: there is no other rack than that of " + source.name() + "; name hosts");
        }
        hosts.stream()
                .filter(host -> topology.nextHops(source, host).isEmpty())
                .findFirst()
                .ifPresent(host -> {
                    throw new IllegalArgumentException(
                            "TO: no path leads from " + source.name() + " to " + host.name());
                });
        return hosts;
    }

    private static Map<String, Node> nodes(Topology topology, NetworkPlan testbed) {
        Map<String, Node> nodes = new HashMap<>();
        topology.nodes().forEach(node -> nodes.put(testbed.address(node), node));
        return nodes;
    }
}
