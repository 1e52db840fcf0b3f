// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Node;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.LinuxStep;

/** An emulated network whose hosts and switches were told what {@code fairlead network labels --for linux} prints, and can be told to undo it. */
public final class LabelledFabric {
    /** What that command grants by default. */
    public static final String CODEPOINTS = "8-15";

    private final Fabric fabric;
    private final LabelPlan plan;
    private final LinuxLabels labels;
    private final Map<Node, List<LinuxStep>> installed = new ConcurrentHashMap<>();

    LabelledFabric(Fabric fabric) {
        this.fabric = fabric;
        plan = LabelPlan.of(fabric.topology(), Codepoints.named(CODEPOINTS));
        labels = new LinuxLabels(plan, fabric.plan());
    }

    /** Runs the commands on all nodes; where no two hosts have a second path there are none. */
    public static LabelledFabric install(Fabric fabric) throws IOException {
        LabelledFabric labelled = new LabelledFabric(fabric);
        labelled.install();
        return labelled;
    }

    Fabric fabric() {
        return fabric;
    }

    LabelPlan plan() {
        return plan;
    }

    LinuxLabels labels() {
        return labels;
    }

    /** @return how many nodes have something to do */
    int install() throws IOException {
        fabric.inEveryNamespace(node -> run(node, labels.steps(node)));
        return installed.size();
    }

    void install(Node node, List<LinuxStep> steps) throws Exception {
        fabric.callAt(node, () -> {
            run(node, steps);
            return null;
        });
    }

    private void run(Node node, List<LinuxStep> steps) throws IOException {
        if (!steps.isEmpty()) {
            shell(steps.stream().map(LinuxStep::toString).toList());
            installed.computeIfAbsent(node, none -> new ArrayList<>()).addAll(steps);
        }
    }

    /** A node's routes by label, as lines for {@code ip -batch}. */
    List<String> routes(Node node) {
        String command = "ip ";
        return installed.getOrDefault(node, List.of()).stream()
                .map(LinuxStep::toString)
                .filter(line -> line.startsWith(command + "route add "))
                .map(line -> line.substring(command.length()))
                .toList();
    }

    void undo() throws Exception {
        for (Map.Entry<Node, List<LinuxStep>> one : installed.entrySet()) {
            shell(one.getKey(), LinuxStep.undo(one.getValue()));
        }
    }

    void shell(Node node, List<String> lines) throws Exception {
        fabric.callAt(node, () -> {
            shell(lines);
            return null;
        });
    }

    private static void shell(List<String> lines) throws IOException {
        Command.run(List.of("sh", "-ec", String.join("\n", lines)));
    }
}
