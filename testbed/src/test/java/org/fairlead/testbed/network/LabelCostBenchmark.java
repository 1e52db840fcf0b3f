// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.PortMaps;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.testbed.machine.ProcessorTime;

/**
 * What labelling costs a host: bytes that one TCP connection carries over links faster than the processors, and processor time for each gigabyte, in four ways, in a random order in each round. {@code none} is neither; {@code
 * again} the same, for the noise; {@code labels} is what {@code fairlead network labels --for linux} prints for a host, and a thousand elements besides its own; {@code program} is the sending socket's own {@code IP_TOS}. Prints a
 * line of JSON for each way, as a ratio to {@code none}.
 *
 * <p>Runs in namespaces of its own ({@code unshare --user --map-root-user --net --mount --pid --fork}), as the tests of the testbed do. Arguments: rounds, 60 when left out; seconds of each run, 1.
 */
final class LabelCostBenchmark {
    private static final String NONE = "none";
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
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 1;
        Topology topology = TopologyFile.from(Yaml.parse("topology.yaml", """
                multi-rooted: {racks: 2, hosts-per-rack: 1, roots: 2, host-link: 40gbit, uplink: 40gbit}
                """));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)))) {
            new LabelCostBenchmark(fabric, seconds).run(rounds);
        }
    }

    private interface Way {
        Run run() throws Exception;
    }

    private void run(int rounds) throws Exception {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put(NONE, () -> carry(0));
        ways.put("again", () -> carry(0));
        ways.put("labels", this::withLabels);
        ways.put("program", () -> carry(codepoint()));
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        carry(0); // code is compiled
        Random random = new Random(1);
        for (int round = 0; round < rounds; round++) {
            List<String> order = new ArrayList<>(ways.keySet());
            Collections.shuffle(order, random);
            for (String way : order) {
                runs.computeIfAbsent(way, none -> new ArrayList<>())
                        .add(ways.get(way).run());
            }
        }
        for (String way : ways.keySet()) {
            System.out.printf(
                    Locale.ROOT,
                    "{\"way\": \"%s\", \"gbit_per_second\": %.1f, \"rate_ratio\": %s, \"processor_time_ratio\": %s}%n",
                    way,
                    runs.get(way).stream().mapToDouble(Run::gigabytes).average().orElseThrow() * 8 / seconds,
                    ratio(runs.get(way), runs.get(NONE), Run::gigabytes),
                    ratio(runs.get(way), runs.get(NONE), Run::ticksEach));
        }
    }

    private static String ratio(List<Run> of, List<Run> to, ToDoubleFunction<Run> value) {
        Ratio ratio = Ratio.ofPairs(
                        of.stream().mapToDouble(value).toArray(),
                        to.stream().mapToDouble(value).toArray())
                .orElseThrow();
        return "[%.4f, %.4f, %.4f]"
                .formatted(
                        ratio.ratio(),
                        ratio.interval().map(Interval::low).orElse(Double.NaN),
                        ratio.interval().map(Interval::high).orElse(Double.NaN));
    }

    private int codepoint() {
        return labelled.plan()
                .codepoint(source.index(), destination.index(), new PathChoice(1))
                .orElseThrow();
    }

    private Run withLabels() throws Exception {
        labelled.install(source, labelled.labels().steps(source));
        StringBuilder elements = new StringBuilder(
                "nft add element ip " + LinuxLabels.TABLE + " " + LinuxLabels.Port.PEER.map() + " '{ ");
        for (int i = 0; i < ELEMENTS; i++) {
            String key = "10.200.%d.%d . %d".formatted(i / 200, i % 200 + 1, PORT);
            elements.append(i == 0 ? "" : ", ").append(PortMaps.element(key, "", codepoint()));
        }
        labelled.shell(source, List.of(elements.append(" }'").toString()));
        labelled.shell(
                source,
                List.of(labelled.labels()
                        .labelled(destination, LinuxLabels.Port.PEER, PORT, codepoint(), OptionalInt.of(600))
                        .command()));
        Run run = carry(0);
        labelled.shell(source, List.of("nft delete table ip " + LinuxLabels.TABLE));
        return run;
    }

    private Run carry(int codepoint) throws Exception {
        InetAddress address = InetAddress.getByName(fabric.address(destination.name()));
        try (ServerSocket server = fabric.callOn(destination.name(), () -> new ServerSocket(PORT, 1, address));
                Socket out = fabric.callOn(
                        source.name(), () -> LabelProbes.connected(new InetSocketAddress(address, PORT), codepoint));
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
