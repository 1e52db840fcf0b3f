// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.Hosts;

/**
 * Flows between emulated hosts, all from one port of whoever sends: one thread sends on all of them, one receives. A connection's first bytes are its number, by which the receiver
 * finds the flow that it counts for.
 */
final class HostFlows implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int BACKLOG = 1024;
    private static final double NANOS = 1e9;

    private final List<Sender> senders = new ArrayList<>();
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final Selector sending;
    private final Selector receiving;
    private final Thread sender = new Thread(this::send, "flows-sender");
    private final Thread receiver = new Thread(this::receive, "flows-receiver");
    private final CountDownLatch running;
    private Runnable changed = () -> {};
    private volatile long originNanos;
    private volatile String failure = "";
    private volatile boolean closed;

    private enum State {
        WAITING,
        SENDING,
        SENT,
        ENDED
    }

    /** A flow, at the end that sends. Times are nanoseconds after the start of all. */
    private static final class Sender {
        private final HostFlow flow;
        private final SocketChannel channel;
        private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong received = new AtomicLong();
        private final AtomicLong counted = new AtomicLong();
        private final InetSocketAddress target;
        private volatile State state = State.WAITING;
        private volatile long startNanos;
        private volatile long endNanos = Long.MAX_VALUE;

        Sender(HostFlow flow, int number, SocketChannel channel, InetSocketAddress target) {
            this.flow = flow;
            this.channel = channel;
            this.target = target;
            this.number.putInt(number).flip();
        }
    }

    private static final class Arrival {
        private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        private Sender of;
    }

    /**
     * A flow that is under way.
     *
     * @param number its place in the list
     * @param leftSeconds for which it still sends; 0 where its bytes say how long
     * @param leftBytes that have not arrived; 0 where its time says how many
     */
    record Going(int number, HostFlow flow, double leftSeconds, long leftBytes) {}

    private HostFlows(int flows) throws IOException {
        running = new CountDownLatch(flows);
        sending = Selector.open();
        receiving = Selector.open();
        sender.setDaemon(true);
        receiver.setDaemon(true);
    }

    /**
     * Opens a socket for each flow, and one for each host that receives.
     *
     * @throws ClusterException if a socket cannot be had
     */
    static HostFlows open(Hosts hosts, int sourcePort, List<HostFlow> flows) {
        HostFlows opened = null;
        boolean complete = false;
        try {
            opened = new HostFlows(flows.size());
            opened.openAll(hosts, sourcePort, flows);
            complete = true;
            return opened;
        } catch (Exception e) {
            throw new ClusterException("the flows' sockets cannot be opened: " + e.getMessage(), e);
        } finally {
            if (!complete && opened != null) {
                opened.close();
            }
        }
    }

    private void openAll(Hosts hosts, int sourcePort, List<HostFlow> flows) throws Exception {
        Map<String, List<Integer>> bySender = new LinkedHashMap<>();
        Map<String, InetSocketAddress> listening = new LinkedHashMap<>();
        for (int number = 0; number < flows.size(); number++) {
            HostFlow flow = flows.get(number);
            bySender.computeIfAbsent(flow.from(), host -> new ArrayList<>()).add(number);
            if (!listening.containsKey(flow.to())) {
                listening.put(flow.to(), listen(hosts, flow.to()));
            }
        }
        Sender[] byNumber = new Sender[flows.size()];
        for (Map.Entry<String, List<Integer>> own : bySender.entrySet()) {
            InetSocketAddress from = new InetSocketAddress(hosts.address(own.getKey()), sourcePort);
            hosts.callOn(own.getKey(), () -> {
                for (int number : own.getValue()) {
                    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.INET);
                    HostFlow flow = flows.get(number);
                    byNumber[number] = new Sender(flow, number, channel, listening.get(flow.to()));
                    senders.add(byNumber[number]); // so that it is closed when another one cannot be opened
                    channel.configureBlocking(false);
                    // Flows to several hosts have one port.
                    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                    channel.bind(from);
                }
                return null;
            });
        }
        senders.clear();
        senders.addAll(List.of(byNumber));
    }

    private InetSocketAddress listen(Hosts hosts, String host) throws Exception {
        ServerSocketChannel server = hosts.callOn(host, () -> ServerSocketChannel.open(StandardProtocolFamily.INET));
        servers.add(server);
        server.bind(new InetSocketAddress(hosts.address(host), 0), BACKLOG);
        server.configureBlocking(false);
        server.register(receiving, SelectionKey.OP_ACCEPT);
        return (InetSocketAddress) server.getLocalAddress();
    }

    /** @param onChange called when flows have begun or ended, from threads that must not wait */
    void start(Runnable onChange) {
        changed = onChange;
        originNanos = System.nanoTime();
        receiver.start();
        sender.start();
    }

    /**
     * Waits until all that was sent has arrived.
     *
     * @throws ClusterException if a connection breaks, or the time is over
     */
    void await(Duration atMost) throws InterruptedException {
        boolean all = running.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        if (!failure.isEmpty()) {
            throw new ClusterException(failure);
        }
        if (!all) {
            List<HostFlow> open = senders.stream()
                    .filter(each -> each.state != State.ENDED)
                    .map(each -> each.flow)
                    .toList();
            throw new ClusterException("flows have not ended within " + atMost.toSeconds() + " s: " + open);
        }
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    /** What is under way now. */
    List<Going> going() {
        List<Going> going = new ArrayList<>();
        long now = now();
        for (int number = 0; number < senders.size(); number++) {
            Sender each = senders.get(number);
            boolean over = each.flow.isTimed() && now >= each.endNanos;
            if ((each.state == State.SENDING || each.state == State.SENT) && !over) {
                going.add(new Going(
                        number,
                        each.flow,
                        each.flow.isTimed() ? (each.endNanos - now) / NANOS : 0,
                        Math.max(0, each.flow.bytes() - each.received.get())));
            }
        }
        return going;
    }

    /** In the order of the flows; once all have ended. */
    List<FlowOutcome> outcomes() {
        return senders.stream()
                .map(each -> new FlowOutcome(
                        each.flow,
                        each.sent.get(),
                        each.received.get(),
                        each.counted.get(),
                        each.startNanos / NANOS,
                        each.endNanos / NANOS))
                .toList();
    }

    private void send() {
        ByteBuffer zeros = ByteBuffer.allocateDirect(BUFFER_BYTES);
        loop(sending, this::beginAndStop, key -> {
            Sender each = (Sender) key.attachment();
            if (key.isConnectable()) {
                each.channel.finishConnect();
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (write(each, zeros)) {
                stop(each);
            }
        });
    }

    /**
     * Begins and stops what is due.
     *
     * @return ms until something is; 0: nothing will be
     */
    private long beginAndStop() {
        long now = now();
        long next = Long.MAX_VALUE;
        boolean news = false;
        for (Sender each : senders) {
            long due = each.state == State.WAITING
                    ? Math.round(each.flow.startSeconds() * NANOS)
                    : each.state == State.SENDING ? each.endNanos : Long.MAX_VALUE;
            if (due > now) {
                next = Math.min(next, due);
                continue;
            }
            news = true;
            if (each.state == State.SENDING) {
                stop(each);
            } else {
                begin(each, now);
                next = Math.min(next, each.endNanos);
            }
        }
        if (news) {
            changed.run();
        }
        return next == Long.MAX_VALUE ? 0 : (next - now) / 1_000_000 + 1;
    }

    private void begin(Sender each, long now) {
        each.startNanos = now;
        if (each.flow.isTimed()) {
            each.endNanos = now + Math.round(each.flow.seconds() * NANOS);
        }
        each.state = State.SENDING;
        try {
            boolean connected = each.channel.connect(each.target);
            each.channel.register(sending, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, each);
        } catch (IOException e) {
            fail(each.flow + " cannot begin: " + e.getMessage());
        }
    }

    /** What waits to be sent is still sent. */
    private static void stop(Sender each) {
        each.state = State.SENT;
        closeQuietly(each.channel);
    }

    /** Writes until the socket is full; true when all is written. */
    private static boolean write(Sender each, ByteBuffer zeros) throws IOException {
        if (each.number.hasRemaining()) {
            each.channel.write(each.number);
        }
        while (each.flow.isTimed() || each.sent.get() < each.flow.bytes()) {
            long left = each.flow.isTimed() ? zeros.capacity() : each.flow.bytes() - each.sent.get();
            zeros.clear().limit((int) Math.min(zeros.capacity(), left));
            int wanted = zeros.remaining();
            int written = each.channel.write(zeros);
            each.sent.addAndGet(written);
            if (written < wanted) {
                return false;
            }
        }
        return true;
    }

    private void receive() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * BUFFER_BYTES);
        loop(receiving, () -> 0, key -> {
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
        if (arrival.of == null) {
            if (channel.read(arrival.number) < 0) {
                return false; // somebody else's connection
            }
            if (arrival.number.hasRemaining()) {
                return true;
            }
            arrival.of = senders.get(arrival.number.flip().getInt());
        }
        Sender of = arrival.of;
        buffer.clear();
        int count = channel.read(buffer);
        long now = now();
        if (count < 0) {
            if (!of.flow.isTimed()) {
                of.endNanos = now;
            }
            of.state = State.ENDED;
            running.countDown();
            changed.run();
            return false;
        }
        of.received.addAndGet(count);
        of.counted.addAndGet(now < of.endNanos ? count : 0);
        return true;
    }

    private interface Ready {
        void handle(SelectionKey key) throws IOException;
    }

    private void loop(Selector selector, LongSupplier due, Ready ready) {
        try {
            while (!closed) {
                selector.select(
                        key -> {
                            try {
                                ready.handle(key);
                            } catch (ClosedChannelException | CancelledKeyException e) {
                                key.cancel(); // stopped in the meantime
                            } catch (IOException e) {
                                fail("a connection of " + named(key) + " broke: " + e.getMessage());
                                closeQuietly(key.channel());
                            }
                        },
                        due.getAsLong());
            }
        } catch (IOException | RuntimeException e) {
            fail("waiting for the flows' sockets failed: " + e);
        }
    }

    private static String named(SelectionKey key) {
        return key.attachment() instanceof Sender each
                ? each.flow.toString()
                : key.attachment() instanceof Arrival arrival && arrival.of != null
                        ? arrival.of.flow.toString()
                        : "a host";
    }

    /** The first reason counts; nobody waits any longer. */
    private synchronized void fail(String why) {
        if (failure.isEmpty()) {
            failure = why;
        }
        while (running.getCount() > 0) {
            running.countDown();
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // nothing is left to be done with it
        }
    }

    /** Breaks off what is still under way. */
    @Override
    public void close() {
        closed = true;
        sending.wakeup();
        receiving.wakeup();
        try {
            sender.join();
            receiver.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        senders.forEach(each -> breakOff(each.channel));
        servers.forEach(HostFlows::closeQuietly);
        receiving.keys().forEach(key -> breakOff(key.channel()));
        closeQuietly(sending);
        closeQuietly(receiving);
    }

    /** Without this the kernel would go on sending from its buffers. */
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
}
