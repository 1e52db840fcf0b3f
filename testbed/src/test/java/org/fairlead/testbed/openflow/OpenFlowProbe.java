// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.openflow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.LinkCounting;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.network.PlanReconciler;
import org.fairlead.network.openflow.OpenFlowRemoval;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.Command;

/**
 * The driver {@code openflow} against Open vSwitch, at 20 Mbit/s: connections over all of four paths, a live flow on the path that it is given, moved, back on the network's own when the driver is killed, and tables that are
 * what they were. What it finds wrong ends it.
 */
final class OpenFlowProbe {
    private static final Topology TOPOLOGY = Topologies.multiRooted(
                    new Topology.Builder("four-paths"), 2, 1, 4, 2.5e6, 2.5e6)
            .build();
    private static final long SECOND = 1_000_000_000L;
    private static final int PORT = 9866;
    private static final int OTHER_PORT = 6_000;
    private static final int LISTEN = OvsFabric.PORT;
    private static final int SECOND_LISTEN = 6654;
    private static final int LIFETIME_SECONDS = 2;
    private static final long EPOCH = 1_000;
    private static final int CONNECTIONS = 32;
    private static final int SMALL_BYTES = 20_000;
    private static final int MOVES = 4;
    private static final String HELD = "held";

    private final OvsFabric fabric;
    private final Path directory;
    private final Host source = TOPOLOGY.host("h1");
    private final Host destination = TOPOLOGY.host("h2");
    private final FlowUnit unit = unit();
    private long plans;

    private OpenFlowProbe(OvsFabric fabric, Path directory) {
        this.fabric = fabric;
        this.directory = directory;
    }

    private static FlowUnit unit() {
        return new FlowUnit(TOPOLOGY.host("h1").index(), TOPOLOGY.host("h2").index(), TrafficClass.REPLICATION);
    }

    /** With {@code hold} in front: a driver that holds one path until it is killed. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("hold")) {
            hold(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            return;
        }
        Path directory = Path.of(arguments[0]);
        try (OvsFabric fabric = OvsFabric.create(
                TOPOLOGY,
                Path.of("/run/fairlead-ovs"),
                List.of("tcp:127.0.0.1:" + LISTEN, "tcp:127.0.0.1:" + SECOND_LISTEN))) {
            new OpenFlowProbe(fabric, directory).run();
        }
        System.out.println("done");
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static void hold(Path settings, int path) throws Exception {
        NetworkDriver driver = NetworkDrivers.open(Yaml.read(settings), TOPOLOGY, TimeSource.SYSTEM);
        PlanReconciler reconciler = PlanReconciler.start(driver, sender -> true, TimeSource.SYSTEM);
        reconciler.offer(plan(1, path), EPOCH + 1);
        await("held", 10, () -> reconciler.held().containsKey(unit()));
        System.out.println(HELD);
        Thread.sleep(60_000);
    }

    private static PathPlan plan(long number, int path) {
        long now = System.nanoTime();
        return new PathPlan(number, now + 60 * SECOND, Map.of(unit(), new PathPlan.Held(new PathChoice(path), now, 0)));
    }

    private static long await(String what, int seconds, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            check(System.nanoTime() - begun < seconds * SECOND, "not " + what + " within " + seconds + " s");
            Thread.sleep(5);
        }
        return System.nanoTime() - begun;
    }

    private void run() throws Exception {
        Path settings = settings("openflow.yaml", LISTEN);
        foreign();
        Map<String, String> pristine = fabric.tables();
        NetworkDriver driver = opened(settings);
        PlanReconciler reconciler = started(driver);
        Map<String, String> withBase;
        try {
            reconciler.offer(new PathPlan(++plans, System.nanoTime() + 60 * SECOND, Map.of()), EPOCH);
            await("answered over the base", 15, this::answers);
            withBase = fabric.tables();
            connectionsTakeAllPaths((LinkCounting) driver);
            try (PacedFlow flow = new PacedFlow(fabric, source, destination, PORT)) {
                moves(reconciler, (LinkCounting) driver, flow);
                olderIsRefused(reconciler, flow);
            }
        } finally {
            reconciler.close();
        }
        check(fabric.tables().equals(withBase), "tables were:\n" + withBase + "\nafter close:\n" + fabric.tables());
        check(answers(), "nothing is forwarded after close");
        afterItIsKilled(settings, withBase);
        check(
                fabric.callOn(
                                OvsNames.SWITCHES,
                                () -> OpenFlowRemoval.run(
                                        Yaml.read(settings), TOPOLOGY, Duration.ofSeconds(10), TimeSource.SYSTEM))
                        .isEmpty(),
                "switches did not connect for the removal");
        check(fabric.tables().equals(pristine), "tables were:\n" + pristine + "\nafter removal:\n" + fabric.tables());
        check(!answers(), "forwarded without a base");
    }

    private Path settings(String name, int listen) throws Exception {
        return fabric.writeSettings(
                directory, name, listen, "replication: peer " + PORT, Duration.ofSeconds(LIFETIME_SECONDS));
    }

    /** What others have in the switches: entries above, below and beside ours, and a group. */
    private void foreign() throws Exception {
        for (Switch node : TOPOLOGY.switches()) {
            String name = node.name();
            fabric.ofctl(name, "add-group", "group_id=7,type=indirect,bucket=output:1");
            fabric.ofctl(name, "add-flow", "cookie=0x66616973,priority=9000,ip,nw_dst=192.0.2.1,actions=drop");
            fabric.ofctl(name, "add-flow", "cookie=0x0,priority=0,ip,nw_dst=192.0.2.2,actions=group:7");
            fabric.ofctl(
                    name,
                    "add-flow",
                    "cookie=0x6661697301000000,table=3,priority=7400,ip,nw_dst=192.0.2.3,actions=drop");
        }
    }

    private NetworkDriver opened(Path settings) throws Exception {
        return fabric.callOn(
                OvsNames.SWITCHES, () -> NetworkDrivers.open(Yaml.read(settings), TOPOLOGY, TimeSource.SYSTEM));
    }

    private PlanReconciler started(NetworkDriver driver) throws Exception {
        return PlanReconciler.start(driver, sender -> true, TimeSource.SYSTEM);
    }

    /** Whether a connection between the hosts comes about. */
    private boolean answers() throws Exception {
        InetAddress address = InetAddress.getByName(OvsNames.address(destination));
        try (ServerSocket server = fabric.callOn(destination.name(), () -> new ServerSocket(OTHER_PORT, 1, address));
                Socket socket = fabric.callOn(source.name(), () -> {
                    Socket one = new Socket();
                    try {
                        one.connect(new InetSocketAddress(address, OTHER_PORT), 500);
                    } catch (java.io.IOException e) {
                        one.close();
                    }
                    return one;
                })) {
            return socket.isConnected() && !server.isClosed();
        }
    }

    /** Bytes that the first switch has sent towards each of the four, by path. */
    private Map<Integer, Long> bytes(LinkCounting counting) {
        Map<String, Long> byLink = new HashMap<>();
        counting.linkBytes().forEach(each -> byLink.put(each.link(), each.bytes()));
        return IntStream.range(0, 4)
                .boxed()
                .collect(Collectors.toMap(
                        path -> path, path -> byLink.getOrDefault(link(path).name(), 0L)));
    }

    private Link link(int path) {
        return TOPOLOGY.links()
                .get(TOPOLOGY.routes()
                        .inner(source.index(), destination.index())
                        .link(path, 0));
    }

    private static Map<Integer, Long> since(Map<Integer, Long> before, Map<Integer, Long> after) {
        Map<Integer, Long> grown = new HashMap<>();
        after.forEach((path, bytes) -> grown.put(path, bytes - before.get(path)));
        return grown;
    }

    private void connectionsTakeAllPaths(LinkCounting counting) throws Exception {
        Map<Integer, Long> before = bytes(counting);
        InetAddress address = InetAddress.getByName(OvsNames.address(destination));
        try (ServerSocket server =
                fabric.callOn(destination.name(), () -> new ServerSocket(OTHER_PORT, CONNECTIONS, address))) {
            for (int each = 0; each < CONNECTIONS; each++) {
                int own = 40_000 + each;
                try (Socket out = fabric.callOn(source.name(), () -> {
                            Socket socket = new Socket();
                            socket.bind(new InetSocketAddress(OvsNames.address(source), own));
                            socket.connect(new InetSocketAddress(address, OTHER_PORT), 5_000);
                            return socket;
                        });
                        Socket in = server.accept()) {
                    out.getOutputStream().write(new byte[SMALL_BYTES]);
                    out.shutdownOutput();
                    InputStream from = in.getInputStream();
                    check(from.readAllBytes().length == SMALL_BYTES, "bytes are missing");
                }
            }
        }
        Map<Integer, Long> taken = since(before, bytes(counting));
        String figures = CONNECTIONS + " connections over the base, bytes by path: " + taken;
        long all = taken.values().stream().mapToLong(Long::longValue).sum();
        check(
                taken.values().stream().allMatch(bytes -> bytes >= SMALL_BYTES)
                        && all >= (long) CONNECTIONS * SMALL_BYTES,
                figures);
        System.out.println(figures);
    }

    private void moves(PlanReconciler reconciler, LinkCounting counting, PacedFlow flow) throws Exception {
        double slowest = 0;
        for (int move = 0; move < MOVES; move++) {
            int path = (move + 1) % 4;
            flow.listen();
            check(reconciler.offer(plan(++plans, path), EPOCH), "plan " + plans + " is refused");
            long nanos = await("held", 5, () -> new PathChoice(path)
                    .equals(reconciler.held().get(unit)));
            slowest = Math.max(slowest, nanos / 1e6);
            Thread.sleep(200);
            Map<Integer, Long> before = bytes(counting);
            Thread.sleep(500);
            Map<Integer, Long> taken = since(before, bytes(counting));
            long strays = taken.entrySet().stream()
                    .filter(each -> each.getKey() != path)
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            check(
                    taken.get(path) > 500_000 && strays < taken.get(path) / 20,
                    "path " + path + " is held, bytes by path: " + taken);
            check(flow.silenceMillis() < 1_000, "silent for " + flow.silenceMillis() + " ms");
        }
        System.out.printf(
                "a live flow moved %d times: in the switches after at most %.0f ms, longest silence of the last %.0f ms%n",
                MOVES, slowest, flow.silenceMillis());
    }

    /** A second controller's driver, which began before the first. */
    private void olderIsRefused(PlanReconciler newer, PacedFlow flow) throws Exception {
        Map<String, String> before = fabric.tables();
        NetworkDriver driver = opened(settings("older.yaml", SECOND_LISTEN));
        PlanReconciler older = started(driver);
        try {
            check(older.offer(plan(1, 3), EPOCH - 1), "its own plan is refused");
            await("connected", 10, () -> !((LinkCounting) driver).linkBytes().isEmpty());
            Thread.sleep(1_000);
            check(older.held().isEmpty(), "an older controller's path is held: " + older.held());
            check(fabric.tables().equals(before), "an older controller has changed tables");
            check(newer.held().containsKey(unit), "the newer has lost its path");
        } finally {
            older.close();
        }
        check(fabric.tables().equals(before), "an older controller has changed tables when it ended");
        check(flow.silenceMillis() < 1_000, "silent for " + flow.silenceMillis() + " ms");
    }

    private void afterItIsKilled(Path settings, Map<String, String> withBase) throws Exception {
        try (PacedFlow flow = new PacedFlow(fabric, source, destination, PORT)) {
            Process holder = holding(settings);
            try (BufferedReader said = holder.inputReader()) {
                String line = said.readLine();
                if (!HELD.equals(line)) {
                    throw new AssertionError("the process that is to be killed says " + line + "\n" + sockets());
                }
                check(!fabric.tables().equals(withBase), "nothing is pinned");
            } finally {
                holder.destroyForcibly().waitFor();
            }
            flow.listen();
            long nanos = await("without pins", 10, () -> fabric.tables().equals(withBase));
            long arrived = flow.received();
            Thread.sleep(300);
            String figures = "killed: pins ended after %.1f s of a lifetime of %d s, longest silence %.0f ms"
                    .formatted(nanos / 1e9, LIFETIME_SECONDS, flow.silenceMillis());
            check(
                    nanos < (LIFETIME_SECONDS + 2) * SECOND
                            && flow.silenceMillis() < 1_000
                            && flow.received() > arrived,
                    figures);
            System.out.println(figures);
        }
    }

    private static String sockets() throws IOException {
        return Command.run(List.of("nsenter", "--net=/run/netns/" + OvsNames.SWITCHES, "ss", "-tanp"));
    }

    private Process holding(Path settings) throws Exception {
        return new ProcessBuilder(
                        "nsenter",
                        "--net=/run/netns/" + OvsNames.SWITCHES,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenFlowProbe.class.getName(),
                        "hold",
                        settings.toString(),
                        "2")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
