// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.protocol.counters.HostRates;
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
    private volatile Optional<InetAddress> from = Optional.empty();

    HostReports(int host, List<Link> out, List<Link> in, Counts counts, Order.Clock clock) {
        this(host, out, in, counts, new Order(clock));
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

    /** Whence its last report came. */
    Optional<InetAddress> from() {
        return from;
    }

    /** The same host in another topology. */
    HostReports moved(int index, List<Link> nowOut, List<Link> nowIn) {
        HostReports moved = new HostReports(index, nowOut, nowIn, counts, order);
        synchronized (this) {
            moved.last = last;
        }
        moved.heardNanos = heardNanos;
        moved.intervalMillis = intervalMillis;
        moved.from = from;
        return moved;
    }

    synchronized void take(
            Heartbeat heartbeat, ReportSender speaker, LinkLoads loads, FailureDetector health, long nowNanos)
            throws RefusedException {
        Order.Step step = order.step(
                heartbeat.boot(), heartbeat.sequence(), heartbeat.monotonicNanos(), speaker.isProven(), nowNanos);
        if (step == Order.Step.RESTART) {
            counts.odd(ReportAnomaly.RESTART);
        }
        NodeStatus status = new NodeStatus(0, 0, 0, heartbeat.memoryAvailableBytes());
        if (step == Order.Step.NEXT) {
            HostRates rates = HostRates.between(last, heartbeat);
            spread(rates.sent(), out, loads, nowNanos);
            spread(rates.received(), in, loads, nowNanos);
            status = rates.status();
        }
        loads.status(host, status);
        last = heartbeat;
        intervalMillis = heartbeat.intervalMillis();
        from = speaker.from();
        heardNanos = nowNanos;
        health.heard(host, HeartbeatSource.AGENT, intervalMillis * 1_000_000, nowNanos);
    }

    private void spread(OptionalDouble rate, List<Link> links, LinkLoads loads, long nowNanos) {
        if (rate.isEmpty()) {
            counts.odd(ReportAnomaly.COUNTER_RESET);
            return;
        }
        if (rate.getAsDouble() > ABSURD * HostRates.capacity(links)) {
            counts.odd(ReportAnomaly.ABSURD_RATE);
        }
        HostRates.measured(rate.getAsDouble(), links, loads, nowNanos);
    }
}
