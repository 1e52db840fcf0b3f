// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.bytes;
import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.socket.FairleadSocketFactory;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.network.PlanReconciler;
import org.fairlead.network.port.PortTable;
import org.fairlead.network.verify.TcpProber;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;

/**
 * Connections that are opened as HDFS clients and DataNodes open theirs take the paths of plans by their source ports, on a fat tree whose switches hash; and not where its switches answer no probes. What it finds wrong ends it.
 */
final class SourcePortsProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final int PORT = 9866;
    private static final int CONNECTIONS = 12;
    private static final int CHUNK = 64 << 10;
    private static final int CHUNKS = 8;
    private static final int TIMEOUT_MS = 60_000;

    private final Fabric fabric;
    private final LinkCounters counters;
    private final Topology topology;
    private final Path directory;
    private final Host source;
    private final Host destination;
    private final FlowUnit unit;
    private long epoch;

    private SourcePortsProbe(Fabric fabric, LinkCounters counters, Path directory) {
        this.fabric = fabric;
        this.counters = counters;
        this.directory = directory;
        topology = fabric.topology();
        source = topology.host("h1");
        destination = topology.host("h13");
        unit = new FlowUnit(source.index(), destination.index(), TrafficClass.REPLICATION);
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty("log4j2.level", "WARN"); // the test reads what is logged
        Topology topology = TopologyFile.read(Path.of(arguments[0]));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters()) {
            new SourcePortsProbe(fabric, counters, Path.of(arguments[1])).run();
        }
        System.out.println("done");
    }

    private void run() throws Exception {
        writeSettings();
        InetAddress address = InetAddress.getByName(fabric.address(destination.name()));
        try (ServerSocket server =
                fabric.callOn(destination.name(), () -> new ServerSocket(PORT, CONNECTIONS, address))) {
            Thread sink = new Thread(() -> drain(server), "sink");
            sink.setDaemon(true);
            sink.start();
            listeningPortCannotProbe();
            plannedPaths();
            quietSwitches();
        }
    }

    private static void drain(ServerSocket server) {
        byte[] chunk = new byte[CHUNK];
        while (!server.isClosed()) {
            try (Socket in = server.accept();
                    InputStream from = in.getInputStream();
                    OutputStream back = in.getOutputStream()) {
                int read = from.read(chunk);
                while (read >= 0) {
                    read = from.read(chunk);
                }
                back.write(1);
            } catch (IOException e) {
                // the probe's own, which are reset, or the end
            }
        }
    }

    /** Why reads are not steered: who serves has the port from which probes would have to be sent. */
    private void listeningPortCannotProbe() throws Exception {
        String own = fabric.address(destination.name());
        String refused = fabric.callOn(destination.name(), () -> {
            try {
                new TcpProber(own, 20_000, 300)
                        .flow(fabric.address(source.name()), PORT)
                        .close();
                return "";
            } catch (IOException e) {
                return e.getMessage();
            }
        });
        check(refused.contains("error 98"), "a probe from a port on which somebody listens: '" + refused + "'");
        System.out.println("from a port on which somebody listens: " + refused);
    }

    private void plannedPaths() throws Exception {
        Path table = directory.resolve("ports");
        FairleadSocketFactory factory = factory(table);
        NetworkDriver driver = driver();
        try (PlanReconciler reconciler = fabric.callOn(
                source.name(), () -> PlanReconciler.start(driver, from -> from == source.index(), TimeSource.SYSTEM))) {
            for (int path = 0; path < 4; path++) {
                PathChoice choice = new PathChoice(path);
                long begun = System.nanoTime();
                check(reconciler.offer(plan(choice)), "a plan is refused");
                await("held", 30, () -> choice.equals(reconciler.held().get(unit)));
                double held = (System.nanoTime() - begun) / 1e6;
                await("enough ports", 60, () -> ports(table) >= 32);
                double enough = (System.nanoTime() - begun) / 1e6;
                PortTable.Counts before = factory.counts();
                double share = share(choice, () -> sendAll(factory));
                PortTable.Counts after = factory.counts();
                check(
                        after.steered() - before.steered() == CONNECTIONS && share > 0.98,
                        "path " + path + ": share " + share + ", " + after);
                System.out.printf(
                        "path %d: the first port after %.0f ms, 32 after %.0f ms; %d of %d connections, %.2f %% of the bytes on its links, %d ports were taken%n",
                        path,
                        held,
                        enough,
                        after.steered() - before.steered(),
                        CONNECTIONS,
                        100 * share,
                        after.taken() - before.taken());
            }
            linkFails(reconciler, factory);
            check(reconciler.offer(new PathPlan(++epoch, System.nanoTime() + 60 * SECOND, Map.of())), "no plan");
            await("released", 10, () -> ports(table) == 0);
            PortTable.Counts before = factory.counts();
            double share = share(new PathChoice(3), () -> sendAll(factory));
            check(factory.counts().equals(before), "steered without a plan: " + factory.counts());
            check(share < 0.98, "the hash sends all over one path: " + share);
            System.out.printf("without a plan: %.2f %% of the bytes on the links of path 3%n", 100 * share);
        }
        check(!Files.exists(table), "the table is left behind");
    }

    /** Ports of path 0 lead elsewhere while the link from its second switch to the third is down. */
    private void linkFails(PlanReconciler reconciler, FairleadSocketFactory factory) throws Exception {
        PathChoice first = new PathChoice(0);
        check(reconciler.offer(plan(first)), "a plan is refused");
        await("held", 30, () -> first.equals(reconciler.held().get(unit)));
        CableFailures cables = new CableFailures(fabric, Optional.empty());
        Link link = topology.links()
                .get(topology.routes()
                        .inner(source.index(), destination.index())
                        .link(0, 1));
        cables.fail(link);
        cables.converge();
        long begun = System.nanoTime();
        sendAll(factory); // connections come about whatever the table says
        await("let go", 90, () -> !reconciler.held().containsKey(unit));
        double letGo = (System.nanoTime() - begun) / 1e9;
        cables.repair(link);
        cables.converge();
        long mended = System.nanoTime();
        await("held again", 90, () -> reconciler.held().containsKey(unit));
        double held = (System.nanoTime() - mended) / 1e9;
        double share = share(first, () -> sendAll(factory));
        check(share > 0.98, "after the link is mended: " + share);
        System.out.printf(
                "a link of the path fails: let go after %.1f s; mended: held after %.1f s, %.2f %% of the bytes on its links%n",
                letGo, held, 100 * share);
    }

    private NetworkDriver driver() throws Exception {
        return fabric.callOn(
                source.name(),
                () -> NetworkDrivers.open(Yaml.read(directory.resolve("ports.yaml")), topology, TimeSource.SYSTEM));
    }

    private static FairleadSocketFactory factory(Path table) {
        Configuration conf = new Configuration(false);
        conf.set(FairleadSocketFactory.FILE, table.toString());
        FairleadSocketFactory factory = new FairleadSocketFactory();
        factory.setConf(conf);
        return factory;
    }

    private PathPlan plan(PathChoice path) {
        long now = System.nanoTime();
        return new PathPlan(++epoch, now + 300 * SECOND, Map.of(unit, new PathPlan.Held(path, now, 0)));
    }

    private static void await(String what, int seconds, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            check(System.nanoTime() - begun < seconds * SECOND, "not " + what + " within " + seconds + " s");
            Thread.sleep(5);
        }
    }

    /** How many ports the table has, of the one destination. */
    private static int ports(Path table) throws IOException {
        return Files.readAllLines(table).stream()
                .skip(3)
                .mapToInt(line -> line.split(",", -1).length)
                .sum();
    }

    private Void sendAll(FairleadSocketFactory factory) throws Exception {
        InetSocketAddress to = new InetSocketAddress(fabric.address(destination.name()), PORT);
        return fabric.callOn(source.name(), () -> {
            byte[] chunk = new byte[CHUNK];
            for (int connection = 0; connection < CONNECTIONS; connection++) {
                try (Socket out = factory.createSocket()) {
                    NetUtils.connect(out, to, TIMEOUT_MS);
                    check(out.getChannel() != null, "no channel, and so no timeouts");
                    OutputStream data = NetUtils.getOutputStream(out, TIMEOUT_MS);
                    for (int sent = 0; sent < CHUNKS; sent++) {
                        data.write(chunk);
                    }
                    out.shutdownOutput();
                    check(NetUtils.getInputStream(out, TIMEOUT_MS).read() == 1, "not all has arrived");
                }
            }
            return null;
        });
    }

    /** Of what leaves the sender's rack and pod meanwhile, the part that goes over the links of a path. */
    private double share(PathChoice choice, Callable<Void> work) throws Exception {
        List<LinkCount> before = counters.read();
        work.call();
        List<LinkCount> after = counters.read();
        EqualCostRoutes paths = topology.routes().inner(source.index(), destination.index());
        double least = 1;
        for (int hop = 0; hop < 2; hop++) {
            Link wanted = topology.links().get(paths.link(choice.number(), hop));
            List<Link> siblings = new ArrayList<>();
            for (int path = 0; path < paths.count(); path++) {
                siblings.add(topology.links().get(paths.link(path, hop)));
            }
            long all = siblings.stream()
                    .distinct()
                    .mapToLong(link -> bytes(link, before, after))
                    .sum();
            check(all > (long) CONNECTIONS * CHUNKS * CHUNK, "only " + all + " bytes were seen");
            least = Math.min(least, (double) bytes(wanted, before, after) / all);
        }
        return least;
    }

    private void quietSwitches() throws Exception {
        for (Node node : topology.switches()) {
            String rules =
                    "nft add table ip quiet; nft add chain ip quiet out '{ type filter hook output priority 0; policy drop; }'";
            fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", rules)));
        }
        FairleadSocketFactory factory = factory(directory.resolve("ports"));
        NetworkDriver driver = driver();
        try (PlanReconciler reconciler = fabric.callOn(
                source.name(), () -> PlanReconciler.start(driver, from -> from == source.index(), TimeSource.SYSTEM))) {
            check(reconciler.offer(plan(new PathChoice(2))), "a plan is refused");
            Thread.sleep(30_000); // 16 ports, three hops each, 0.3 s for each
            check(reconciler.held().isEmpty(), "held although no switch answers: " + reconciler.held());
            PortTable.Counts before = factory.counts();
            sendAll(factory);
            check(factory.counts().equals(before), "not left to the kernel: " + factory.counts());
        }
        System.out.println("no switch answers: off, and connections go as ever");
    }

    private void writeSettings() throws IOException {
        Files.writeString(
                directory.resolve("addresses.yaml"),
                "hosts: {" + addresses(topology.hosts().stream(), "%s: %s") + "}\nswitches: {"
                        + addresses(topology.switches().stream(), "%s: [%s]") + "}\n");
        Files.writeString(directory.resolve("ports.yaml"), """
                driver: ports
                host: h1
                addresses: addresses.yaml
                ports: {replication: peer 9866}
                sources: 20000-20255
                file: ports
                probes: 200
                """);
    }

    private String addresses(Stream<? extends Node> nodes, String form) {
        return nodes.map(node -> form.formatted(node.name(), fabric.plan().address(node)))
                .collect(Collectors.joining(", "));
    }
}
