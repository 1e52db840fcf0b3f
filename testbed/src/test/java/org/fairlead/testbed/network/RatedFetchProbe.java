// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.rate.RateOptions;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.cluster.rate.RateAgents;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * On a network all of whose devices have drivers of rates: a controller in a process of its own, and an application that fetches against eight flows that take what they can. What it finds wrong ends it.
 */
final class RatedFetchProbe {
    private static final String PROCESS = "controller";
    private static final String CONTROLLER_HOST = "h6";
    private static final String APPLICATION_HOST = "h5";
    private static final String FROM = "h1";
    private static final String TO = "h4";
    private static final long SECOND = 1_000_000_000L;
    private static final double MBIT = 1e6 / 8;
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final String READY = "ready";
    private static final int READ_PORT = 5000;
    /** Each time that it is asked for: 30 Mbit/s until half a second before it is due. */
    private static final long DUE_MILLIS = 3_000;

    private static final double NEEDED = 30 * MBIT;
    private static final long BYTES = (long) (NEEDED * (DUE_MILLIS - 500) / 1000);

    private final Fabric fabric;
    private final RatedFabric rated;
    private final TelemetryFiles files;
    private final Topology topology;
    private final Endpoint endpoint;
    private final FlowUnit unit;
    /** On its path. */
    private final long devices;

    /** What the controller answered last. */
    private volatile String answered = "nothing";

    private RatedFetchProbe(Fabric fabric, RatedFabric rated, Path directory) throws IOException {
        this.fabric = fabric;
        this.rated = rated;
        files = TelemetryFiles.write(
                directory, fabric.topology(), Set.of(CONTROLLER_HOST, fabric.address(CONTROLLER_HOST)));
        topology = TopologyFile.read(files.topology());
        endpoint = new Endpoint(fabric.address(CONTROLLER_HOST), Endpoint.STANDARD_PORT);
        unit = new FlowUnit(topology.host(FROM).index(), topology.host(TO).index(), TrafficClass.BLOCK_READ);
        devices = RateLedger.links(new EvenSplit(topology.routes()), unit).stream()
                .map(Link::from)
                .distinct()
                .count();
    }

    /** The process that this one starts; false where the arguments are not its. */
    static boolean isProcess(String[] arguments) throws Exception {
        if (!arguments[0].equals(PROCESS)) {
            return false;
        }
        ControllerSettings settings = ControllerSettings.of(TopologyFile.read(Path.of(arguments[1])))
                .bind(new InetSocketAddress(arguments[2], Endpoint.STANDARD_PORT))
                .tokenFile(Path.of(arguments[3]))
                .inClear(TelemetryFiles.IN_CLEAR)
                .interval(INTERVAL)
                .trustAddresses(true)
                .rates(new RateOptions(
                        Optional.of(Codepoints.named(FabricOptions.RATE_CODEPOINTS)),
                        FabricOptions.RATE_SHARE,
                        FabricOptions.RATE_SHARE));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            System.out.println(READY);
            Thread.sleep(120_000);
            throw new IllegalStateException("nobody killed the controller at " + controller.address());
        }
    }

    static void run(Fabric fabric, RatedFabric rated, Path directory) throws Exception {
        RatedFetchProbe probe = new RatedFetchProbe(fabric, rated, directory);
        Process controller = probe.startController();
        List<LiveFlow> greedy = new ArrayList<>();
        try (SwitchExporter switches = SwitchExporter.start(fabric, probe.files, INTERVAL);
                RateAgents agents =
                        RateAgents.start(fabric, probe.files, probe.endpoint, CONTROLLER_HOST, "peer " + READ_PORT)) {
            switches.add(CONTROLLER_HOST, probe.endpoint);
            for (int flow = 0; flow < 8; flow++) {
                String from = List.of("h2", "h3", "h5", "h6").get(flow % 4);
                greedy.add(new LiveFlow(fabric, from, TO, RatedFabric.PORT + 1 + flow, 0));
            }
            probe.fetch(controller, agents);
        } finally {
            controller.destroyForcibly().waitFor();
            for (LiveFlow each : greedy) {
                each.close();
            }
        }
    }

    private Process startController() throws Exception {
        Process process = new ProcessBuilder(fabric.commandOn(
                        CONTROLLER_HOST,
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-Xmx128m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RatesProbe.class.getName(),
                                PROCESS,
                                files.topology().toString(),
                                endpoint.host(),
                                files.acceptedTokens().toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = process.inputReader().readLine();
        check(READY.equals(line), "the controller says " + line);
        return process;
    }

    private void fetch(Process controller, RateAgents agents) throws Exception {
        try (LiveFlow flow = new LiveFlow(fabric, FROM, TO, READ_PORT, 0)) {
            Thread.sleep(1_500);
            long begun = System.nanoTime();
            Thread application = fabric.callOn(APPLICATION_HOST, () -> {
                Thread started = new Thread(this::ask, "application");
                started.start();
                return started;
            });
            try {
                double told = PathStand.await("held by every device", 10, () -> agents.holders(unit) == devices) / 1e6;
                Thread.sleep(500);
                measure(flow, begun, told);
                controller.destroyForcibly().waitFor();
                double back = PathStand.await("given back", 10, () -> agents.holders(unit) == 0) / 1e9;
                System.out.printf("its controller killed: every device has given back the rate after %.1f s%n", back);
                check(back < 5, "that is too late");
            } catch (IllegalStateException e) {
                throw new IllegalStateException(e.getMessage() + "; the controller answered: " + answered, e);
            } finally {
                application.interrupt();
                application.join();
            }
        }
    }

    private void measure(LiveFlow flow, long begun, double told) throws Exception {
        Link last = topology.links().get(topology.routes().downLink(unit.destination()));
        long bytes = rated.classBytes(last, "1:7410");
        long from = System.nanoTime();
        Thread.sleep(2_000);
        long until = System.nanoTime();
        double wire = (rated.classBytes(last, "1:7410") - bytes) * 1e9 / (until - from);
        double before = flow.rate(begun - SECOND, begun);
        double payload = flow.rate(from, until);
        String figures =
                ("a fetch that needs %.0f Mbit/s, against 8 greedy flows: %.1f before; admitted, and held by every device after %.0f ms;"
                                + " then %.1f Mbit/s, %.1f on the wire")
                        .formatted(NEEDED / MBIT, before / MBIT, told, payload / MBIT, wire / MBIT);
        System.out.println(figures);
        check(before < 0.8 * NEEDED && payload > 0.95 * NEEDED, figures);
    }

    /** Asks for the same again and again, as somebody does who gets nothing meanwhile. */
    private void ask() {
        try (ControllerClient client =
                new ControllerClient(List.of(endpoint), TelemetryFiles.credentials(files.applicationToken()))) {
            for (long sequence = 1; !Thread.currentThread().isInterrupted(); sequence++) {
                try {
                    answered = client.commit(new FlowRequests(
                                    "",
                                    "spark",
                                    1,
                                    sequence,
                                    sequence,
                                    60_000,
                                    2,
                                    List.of(),
                                    List.of(new FlowRequests.Fetch(1, FROM, TO, BYTES, DUE_MILLIS, 1, 2))))
                            .toString();
                } catch (IOException e) {
                    answered = e.getMessage();
                }
                Thread.sleep(250);
            }
        } catch (InterruptedException e) {
            // all is measured
        }
    }
}
