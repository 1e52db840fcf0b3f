// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.trust.Identity;

/**
 * What NameNodes elsewhere hear of hosts, reported to a detector. Each message replaces the NameNode's last; DataNodes that no NameNode reports any more are
 * missed by nobody, so that a NameNode that stops bans none of them. Safe for threads.
 */
final class NameNodeReports {
    private static final int MOST_NAMENODES = 64;
    private static final int TURNS = 3;

    private final Order.Clock clock;
    private final Counts counts;
    private final Map<Source, Series> all = new HashMap<>();

    /** What one reports, no other can disturb. */
    private record Source(Identity identity, String nameNode) {}

    private static final class Series {
        private final Order order;
        /** Hosts whose DataNodes it reports. */
        private Set<String> hosts = Set.of();

        private long untilNanos;

        Series(Order order) {
            this.order = order;
        }
    }

    NameNodeReports(Order.Clock clock, Counts counts) {
        this.clock = clock;
        this.counts = counts;
    }

    /** @return DataNodes that were taken */
    synchronized int take(
            WitnessReport report,
            ReportSender speaker,
            Map<String, HostReports> hosts,
            FailureDetector health,
            long nowNanos)
            throws RefusedException {
        Source source = new Source(speaker.identity(), report.nameNode());
        Series series = all.get(source);
        if (series == null) {
            if (all.size() >= MOST_NAMENODES) {
                throw new RefusedException(Reason.BUSY, "more than " + MOST_NAMENODES + " NameNodes");
            }
            series = new Series(new Order(clock));
        }
        Order.Step step = series.order.step(
                report.boot(), report.sequence(), report.monotonicNanos(), speaker.isProven(), nowNanos);
        if (step == Order.Step.RESTART) {
            counts.odd(ReportAnomaly.RESTART);
        }
        all.put(source, series);
        series.untilNanos = nowNanos + TURNS * report.intervalMillis() * 1_000_000;
        Set<String> before = series.hosts;
        series.hosts = new HashSet<>();
        // A heartbeat is reported up to a message's interval after it came.
        long intervalNanos = (report.heartbeatMillis() + report.intervalMillis()) * 1_000_000;
        for (WitnessReport.Datanode datanode : report.datanodes()) {
            HostReports host = hosts.get(datanode.host());
            if (host == null) {
                counts.odd(ReportAnomaly.UNKNOWN_HOST);
                continue;
            }
            series.hosts.add(datanode.host());
            health.heard(
                    host.host, HeartbeatSource.DATANODE, intervalNanos, nowNanos - datanode.ageMillis() * 1_000_000);
        }
        left(before, hosts, health);
        for (WitnessReport.Failure failure : report.failures()) {
            HostReports host = hosts.get(failure.host());
            if (host == null) {
                counts.odd(ReportAnomaly.UNKNOWN_HOST);
                continue;
            }
            String complainer = report.nameNode() + " " + failure.complainer();
            health.failed(host.host, complainer, nowNanos - failure.ageMillis() * 1_000_000);
        }
        return series.hosts.size();
    }

    /** Forgets NameNodes that are heard of no more, and whom they reported. */
    synchronized void expire(Map<String, HostReports> hosts, FailureDetector health, long nowNanos) {
        Iterator<Series> each = all.values().iterator();
        while (each.hasNext()) {
            Series series = each.next();
            if (nowNanos - series.untilNanos >= 0) {
                each.remove();
                left(series.hosts, hosts, health);
            }
        }
    }

    private void left(Set<String> before, Map<String, HostReports> hosts, FailureDetector health) {
        for (String name : before) {
            HostReports host = hosts.get(name);
            if (host != null && all.values().stream().noneMatch(series -> series.hosts.contains(name))) {
                health.left(host.host, HeartbeatSource.DATANODE);
            }
        }
    }
}
