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
import org.fairlead.core.topology.Topology;
import org.fairlead.network.PathFollower;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.telemetry.SwitchExporter;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** On an emulated network with labels: a controller in a process of its own that plans, agents, in this process or in one of their own, and an application that requests what hosts send. */
final class PathStand implements AutoCloseable {
    static final int PORT = 5001;
    static final String CONTROLLER_HOST = "h16";
    static final String APPLICATION_HOST = "h15";

    private static final int LAST_PORT = 5016;
    private static final long SECOND = 1_000_000_000L;
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final long BYTES = 500_000_000L;
    private static final String READY = "ready";

    private final Fabric fabric;
    private final Topology topology;
    private final Path topologyFile;
    private final Path directory;
    private final Endpoint endpoint;
    private final CableFailures cables;
    private final TelemetryFiles files;
    private final Map<String, PathFollower> agents = new LinkedHashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private final ControllerClient application;
    private final ControllerClient operator;
    private SwitchExporter switches;
    private long sequence;

    /** @param directory for tokens and settings */
    PathStand(Fabric fabric, Path topologyFile, Path directory) throws Exception {
        this.fabric = fabric;
        this.topologyFile = topologyFile;
        this.directory = directory;
        topology = fabric.topology();
        endpoint = new Endpoint(fabric.address(CONTROLLER_HOST), Endpoint.STANDARD_PORT);
        cables = new CableFailures(fabric, Optional.of(LabelledFabric.install(fabric)));
        files = TelemetryFiles.write(directory, topology, Set.of(CONTROLLER_HOST, fabric.address(CONTROLLER_HOST)));
        Files.writeString(
                directory.resolve("addresses.yaml"),
                topology.hosts().stream()
                        .map(each -> each.name() + ": " + fabric.address(each.name()))
                        .collect(Collectors.joining(", ", "hosts: {", "}\n")));
        application = client(files.applicationToken());
        operator = client(files.operatorToken());
    }

    /** What the processes run that this one starts; false where the arguments are not theirs. */
    static boolean isProcess(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "controller" -> control(arguments);
            case "agent" -> carryOut(arguments);
            default -> {
                return false;
            }
        }
        return true;
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
            Thread.sleep(240_000);
            check(controller.paths().paths().isEmpty(), "nobody killed the controller");
        }
    }

    private static void carryOut(String[] arguments) throws Exception {
        try (PathFollower agent = PathFollower.start(
                arguments[2],
                TopologyFile.read(Path.of(arguments[1])),
                List.of(new Endpoint(arguments[3], Integer.parseInt(arguments[4]))),
                TelemetryFiles.credentials(Path.of(arguments[5])),
                Path.of(arguments[6]),
                TimeSource.SYSTEM)) {
            System.out.println(READY);
            Thread.sleep(240_000);
            check(agent.held().isEmpty(), "nobody killed the agent");
        }
    }

    /** A process of this class path on a host, once it is ready. It ends with the stand. */
    private Process process(Class<?> main, String host, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(fabric.commandOn(host, command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        BufferedReader said = process.inputReader();
        String line = said.readLine();
        check(READY.equals(line), arguments.get(0) + " on " + host + " says " + line);
        return process;
    }

    /** @param main hands its arguments to {@link #isProcess} */
    Process startController(Class<?> main) throws Exception {
        Process controller = process(
                main,
                CONTROLLER_HOST,
                List.of(
                        "controller",
                        topologyFile.toString(),
                        fabric.address(CONTROLLER_HOST),
                        String.valueOf(endpoint.port()),
                        files.acceptedTokens().toString()));
        if (switches == null) {
            switches = SwitchExporter.start(fabric, files, INTERVAL);
            switches.add(CONTROLLER_HOST, endpoint);
        }
        return controller;
    }

    /** An agent in a process of its own, see {@link #startController}. */
    Process startAgent(Class<?> main, String host) throws Exception {
        return process(
                main,
                host,
                List.of(
                        "agent",
                        topologyFile.toString(),
                        host,
                        endpoint.host(),
                        String.valueOf(endpoint.port()),
                        files.agentToken(host).toString(),
                        settings(host).toString()));
    }

    /** An agent in this process. */
    void startAgent(String host) throws Exception {
        Path settings = settings(host);
        agents.put(
                host,
                fabric.callOn(
                        host,
                        () -> PathFollower.start(
                                host,
                                topology,
                                List.of(endpoint),
                                TelemetryFiles.credentials(files.agentToken(host)),
                                settings,
                                TimeSource.SYSTEM)));
    }

    private Path settings(String host) throws Exception {
        return Files.writeString(directory.resolve("labels-" + host + ".yaml"), """
                driver: labels
                host: %s
                codepoints: %s
                addresses: addresses.yaml
                ports: {shuffle: peer %d-%d}
                """.formatted(
                        host, LabelledFabric.CODEPOINTS, PORT, LAST_PORT));
    }

    private ControllerClient client(Path token) throws Exception {
        return fabric.callOn(
                APPLICATION_HOST, () -> new ControllerClient(List.of(endpoint), TelemetryFiles.credentials(token)));
    }

    ControllerClient operator() {
        return operator;
    }

    CableFailures cables() {
        return cables;
    }

    FlowUnit unit(String from, String to) {
        return new FlowUnit(topology.host(from).index(), topology.host(to).index(), TrafficClass.SHUFFLE);
    }

    /** From now on the application wants these, and no others. */
    void request(FlowUnit... units) throws Exception {
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
            application.commit(FlowRequests.of("", "spark", 1, sequence, sequence, 60_000, 0, flows));
            return null;
        });
    }

    /** @return ns until it was so */
    static long await(String what, int seconds, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            check(System.nanoTime() - begun < seconds * SECOND, "not " + what + " within " + seconds + " s");
            Thread.sleep(1);
        }
        return System.nanoTime() - begun;
    }

    /** What the agents of this process hold. */
    Map<FlowUnit, PathChoice> held() {
        Map<FlowUnit, PathChoice> held = new LinkedHashMap<>();
        agents.values().forEach(agent -> held.putAll(agent.held()));
        return held;
    }

    /** Whether a host's kernel labels anything for us. */
    boolean labels(String host) throws Exception {
        return ruleset(host).contains("fairlead\"");
    }

    String ruleset(String host) throws Exception {
        return fabric.callOn(host, () -> Command.run(List.of("nft", "list", "ruleset")));
    }

    @Override
    public void close() throws Exception {
        if (switches != null) {
            switches.close();
        }
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        for (PathFollower agent : agents.values()) {
            agent.close();
        }
        application.close();
        operator.close();
    }
}
