// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;

/**
 * A controller, an agent, or both hang, are cut off or are killed while two flows go over planned paths: hosts' kernels are soon as they were before, and paths are planned again once all are back. The flows
 * lose nothing. What it finds wrong ends it.
 */
final class PathFaultsProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final int AGAIN_SECONDS = 20;

    /** From a fault until the kernel is as before: a lifetime of 5 s, and what it takes to be seen. */
    private static final int MOST_SECONDS = 6;

    /** Somebody else's, with names like ours; one of its rules has our table's priority. */
    private static final List<String> FOREIGN = List.of(
            "add table ip fairlead_own",
            "add map ip fairlead_own peer_port { type ipv4_addr . inet_service : verdict; }",
            "add element ip fairlead_own peer_port { 10.77.0.9 . 5001 comment \"fairlead-mine\" : accept }",
            "add chain ip fairlead_own out { type filter hook output priority mangle; policy accept; }",
            "add rule ip fairlead_own out udp dport 9 counter");

    private final Fabric fabric;
    private final PathStand stand;
    private final HostFaults faults;
    private final Map<String, String> before = new LinkedHashMap<>();
    private Process controller;
    private Process agent;

    private PathFaultsProbe(Fabric fabric, PathStand stand) {
        this.fabric = fabric;
        this.stand = stand;
        faults = new HostFaults(fabric);
    }

    private interface Fault {
        void strikes() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        if (PathStand.isProcess(arguments)) {
            return;
        }
        Path topologyFile = Path.of(arguments[0]);
        Topology topology = TopologyFile.read(topologyFile);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                PathStand stand = new PathStand(fabric, topologyFile, Path.of(arguments[1]))) {
            new PathFaultsProbe(fabric, stand).run();
        }
        System.out.println("done");
    }

    private void run() throws Exception {
        for (String host : List.of("h1", "h2")) {
            for (String line : FOREIGN) {
                fabric.callOn(host, () -> Command.run(List.of("nft", line)));
            }
            before.put(host, stand.ruleset(host));
        }
        controller = stand.startController(PathFaultsProbe.class);
        agent = stand.startAgent(PathFaultsProbe.class, "h1");
        stand.startAgent("h2");
        stand.request(stand.unit("h1", "h9"), stand.unit("h2", "h10"));
        planned("h1", "h2");
        try (LiveFlow one = new LiveFlow(fabric, "h1", "h9", PathStand.PORT, 0);
                LiveFlow other = new LiveFlow(fabric, "h2", "h10", PathStand.PORT, 0)) {
            long begun = System.nanoTime();
            strike("controller hangs", () -> signal(controller, "-STOP"), "h1", "h2");
            mend("controller goes on", () -> signal(controller, "-CONT"), "h1", "h2");
            strike("controller cut off", () -> faults.drop(PathStand.CONTROLLER_HOST, true, true), "h1", "h2");
            mend("controller reached again", () -> faults.dropNoMore(PathStand.CONTROLLER_HOST), "h1", "h2");
            strike("agent killed", () -> agent.destroyForcibly().waitFor(), "h1");
            check(stand.labels("h2"), "the other host's paths have gone, too");
            mend("agent started again", () -> agent = stand.startAgent(PathFaultsProbe.class, "h1"), "h1");
            strike("agent hangs", () -> signal(agent, "-STOP"), "h1");
            mend("agent goes on", () -> signal(agent, "-CONT"), "h1");
            strike("controller and agent killed", this::killBoth, "h1", "h2");
            long ended = System.nanoTime();
            String figures = "two flows meanwhile, %.0f s: longest silence %.0f and %.0f ms, %.1f Mbit/s together"
                    .formatted(
                            (ended - begun) / 1e9,
                            one.silenceMillis(begun, ended),
                            other.silenceMillis(begun, ended),
                            (one.rate(begun, ended) + other.rate(begun, ended)) * 8 / 1e6);
            check(one.rate(ended - SECOND, ended) > 0 && other.rate(ended - SECOND, ended) > 0, figures);
            System.out.println(figures);
        }
    }

    private void killBoth() throws Exception {
        agent.destroyForcibly();
        controller.destroyForcibly();
        agent.waitFor();
        controller.waitFor();
    }

    private static void signal(Process process, String signal) throws Exception {
        Command.run(List.of("kill", signal, String.valueOf(process.pid())));
    }

    private void planned(String... hosts) throws Exception {
        for (String host : hosts) {
            PathStand.await("planned on " + host, AGAIN_SECONDS, () -> stand.labels(host));
        }
    }

    private void strike(String fault, Fault happens, String... hosts) throws Exception {
        long begun = System.nanoTime();
        happens.strikes();
        for (String host : hosts) {
            PathStand.await(fault + ": as before on " + host, MOST_SECONDS, () -> stand.ruleset(host)
                    .equals(before.get(host)));
        }
        System.out.printf("%s: kernels are as before after %.1f s%n", fault, (System.nanoTime() - begun) / 1e9);
    }

    private void mend(String what, Fault ends, String... hosts) throws Exception {
        long begun = System.nanoTime();
        ends.strikes();
        planned(hosts);
        System.out.printf("%s: paths are planned after %.1f s%n", what, (System.nanoTime() - begun) / 1e9);
    }
}
