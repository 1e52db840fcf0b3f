// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.BufferedReader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.PathFollower;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * A controller in a process of its own, agents on two hosts of one rack, and an application that requests what they send: on a fat tree, flows that share an up-link part, bytes go as planned, and all
 * goes on as the network decides when the controller is killed. What it finds wrong ends it.
 */
final class PlannedPathsProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final int PORT = 5001;
    private static final int LAST_PORT = 5016;
    private static final String CONTROLLER_HOST = "h16";
    private static final String APPLICATION_HOST = "h15";
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final int PLANS = 30;
    private static final long BYTES = 500_000_000L;
    private static final String READY = "ready";

    private final Fabric fabric;
    private final LinkCounters counters;
    private final Topology topology;
    private final Path topologyFile;
    private final Path directory;
    private final Endpoint endpoint;
    private final Map<String, PathFollower> agents = new LinkedHashMap<>();
    private TelemetryFiles files;
    private CableFailures cables;
    private ControllerClient application;
    private ControllerClient operator;
    private long sequence;

    private PlannedPathsProbe(Fabric fabric, LinkCounters counters, Path topologyFile, Path directory) {
        this.fabric = fabric;
        this.counters = counters;
        this.topologyFile = topologyFile;
        this.directory = directory;
        topology = fabric.topology();
        endpoint = new Endpoint(fabric.address(CONTROLLER_HOST), Endpoint.STANDARD_PORT);
    }

    /** With {@code controller} in front: one that plans, until it is killed. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("controller")) {
            control(arguments);
            return;
        }
        Path topologyFile = Path.of(arguments[0]);
        Topology topology = TopologyFile.read(topologyFile);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters()) {
            new PlannedPathsProbe(fabric, counters, topologyFile, Path.of(arguments[1])).run();
        }
        System.out.println("done");
    }

    private static void control(String[] arguments) throws Exception {
        ControllerSettings settings = ControllerSettings.of(TopologyFile.read(Path.of(arguments[1])))
                .bind(new InetSocketAddress(arguments[2], Integer.parseInt(arguments[3])))
                .tokenFile(Path.of(arguments[4]))
                .inClear(TelemetryFiles.IN_CLEAR)
                .interval(INTERVAL)
                .trustAddresses(true)
                .paths(PathSettings.OFF.mode(Mode.ENFORCE));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            System.out.println(READY);
            Thread.sleep(120_000);
            check(controller.paths().paths().isEmpty(), "nobody killed the controller");
        }
    }

    private void run() throws Exception {
        cables = new CableFailures(fabric, Optional.of(LabelledFabric.install(fabric)));
        files = TelemetryFiles.write(directory, topology, Set.of(CONTROLLER_HOST, fabric.address(CONTROLLER_HOST)));
        Process controller = controller();
        try (BufferedReader said = controller.inputReader();
                SwitchExporter switches = SwitchExporter.start(fabric, files, INTERVAL)) {
            String line = said.readLine();
            check(READY.equals(line), "the controller says " + line);
            switches.add(CONTROLLER_HOST, endpoint);
            application = client(APPLICATION_HOST, files.applicationToken());
            operator = client(APPLICATION_HOST, files.operatorToken());
            for (String host : List.of("h1", "h2")) {
                agents.put(host, agent(host));
            }
            plansReachTheKernel();
            flowsPartAndGoAsPlannedUntilTheControllerIsKilled(controller);
        } finally {
            controller.destroyForcibly().waitFor();
            for (PathFollower agent : agents.values()) {
                agent.close();
            }
            if (application != null) {
                application.close();
            }
            if (operator != null) {
                operator.close();
            }
        }
    }

    private Process controller() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = fabric.commandOn(
                CONTROLLER_HOST,
                List.of(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlannedPathsProbe.class.getName(),
                        "controller",
                        topologyFile.toString(),
                        fabric.address(CONTROLLER_HOST),
                        String.valueOf(endpoint.port()),
                        files.acceptedTokens().toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private ControllerClient client(String host, Path token) throws Exception {
        return fabric.callOn(host, () -> new ControllerClient(List.of(endpoint), TelemetryFiles.credentials(token)));
    }

    private PathFollower agent(String host) throws Exception {
        Path settings = directory.resolve("labels-" + host + ".yaml");
        Files.writeString(
                directory.resolve("addresses.yaml"),
                topology.hosts().stream()
                        .map(each -> each.name() + ": " + fabric.address(each.name()))
                        .collect(Collectors.joining(", ", "hosts: {", "}\n")));
        Files.writeString(settings, """
                driver: labels
                host: %s
                codepoints: %s
                addresses: addresses.yaml
                ports: {shuffle: peer %d-%d}
                """.formatted(host, LabelledFabric.CODEPOINTS, PORT, LAST_PORT));
        return fabric.callOn(
                host,
                () -> PathFollower.start(
                        host,
                        topology,
                        List.of(endpoint),
                        TelemetryFiles.credentials(files.agentToken(host)),
                        settings,
                        TimeSource.SYSTEM));
    }

    private FlowUnit unit(String from, String to) {
        return new FlowUnit(topology.host(from).index(), topology.host(to).index(), TrafficClass.SHUFFLE);
    }

    private void request(FlowUnit... units) throws Exception {
        List<FlowRequests.Flow> flows = new ArrayList<>();
        for (FlowUnit unit : units) {
            flows.add(FlowRequests.Flow.of(
                    flows.size() + 1L,
                    topology.nodes().get(unit.source()).name(),
                    topology.nodes().get(unit.destination()).name(),
                    TrafficClass.SHUFFLE,
                    BYTES,
                    12_500_000L));
        }
        sequence++;
        // A client's own threads are born where it is used.
        fabric.callOn(APPLICATION_HOST, () -> {
            application.commit(new FlowRequests("", "spark", 1, sequence, sequence, 60_000, 0, flows));
            return null;
        });
    }

    /** @return ns until it was so */
    private static long await(String what, int seconds, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            check(System.nanoTime() - begun < seconds * SECOND, "not " + what + " within " + seconds + " s");
            Thread.sleep(1);
        }
        return System.nanoTime() - begun;
    }

    private boolean isHeld(FlowUnit unit) {
        return agents.get(topology.nodes().get(unit.source()).name()).held().containsKey(unit);
    }

    /** From the request, and from the moment when the plan can be read, until nftables have it. */
    private void plansReachTheKernel() throws Exception {
        List<String> destinations = List.of("h9", "h10", "h11", "h12", "h9", "h10");
        double[] fromRequest = new double[PLANS];
        double[] fromPlan = new double[PLANS];
        await("seen", 20, () -> {
            request(unit("h1", "h11"));
            return isHeld(unit("h1", "h11"));
        });
        for (int plan = 0; plan < PLANS; plan++) {
            Thread.sleep(260); // an agent carries out at most five plans a second
            FlowUnit unit = unit("h1", destinations.get(plan % destinations.size()));
            PathsMessage known = fabric.callOn(APPLICATION_HOST, () -> operator.paths("", 0, 0, Duration.ZERO));
            long begun = System.nanoTime();
            request(unit);
            long[] readable = new long[1];
            Thread reader = fabric.callOn(APPLICATION_HOST, () -> {
                Thread started = new Thread(() -> readable[0] = whenReadable(known, unit));
                started.start();
                return started;
            });
            await("held", 10, () -> isHeld(unit));
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
                reported = operator.paths("", reported.plan(), reported.epoch(), Duration.ofSeconds(1));
            }
        } catch (java.io.IOException e) {
            System.out.println("the operator cannot read plans: " + e.getMessage());
        }
        return System.nanoTime();
    }

    private void flowsPartAndGoAsPlannedUntilTheControllerIsKilled(Process controller) throws Exception {
        FlowUnit first = unit("h1", "h9");
        FlowUnit second = unit("h2", "h10");
        request(first, second);
        await("planned", 10, () -> isHeld(first) && isHeld(second));
        try (LiveFlow one = new LiveFlow(fabric, "h1", "h9", PORT, 0);
                LiveFlow other = new LiveFlow(fabric, "h2", "h10", PORT, 0)) {
            Thread.sleep(1_000);
            int windows = 1;
            while (!apartAndAsPlanned(first, one, second, other)) {
                check(windows++ < 3, "plans change again and again: " + held());
            }
            linkDies(first, one);
            controller.destroyForcibly().waitFor();
            long nanos = await("given back", 10, () -> held().isEmpty());
            long stood = await(
                    "gone from nftables",
                    10,
                    () -> !labels("h1").contains("fairlead\"") && !labels("h2").contains("fairlead\""));
            String back =
                    "controller killed: paths are the network's again after %.1f s".formatted((nanos + stood) / 1e9);
            check(nanos + stood < 5 * SECOND, back);
            System.out.println(back);
            Thread.sleep(300);
        }
    }

    /** @return false where a plan changed while bytes were counted */
    private boolean apartAndAsPlanned(FlowUnit first, LiveFlow one, FlowUnit second, LiveFlow other) throws Exception {
        Map<FlowUnit, PathChoice> held = held();
        Set<String> links = new LinkedHashSet<>(path(first, held));
        links.retainAll(path(second, held));
        check(links.isEmpty(), "both go over " + links);
        List<LinkCount> before = counters.read();
        long begun = System.nanoTime();
        Thread.sleep(3_000);
        long ended = System.nanoTime();
        List<LinkCount> after = counters.read();
        if (!held.equals(held())) {
            System.out.println("plans changed from " + held + " to " + held());
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
        PathChoice path = held().get(unit);
        Link dead = topology.links()
                .get(topology.routes().inner(unit.source(), unit.destination()).link(path.number(), 2));
        long begun = System.nanoTime();
        cables.fail(dead);
        long nanos = await(
                "away from the dead link",
                5,
                () -> held().containsKey(unit) && !path(unit, held()).contains(dead.name()));
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
        cables.repairAll();
    }

    private Map<FlowUnit, PathChoice> held() {
        Map<FlowUnit, PathChoice> held = new LinkedHashMap<>();
        agents.values().forEach(agent -> held.putAll(agent.held()));
        return held;
    }

    private String labels(String host) throws Exception {
        return fabric.callOn(host, () -> Command.run(List.of("nft", "list", "ruleset")));
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
