// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.openflow;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.core.topology.Host;

/** One TCP connection that sends at 20 Mbit/s, and the longest time in which nothing of it arrived. */
final class PacedFlow implements AutoCloseable {
    private static final int CHUNK = 25_000;
    private static final int MILLIS = 10;

    private final Socket out;
    private final Socket in;
    private final Thread sender = new Thread(this::send, "sender");
    private final Thread receiver = new Thread(this::receive, "receiver");
    private final AtomicLong received = new AtomicLong();
    private volatile long lastNanos = System.nanoTime();
    private volatile long silenceNanos;
    private volatile boolean ends;
    private volatile IOException failure;
    private long sent;

    PacedFlow(OvsFabric fabric, Host from, Host to, int port) throws Exception {
        InetAddress address = InetAddress.getByName(OvsNames.address(to));
        try (ServerSocket server = fabric.callOn(to.name(), () -> new ServerSocket(port, 1, address))) {
            out = fabric.callOn(from.name(), () -> {
                Socket socket = new Socket();
                socket.connect(new InetSocketAddress(address, port), 5_000);
                return socket;
            });
            in = server.accept();
        }
        sender.start();
        receiver.start();
    }

    private void send() {
        byte[] chunk = new byte[CHUNK];
        try (OutputStream to = out.getOutputStream()) {
            while (!ends) {
                to.write(chunk);
                sent += CHUNK;
                Thread.sleep(MILLIS);
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void receive() {
        byte[] chunk = new byte[64 << 10];
        try {
            for (int bytes = in.getInputStream().read(chunk);
                    bytes >= 0;
                    bytes = in.getInputStream().read(chunk)) {
                long now = System.nanoTime();
                silenceNanos = Math.max(silenceNanos, now - lastNanos);
                lastNanos = now;
                received.addAndGet(bytes);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Begins to look for the longest silence anew. */
    void listen() {
        silenceNanos = 0;
    }

    double silenceMillis() {
        return Math.max(silenceNanos, System.nanoTime() - lastNanos) / 1e6;
    }

    /** Bytes that have arrived. */
    long received() {
        return received.get();
    }

    /** Ends it and looks whether all that was sent has arrived. */
    @Override
    public void close() throws Exception {
        ends = true;
        sender.join();
        receiver.join(10_000);
        out.close();
        in.close();
        OpenFlowProbe.check(
                failure == null && received.get() == sent,
                received.get() + " of " + sent + " bytes arrived; " + failure);
    }
}
