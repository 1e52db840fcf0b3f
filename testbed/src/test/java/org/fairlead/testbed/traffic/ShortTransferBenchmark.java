// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/**
 * How long transfers of a size take beside constant background traffic, on connections that stand, as a multiple of what the link has left for them: what a
 * fluid model of TCP leaves out. The receiver's link is the narrow one. Prints a line of JSON for each load, size and number of connections.
 *
 * <p>Runs in namespaces of its own ({@code unshare --user --map-root-user --net --mount --pid --fork}), as the tests of the testbed do. Arguments: the
 * link's rate in Mbit/s, 10 when left out; seconds for each line, 5.
 */
final class ShortTransferBenchmark {
    private static final int FIRST_PORT = 5_000;
    private static final int[] SIZES = {1_000, 10_000, 50_000, 200_000, 1_000_000};
    private static final int[] CONNECTIONS = {1, 4};
    private static final double[] LOADS = {0, 0.5, 0.8, 0.9};
    /** Bytes on the wire for a byte of payload: headers of Ethernet, IP and TCP with time stamps, at full segments. */
    private static final double WIRE_SHARE = 1514.0 / 1448;

    private final double bytesPerSecond;
    private final double seconds;
    /** Each line has its own: connections of the one before still wait for what is late. */
    private int port = FIRST_PORT;

    private ShortTransferBenchmark(double bytesPerSecond, double seconds) {
        this.bytesPerSecond = bytesPerSecond;
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws Exception {
        double megabits = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 10;
        double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 5;
        new ShortTransferBenchmark(megabits * 1e6 / 8, seconds).run();
    }

    private void run() throws Exception {
        Topology topology =
                TopologyFile.from(Yaml.parse("topology.yaml", """
                tree: {racks: 1, hosts-per-rack: 3, host-link: %smbit}
                """.formatted(Math.round(bytesPerSecond * 8 / 1e6))));
        for (double load : LOADS) {
            String flow = load == 0
                    ? "flows: []"
                    : "flows: [{type: udp, from: h3, to: h2, rate: %dkbit}]"
                            .formatted(Math.round(load * bytesPerSecond * 8 / 1e3));
            try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                    TrafficGenerator traffic =
                            TrafficGenerator.start(TrafficFile.from(Yaml.parse("t.yaml", flow), topology, 1), fabric)) {
                for (int connections : CONNECTIONS) {
                    for (int size : SIZES) {
                        measure(fabric, load, size, connections);
                    }
                }
                traffic.stop();
            }
        }
    }

    private void measure(Fabric fabric, double load, int size, int connections) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        int own = port++;
        try (ServerSocket server = fabric.callOn(
                "h1", () -> new ServerSocket(own, connections, InetAddress.getByName(fabric.address("h1"))))) {
            var unused = threads.submit(() -> serve(server, threads));
            List<Future<List<Double>>> clients = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Socket socket = fabric.callOn("h2", () -> new Socket(fabric.address("h1"), own));
                Callable<List<Double>> client = () -> fetch(socket, size);
                clients.add(threads.submit(client));
            }
            List<Double> times = new ArrayList<>();
            for (Future<List<Double>> client : clients) {
                times.addAll(client.get());
            }
            times.sort(null);
            double fluid = connections * size * WIRE_SHARE / ((1 - load) * bytesPerSecond);
            double mean = times.stream().mapToDouble(time -> time).average().orElse(Double.NaN);
            System.out.printf(
                    Locale.ROOT,
                    "{\"load\": %.2f, \"connections\": %d, \"bytes\": %d, \"transfers\": %d, \"fluidSeconds\": %.4f, \"meanSeconds\": %.4f, \"p50\": %.4f, \"p90\": %.4f, \"meanByFluid\": %.2f}%n",
                    load,
                    connections,
                    size,
                    times.size(),
                    fluid,
                    mean,
                    times.get(times.size() / 2),
                    times.get(times.size() * 9 / 10),
                    mean / fluid);
        } finally {
            threads.shutdownNow();
        }
    }

    private Void serve(ServerSocket server, ExecutorService threads) throws IOException {
        while (!server.isClosed()) {
            Socket socket = server.accept();
            var unused = threads.submit(() -> {
                try (socket) {
                    socket.setTcpNoDelay(true);
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    while (true) {
                        socket.getOutputStream().write(new byte[in.readInt()]);
                    }
                }
            });
        }
        return null;
    }

    /** Seconds of each transfer; the first is not counted. */
    private List<Double> fetch(Socket socket, int size) throws IOException {
        List<Double> times = new ArrayList<>();
        byte[] buffer = new byte[1 << 16];
        try (socket) {
            socket.setTcpNoDelay(true);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            long start = System.nanoTime();
            long end = start + (long) (seconds * 1e9);
            while (times.size() < 2 || System.nanoTime() < end) {
                long begun = System.nanoTime();
                out.writeInt(size);
                for (int left = size; left > 0; ) {
                    left -= socket.getInputStream().read(buffer, 0, Math.min(left, buffer.length));
                }
                times.add((System.nanoTime() - begun) / 1e9);
            }
        }
        return times.subList(1, times.size());
    }
}
