// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.testbed.machine.ProcessorTime;

/**
 * What labelling costs a host: bytes that one TCP connection carries over links faster than the processors, and processor time for each gigabyte, with what {@code fairlead network labels --for linux} prints for a host
 * and a thousand elements besides its own, and without any of that, in turn. Prints a line of JSON for each pair and one for all.
 *
 * <p>Runs in namespaces of its own ({@code unshare --user --map-root-user --net --mount --pid --fork}), as the tests of the testbed do. Arguments: pairs, 20 when left out; seconds of each run, 3.
 */
final class LabelCostBenchmark {
    private static final int PORT = 5_001;
    private static final int ELEMENTS = 1_000;
    private static final int CHUNK = 256 << 10;

    private final Fabric fabric;
    private final LabelledFabric labelled;
    private final Host source;
    private final Host destination;
    private final double seconds;

    private LabelCostBenchmark(Fabric fabric, double seconds) {
        this.fabric = fabric;
        this.seconds = seconds;
        labelled = new LabelledFabric(fabric);
        source = fabric.topology().host("h1");
        destination = fabric.topology().host("h2");
    }

    /**
     * @param gigabytes carried, 10^9 bytes
     * @param ticks of all processors
     */
    private record Run(double gigabytes, long ticks) {
        double ticksEach() {
            return ticks / gigabytes;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 3;
        Topology topology = TopologyFile.from(Yaml.parse("topology.yaml", """
                multi-rooted: {racks: 2, hosts-per-rack: 1, roots: 2, host-link: 40gbit, uplink: 40gbit}
                """));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)))) {
            new LabelCostBenchmark(fabric, seconds).run(pairs);
        }
    }

    private void run(int pairs) throws Exception {
        carry(); // code is compiled
        Run[] labelledRuns = new Run[pairs];
        Run[] plainRuns = new Run[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            boolean labelsFirst = pair % 2 == 0;
            Run first = labelsFirst ? withLabels() : carry();
            Run second = labelsFirst ? carry() : withLabels();
            Run with = labelsFirst ? first : second;
            Run without = labelsFirst ? second : first;
            labelledRuns[pair] = with;
            plainRuns[pair] = without;
            System.out.printf(
                    Locale.ROOT,
                    "{\"gbit_per_second\": %.2f, \"without\": %.2f, \"ticks_a_gigabyte\": %.1f, \"ticks_without\": %.1f}%n",
                    with.gigabytes() * 8 / seconds,
                    without.gigabytes() * 8 / seconds,
                    with.ticksEach(),
                    without.ticksEach());
        }
        print("rate_ratio", labelledRuns, plainRuns, Run::gigabytes);
        print("processor_time_ratio", labelledRuns, plainRuns, Run::ticksEach);
    }

    private static void print(String name, Run[] with, Run[] without, ToDoubleFunction<Run> value) {
        Ratio ratio = Ratio.ofPairs(
                        Arrays.stream(with).mapToDouble(value).toArray(),
                        Arrays.stream(without).mapToDouble(value).toArray())
                .orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "{\"%s\": %.4f, \"low\": %.4f, \"high\": %.4f}%n",
                name,
                ratio.ratio(),
                ratio.interval().map(Interval::low).orElse(Double.NaN),
                ratio.interval().map(Interval::high).orElse(Double.NaN));
    }

    private Run withLabels() throws Exception {
        labelled.install(source, labelled.labels().steps(source));
        StringBuilder elements = new StringBuilder("nft add element ip " + LinuxLabels.TABLE + " peer_port_8 '{ ");
        for (int i = 0; i < ELEMENTS; i++) {
            elements.append(i == 0 ? "" : ", ").append("10.200.%d.%d . %d".formatted(i / 200, i % 200 + 1, PORT));
        }
        labelled.shell(source, List.of(elements.append(" }'").toString()));
        int codepoint = labelled.plan()
                .codepoint(source.index(), destination.index(), new PathChoice(1))
                .orElseThrow();
        labelled.shell(
                source,
                List.of(labelled.labels()
                        .labelled(destination, LinuxLabels.Port.PEER, PORT, codepoint, OptionalInt.of(600))
                        .command()));
        Run run = carry();
        labelled.shell(source, List.of("nft delete table ip " + LinuxLabels.TABLE));
        return run;
    }

    private Run carry() throws Exception {
        InetAddress address = InetAddress.getByName(fabric.address(destination.name()));
        try (ServerSocket server = fabric.callOn(destination.name(), () -> new ServerSocket(PORT, 1, address));
                Socket out = fabric.callOn(
                        source.name(), () -> LabelProbes.connected(new InetSocketAddress(address, PORT), 0));
                Socket in = server.accept()) {
            Thread sender = new Thread(() -> send(out));
            sender.setDaemon(true);
            sender.start();
            byte[] chunk = new byte[CHUNK];
            long bytes = 0;
            ProcessorTime before = ProcessorTime.now();
            long end = System.nanoTime() + (long) (seconds * 1e9);
            while (System.nanoTime() < end) {
                bytes += in.getInputStream().read(chunk);
            }
            return new Run(bytes / 1e9, ProcessorTime.now().busy() - before.busy());
        }
    }

    private static void send(Socket out) {
        byte[] chunk = new byte[CHUNK];
        try {
            while (true) {
                out.getOutputStream().write(chunk);
            }
        } catch (java.io.IOException e) {
            // closed: the time is over
        }
    }
}
