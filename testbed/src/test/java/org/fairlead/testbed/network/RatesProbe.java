// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateAnswer;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.rate.RateDriver;
import org.fairlead.network.rate.RateDrivers;
import org.fairlead.network.rate.RateKeeper;
import org.fairlead.network.rate.RerateTime;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;

/**
 * A flow is guaranteed a rate against eight that take what they can, by the driver {@code htb} on every device of its path; drivers end by themselves when plans do, are closed and are killed. What it finds wrong ends it.
 */
final class RatesProbe {
    private static final long SECOND = 1_000_000_000L;
    private static final double MBIT = 1e6 / 8;
    private static final double RATE = 50 * MBIT;
    /** Of a full packet's bytes on the wire. */
    private static final double PAYLOAD = 0.949;

    private static final int CLASSES = 100;
    private static final String FEW = "16-19";
    private static final String MANY = "16-40";
    private static final String APPLICATION = "a";
    private static final String HELD = "held";
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("rates"), 2, 3, 100 * MBIT, 1).build();
    private static final Host SOURCE = TOPOLOGY.host("h1");
    private static final Host DESTINATION = TOPOLOGY.host("h4");
    private static final FlowUnit UNIT = new FlowUnit(SOURCE.index(), DESTINATION.index(), TrafficClass.SHUFFLE);

    private final Fabric fabric;
    private final Path directory;
    private final RateLedger ledger = ledger();
    private final RatedFabric rated;
    private final Link last;
    private final List<RateKeeper> keepers = new ArrayList<>();

    /** @param many codepoints of e1 */
    private RatesProbe(Fabric fabric, Path directory, String many) throws Exception {
        this.fabric = fabric;
        this.directory = directory;
        Map<Node, String> devices = new LinkedHashMap<>();
        ledger.path(UNIT)
                .forEach(link -> devices.put(link.from(), link.from().name().equals("e1") ? many : FEW));
        rated = new RatedFabric(fabric, directory, devices);
        last = TOPOLOGY.links().get(TOPOLOGY.routes().downLink(DESTINATION.index()));
    }

    private static RateLedger ledger() {
        return new RateLedger(
                new EvenSplit(TOPOLOGY.routes()),
                new RateGrant(
                        Codepoints.named(FEW),
                        RatedFabric.SHARE,
                        RatedFabric.SHARE,
                        Set.of(TrafficClass.SHUFFLE),
                        TOPOLOGY.hosts().stream().map(Host::index).collect(Collectors.toSet())));
    }

    /** With {@code hold} in front: a process on a device that holds a rate until it is killed. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("hold")) {
            hold(Path.of(arguments[1]), TOPOLOGY.node(arguments[2]).orElseThrow());
            return;
        }
        if (RatedFetchProbe.isProcess(arguments)) {
            return;
        }
        for (Queueing queueing : Queueing.values()) {
            FabricOptions options = FabricOptions.of(queueing, 1).withRoom(RatedFabric.ROOM);
            try (Fabric fabric = Fabric.create(new NetworkPlan(TOPOLOGY, options))) {
                boolean everything = queueing == Queueing.FIFO;
                System.out.println(queueing.text() + ":");
                new RatesProbe(fabric, Path.of(arguments[0]), everything ? MANY : FEW).run(everything);
            }
        }
        System.out.println("done");
    }

    private static void hold(Path settings, Node device) throws Exception {
        RateLedger ledger = ledger();
        ledger.allot(APPLICATION, UNIT, RATE, Long.MAX_VALUE, 0);
        RateKeeper keeper = RateKeeper.start(
                RateDrivers.open(Yaml.read(settings), TOPOLOGY, TimeSource.SYSTEM), device, TimeSource.SYSTEM);
        keeper.offer(ledger.plan(System.nanoTime() + 60 * SECOND, System.nanoTime()));
        await("held", 10, () -> keeper.held().contains(UNIT));
        System.out.println(HELD);
        Thread.sleep(60_000);
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

    /** @param everything else the guarantee alone */
    private void run(boolean everything) throws Exception {
        String untouched = rated.state();
        rated.install();
        putOthersBeside();
        String before = rated.state();
        if (everything) {
            whatIsNotGrantedIsRefused();
            same("after refusals", before);
            rerate();
            same("after " + CLASSES + " classes were re-rated", before);
        }
        whileItRuns(everything);
        same("after close", before);
        if (everything) {
            whatWasLeftBehindIsTakenBack(before);
            afterAKill(before);
            pace();
        }
        takeOthersAway();
        rated.undo();
        same("after undo", untouched);
        if (everything) {
            RatedFetchProbe.run(fabric, rated, directory);
            same("after a fetch that a controller has admitted", untouched);
        }
    }

    private void same(String when, String expected) throws Exception {
        String found = rated.state();
        check(found.equals(expected), when + " it is:\n" + found + "and was:\n" + expected);
    }

    /** What others have, with names like ours. */
    private void putOthersBeside() throws Exception {
        String device =
                fabric.plan().interfaceName(TOPOLOGY.linksFrom(last.from()).get(0));
        rated.shell(
                last.from(),
                List.of(
                        "tc class add dev " + device + " parent 1:1 classid 1:7432 htb rate 1mbit ceil 2mbit",
                        "tc qdisc add dev " + device + " parent 1:7432 handle 99: bfifo limit 7410",
                        "tc filter add dev " + device
                                + " parent 1: protocol ip pref 74 u32 match ip dsfield 0xc8 0xfc flowid 1:7432",
                        "nft add table ip fairlead_rates_too",
                        "nft add map ip fairlead_rates_too queues '{ type dscp : classid; flags timeout; }'",
                        "nft add element ip fairlead_rates_too queues '{ 50 comment \"fairlead\" : 1:7432 }'"));
    }

    private void takeOthersAway() throws Exception {
        String device =
                fabric.plan().interfaceName(TOPOLOGY.linksFrom(last.from()).get(0));
        rated.shell(
                last.from(),
                List.of(
                        "nft delete table ip fairlead_rates_too",
                        "tc filter del dev " + device + " parent 1: protocol ip pref 74",
                        "tc class del dev " + device + " classid 1:7432"));
    }

    private void whatIsNotGrantedIsRefused() throws Exception {
        Node edge = last.from();
        refused(edge, FEW, 0.9, "that leaves no room for the 270.0 that are granted");
        refused(edge, "16-19,50", RatedFabric.SHARE, "somebody else's and is left alone");
        refused(edge, "20-21", RatedFabric.SHARE, "class 1:7414 is missing");
        refused(TOPOLOGY.host("h2"), FEW, RatedFabric.SHARE, "is missing");
        RateAnswer answer = ledger.allot(APPLICATION, UNIT, 56 * MBIT, Long.MAX_VALUE, System.nanoTime());
        check(answer.reason().contains("55.0 Mbit/s left, not 56.0"), answer.reason());
    }

    private void refused(Node node, String codepoints, double share, String expected) throws Exception {
        try (RateDriver driver = fabric.callAt(node, () -> rated.driver(node, codepoints, share))) {
            throw new IllegalStateException(node.name() + " takes " + codepoints + " and " + share + ", and says not '"
                    + expected + "': " + driver);
        } catch (DriverException e) {
            check(e.getMessage().contains(expected) && !e.getMessage().contains("\n"), e.getMessage());
        }
    }

    private void rerate() throws Exception {
        Node edge = TOPOLOGY.node("e1").orElseThrow();
        List<String> interfaces = TOPOLOGY.linksFrom(edge).stream()
                .map(fabric.plan()::interfaceName)
                .toList();
        double[] millis = fabric.callAt(edge, () -> RerateTime.millis(interfaces, CLASSES));
        System.out.printf(
                "%d classes re-rated in one datagram: median %.2f ms, longest %.2f ms%n",
                CLASSES, millis[0], millis[1]);
        check(millis[0] < 50, "that is too long");
    }

    private void whileItRuns(boolean everything) throws Exception {
        for (Map.Entry<Node, String> each : rated.devices().entrySet()) {
            Node node = each.getKey();
            keepers.add(fabric.callAt(
                    node,
                    () -> RateKeeper.start(
                            rated.driver(node, each.getValue(), RatedFabric.SHARE), node, TimeSource.SYSTEM)));
        }
        List<LiveFlow> greedy = new ArrayList<>();
        try {
            for (int flow = 0; flow < 8; flow++) {
                String from = List.of("h2", "h3", "h5", "h6").get(flow % 4);
                greedy.add(new LiveFlow(fabric, from, DESTINATION.name(), RatedFabric.PORT + 1 + flow, 0));
            }
            try (LiveFlow flow = new LiveFlow(fabric, SOURCE.name(), DESTINATION.name(), RatedFabric.PORT, 0)) {
                guarantee(flow);
                if (everything) {
                    controllerIsGone();
                }
            }
            if (everything) {
                spareIsEverybodys(greedy);
            }
        } finally {
            for (LiveFlow each : greedy) {
                each.close();
            }
            keepers.forEach(RateKeeper::close);
            keepers.clear();
        }
    }

    private void guarantee(LiveFlow flow) throws Exception {
        Thread.sleep(1_500);
        long begun = System.nanoTime();
        RateAllotment allotted = allot(RATE, 60);
        double told = awaitHeld(true) / 1e6;
        Thread.sleep(500);
        long bytes = rated.classBytes(last, "1:7410");
        long from = System.nanoTime();
        Thread.sleep(2_000);
        double wire = (rated.classBytes(last, "1:7410") - bytes) * 1e9 / (System.nanoTime() - from);
        double before = flow.rate(begun - SECOND, begun);
        double until = flow.millisUntil(begun, begun + 2 * SECOND, RATE * PAYLOAD);
        String figures =
                ("guaranteed %.0f Mbit/s on %d links, against 8 greedy flows: %.1f Mbit/s before; told every device after %.0f ms, at 90 %% after %.0f ms;"
                                + " then %.1f Mbit/s on the wire, %.1f %% of the guarantee")
                        .formatted(
                                RATE / MBIT,
                                allotted.links().size(),
                                before / MBIT,
                                told,
                                until,
                                wire / MBIT,
                                100 * wire / RATE);
        System.out.println(figures);
        check(before < 0.7 * RATE && wire > 0.9 * RATE && until < 2_000, figures);
    }

    private RateAllotment allot(double bytesPerSecond, long seconds) {
        long now = System.nanoTime();
        RateAnswer answer = ledger.allot(APPLICATION, UNIT, bytesPerSecond, now + seconds * SECOND, now);
        RateAllotment allotted = answer.allotted().orElseThrow(() -> new IllegalStateException(answer.reason()));
        keepers.forEach(keeper -> keeper.offer(ledger.plan(now + seconds * SECOND, now)));
        return allotted;
    }

    private long awaitHeld(boolean expected) throws Exception {
        return await(expected ? "held" : "given back", 10, () -> keepers.stream()
                .allMatch(keeper -> keeper.held().contains(UNIT) == expected));
    }

    /** No plan comes any more; the last one was for a second. */
    private void controllerIsGone() throws Exception {
        allot(RATE, 1);
        awaitHeld(true);
        long nanos = awaitHeld(false);
        System.out.printf("controller gone: every device has given back the rate after %.1f s%n", nanos / 1e9);
        check(nanos < 5 * SECOND, "that is too late");
    }

    private void spareIsEverybodys(List<LiveFlow> greedy) throws Exception {
        allot(RATE, 60);
        awaitHeld(true);
        Thread.sleep(500);
        long from = System.nanoTime();
        Thread.sleep(1_500);
        double sum = greedy.stream()
                .mapToDouble(each -> each.rate(from, System.nanoTime()))
                .sum();
        System.out.printf("what the guaranteed flow leaves, others take: %.1f Mbit/s%n", sum / MBIT);
        check(sum > 80 * MBIT, "that is too little");
        ledger.abandon(APPLICATION, UNIT);
        keepers.forEach(keeper -> keeper.offer(ledger.plan(System.nanoTime() + SECOND, System.nanoTime())));
        awaitHeld(false);
    }

    /** A process and its guard died together. */
    private void whatWasLeftBehindIsTakenBack(String before) throws Exception {
        String device = fabric.plan().interfaceName(last);
        rated.shell(
                last.from(),
                List.of(
                        "tc class change dev " + device
                                + " parent 1:1 classid 1:7411 htb rate 20mbit ceil 100mbit prio 1",
                        "nft add element ip fairlead_rates queues '{ 17 timeout 1h comment \"fairlead\" : 1:7411 }'"));
        fabric.callAt(last.from(), () -> {
            rated.driver(last.from(), FEW, RatedFabric.SHARE).close();
            return null;
        });
        same("after a start where something was left behind", before);
    }

    private void afterAKill(String before) throws Exception {
        List<Process> holders = new ArrayList<>();
        try {
            for (Node node : List.of(SOURCE, last.from())) {
                holders.add(holding(node));
            }
            for (Process holder : holders) {
                String line = holder.inputReader().readLine();
                check(HELD.equals(line), "the process that is to be killed says " + line);
            }
            check(!rated.state().equals(before), "nothing is held");
        } finally {
            for (Process holder : holders) {
                holder.destroyForcibly().waitFor();
            }
        }
        long nanos = await("as before", 10, () -> rated.state().equals(before));
        System.out.printf("killed: all is as before after %.1f s of a lifetime of 2 s%n", nanos / 1e9);
        check(nanos < 5 * SECOND, "that is too late");
    }

    private Process holding(Node node) throws Exception {
        Path settings = rated.settings(node, FEW, RatedFabric.SHARE);
        return new ProcessBuilder(
                        "ip",
                        "netns",
                        "exec",
                        fabric.plan().namespace(node),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RatesProbe.class.getName(),
                        "hold",
                        settings.toString(),
                        node.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Where nobody may touch a queue: this process holds its own socket to the rate. */
    private void pace() throws Exception {
        RateDriver driver = fabric.callAt(
                SOURCE, () -> RateDrivers.open(Yaml.read(rated.pacing(SOURCE)), TOPOLOGY, TimeSource.SYSTEM));
        try (driver;
                LiveFlow flow = new LiveFlow(fabric, SOURCE.name(), DESTINATION.name(), RatedFabric.PORT, 0)) {
            RateAllotment allotted = allot(20 * MBIT, 60);
            Map<FlowUnit, String> refused = driver.hold(List.of(allotted));
            check(refused.isEmpty() && !driver.guarantees(), refused.toString());
            Thread.sleep(500);
            long from = System.nanoTime();
            Thread.sleep(1_000);
            double paced = flow.rate(from, System.nanoTime());
            driver.hold(List.of());
            Thread.sleep(500);
            long free = System.nanoTime();
            Thread.sleep(1_000);
            double after = flow.rate(free, System.nanoTime());
            String figures = "paced to 20 Mbit/s: %.1f Mbit/s; let go: %.1f".formatted(paced / MBIT, after / MBIT);
            System.out.println(figures);
            check(paced < 25 * MBIT && paced > 15 * MBIT && after > 70 * MBIT, figures);
        }
    }
}
