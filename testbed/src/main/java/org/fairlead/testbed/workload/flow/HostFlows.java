// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.Hosts;
import org.fairlead.testbed.network.tcp.NumberedConnection;
import org.fairlead.testbed.network.tcp.NumberedReceiver;
import org.fairlead.testbed.network.tcp.SocketLoop;

/** Flows between emulated hosts, all from one port of whoever sends: one thread sends on all of them, one receives. */
final class HostFlows implements AutoCloseable {
    private final List<RunningFlow> flows = new ArrayList<>();
    private final List<AutoCloseable> servers = new ArrayList<>();
    private final SocketLoop sender;
    private final NumberedReceiver<RunningFlow> receiver;
    private final CountDownLatch running;
    private Runnable changed = () -> {};
    private volatile long originNanos;
    private volatile String failure = "";

    /**
     * A flow that is under way.
     *
     * @param number its place in the list
     * @param leftSeconds for which it still sends; 0 where its bytes say how long
     * @param leftBytes that have not arrived; 0 where its time says how many
     */
    record Going(int number, HostFlow flow, double leftSeconds, long leftBytes) {}

    private HostFlows(int count) throws IOException {
        running = new CountDownLatch(count);
        sender = new SocketLoop("flows-sender", new Sending());
        receiver = new NumberedReceiver<>("flows-receiver", new Receiving());
    }

    /**
     * Opens a socket for each flow, and one for each host that receives.
     *
     * @throws ClusterException if a socket cannot be had
     */
    static HostFlows open(Hosts hosts, int sourcePort, List<HostFlow> wanted) {
        HostFlows opened = null;
        boolean complete = false;
        try {
            opened = new HostFlows(wanted.size());
            opened.openAll(hosts, sourcePort, wanted);
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

    private void openAll(Hosts hosts, int sourcePort, List<HostFlow> wanted) throws Exception {
        Map<String, List<Integer>> bySender = new LinkedHashMap<>();
        Map<String, InetSocketAddress> listening = new LinkedHashMap<>();
        for (int number = 0; number < wanted.size(); number++) {
            HostFlow flow = wanted.get(number);
            bySender.computeIfAbsent(flow.from(), host -> new ArrayList<>()).add(number);
            if (!listening.containsKey(flow.to())) {
                listening.put(flow.to(), listen(hosts, flow.to()));
            }
        }
        RunningFlow[] byNumber = new RunningFlow[wanted.size()];
        for (Map.Entry<String, List<Integer>> own : bySender.entrySet()) {
            InetSocketAddress from = new InetSocketAddress(hosts.address(own.getKey()), sourcePort);
            hosts.callOn(own.getKey(), () -> {
                for (int number : own.getValue()) {
                    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.INET);
                    HostFlow flow = wanted.get(number);
                    byNumber[number] =
                            new RunningFlow(flow, new NumberedConnection(channel, number), listening.get(flow.to()));
                    flows.add(byNumber[number]); // so that it is closed when another one cannot be opened
                    channel.configureBlocking(false);
                    // Flows to several hosts have one port.
                    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                    channel.bind(from);
                }
                return null;
            });
        }
        flows.clear();
        flows.addAll(List.of(byNumber));
    }

    private InetSocketAddress listen(Hosts hosts, String host) throws Exception {
        ServerSocketChannel server = hosts.callOn(host, () -> ServerSocketChannel.open(StandardProtocolFamily.INET));
        servers.add(server); // so that it is closed when it cannot be bound
        return receiver.listen(server, InetAddress.getByName(hosts.address(host)));
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
            List<HostFlow> open = flows.stream()
                    .filter(each -> !each.hasEnded())
                    .map(RunningFlow::flow)
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
        for (int number = 0; number < flows.size(); number++) {
            RunningFlow each = flows.get(number);
            if (each.isUnderWay(now)) {
                going.add(new Going(number, each.flow(), each.leftSeconds(now), each.leftBytes()));
            }
        }
        return going;
    }

    /** In the order of the flows; once all have ended. */
    List<FlowOutcome> outcomes() {
        return flows.stream().map(RunningFlow::outcome).toList();
    }

    private final class Sending implements SocketLoop.Handler {
        private final ByteBuffer zeros = NumberedConnection.zeros();

        @Override
        public void ready(SelectionKey key) throws IOException {
            RunningFlow each = (RunningFlow) key.attachment();
            if (key.isConnectable()) {
                each.connection().channel().finishConnect();
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (each.write(zeros)) {
                stop(each);
            }
        }

        /** Begins and stops what is due. */
        @Override
        public long due() {
            long now = now();
            long next = Long.MAX_VALUE;
            boolean news = false;
            for (RunningFlow each : flows) {
                long due = each.dueNanos();
                if (due > now) {
                    next = Math.min(next, due);
                    continue;
                }
                news = true;
                if (each.isSending()) {
                    stop(each);
                } else {
                    begin(each, now);
                    next = Math.min(next, each.dueNanos());
                }
            }
            if (news) {
                changed.run();
            }
            return next == Long.MAX_VALUE ? 0 : (next - now) / 1_000_000 + 1;
        }

        private void begin(RunningFlow each, long now) {
            each.begin(now);
            SocketChannel channel = each.connection().channel();
            try {
                boolean connected = channel.connect(each.target());
                sender.add(channel, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, each);
            } catch (IOException e) {
                fail(each.flow() + " cannot begin: " + e.getMessage());
            }
        }

        /** What waits to be sent is still sent. */
        private void stop(RunningFlow each) {
            each.stop();
            SocketLoop.closeQuietly(each.connection().channel());
        }

        @Override
        public void broken(SelectionKey key, IOException why) {
            fail("a connection of " + ((RunningFlow) key.attachment()).flow() + " broke: " + why.getMessage());
        }

        @Override
        public void failed(Throwable why) {
            fail("waiting for the flows' sockets failed: " + why);
        }
    }

    private final class Receiving implements NumberedReceiver.Flows<RunningFlow> {
        @Override
        public Optional<RunningFlow> numbered(int number) {
            return number >= 0 && number < flows.size() ? Optional.of(flows.get(number)) : Optional.empty();
        }

        @Override
        public void arrived(RunningFlow flow, int bytes) {
            flow.arrived(bytes, now());
        }

        @Override
        public void ended(RunningFlow flow) {
            flow.ended(now());
            running.countDown();
            changed.run();
        }

        @Override
        public void broken(Optional<RunningFlow> flow, IOException why) {
            String whose = flow.map(each -> each.flow().toString()).orElse("a host");
            fail("a connection of " + whose + " broke: " + why.getMessage());
        }

        @Override
        public void failed(Throwable why) {
            fail("waiting for the flows' sockets failed: " + why);
        }
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

    /** Breaks off what is still under way. */
    @Override
    public void close() {
        sender.close();
        receiver.close();
        flows.forEach(each -> SocketLoop.breakOff(each.connection().channel()));
        servers.forEach(SocketLoop::closeQuietly);
    }
}
