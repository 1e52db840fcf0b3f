// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Grounds;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.GroundsReport;

/**
 * Says on what the choices of one plan stand, as far as there is time for it: a millisecond, and an eighth of what the plan has taken so far. The
 * choices for places that are free come first, so that it is rather those of the far future that go unexplained. Of the planner's thread.
 */
final class Explainer {
    private static final long LEAST_NANOS = 1_000_000;
    private static final int SHARE_OF_PLANNING = 8;

    private final SimulatedPlaces places;
    private final long planNanos;
    private final long startNanos = System.nanoTime();
    private long usedNanos;

    /** @param planNanos when the plan was begun, on the clock of its decisions */
    Explainer(SimulatedPlaces places, long planNanos) {
        this.places = places;
        this.planNanos = planNanos;
    }

    /** Null where there is no time, or nothing was predicted. */
    GroundsReport grounds(Choice choice, Offer offer, TaskSet pending) {
        long begin = System.nanoTime();
        if (usedNanos > LEAST_NANOS + (begin - startNanos) / SHARE_OF_PLANNING) {
            return null;
        }
        Optional<Grounds> found = Grounds.of(choice, offer, pending, places, planNanos);
        GroundsReport report =
                found.map(grounds -> report(grounds, places.topology())).orElse(null);
        usedNanos += System.nanoTime() - begin;
        return report;
    }

    private static GroundsReport report(Grounds grounds, Topology topology) {
        List<GroundsReport.Candidate> candidates = grounds.candidates().stream()
                .map(candidate -> new GroundsReport.Candidate(
                        name(topology, candidate.host()),
                        candidate.source() < 0 ? "" : name(topology, candidate.source()),
                        candidate.waitSeconds(),
                        finite(candidate.seconds()),
                        words(candidate.limit(), topology)))
                .toList();
        GroundsReport.Stock stock = grounds.stock()
                .map(stocks -> new GroundsReport.Stock(
                        stocks.task(), stocks.locality().name().toLowerCase(Locale.ROOT), finite(stocks.seconds())))
                .orElse(null);
        return new GroundsReport(grounds.task(), candidates, stock);
    }

    private static Double finite(double seconds) {
        return Double.isFinite(seconds) ? seconds : null;
    }

    private static String name(Topology topology, int host) {
        return topology.nodes().get(host).name();
    }

    private static String words(Grounds.Limit limit, Topology topology) {
        return switch (limit.kind()) {
            case LINK ->
                limit.subject() < 0
                        ? "the network"
                        : "link " + topology.links().get(limit.subject()).name();
            case DISK -> "disk of " + name(topology, limit.subject());
            case SLOW_SOURCE -> name(topology, limit.subject()) + ", which gives its blocks slowly";
            case COMPUTING -> "computing";
            case BROADCASTS -> "broadcast variables";
            case OVERHEAD -> "launching";
        };
    }
}
