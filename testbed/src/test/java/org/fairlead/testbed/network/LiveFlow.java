// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** One TCP connection that sends all the time, and when which of its bytes arrived. */
final class LiveFlow implements AutoCloseable {
    private static final long WINDOW_NANOS = 50_000_000L;
    private static final double NEARLY_ALL = 0.9;

    private final Socket out;
    private final Socket in;
    private final Thread sender;
    private final Thread receiver;
    private volatile boolean ends;
    private volatile IOException failure;
    private long sent;

    /** When a read ended and how many bytes it brought. */
    private record Arrival(long nanos, int bytes) {}

    private final List<Arrival> arrivals = new ArrayList<>();

    /** @param codepoint that the sender writes itself; 0 for none */
    LiveFlow(Fabric fabric, String from, String to, int port, int codepoint) throws Exception {
        InetAddress address = InetAddress.getByName(fabric.address(to));
        try (ServerSocket server = fabric.callOn(to, () -> new ServerSocket(port, 1, address))) {
            out = fabric.callOn(from, () -> LabelProbes.connected(new InetSocketAddress(address, port), codepoint));
            in = server.accept();
        }
        sender = new Thread(this::send, "sender");
        receiver = new Thread(this::receive, "receiver");
        sender.start();
        receiver.start();
    }

    private void send() {
        byte[] chunk = new byte[32 << 10];
        try (OutputStream to = out.getOutputStream()) {
            while (!ends) {
                to.write(chunk);
                sent += chunk.length;
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void receive() {
        byte[] chunk = new byte[64 << 10];
        try {
            for (int bytes = in.getInputStream().read(chunk);
                    bytes >= 0;
                    bytes = in.getInputStream().read(chunk)) {
                synchronized (arrivals) {
                    arrivals.add(new Arrival(System.nanoTime(), bytes));
                }
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private List<Arrival> arrived(long fromNanos, long untilNanos) {
        synchronized (arrivals) {
            return arrivals.stream()
                    .filter(each -> each.nanos() - fromNanos >= 0 && each.nanos() - untilNanos < 0)
                    .toList();
        }
    }

    /** Of what arrived between two moments, in bytes per second. */
    double rate(long fromNanos, long untilNanos) {
        long bytes = arrived(fromNanos, untilNanos).stream()
                .mapToLong(Arrival::bytes)
                .sum();
        return bytes * 1e9 / (untilNanos - fromNanos);
    }

    /** The longest time between two arrivals, in ms. */
    double silenceMillis(long fromNanos, long untilNanos) {
        long last = fromNanos;
        long longest = 0;
        for (Arrival each : arrived(fromNanos, untilNanos)) {
            longest = Math.max(longest, each.nanos() - last);
            last = each.nanos();
        }
        return Math.max(longest, untilNanos - last) / 1e6;
    }

    /** From a moment until 90 % of a rate arrived for 50 ms, in ms; infinite if that is not reached. */
    double millisUntil(long fromNanos, long untilNanos, double bytesPerSecond) {
        for (Arrival each : arrived(fromNanos, untilNanos)) {
            if (each.nanos() - fromNanos >= WINDOW_NANOS
                    && rate(each.nanos() - WINDOW_NANOS, each.nanos()) >= NEARLY_ALL * bytesPerSecond) {
                return (each.nanos() - fromNanos) / 1e6;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Ends it and looks whether all that was sent has arrived. */
    @Override
    public void close() throws Exception {
        ends = true;
        sender.join();
        receiver.join();
        out.close();
        in.close();
        long received = arrivals.stream().mapToLong(Arrival::bytes).sum();
        LabelProbes.check(failure == null && received == sent, received + " of " + sent + " bytes arrived; " + failure);
    }
}
