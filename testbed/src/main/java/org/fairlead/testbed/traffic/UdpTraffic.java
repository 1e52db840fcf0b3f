// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Path;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.SocketAddresses;
import org.fairlead.testbed.network.SourcePorts;
import org.fairlead.testbed.network.SystemCalls;

/**
 * Sends all flows of given rate from one thread, which wakes every 2 ms and sends what is due, and counts what arrives
 * on another. A flow that is spread over several equal-cost paths goes through many sockets in turn: each has its own port, so the
 * switches spread the flow over the paths. A flow on one path goes through one socket, whose port leads over that path.
 */
final class UdpTraffic implements AutoCloseable {
    private static final long TICK_NANOS = 2_000_000;
    private static final long DRAIN_NANOS = 4_000_000;
    /** After a pause of the machine at most this much is made up for. */
    private static final double MOST_LATE_SECONDS = 0.05;
    /** A slow flow sends smaller packets rather than fewer than this many a second. */
    private static final double LEAST_PACKETS_PER_SECOND = 50;

    private static final int SOCKETS_OVER_SEVERAL_PATHS = 256;
    private static final int FIRST_PORT = 20_000;
    /** Where flows on one path are sent from. Two flows of a host may share a port: their receivers differ. */
    private static final int FIRST_SENDER_PORT = 32_768;

    private static final int SENDER_PORTS = 4096;

    private static final class Flow {
        final PlannedFlow.Paced plan;
        final FlowCounter counter;
        final List<Integer> senders = new ArrayList<>();
        int receiver = -1;
        int turn;
        double dueBytes;

        Flow(PlannedFlow.Paced plan, FlowCounter counter) {
            this.plan = plan;
            this.counter = counter;
        }
    }

    private final List<Flow> flows = new ArrayList<>();
    private final Consumer<String> lost;
    private final Thread sender = new Thread(() -> untilClosed(this::sendAll), "udp-sender");
    private final Thread receiver = new Thread(() -> untilClosed(this::receiveAll), "udp-receiver");
    private volatile boolean stopping;
    private long startNanos;

    private UdpTraffic(Consumer<String> lost) {
        this.lost = lost;
    }

    /**
     * Opens all sockets and sends nothing yet.
     *
     * @param lost told when no more is sent or received
     */
    static UdpTraffic open(
            List<PlannedFlow.Paced> plans, List<FlowCounter> counters, Fabric fabric, Consumer<String> lost)
            throws IOException {
        UdpTraffic traffic = new UdpTraffic(lost);
        boolean complete = false;
        try {
            for (int i = 0; i < plans.size(); i++) {
                Flow flow = new Flow(plans.get(i), counters.get(i));
                traffic.flows.add(flow);
                byte[] to = SocketAddresses.of(fabric.address(flow.plan.to().name()), FIRST_PORT + i);
                fabric.callOn(flow.plan.to().name(), () -> flow.receiver = Datagrams.receiver(to));
                byte[] from = sender(fabric, flow.plan, FIRST_PORT + i);
                fabric.callOn(flow.plan.from().name(), () -> openSenders(fabric, flow, from, to));
            }
            complete = true;
            return traffic;
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("UDP traffic cannot be prepared: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                traffic.closeSockets();
            }
        }
    }

    /** Where a flow is sent from: of a flow that is spread, from any port. */
    private static byte[] sender(Fabric fabric, PlannedFlow.Paced plan, int toPort) throws IOException {
        String address = fabric.address(plan.from().name());
        if (plan.path().isEmpty()) {
            return SocketAddresses.of(address, 0);
        }
        Path path = plan.path().get();
        int port = new SourcePorts(fabric)
                .over(path, toPort, FIRST_SENDER_PORT, SENDER_PORTS)
                .orElseThrow(() -> new IOException(
                        "%s: of %d source ports none leads over %s; kernels before 6.11 do not use all paths"
                                .formatted(
                                        plan.name(),
                                        SENDER_PORTS,
                                        path.links().stream().map(Link::name).collect(Collectors.joining(" ")))));
        return SocketAddresses.of(address, port);
    }

    private static boolean openSenders(Fabric fabric, Flow flow, byte[] from, byte[] to) throws LastErrorException {
        boolean spread = flow.plan.path().isEmpty()
                && fabric.topology().paths(flow.plan.from(), flow.plan.to()).size() > 1;
        int count = spread ? SOCKETS_OVER_SEVERAL_PATHS : 1;
        for (int i = 0; i < count; i++) {
            flow.senders.add(Datagrams.sender(from, to));
        }
        return true;
    }

    /** @param atNanos the traffic's time 0, by System.nanoTime() */
    void start(long atNanos) {
        if (flows.isEmpty()) {
            return;
        }
        startNanos = atNanos;
        sender.setDaemon(true);
        receiver.setDaemon(true);
        receiver.start();
        sender.start();
    }

    private void untilClosed(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            lost.accept(Thread.currentThread().getName() + " ended: " + e);
        }
    }

    private void sendAll() {
        Datagrams.Sending sending = new Datagrams.Sending();
        long last = startNanos;
        long next = startNanos;
        while (!stopping) {
            long now = System.nanoTime();
            if (now >= startNanos) {
                double elapsed = Math.min(MOST_LATE_SECONDS, (now - last) / 1e9);
                double at = (now - startNanos) / 1e9;
                for (Flow flow : flows) {
                    send(sending, flow, flow.plan.bytesPerSecond(at), elapsed);
                }
                last = now;
            }
            next = Math.max(next + TICK_NANOS, now + TICK_NANOS / 2);
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private static void send(Datagrams.Sending sending, Flow flow, double bytesPerSecond, double elapsed) {
        if (bytesPerSecond == 0) {
            flow.dueBytes = 0;
            return;
        }
        flow.dueBytes += bytesPerSecond * elapsed;
        int segments = (int) Math.max(
                1, Math.min(Datagrams.MOST_SEGMENTS, bytesPerSecond / LEAST_PACKETS_PER_SECOND / Datagrams.WIRE));
        int wire = segments * Datagrams.WIRE;
        int due = (int) (flow.dueBytes / wire);
        if (due == 0) {
            return;
        }
        int taken = 0;
        if (flow.senders.size() == 1) {
            taken = sending.send(flow.senders.get(0), due, segments);
        } else {
            for (int i = 0; i < due; i++) {
                flow.turn = (flow.turn + 1) % flow.senders.size();
                taken += sending.send(flow.senders.get(flow.turn), 1, segments);
            }
        }
        flow.counter.sent.addAndGet((long) taken * segments * Datagrams.PAYLOAD);
        // what the kernel refused is lost, as in a queue: a constant rate does not catch up
        flow.dueBytes -= (double) due * wire;
    }

    private void receiveAll() {
        Datagrams.Receiving receiving = new Datagrams.Receiving();
        while (!stopping) {
            flows.forEach(flow -> flow.counter.received.addAndGet(receiving.drain(flow.receiver)));
            LockSupport.parkNanos(DRAIN_NANOS);
        }
    }

    @Override
    public void close() {
        stopping = true;
        try {
            for (Thread thread : List.of(sender, receiver)) {
                LockSupport.unpark(thread);
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return; // the threads may still use the sockets: leave these to the process's end
        }
        closeSockets();
    }

    private void closeSockets() {
        for (Flow flow : flows) {
            flow.senders.forEach(SystemCalls::close);
            if (flow.receiver >= 0) {
                SystemCalls.close(flow.receiver);
            }
        }
        flows.clear();
    }
}
