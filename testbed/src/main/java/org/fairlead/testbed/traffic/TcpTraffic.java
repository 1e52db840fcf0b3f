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
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.core.topology.Host;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.tcp.NumberedConnection;
import org.fairlead.testbed.network.tcp.NumberedReceiver;
import org.fairlead.testbed.network.tcp.SocketLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TCP connections between hosts as background traffic: one thread sends on all of them, one receives. */
final class TcpTraffic implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpTraffic.class);

    private final Fabric fabric;
    private final SocketLoop sender;
    private final NumberedReceiver<FlowCounter> receiver;
    private final Map<Host, InetSocketAddress> listeners = new HashMap<>();
    private final Map<Integer, FlowCounter> counters = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    /** A sending end. */
    static final class Connection {
        private final NumberedConnection numbered;
        private final FlowCounter counter;
        private long left;

        private Connection(NumberedConnection numbered, FlowCounter counter, long bytes) {
            this.numbered = numbered;
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
            SocketLoop.breakOff(numbered.channel());
        }
    }

    private TcpTraffic(Fabric fabric) throws IOException {
        this.fabric = fabric;
        sender = new SocketLoop("tcp-sender", new Sending());
        receiver = new NumberedReceiver<>("tcp-receiver", new Receiving());
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
        InetSocketAddress bound = receiver.listen(on(host, ServerSocketChannel::open), address);
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
            Connection connection = new Connection(new NumberedConnection(channel, number), counter, bytes);
            boolean connected = channel.connect(target);
            sender.add(channel, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, connection);
            complete = true;
            return connection;
        } finally {
            if (!complete) {
                SocketLoop.closeQuietly(channel);
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

    private static final class Sending implements SocketLoop.Handler {
        private final ByteBuffer zeros = NumberedConnection.zeros();

        @Override
        public void ready(SelectionKey key) throws IOException {
            Connection connection = (Connection) key.attachment();
            if (key.isConnectable()) {
                connection.numbered.channel().finishConnect();
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (connection.write(zeros)) {
                SocketLoop.closeQuietly(key.channel());
            }
        }

        @Override
        public void broken(SelectionKey key, IOException why) {
            // reset by the other end: this connection is over
        }

        @Override
        public void failed(Exception why) {
            LOG.error("background traffic ends: waiting for its sockets failed", why);
        }
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
            // reset by the other end: this connection is over
        }

        @Override
        public void failed(Exception why) {
            LOG.error("background traffic ends: waiting for its sockets failed", why);
        }
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
    }
}
