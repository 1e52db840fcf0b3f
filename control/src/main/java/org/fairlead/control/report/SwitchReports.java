// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.LinkDamping;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.trust.Identity;

/**
 * One exporter's counters, message by message. Whatever asks switches (a push over HTTP, an OpenFlow or an SNMP poller) makes
 * {@link SwitchCounters} of what it reads and hands them to {@link Reports#take(SwitchCounters)}: that is the whole seam.
 * Safe for threads.
 */
final class SwitchReports {
    private final Counts counts;
    private final LinkDamping damping;
    private final Order order;
    private final Map<String, Count> last = new HashMap<>();
    private long takenNanos;

    /** Of a link, which may be missing in some messages. */
    private record Count(long bytes, long nanos) {}

    SwitchReports(Counts counts, Order.Clock clock, LinkDamping damping, long nowNanos) {
        takenNanos = nowNanos;
        this.damping = damping;
        this.counts = counts;
        order = new Order(clock);
    }

    /** @return links whose counters were taken */
    synchronized int take(
            SwitchCounters counters,
            Identity identity,
            Map<String, Link> links,
            LinkLoads loads,
            FailureDetector health,
            long nowNanos)
            throws RefusedException {
        refuseOthersLinks(counters, identity, links);
        long known = counters.links().stream()
                .filter(link -> links.containsKey(link.link()))
                .count();
        if (known == 0 && !counters.links().isEmpty()) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    "none of these links is in the topology, for example "
                            + counters.links().get(0).link());
        }
        Order.Step step = order.step(
                counters.boot(), counters.sequence(), counters.monotonicNanos(), identity.isOfSomebody(), nowNanos);
        takenNanos = nowNanos;
        if (step != Order.Step.NEXT) {
            last.clear();
            if (step == Order.Step.RESTART) {
                counts.odd(ReportAnomaly.RESTART);
            }
        }
        for (SwitchCounters.LinkBytes link : counters.links()) {
            Link of = links.get(link.link());
            if (of == null) {
                counts.odd(ReportAnomaly.UNKNOWN_LINK);
            } else {
                Count before = last.put(link.link(), new Count(link.bytes(), counters.monotonicNanos()));
                if (before != null) {
                    double seconds = (counters.monotonicNanos() - before.nanos()) / 1e9;
                    measured(of, link.bytes() - before.bytes(), seconds, loads, health, nowNanos);
                }
            }
        }
        carriers(counters, links, health, nowNanos);
        return (int) known;
    }

    /** When something of it was taken last. */
    synchronized long takenNanos() {
        return takenNanos;
    }

    /** One link of another's, and nothing of the message is taken. */
    private static void refuseOthersLinks(SwitchCounters counters, Identity identity, Map<String, Link> links)
            throws RefusedException {
        for (SwitchCounters.LinkBytes reported : counters.links()) {
            Link link = links.get(reported.link());
            if (link != null
                    && !identity.reportsLink(link.from().name(), link.to().name())) {
                throw new RefusedException(
                        Reason.FORGED, "'" + identity + "' does not speak for the link " + reported.link());
            }
        }
    }

    /** A host has none when none of the ports to it that are reported has one. */
    private void carriers(SwitchCounters counters, Map<String, Link> links, FailureDetector health, long nowNanos) {
        Map<Integer, Boolean> any = new HashMap<>();
        for (SwitchCounters.LinkBytes told : counters.links()) {
            Link link = links.get(told.link());
            if (link == null || told.carrier() == null) {
                continue;
            }
            if (link.to() instanceof Host host) {
                any.merge(host.index(), told.carrier(), Boolean::logicalOr);
            } else {
                damping.carrier(link.index(), told.carrier(), nowNanos);
            }
        }
        any.forEach((host, there) -> health.carrier(host, there, nowNanos));
    }

    private void measured(
            Link link, long bytes, double seconds, LinkLoads loads, FailureDetector health, long nowNanos) {
        if (bytes < 0) {
            counts.odd(ReportAnomaly.COUNTER_RESET);
            return;
        }
        double rate = bytes / seconds;
        if (rate > HostReports.ABSURD * link.bytesPerSecond()) {
            counts.odd(ReportAnomaly.ABSURD_RATE);
        }
        loads.measured(link.index(), Math.min(rate, link.bytesPerSecond()), nowNanos, Origin.SWITCH);
        if (link.from() instanceof Host host) {
            health.sent(host.index(), rate, link.bytesPerSecond(), nowNanos - (long) (seconds * 1e9));
        }
    }
}
