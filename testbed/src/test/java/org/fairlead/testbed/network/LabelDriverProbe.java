// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.network.PlanReconciler;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;

/**
 * Plans of paths reach a host's kernel by the driver {@code labels} on a fat tree: bytes take the named path, a live flow moves, a driver that is killed leaves nothing behind, nor does one that
 * is closed. What it finds wrong ends it.
 */
final class LabelDriverProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final int PORT = 5001;
    private static final long LIFETIME_SECONDS = 3;
    private static final String HELD = "held";

    private final Fabric fabric;
    private final LinkCounters counters;
    private final Topology topology;
    private final Path topologyFile;
    private final Path settings;
    private final LabelledFabric labelled;
    private final Host source;
    private final Host destination;
    private final FlowUnit unit;
    private final int moves;
    private long epoch;

    private LabelDriverProbe(Fabric fabric, LinkCounters counters, Path topologyFile, Path directory, int moves) {
        this.fabric = fabric;
        this.counters = counters;
        this.topologyFile = topologyFile;
        this.moves = moves;
        settings = directory.resolve("labels.yaml");
        topology = fabric.topology();
        labelled = new LabelledFabric(fabric);
        source = topology.host("h1");
        destination = topology.host("h13");
        unit = new FlowUnit(source.index(), destination.index(), TrafficClass.SHUFFLE);
    }

    /** With {@code hold} in front: a process on h1 that holds one path until it is killed. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("hold")) {
            hold(arguments);
            return;
        }
        Path topologyFile = Path.of(arguments[0]);
        Topology topology = TopologyFile.read(topologyFile);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters()) {
            new LabelDriverProbe(fabric, counters, topologyFile, Path.of(arguments[1]), Integer.parseInt(arguments[2]))
                    .run();
        }
        System.out.println("done");
    }

    private static void hold(String[] arguments) throws Exception {
        Topology topology = TopologyFile.read(Path.of(arguments[1]));
        FlowUnit unit =
                new FlowUnit(topology.host("h1").index(), topology.host("h13").index(), TrafficClass.SHUFFLE);
        NetworkDriver driver = NetworkDrivers.open(Yaml.read(Path.of(arguments[2])), topology, TimeSource.SYSTEM);
        PlanReconciler reconciler = PlanReconciler.start(driver, source -> source == unit.source(), TimeSource.SYSTEM);
        reconciler.offer(plan(1, unit, Integer.parseInt(arguments[3])));
        await("held", 10, () -> reconciler.held().containsKey(unit));
        System.out.println(HELD);
        Thread.sleep(60_000);
    }

    private static PathPlan plan(long epoch, FlowUnit unit, int path) {
        return new PathPlan(
                epoch,
                System.nanoTime() + 60 * SECOND,
                Map.of(unit, new PathPlan.Held(new PathChoice(path), System.nanoTime(), 0)));
    }

    /** @return ns that it took */
    private static long await(String what, int seconds, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            check(System.nanoTime() - begun < seconds * SECOND, "not " + what + " within " + seconds + " s");
            Thread.sleep(1);
        }
        return System.nanoTime() - begun;
    }

    private void run() throws Exception {
        labelled.install();
        writeSettings();
        labelled.shell(
                source,
                List.of(
                        "nft add element ip fairlead_labels own_port '{ 10.9.9.9 . 80 : jump codepoint_8 }'",
                        "nft add element ip fairlead_labels peer_port '{ 10.9.9.9 . 80 comment \"not fairlead\" : accept }'",
                        "nft add table ip fairlead",
                        "nft add map ip fairlead own_port '{ type ipv4_addr . inet_service : verdict; flags timeout; }'",
                        "nft add element ip fairlead own_port '{ 10.9.9.9 . 80 comment \"fairlead\" : accept }'"));
        String before = ruleset();
        whileItRuns();
        check(ruleset().equals(before), "the ruleset was:\n" + before + "and after close it is:\n" + ruleset());
        afterItIsKilled();
        check(ruleset().equals(before), "the ruleset was:\n" + before + "and after a kill it is:\n" + ruleset());
    }

    private void writeSettings() throws Exception {
        String addresses = topology.hosts().stream()
                .map(host -> host.name() + ": " + fabric.plan().address(host))
                .collect(Collectors.joining(", ", "hosts: {", "}\n"));
        Files.writeString(settings.resolveSibling("addresses.yaml"), addresses);
        Files.writeString(settings, """
                driver: labels
                host: h1
                codepoints: %s
                addresses: addresses.yaml
                ports: {shuffle: [peer %d, peer %d]}
                lifetime: %ds
                """.formatted(LabelledFabric.CODEPOINTS, PORT, PORT + 1, LIFETIME_SECONDS));
    }

    private String ruleset() throws Exception {
        return fabric.callAt(source, () -> Command.run(List.of("nft", "list", "ruleset")));
    }

    private void whileItRuns() throws Exception {
        PlanReconciler reconciler = fabric.callAt(
                source,
                () -> PlanReconciler.start(
                        NetworkDrivers.open(Yaml.read(settings), topology, TimeSource.SYSTEM),
                        each -> each == source.index(),
                        TimeSource.SYSTEM));
        try {
            moveTo(reconciler, 2);
            bytesTakeThePath(2);
            liveMove(reconciler);
            moves(reconciler);
        } finally {
            reconciler.close();
        }
    }

    /** @return ns until the path stands in the kernel */
    private long moveTo(PlanReconciler reconciler, int path) throws Exception {
        check(reconciler.offer(plan(++epoch, unit, path)), "plan " + epoch + " is refused");
        return await(
                "held", 5, () -> new PathChoice(path).equals(reconciler.held().get(unit)));
    }

    /** For two lifetimes, so that renewals are among it. */
    private void bytesTakeThePath(int path) throws Exception {
        List<LinkCount> before = counters.read();
        try (LiveFlow flow = new LiveFlow(fabric, source.name(), destination.name(), PORT, 0)) {
            Thread.sleep(2_000 * LIFETIME_SECONDS);
        }
        List<LinkCount> after = counters.read();
        Set<String> named = LabelProbes.path(topology, source, destination, new PathChoice(path));
        long least = Long.MAX_VALUE;
        long strays = 0;
        for (Link link : forwards()) {
            long bytes = LabelProbes.bytes(link, before, after);
            if (named.contains(link.name())) {
                least = Math.min(least, bytes);
            } else {
                strays = Math.max(strays, bytes);
            }
        }
        String figures = "path " + path + ": at least " + least + " bytes on each of its links, at most " + strays
                + " on any other";
        check(least > 20_000_000 && strays < least / 1_000, figures);
        System.out.println(figures);
    }

    /** Links between switches by which bytes from the source's pod to the destination's may go; acknowledgements come by others. */
    private List<Link> forwards() {
        Set<String> names = IntStream.range(0, 4)
                .boxed()
                .flatMap(path -> LabelProbes.path(topology, source, destination, new PathChoice(path)).stream())
                .collect(Collectors.toSet());
        return LabelProbes.betweenSwitches(topology).stream()
                .filter(link -> names.contains(link.name()))
                .toList();
    }

    /** Away from a path that somebody else fills too. */
    private void liveMove(PlanReconciler reconciler) throws Exception {
        moveTo(reconciler, 0);
        int shared = labelled.plan()
                .codepoint(source.index(), destination.index(), new PathChoice(0))
                .orElseThrow();
        try (LiveFlow other = new LiveFlow(fabric, "h2", "h14", PORT, shared);
                LiveFlow flow = new LiveFlow(fabric, source.name(), destination.name(), PORT, 0)) {
            Thread.sleep(3_000);
            long begun = System.nanoTime();
            double millis = moveTo(reconciler, 3) / 1e6;
            Thread.sleep(4_000);
            double before = flow.rate(begun - 2 * SECOND, begun);
            double after = flow.rate(begun + 2 * SECOND, begun + 4 * SECOND);
            double both = before + other.rate(begun - 2 * SECOND, begun);
            double apart = after + other.rate(begun + 2 * SECOND, begun + 4 * SECOND);
            double silence = flow.silenceMillis(begun, begun + SECOND);
            double until = flow.millisUntil(begun, begun + 4 * SECOND, after);
            String figures =
                    ("a live flow moved: in the kernel after %.0f ms, %.1f Mbit/s before, %.1f after, 90 %% of that after %.0f ms,"
                                    + " longest silence %.0f ms")
                            .formatted(millis, before * 8 / 1e6, after * 8 / 1e6, until, silence);
            check(apart > 1.3 * both && until < 2_000 && silence < 2_000, figures);
            System.out.println(figures);
        }
    }

    private void moves(PlanReconciler reconciler) throws Exception {
        double[] millis = new double[moves];
        double[] silences = new double[moves];
        try (LiveFlow flow = new LiveFlow(fabric, source.name(), destination.name(), PORT, 0)) {
            Thread.sleep(500);
            for (int move = 0; move < moves; move++) {
                Thread.sleep(250);
                long begun = System.nanoTime();
                millis[move] = moveTo(reconciler, move % 4) / 1e6;
                Thread.sleep(250);
                silences[move] = flow.silenceMillis(begun, System.nanoTime());
            }
        }
        String figures =
                "%d moves of a live flow over free paths: in the kernel after %s ms, longest silence %s ms (median, 99th percentile, worst)"
                        .formatted(moves, LabelProbes.percentiles(millis), LabelProbes.percentiles(silences));
        check(silences[moves - 1] < 2_000, figures);
        System.out.println(figures);
    }

    private void afterItIsKilled() throws Exception {
        try (LiveFlow flow = new LiveFlow(fabric, source.name(), destination.name(), PORT, 0)) {
            Thread.sleep(500);
            int own = pathTaken();
            int other = (own + 1) % 4;
            Process holder = holding(other);
            try (BufferedReader said = holder.inputReader()) {
                String line = said.readLine();
                check(HELD.equals(line), "the process that is to be killed says " + line);
                int taken = pathTaken();
                check(taken == other, "path " + other + " is held, and " + taken + " is taken");
                Thread.sleep(1_500 * LIFETIME_SECONDS);
                taken = pathTaken();
                check(taken == other, "path " + other + " is renewed, and " + taken + " is taken");
            } finally {
                holder.destroyForcibly().waitFor();
            }
            long nanos = await("back on its own path", 10, () -> pathTaken() == own);
            String figures = "killed: back on the network's own path after %.1f s of a lifetime of %d s"
                    .formatted(nanos / 1e9, LIFETIME_SECONDS);
            check(nanos < (LIFETIME_SECONDS + 1) * SECOND, figures);
            System.out.println(figures);
        }
    }

    private Process holding(int path) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = fabric.commandOn(
                source.name(),
                List.of(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LabelDriverProbe.class.getName(),
                        "hold",
                        topologyFile.toString(),
                        settings.toString(),
                        String.valueOf(path)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The path whose least loaded link carried most in 100 ms. */
    private int pathTaken() throws Exception {
        List<LinkCount> before = counters.read();
        Thread.sleep(100);
        List<LinkCount> after = counters.read();
        long most = -1;
        int taken = -1;
        for (int path = 0; path < 4; path++) {
            Set<String> names = LabelProbes.path(topology, source, destination, new PathChoice(path));
            long least = forwards().stream()
                    .filter(link -> names.contains(link.name()))
                    .mapToLong(link -> LabelProbes.bytes(link, before, after))
                    .min()
                    .orElseThrow();
            if (least > most) {
                most = least;
                taken = path;
            }
        }
        return taken;
    }
}
