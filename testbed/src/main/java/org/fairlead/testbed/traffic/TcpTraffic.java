// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.core.topology.Host;
import org.fairlead.testbed.network.Fabric;

/**
 * TCP connections between hosts: one thread sends on all of them, one receives. A connection's first bytes are its
 * number, by which the receiver finds the flow that it counts for.
 */
final class TcpTraffic implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int BACKLOG = 1024;

    private final Fabric fabric;
    private final Selector sending;
    private final Selector receiving;
    private final Thread sender = new Thread(this::sendAll, "tcp-sender");
    private final Thread receiver = new Thread(this::receiveAll, "tcp-receiver");
    private final Map<Host, InetSocketAddress> listeners = new HashMap<>();
    private final Map<Integer, FlowCounter> counters = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile boolean stopping;

    /** A sending end. */
    static final class Connection {
        private final SocketChannel channel;
        private final FlowCounter counter;
        private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        private long left;

        private Connection(SocketChannel channel, FlowCounter counter, int number, long bytes) {
            this.channel = channel;
            this.counter = counter;
            this.number.putInt(number).flip();
            left = bytes;
        }

        /** Breaks the connection off; what waits to be sent is dropped. */
        void close() {
            breakOff(channel);
        }
    }

    private static final class Arrival {
        final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        FlowCounter counter;
    }

    private TcpTraffic(Fabric fabric) throws IOException {
        this.fabric = fabric;
        sending = Selector.open();
        receiving = Selector.open();
        sender.setDaemon(true);
        receiver.setDaemon(true);
    }

    static TcpTraffic open(Fabric fabric) throws IOException {
        TcpTraffic traffic = new TcpTraffic(fabric);
        traffic.sender.start();
        traffic.receiver.start();
        return traffic;
    }

    /** Makes a host ready to receive, so that a connection to it later takes no time. */
    synchronized InetSocketAddress listen(Host host) throws IOException {
        InetSocketAddress known = listeners.get(host);
        if (known != null) {
            return known;
        }
        InetAddress address = InetAddress.getByName(fabric.address(host.name()));
        ServerSocketChannel server = on(host, ServerSocketChannel::open);
        server.bind(new InetSocketAddress(address, 0), BACKLOG);
        server.configureBlocking(false);
        server.register(receiving, SelectionKey.OP_ACCEPT);
        receiving.wakeup();
        InetSocketAddress bound = (InetSocketAddress) server.getLocalAddress();
        listeners.put(host, bound);
        return bound;
    }

    /** Starts to send that many bytes, then closes; {@link Long#MAX_VALUE} for as long as it stands. */
    Connection connect(Host from, Host to, FlowCounter counter, long bytes) throws IOException {
        InetSocketAddress target = listen(to);
        SocketChannel channel = on(from, SocketChannel::open);
        boolean complete = false;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            int number = numbers.incrementAndGet();
            counters.put(number, counter);
            Connection connection = new Connection(channel, counter, number, bytes);
            boolean connected = channel.connect(target);
            channel.register(sending, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, connection);
            sending.wakeup();
            complete = true;
            return connection;
        } finally {
            if (!complete) {
                closeQuietly(channel);
            }
        }
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    private <T> T on(Host host, Opening<T> opening) throws IOException {
        try {
            return fabric.callOn(host.name(), opening::open);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("no socket on " + host.name() + ": " + e.getMessage(), e);
        }
    }

    private void sendAll() {
        ByteBuffer zeros = ByteBuffer.allocateDirect(BUFFER_BYTES);
        loop(sending, key -> {
            Connection connection = (Connection) key.attachment();
            if (key.isConnectable()) {
                connection.channel.finishConnect();
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (write(connection, zeros)) {
                closeQuietly(connection.channel);
            }
        });
    }

    /** Writes until the socket is full; true when all is written. */
    private static boolean write(Connection connection, ByteBuffer zeros) throws IOException {
        if (connection.number.hasRemaining()) {
            connection.channel.write(connection.number);
        }
        while (connection.left > 0) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), connection.left));
            int wanted = zeros.remaining();
            int written = connection.channel.write(zeros);
            connection.counter.sent.addAndGet(written);
            if (connection.left != Long.MAX_VALUE) {
                connection.left -= written;
            }
            if (written < wanted) {
                return false;
            }
        }
        return true;
    }

    private void receiveAll() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * BUFFER_BYTES);
        loop(receiving, key -> {
            if (key.channel() instanceof ServerSocketChannel server) {
                SocketChannel accepted = server.accept();
                if (accepted != null) {
                    accepted.configureBlocking(false);
                    accepted.register(receiving, SelectionKey.OP_READ, new Arrival());
                }
            } else if (!read((SocketChannel) key.channel(), (Arrival) key.attachment(), buffer)) {
                closeQuietly(key.channel());
            }
        });
    }

    /** False at the end of the stream. */
    private boolean read(SocketChannel channel, Arrival arrival, ByteBuffer buffer) throws IOException {
        if (arrival.number.hasRemaining()) {
            if (channel.read(arrival.number) < 0) {
                return false;
            }
            if (arrival.number.hasRemaining()) {
                return true;
            }
            arrival.counter = counters.remove(arrival.number.flip().getInt());
            arrival.number.limit(0);
            if (arrival.counter == null) {
                return false; // somebody else's connection
            }
        }
        buffer.clear();
        int count = channel.read(buffer);
        if (count > 0) {
            arrival.counter.received.addAndGet(count);
        }
        return count >= 0;
    }

    private interface Ready {
        void handle(SelectionKey key) throws IOException;
    }

    private void loop(Selector selector, Ready ready) {
        try {
            while (!stopping) {
                selector.select(key -> {
                    try {
                        ready.handle(key);
                    } catch (IOException | java.nio.channels.CancelledKeyException e) {
                        closeQuietly(key.channel()); // reset by the other end: this connection is over
                    }
                });
            }
        } catch (IOException e) {
            throw new IllegalStateException("waiting for sockets failed", e);
        } finally {
            List<SelectionKey> keys = new ArrayList<>(selector.keys());
            keys.forEach(key -> breakOff(key.channel()));
            closeQuietly(selector);
        }
    }

    /** Without this the kernel would go on sending megabytes from its buffers. */
    private static void breakOff(SelectableChannel channel) {
        try {
            if (channel instanceof SocketChannel socket && socket.isOpen()) {
                socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // closed meanwhile
        }
        closeQuietly(channel);
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // nothing is left to be done with it
        }
    }

    @Override
    public void close() {
        stopping = true;
        sending.wakeup();
        receiving.wakeup();
        try {
            sender.join();
            receiver.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
