// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.openflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.Hosts;
import org.fairlead.testbed.network.LinkCounters;
import org.fairlead.testbed.network.Namespaces;
import org.fairlead.testbed.sandbox.Parts;

/**
 * A topology whose switches are bridges of one Open vSwitch in user space, in a network namespace of its own, and whose hosts have one each. Bridges have {@code fail_mode=secure} and no entries: nothing is forwarded before somebody says
 * so. What it started ends with it.
 */
public final class OvsFabric implements Hosts, AutoCloseable {
    /** Where a driver listens, in that namespace. */
    public static final int PORT = 6653;

    /** As much as a host hands to a device at once. */
    private static final int BURST_BYTES = 64 << 10;

    private static final long QUEUE_MILLIS = 50;
    private static final Path SCHEMA = Path.of("/usr/share/openvswitch/vswitch.ovsschema");
    private static final int MTU = 1_500;
    private static final long STARTS_WITHIN_NANOS = 10_000_000_000L;

    private final Topology topology;
    private final Path directory;
    private final Parts daemons = new Parts();

    private OvsFabric(Topology topology, Path directory) {
        this.topology = topology;
        this.directory = directory;
    }

    /**
     * @param directory for sockets and logs, on a file system of the sandbox
     * @param controllers where bridges look for controllers, such as {@code tcp:127.0.0.1:6653}
     * @throws IllegalArgumentException if the topology cannot be built this way; the message says why
     * @throws IOException with what a tool said; Debian's package openvswitch-switch is needed
     */
    public static OvsFabric create(Topology topology, Path directory, List<String> controllers) throws IOException {
        OvsNames.requireBuildable(topology);
        OvsFabric fabric = new OvsFabric(topology, Files.createDirectories(directory));
        boolean complete = false;
        try {
            fabric.cable();
            fabric.start();
            fabric.bridges(controllers);
            complete = true;
            return fabric;
        } finally {
            if (!complete) {
                fabric.close();
            }
        }
    }

    /** The number of the port by which a link leaves its switch. */
    public int port(Link out) {
        return 1 + topology.linksFrom(out.from()).indexOf(out);
    }

    /**
     * Writes what a driver {@code openflow} has to be told of these switches: {@code addresses.yaml}, and the settings beside it.
     *
     * @param name of the settings' file
     * @param ports by which classes of traffic are known, in YAML
     * @return the settings
     */
    public Path writeSettings(Path beside, String name, int listen, String ports, Duration lifetime)
            throws IOException {
        Files.writeString(
                beside.resolve("addresses.yaml"),
                topology.hosts().stream()
                        .map(host -> host.name() + ": " + OvsNames.address(host))
                        .collect(Collectors.joining(", ", "hosts: {", "}\n")));
        String switches = topology.switches().stream()
                .map(node -> "  %s: {datapath: %016x, ports: {%s}}\n"
                        .formatted(
                                node.name(),
                                OvsNames.datapath(node),
                                topology.linksFrom(node).stream()
                                        .map(link -> link.to().name() + ": " + port(link))
                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining());
        return Files.writeString(beside.resolve(name), """
                driver: openflow
                listen: 127.0.0.1:%d
                base: 1
                addresses: addresses.yaml
                ports: {%s}
                lifetime: %ds
                switches:
                %s""".formatted(listen, ports, lifetime.toSeconds(), switches));
    }

    /** Has every link carry its rate and no more. */
    public void limitRates() throws IOException {
        for (Link link : topology.links()) {
            String namespace = OvsNames.namespace(link.from());
            Command.run(List.of(
                    "tc",
                    "-n",
                    namespace,
                    "qdisc",
                    "replace",
                    "dev",
                    OvsNames.device(link.from(), link.to()),
                    "root",
                    "tbf",
                    "rate",
                    Math.round(link.bytesPerSecond() * 8) + "bit",
                    "burst",
                    String.valueOf(BURST_BYTES),
                    "latency",
                    QUEUE_MILLIS + "ms"));
        }
    }

    /** Opens what reads every link's counters, where rates are limited; the caller closes it. */
    public LinkCounters counters() throws IOException {
        return LinkCounters.open(topology, OvsFabric::callAt, link -> OvsNames.device(link.from(), link.to()));
    }

    private static <T> T callAt(Node node, Callable<T> work) throws Exception {
        return Namespaces.call(OvsNames.namespace(node), work);
    }

    /** Makes the names of hosts known to every program in the sandbox. */
    public void bindHostNames(Path file) throws IOException {
        Fabric.bindHostNames(
                file,
                topology.hosts().stream()
                        .map(host -> OvsNames.address(host) + " " + host.name())
                        .toList());
    }

    private void cable() throws IOException {
        List<String> namespaces =
                new ArrayList<>(topology.hosts().stream().map(Host::name).toList());
        namespaces.add(OvsNames.SWITCHES);
        for (String each : namespaces) {
            Command.run(List.of("ip", "netns", "add", each));
            Command.run(List.of("ip", "-n", each, "link", "set", "lo", "up"));
        }
        for (Link link : topology.links()) {
            if (link.from().index() < link.to().index()) {
                Command.run(List.of("ip link add %s netns %s mtu %d type veth peer name %s netns %s mtu %d"
                        .formatted(
                                OvsNames.device(link.from(), link.to()),
                                OvsNames.namespace(link.from()),
                                MTU,
                                OvsNames.device(link.to(), link.from()),
                                OvsNames.namespace(link.to()),
                                MTU)
                        .split(" ")));
                up(link.from(), link.to());
                up(link.to(), link.from());
            }
        }
        for (Host host : topology.hosts()) {
            Link up = topology.linksFrom(host).get(0);
            Command.run(List.of(
                    "ip",
                    "-n",
                    host.name(),
                    "address",
                    "add",
                    OvsNames.address(host) + "/24",
                    "dev",
                    OvsNames.device(host, up.to())));
        }
    }

    private void up(Node at, Node to) throws IOException {
        Command.run(List.of("ip", "-n", OvsNames.namespace(at), "link", "set", OvsNames.device(at, to), "up"));
    }

    private void start() throws IOException {
        run("ovsdb-tool", "create", directory.resolve("conf.db").toString(), SCHEMA.toString());
        daemon("ovsdb-server", directory.resolve("conf.db").toString(), "--remote=punix:" + database());
        awaitFile(database());
        run("ovs-vsctl", "--no-wait", "init");
        // Packets of hosts come with the checksums and in the sizes that a network card would make of them.
        run(
                "ovs-vsctl",
                "--no-wait",
                "set",
                "Open_vSwitch",
                ".",
                "other_config:userspace-tso-enable=true",
                "other_config:n-handler-threads=1",
                "other_config:n-revalidator-threads=1");
        daemon("ovs-vswitchd", "unix:" + database(), "--disable-system");
    }

    private Path database() {
        return directory.resolve("db.sock");
    }

    private void daemon(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + OvsNames.SWITCHES, program));
        command.addAll(List.of(arguments));
        command.add("--pidfile=" + directory.resolve(program + ".pid"));
        command.add("--unixctl=" + directory.resolve(program + ".ctl"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(directory.resolve(program + ".log").toFile());
        builder.environment().putAll(environment());
        Process daemon = builder.start();
        daemons.keep(() -> end(daemon));
    }

    private Map<String, String> environment() {
        String place = directory.toString();
        return Map.of("OVS_RUNDIR", place, "OVS_LOGDIR", place, "OVS_DBDIR", place, "OVS_SYSCONFDIR", place);
    }

    private void awaitFile(Path file) throws IOException {
        long begun = System.nanoTime();
        while (Files.notExists(file)) {
            if (System.nanoTime() - begun > STARTS_WITHIN_NANOS) {
                throw new IOException(file + " did not come about: " + logs());
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while Open vSwitch was started", e);
            }
        }
    }

    private String logs() throws IOException {
        StringBuilder logs = new StringBuilder();
        for (String program : List.of("ovsdb-server", "ovs-vswitchd")) {
            Path log = directory.resolve(program + ".log");
            if (Files.exists(log)) {
                logs.append('\n').append(program).append(":\n").append(Files.readString(log));
            }
        }
        return logs.toString();
    }

    private void bridges(List<String> controllers) throws IOException {
        List<String> command = new ArrayList<>(List.of("ovs-vsctl", "--timeout=20"));
        for (Switch node : topology.switches()) {
            String name = node.name();
            command.addAll(List.of("--", "add-br", name, "--", "set", "bridge", name));
            command.addAll(List.of(
                    "datapath_type=netdev",
                    "protocols=OpenFlow13",
                    "fail_mode=secure",
                    "other_config:datapath-id=%016x".formatted(OvsNames.datapath(node)),
                    "other_config:disable-in-band=true"));
            command.addAll(List.of("--", "set-controller", name));
            command.addAll(controllers);
            for (Link link : topology.linksFrom(node)) {
                String device = OvsNames.device(node, link.to());
                command.addAll(List.of("--", "add-port", name, device));
                command.addAll(List.of("--", "set", "interface", device, "ofport_request=" + port(link)));
            }
        }
        try {
            run(command.toArray(String[]::new));
            String controllersOfAll = run("ovs-vsctl", "--bare", "--columns=_uuid", "list", "controller");
            for (String each : controllersOfAll.strip().split("\\s+")) {
                run("ovs-vsctl", "set", "controller", each, "max_backoff=1000", "inactivity_probe=5000");
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + logs(), e);
        }
    }

    /** Runs one of Open vSwitch's tools. */
    public String run(String... command) throws IOException {
        List<String> line = new ArrayList<>(List.of("env"));
        environment().forEach((name, value) -> line.add(name + "=" + value));
        List<String> words = new ArrayList<>(List.of(command));
        if (words.get(0).equals("ovs-vsctl")) {
            words.add(1, "--db=unix:" + database());
        }
        line.addAll(words);
        return Command.run(line);
    }

    /** Asks or tells one switch by {@code ovs-ofctl}. */
    public String ofctl(String name, String verb, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("ovs-ofctl", "-O", "OpenFlow13"));
        if (verb.startsWith("dump-flows")) {
            command.add("--no-stats");
        }
        command.addAll(List.of(verb, directory.resolve(name + ".mgmt").toString()));
        command.addAll(List.of(more));
        return run(command.toArray(String[]::new));
    }

    /** All entries and groups, by switch, without what only counts. */
    public Map<String, String> tables() throws IOException {
        Map<String, String> tables = new LinkedHashMap<>();
        for (Switch node : topology.switches()) {
            tables.put(
                    node.name(), sorted(ofctl(node.name(), "dump-flows")) + sorted(ofctl(node.name(), "dump-groups")));
        }
        return tables;
    }

    /** Without the head, which has a number of the question. */
    private static String sorted(String dump) {
        return dump.lines()
                .filter(line -> !line.contains("xid="))
                .sorted()
                .map(line -> line + "\n")
                .reduce("", String::concat);
    }

    @Override
    public String address(String host) {
        return OvsNames.address(topology.host(host));
    }

    @Override
    public String namespace(String host) {
        return host;
    }

    @Override
    public List<String> commandOn(String host, List<String> command) {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", host));
        line.addAll(command);
        return List.copyOf(line);
    }

    @Override
    public <T> T callOn(String host, Callable<T> work) throws Exception {
        return Namespaces.call(host, work);
    }

    @Override
    public void close() {
        daemons.close();
    }

    private static void end(Process daemon) {
        daemon.destroy();
        try {
            if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
                daemon.destroyForcibly();
            }
        } catch (InterruptedException e) {
            daemon.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
