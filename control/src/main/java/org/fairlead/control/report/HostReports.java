package org.fairlead.control.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.Heartbeat;

/** One host's reports, one after the other. Safe for threads. */
final class HostReports {
    /** Beyond this many times its capacity a link's rate is a mistake in counting, not a burst. */
    static final double ABSURD = 1.2;

    final int host;
    private final List<Link> out;
    private final List<Link> in;
    private final Counts counts;
    private final Order order;
    private Heartbeat last;
    private volatile long heardNanos = Long.MIN_VALUE;
    private volatile long intervalMillis;

    HostReports(int host, List<Link> out, List<Link> in, Counts counts) {
        this(host, out, in, counts, new Order());
    }

    private HostReports(int host, List<Link> out, List<Link> in, Counts counts, Order order) {
        this.order = order;
        this.host = host;
        this.out = out;
        this.in = in;
        this.counts = counts;
    }

    /** Long.MIN_VALUE: never. */
    long heardNanos() {
        return heardNanos;
    }

    long intervalMillis() {
        return intervalMillis;
    }

    /** The same host in another topology. */
    HostReports moved(int index, List<Link> nowOut, List<Link> nowIn) {
        HostReports moved = new HostReports(index, nowOut, nowIn, counts, order);
        synchronized (this) {
            moved.last = last;
        }
        moved.heardNanos = heardNanos;
        moved.intervalMillis = intervalMillis;
        return moved;
    }

    synchronized void take(Heartbeat heartbeat, LinkLoads loads, long nowNanos) throws RefusedException {
        Order.Step step = order.step(heartbeat.boot(), heartbeat.sequence(), heartbeat.monotonicNanos());
        if (step == Order.Step.RESTART) {
            counts.odd(Oddity.RESTART);
        }
        NodeStatus status = new NodeStatus(0, 0, 0, heartbeat.memoryAvailableBytes());
        if (step == Order.Step.NEXT) {
            double seconds = (heartbeat.monotonicNanos() - last.monotonicNanos()) / 1e9;
            spread(rate(heartbeat, last, Heartbeat.Nic::sentBytes, seconds), out, loads, nowNanos);
            spread(rate(heartbeat, last, Heartbeat.Nic::receivedBytes, seconds), in, loads, nowNanos);
            status = status(heartbeat, last, seconds);
        }
        loads.status(host, status);
        last = heartbeat;
        intervalMillis = heartbeat.intervalMillis();
        heardNanos = nowNanos;
    }

    /** Empty when a counter went backwards: then nothing is known of this interval. */
    private OptionalDouble rate(
            Heartbeat now, Heartbeat before, ToLongFunction<Heartbeat.Nic> counter, double seconds) {
        double bytes = 0;
        for (Heartbeat.Nic nic : now.nics()) {
            Heartbeat.Nic earlier = find(before.nics(), nic.name());
            if (earlier != null) {
                long difference = counter.applyAsLong(nic) - counter.applyAsLong(earlier);
                if (difference < 0) {
                    counts.odd(Oddity.COUNTER_RESET);
                    return OptionalDouble.empty();
                }
                bytes += difference;
            }
        }
        return OptionalDouble.of(bytes / seconds);
    }

    private static Heartbeat.Nic find(List<Heartbeat.Nic> nics, String name) {
        for (Heartbeat.Nic nic : nics) { // a handful
            if (nic.name().equals(name)) {
                return nic;
            }
        }
        return null;
    }

    /** A host's sum, over its links by their capacity. */
    private void spread(OptionalDouble rate, List<Link> links, LinkLoads loads, long nowNanos) {
        if (rate.isEmpty()) {
            return;
        }
        double capacity = 0;
        for (Link link : links) {
            capacity += link.bytesPerSecond();
        }
        if (rate.getAsDouble() > ABSURD * capacity) {
            counts.odd(Oddity.ABSURD_RATE);
        }
        double share = Math.min(1, rate.getAsDouble() / capacity);
        for (Link link : links) {
            loads.measured(link.index(), share * link.bytesPerSecond(), nowNanos, Origin.HOST);
        }
    }

    private static NodeStatus status(Heartbeat now, Heartbeat before, double seconds) {
        Map<String, Heartbeat.Disk> earlier = new HashMap<>();
        before.disks().forEach(disk -> earlier.put(disk.name(), disk));
        double read = 0;
        double written = 0;
        double busy = 0;
        int counted = 0;
        for (Heartbeat.Disk disk : now.disks()) {
            Heartbeat.Disk then = earlier.get(disk.name());
            if (then != null) {
                read += Math.max(0, disk.readBytes() - then.readBytes());
                written += Math.max(0, disk.writtenBytes() - then.writtenBytes());
                double share = Math.max(0, disk.busyMillis() - then.busyMillis()) / (1000 * seconds);
                busy += Math.min(1, share);
                counted++;
            }
        }
        return new NodeStatus(
                read / seconds, written / seconds, counted == 0 ? 0 : busy / counted, now.memoryAvailableBytes());
    }
}
