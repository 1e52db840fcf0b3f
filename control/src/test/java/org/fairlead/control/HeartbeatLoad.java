// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;

/**
 * Measures how many heartbeats a controller takes on one core: {@code HeartbeatLoad serve AGENTS SECONDS} in a process bound to
 * that core, {@code HeartbeatLoad drive PORT AGENTS SECONDS} in another. Each agent keeps one connection and sends its next
 * report when the last is answered. Under mutual TLS: {@code serve AGENTS SECONDS DIRECTORY}, where keys are made or found, and
 * {@code drive-tls PORT AGENTS SECONDS DIRECTORY}. Prints JSON; {@code per_cpu_second} is what one core takes, whoever else uses it.
 */
public final class HeartbeatLoad {
    private HeartbeatLoad() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve(
                    Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]),
                    Arrays.asList(arguments).subList(3, arguments.length));
        } else if (arguments[0].equals("drive-tls")) {
            driveSecured(
                    Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]),
                    Integer.parseInt(arguments[3]),
                    Path.of(arguments[4]));
        } else {
            drive(
                    Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]),
                    Integer.parseInt(arguments[3]),
                    arguments.length > 4 ? Integer.parseInt(arguments[4]) : 0);
        }
    }

    static Topology cluster(int hosts) {
        return Topologies.tree(new Topology.Builder("load"), Math.max(1, hosts / 40), 40, 1.25e9, 4)
                .build();
    }

    private static void serve(int agents, int seconds, List<String> directory) throws Exception {
        ControllerSettings settings = ControllerSettings.of(cluster(agents))
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true);
        if (!directory.isEmpty()) {
            settings = settings.tls(TrialKeys.in(Path.of(directory.get(0))));
        }
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            System.out.println(controller.address().getPort());
            TimeUnit.SECONDS.sleep(seconds / 2); // until everybody is connected and the code compiled
            long before = cpuTicks();
            long taken = controller.counts().heartbeats();
            TimeUnit.SECONDS.sleep(seconds - seconds / 2);
            double cpuSeconds = (cpuTicks() - before) / 100.0;
            taken = controller.counts().heartbeats() - taken;
            System.err.printf(
                    "{\"taken\": %d, \"cpu_seconds\": %.2f, \"per_cpu_second\": %.0f, \"memory_mb\": %d}%n",
                    taken,
                    cpuSeconds,
                    taken / cpuSeconds,
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
        }
    }

    private static long cpuTicks() throws IOException {
        String[] words = Files.readString(Path.of("/proc/self/stat"))
                .replaceFirst(".*\\) ", "")
                .split(" ");
        return Long.parseLong(words[11]) + Long.parseLong(words[12]);
    }

    private static final class Connection {
        final SocketChannel channel;
        final int host;
        final ByteBuffer in = ByteBuffer.allocate(2048);
        ByteBuffer out = ByteBuffer.allocate(0);
        long sequence;
        long sentNanos;

        Connection(SocketChannel channel, int host) {
            this.channel = channel;
            this.host = host;
        }
    }

    /** @param perSecond 0: as fast as it goes; otherwise reports of all agents per second, evenly spread */
    private static void drive(int port, int agents, int seconds, int perSecond) throws Exception {
        Selector selector = Selector.open();
        Connection[] connections = new Connection[agents];
        for (int i = 0; i < agents; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            connections[i] = new Connection(channel, i + 1);
            channel.register(selector, SelectionKey.OP_READ, connections[i]);
        }
        long start = System.nanoTime();
        long warm = start + TimeUnit.SECONDS.toNanos(seconds) / 3;
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        long answered = 0;
        long errors = 0;
        long[] latencies = new long[4_000_000];
        int due = 0;
        long paced = 0;
        if (perSecond == 0) {
            for (Connection connection : connections) {
                send(connection);
            }
        }
        while (System.nanoTime() < end) {
            if (perSecond > 0) {
                long target = (System.nanoTime() - start) * perSecond / 1_000_000_000L;
                while (paced < target) {
                    if (connections[due].out.hasRemaining() || connections[due].sentNanos != 0) {
                        errors++; // the one before is not answered yet
                    } else {
                        send(connections[due]);
                    }
                    due = (due + 1) % agents;
                    paced++;
                }
                selector.select(1);
            } else {
                selector.select(100);
            }
            for (SelectionKey key : selector.selectedKeys()) {
                Connection connection = (Connection) key.attachment();
                if (connection.channel.read(connection.in) < 0) {
                    throw new IOException("closed by the controller");
                }
                int status = complete(connection.in);
                if (status > 0) {
                    long now = System.nanoTime();
                    if (status != 200) {
                        errors++;
                    } else if (now > warm && answered < latencies.length) {
                        latencies[(int) answered++] = now - connection.sentNanos;
                    }
                    connection.sentNanos = 0;
                    connection.in.clear();
                    if (perSecond == 0) {
                        send(connection);
                    }
                }
            }
            selector.selectedKeys().clear();
        }
        double measured = (end - warm) / 1e9;
        long[] sorted = Arrays.copyOf(latencies, (int) answered);
        Arrays.sort(sorted);
        System.out.printf(
                "{\"connections\": %d, \"heartbeats_per_second\": %.0f, \"errors\": %d,"
                        + " \"median_ms\": %.2f, \"p99_ms\": %.2f, \"max_ms\": %.1f}%n",
                agents,
                answered / measured,
                errors,
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) (sorted.length * 0.99)] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }

    /** Threads that each write to all their connections and then read all answers. */
    private static void driveSecured(int port, int agents, int seconds, Path directory) throws Exception {
        SSLContext tls =
                TrialKeys.in(directory).watched(TimeSource.SYSTEM).last().context();
        int threads = Math.min(agents, 32);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        AtomicLong answered = new AtomicLong();
        AtomicLong failed = new AtomicLong();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = i;
            Thread thread = new Thread(() -> {
                List<Peer> peers = new ArrayList<>();
                try {
                    for (int agent = first; agent < agents; agent += threads) {
                        peers.add(Peer.secured(port, tls));
                    }
                    for (long sequence = 1; System.nanoTime() < end; sequence++) {
                        for (int k = 0; k < peers.size(); k++) {
                            peers.get(k).send(request(first + k * threads + 1, sequence));
                        }
                        for (Peer peer : peers) {
                            (peer.answer().startsWith("HTTP/1.1 200") ? answered : failed).incrementAndGet();
                        }
                    }
                } catch (IOException e) {
                    failed.incrementAndGet();
                    System.err.println(e);
                }
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.printf(
                "{\"connections\": %d, \"tls\": true, \"answered\": %d, \"failed\": %d, \"seconds\": %d}%n",
                agents, answered.get(), failed.get(), seconds);
    }

    private static void send(Connection connection) throws IOException {
        connection.sequence++;
        ByteBuffer out = ByteBuffer.wrap(request(connection.host, connection.sequence));
        connection.sentNanos = System.nanoTime();
        connection.channel.write(out); // smaller than any send buffer
    }

    private static byte[] request(int host, long sequence) {
        Heartbeat heartbeat = new Heartbeat(
                "load",
                "h" + host,
                1,
                sequence,
                System.nanoTime() & Long.MAX_VALUE,
                1000,
                List.of(new Heartbeat.Nic("eth0", sequence * 1000, sequence * 2000)),
                List.of(
                        new Heartbeat.Disk("sda", sequence, sequence, sequence),
                        new Heartbeat.Disk("sdb", sequence, sequence, sequence)),
                1 << 30);
        byte[] body = Encoding.CBOR.write(heartbeat);
        byte[] head = ("POST /v1/heartbeat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/cbor\r\n"
                        + "Accept: application/cbor\r\nUser-Agent: Java-http-client/17\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .array();
    }

    /** The status when the answer is whole, 0 before. */
    private static int complete(ByteBuffer in) {
        String text = StandardCharsets.ISO_8859_1.decode(in.duplicate().flip()).toString();
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return 0;
        }
        String head = text.substring(0, end).toLowerCase(Locale.ROOT);
        int at = head.indexOf("content-length: ") + 16;
        int stop = head.indexOf('\r', at);
        int length = Integer.parseInt(
                head.substring(at, stop < 0 ? head.length() : stop).strip());
        return in.position() >= end + 4 + length ? Integer.parseInt(text.substring(9, 12)) : 0;
    }
}
