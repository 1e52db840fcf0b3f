// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.topology.TopologyFile;

/**
 * A controller in a process of its own, agents on two hosts of one rack, and an application that requests what they send: on a fat tree, flows that share an up-link part, bytes go as planned, and all
 * goes on as the network decides when the controller is killed. What it finds wrong ends it.
 */
final class PlannedPathsProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final int PLANS = 30;

    private final Fabric fabric;
    private final LinkCounters counters;
    private final Topology topology;
    private final PathStand stand;

    private PlannedPathsProbe(Fabric fabric, LinkCounters counters, PathStand stand) {
        this.fabric = fabric;
        this.counters = counters;
        this.stand = stand;
        topology = fabric.topology();
    }

    public static void main(String[] arguments) throws Exception {
        if (PathStand.isProcess(arguments)) {
            return;
        }
        Path topologyFile = Path.of(arguments[0]);
        Topology topology = TopologyFile.read(topologyFile);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters();
                PathStand stand = new PathStand(fabric, topologyFile, Path.of(arguments[1]))) {
            Process controller = stand.startController(PlannedPathsProbe.class);
            stand.startAgent("h1");
            stand.startAgent("h2");
            PlannedPathsProbe probe = new PlannedPathsProbe(fabric, counters, stand);
            probe.plansReachTheKernel();
            probe.flowsPartAndGoAsPlannedUntilTheControllerIsKilled(controller);
        }
        System.out.println("done");
    }

    /** From the request, and from the moment when the plan can be read, until nftables have it. */
    private void plansReachTheKernel() throws Exception {
        List<String> destinations = List.of("h9", "h10", "h11", "h12", "h9", "h10");
        double[] fromRequest = new double[PLANS];
        double[] fromPlan = new double[PLANS];
        PathStand.await("seen", 20, () -> {
            stand.request(stand.unit("h1", "h11"));
            return stand.held().containsKey(stand.unit("h1", "h11"));
        });
        for (int plan = 0; plan < PLANS; plan++) {
            Thread.sleep(260); // an agent carries out at most five plans a second
            FlowUnit unit = stand.unit("h1", destinations.get(plan % destinations.size()));
            PathsMessage known = fabric.callOn(
                    PathStand.APPLICATION_HOST, () -> stand.operator().paths("", 0, 0, Duration.ZERO));
            long begun = System.nanoTime();
            stand.request(unit);
            long[] readable = new long[1];
            Thread reader = fabric.callOn(PathStand.APPLICATION_HOST, () -> {
                Thread started = new Thread(() -> readable[0] = whenReadable(known, unit));
                started.start();
                return started;
            });
            PathStand.await("held", 10, () -> stand.held().containsKey(unit));
            long kernel = System.nanoTime();
            reader.join();
            fromRequest[plan] = (kernel - begun) / 1e6;
            fromPlan[plan] = Math.max(0, kernel - readable[0]) / 1e6;
        }
        String figures =
                "%d plans: in the kernel %s ms after they can be read, %s ms after the request (median, 99th percentile, worst)"
                        .formatted(PLANS, LabelProbes.percentiles(fromPlan), LabelProbes.percentiles(fromRequest));
        check(fromRequest[PLANS - 1] < 2_000, figures);
        System.out.println(figures);
    }

    private long whenReadable(PathsMessage known, FlowUnit unit) {
        try {
            PathsMessage reported = known;
            while (reported.pairs().stream().noneMatch(pair -> pair.to()
                    .equals(topology.nodes().get(unit.destination()).name()))) {
                reported = stand.operator().paths("", reported.plan(), reported.epoch(), Duration.ofSeconds(1));
            }
        } catch (java.io.IOException e) {
            System.out.println("the operator cannot read plans: " + e.getMessage());
        }
        return System.nanoTime();
    }

    private void flowsPartAndGoAsPlannedUntilTheControllerIsKilled(Process controller) throws Exception {
        FlowUnit first = stand.unit("h1", "h9");
        FlowUnit second = stand.unit("h2", "h10");
        stand.request(first, second);
        PathStand.await(
                "planned",
                10,
                () -> stand.held().containsKey(first) && stand.held().containsKey(second));
        try (LiveFlow one = new LiveFlow(fabric, "h1", "h9", PathStand.PORT, 0);
                LiveFlow other = new LiveFlow(fabric, "h2", "h10", PathStand.PORT, 0)) {
            Thread.sleep(1_000);
            int windows = 1;
            while (!apartAndAsPlanned(first, one, second, other)) {
                check(windows++ < 3, "plans change again and again: " + stand.held());
            }
            linkDies(first, one);
            controller.destroyForcibly().waitFor();
            long nanos = PathStand.await("given back", 10, () -> stand.held().isEmpty());
            long stood = PathStand.await("gone from nftables", 10, () -> !stand.labels("h1") && !stand.labels("h2"));
            String back =
                    "controller killed: paths are the network's again after %.1f s".formatted((nanos + stood) / 1e9);
            check(nanos + stood < 5 * SECOND, back);
            System.out.println(back);
            Thread.sleep(300);
        }
    }

    /** @return false where a plan changed while bytes were counted */
    private boolean apartAndAsPlanned(FlowUnit first, LiveFlow one, FlowUnit second, LiveFlow other) throws Exception {
        Map<FlowUnit, PathChoice> held = stand.held();
        Set<String> links = new LinkedHashSet<>(path(first, held));
        links.retainAll(path(second, held));
        check(links.isEmpty(), "both go over " + links);
        List<LinkCount> before = counters.read();
        long begun = System.nanoTime();
        Thread.sleep(3_000);
        long ended = System.nanoTime();
        List<LinkCount> after = counters.read();
        if (!held.equals(stand.held())) {
            System.out.println("plans changed from " + held + " to " + stand.held());
            return false;
        }
        double share = asPlanned(first, second, held, before, after);
        double rate = (one.rate(begun, ended) + other.rate(begun, ended)) * 8 / 1e6;
        String figures = "two flows of one rack apart: %.1f Mbit/s together; %.2f %% of their bytes as planned"
                .formatted(rate, 100 * share);
        check(share >= 0.98 && rate > 160, figures);
        System.out.println(figures);
        return true;
    }

    /**
     * The link by which a held path reaches the receivers' pod loses its carrier: no switch before it knows, the plan has to leave it. It is not one by which controller and agents talk: nothing in this network
     * routes around a dead link.
     */
    private void linkDies(FlowUnit unit, LiveFlow flow) throws Exception {
        PathChoice path = stand.held().get(unit);
        Link dead = topology.links()
                .get(topology.routes().inner(unit.source(), unit.destination()).link(path.number(), 2));
        long begun = System.nanoTime();
        stand.cables().fail(dead);
        long nanos = PathStand.await(
                "away from the dead link",
                5,
                () -> stand.held().containsKey(unit)
                        && !path(unit, stand.held()).contains(dead.name()));
        Thread.sleep(2_000);
        long ended = System.nanoTime();
        String figures = "%s dies: in the kernel another path after %.0f ms, longest silence %.0f ms, then %.1f Mbit/s"
                .formatted(
                        dead.name(),
                        nanos / 1e6,
                        flow.silenceMillis(begun, ended),
                        flow.rate(ended - SECOND, ended) * 8 / 1e6);
        check(nanos < 2 * SECOND && flow.rate(ended - SECOND, ended) > 2_000_000, figures);
        System.out.println(figures);
        stand.cables().repairAll();
    }

    private Set<String> path(FlowUnit unit, Map<FlowUnit, PathChoice> held) {
        return LabelProbes.path(
                topology,
                topology.hosts().stream()
                        .filter(host -> host.index() == unit.source())
                        .findFirst()
                        .orElseThrow(),
                topology.hosts().stream()
                        .filter(host -> host.index() == unit.destination())
                        .findFirst()
                        .orElseThrow(),
                held.get(unit));
    }

    /** Of all bytes that leave the rack upwards, the share on links of the two paths; acknowledgements of others' flows are none. */
    private double asPlanned(
            FlowUnit first,
            FlowUnit second,
            Map<FlowUnit, PathChoice> held,
            List<LinkCount> before,
            List<LinkCount> after) {
        Set<String> planned = new LinkedHashSet<>(path(first, held));
        planned.addAll(path(second, held));
        long on = 0;
        long all = 0;
        for (Link link : LabelProbes.betweenSwitches(topology)) {
            if (link.to().name().startsWith("c") && link.from().name().matches("a[12]")) {
                long bytes = LabelProbes.bytes(link, before, after);
                all += bytes;
                on += planned.contains(link.name()) ? bytes : 0;
            }
        }
        return (double) on / all;
    }
}
