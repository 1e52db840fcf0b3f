// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.cluster.Cluster.Machine;
import org.fairlead.sim.cluster.Cluster.Slowdown;

/** Reads {@code slow}: processors and disks of which others leave only a share, always or again and again. */
final class SlowKeys {
    private static final String PROCESSORS = "processors";
    private static final String DISKS = "disks";

    private SlowKeys() {}

    static List<Slowdown> slowdowns(YamlNode root, Topology topology, List<Machine> machines) {
        return root.optional("slow").map(YamlNode::sequence).orElse(List.of()).stream()
                .map(node -> slowdown(node, topology, machines))
                .toList();
    }

    private static Slowdown slowdown(YamlNode node, Topology topology, List<Machine> machines) {
        node.allow("host", PROCESSORS, DISKS, "from", "to", "on", "off");
        Host host = HostKeys.host(node.required("host"), node.required("host").text(), topology);
        Machine machine = machines.stream()
                .filter(each -> each.host() == host.index())
                .findFirst()
                .orElseThrow(() ->
                        node.required("host").invalid("host '" + host.name() + "' has no machine that could be slow"));
        if (Stream.of(PROCESSORS, DISKS).filter(node::has).count() != 1) {
            throw node.invalid("exactly one of 'processors' and 'disks' is expected, with the share that is left");
        }
        boolean disks = node.has(DISKS);
        YamlNode left = node.required(disks ? DISKS : PROCESSORS);
        check(machine, disks, left);
        double from = node.optional("from").map(CostKeys::seconds).orElse(0.0);
        double to = node.optional("to").map(CostKeys::seconds).orElse(Double.POSITIVE_INFINITY);
        if (!(to > from)) {
            throw node.required("to").invalid("not after 'from'");
        }
        if (node.has("on") != node.has("off")) {
            throw node.invalid("'on' and 'off' belong together: for how long it is slow, and for how long it is not");
        }
        return new Slowdown(
                host.index(),
                disks ? Slowdown.Part.DISKS : Slowdown.Part.PROCESSORS,
                left.as(SlowKeys::share),
                from,
                to,
                node.optional("on").map(SlowKeys::period).orElse(Double.POSITIVE_INFINITY),
                node.optional("off").map(SlowKeys::period).orElse(0.0));
    }

    private static void check(Machine machine, boolean disks, YamlNode left) {
        if (disks && machine.disks().stream().anyMatch(disk -> Double.isInfinite(disk.bytesPerSecond()))) {
            throw left.invalid("the host's disks never limit: give them a rate with 'disk'");
        }
        if (!disks && machine.processorPool() >= 0) {
            throw left.invalid("the host's processors belong to a pool, and cannot be slow by themselves");
        }
    }

    private static double period(YamlNode node) {
        double seconds = CostKeys.seconds(node);
        if (!(seconds > 0)) {
            throw node.invalid("a time above 0 is expected");
        }
        return seconds;
    }

    private static double share(String text) {
        try {
            double percent = text.endsWith("%") ? Double.parseDouble(text.substring(0, text.length() - 1)) : Double.NaN;
            if (percent > 0 && percent < 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not the share that is left, above 0% and below 100%, such as 10%");
    }
}
