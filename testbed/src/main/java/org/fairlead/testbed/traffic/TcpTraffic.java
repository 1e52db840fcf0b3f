// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.fairlead.core.topology.Host;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.tcp.NumberedConnection;
import org.fairlead.testbed.network.tcp.NumberedReceiver;
import org.fairlead.testbed.network.tcp.SocketLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP connections between hosts as background traffic: one thread sends on all of them, one receives. A connection that does not come about, such as
 * while the network has no way, is tried again until it does.
 */
final class TcpTraffic implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpTraffic.class);
    private static final long AGAIN_AFTER_MILLIS = 200;

    private final Fabric fabric;
    private final Consumer<String> lost;
    private final SocketLoop sender;
    private final NumberedReceiver<FlowCounter> receiver;
    private final Map<Host, InetSocketAddress> listeners = new HashMap<>();
    private final Map<Integer, FlowCounter> counters = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    /** Connections that have not come about, and why. */
    private final Map<Connection, IOException> late = new ConcurrentHashMap<>();

    /** A sending end. */
    static final class Connection {
        private final Host from;
        private final Host to;
        private final int number;
        private final FlowCounter counter;
        private volatile NumberedConnection numbered;
        private volatile boolean closed;
        private long left;

        private Connection(Host from, Host to, int number, FlowCounter counter, long bytes) {
            this.from = from;
            this.to = to;
            this.number = number;
            this.counter = counter;
            left = bytes;
        }

        private boolean write(ByteBuffer zeros) throws IOException {
            return numbered.write(zeros, () -> left, this::sent);
        }

        private void sent(int bytes) {
            counter.sent.addAndGet(bytes);
            if (left != Long.MAX_VALUE) {
                left -= bytes;
            }
        }

        /** Breaks the connection off; what waits to be sent is dropped. */
        void close() {
            closed = true;
            SocketLoop.breakOff(numbered.channel());
        }

        @Override
        public String toString() {
            return counter + " from " + from.name() + " to " + to.name();
        }
    }

    private TcpTraffic(Fabric fabric, Consumer<String> lost) throws IOException {
        this.fabric = fabric;
        this.lost = lost;
        sender = new SocketLoop("tcp-sender", new Sending());
        receiver = new NumberedReceiver<>("tcp-receiver", new Receiving());
    }

    /** @param lost told of connections that broke, and when no more is sent or received */
    static TcpTraffic open(Fabric fabric, Consumer<String> lost) throws IOException {
        TcpTraffic traffic = new TcpTraffic(fabric, lost);
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
        InetSocketAddress bound = receiver.listen(on(host, ServerSocketChannel::open), address);
        listeners.put(host, bound);
        return bound;
    }

    /** Starts to send that many bytes, then closes; {@link Long#MAX_VALUE} for as long as it stands. */
    Connection connect(Host from, Host to, FlowCounter counter, long bytes) throws IOException {
        Connection connection = new Connection(from, to, numbers.incrementAndGet(), counter, bytes);
        counters.put(connection.number, counter);
        begin(connection);
        return connection;
    }

    private void begin(Connection connection) throws IOException {
        InetSocketAddress target = listen(connection.to);
        SocketChannel channel = on(connection.from, SocketChannel::open);
        boolean complete = false;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.numbered = new NumberedConnection(channel, connection.number);
            boolean connected = channel.connect(target);
            if (connected) {
                late.remove(connection);
            }
            sender.add(channel, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, connection);
            complete = true;
        } finally {
            if (!complete) {
                SocketLoop.closeQuietly(channel);
            }
        }
    }

    /** A connection that has not come about so far; empty when all have. */
    Optional<String> late() {
        return late.entrySet().stream()
                .findFirst()
                .map(each -> "a connection of " + each.getKey() + " did not come about: "
                        + each.getValue().getMessage());
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

    private final class Sending implements SocketLoop.Handler {
        private final ByteBuffer zeros = NumberedConnection.zeros();
        private long againNanos = System.nanoTime();

        @Override
        public void ready(SelectionKey key) throws IOException {
            Connection connection = (Connection) key.attachment();
            if (key.isConnectable()) {
                connection.numbered.channel().finishConnect();
                late.remove(connection);
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (connection.write(zeros)) {
                SocketLoop.closeQuietly(key.channel());
            }
        }

        @Override
        public long due() {
            if (late.isEmpty()) {
                return 0;
            }
            long now = System.nanoTime();
            if (now - againNanos >= 0) {
                againNanos = now + TimeUnit.MILLISECONDS.toNanos(AGAIN_AFTER_MILLIS);
                late.keySet().forEach(this::again);
            }
            return AGAIN_AFTER_MILLIS;
        }

        /** Unless it is under way, or was to end by now. */
        private void again(Connection connection) {
            if (connection.closed || connection.numbered.channel().isOpen()) {
                return;
            }
            try {
                begin(connection);
                if (connection.closed) {
                    connection.close(); // it was to end meanwhile
                }
            } catch (IOException e) {
                late.put(connection, e);
            }
        }

        @Override
        public void broken(SelectionKey key, IOException why) {
            Connection connection = (Connection) key.attachment();
            if (!connection.numbered.channel().isConnected()) {
                late.put(connection, why);
            } else if (!connection.closed) {
                lost.accept("a connection of " + connection + " broke: " + why.getMessage());
            }
        }

        @Override
        public void failed(Throwable why) {
            allEnded(why);
        }
    }

    private void allEnded(Throwable why) {
        LOG.error("background traffic ends: waiting for its sockets failed", why);
        lost.accept("waiting for sockets failed: " + why);
    }

    private final class Receiving implements NumberedReceiver.Flows<FlowCounter> {
        @Override
        public Optional<FlowCounter> numbered(int number) {
            return Optional.ofNullable(counters.remove(number));
        }

        @Override
        public void arrived(FlowCounter flow, int bytes) {
            flow.received.addAndGet(bytes);
        }

        @Override
        public void ended(FlowCounter flow) {
            // its bytes are counted
        }

        @Override
        public void broken(Optional<FlowCounter> flow, IOException why) {
            if (flow.isEmpty() || !flow.get().over) {
                lost.accept("a connection of " + flow.map(FlowCounter::toString).orElse("a host")
                        + " broke where it is received: " + why.getMessage());
            }
        }

        @Override
        public void failed(Throwable why) {
            allEnded(why);
        }
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
    }
}
