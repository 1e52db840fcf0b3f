// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.fairlead.control.metrics.Metrics;

/** Counts of what was decided. Counting takes no lock and allocates nothing. */
public final class DecisionCounters {
    /** What is decided. */
    public enum Kind {
        WRITE,
        READ
    }

    /** What came of it. */
    public enum Outcome {
        /** Ours counted. */
        ENFORCED,
        /** Ours was taken and recorded; stock's counted. */
        OBSERVED,
        /** Ours counted, but Hadoop's own checks refused one of its hosts and chose another in its place. */
        ADJUSTED,
        /** The policy left it to stock: too little is known, or no candidate. */
        LEFT_TO_STOCK,
        /** None of ours to take: small blocks, favored nodes, special flags or storage, one replica at its writer. */
        NOT_OURS,
        /** A host of the request is not in the topology, or there is no topology yet. */
        UNKNOWN_HOST,
        /** The policy threw. */
        THREW,
        /** The policy took longer than its budget. */
        OVERRAN,
        /** No decision thread was free. */
        BUSY,
        /** Too many failures in a row: nothing was tried. */
        BREAKER_OPEN
    }

    /** What came of it that a host was suspected while somebody had to be chosen. */
    public enum Avoided {
        /** Nothing was decided for it. */
        ENFORCED,
        /** Stock decided as if it were well; while observing. */
        OBSERVED,
        /** Too few others were left: stock decided among all. */
        TOO_FEW
    }

    /** What a check of replicas that stand came to, where Hadoop's own rule is kept. */
    public enum Checked {
        /** The placer's rules are kept. */
        KEPT,
        /** One is broken, and that was reported to Hadoop. */
        BROKEN,
        /** One is broken; Hadoop's answer counted, since ours only observes. */
        OBSERVED,
        /** The placer threw, or took too long: Hadoop's answer counted. */
        LEFT_TO_STOCK
    }

    private final Map<Kind, Map<Outcome, CounterDataPoint>> outcomes = new EnumMap<>(Kind.class);
    private final Map<Kind, Map<Avoided, CounterDataPoint>> avoided = new EnumMap<>(Kind.class);
    private final Map<Checked, CounterDataPoint> checked = new EnumMap<>(Checked.class);
    private final WaitHistogram waits = new WaitHistogram();

    /** @param policy the rule that decides */
    DecisionCounters(Metrics metrics, String policy) {
        Counter decisions = metrics.counter(
                "fairlead_hdfs_decisions_total",
                "Requests for a place to write or read a block, by what came of them; growth of threw, overran, busy or"
                        + " breaker_open means that stock decides for a defect, of unknown_host that the topology lacks hosts.",
                "kind",
                "outcome",
                "policy");
        Counter suspects = metrics.counter(
                "fairlead_hdfs_suspects_avoided_total",
                "Requests while a host was suspected, by whether it was avoided, would have been (observed) or could not be"
                        + " (too_few); growth of too_few means blocks on hosts that may not answer.",
                "kind",
                "outcome");
        Counter checks = metrics.counter(
                "fairlead_hdfs_placement_checks_total",
                "Checks of replicas that keep Hadoop's own rule, by what the placer's rules said; growth of broken means blocks"
                        + " that HDFS is to place anew, of left_to_stock a placer that fails.",
                "outcome");
        for (Checked one : Checked.values()) {
            checked.put(one, checks.labelValues(label(one)));
        }
        for (Kind kind : Kind.values()) {
            Map<Outcome, CounterDataPoint> counts = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                counts.put(outcome, decisions.labelValues(label(kind), label(outcome), policy));
            }
            outcomes.put(kind, counts);
            Map<Avoided, CounterDataPoint> avoidances = new EnumMap<>(Avoided.class);
            for (Avoided one : Avoided.values()) {
                avoidances.put(one, suspects.labelValues(label(kind), label(one)));
            }
            avoided.put(kind, avoidances);
        }
        metrics.register(waits);
    }

    public void count(Kind kind, Outcome outcome) {
        outcomes.get(kind).get(outcome).inc();
    }

    public void avoided(Kind kind, Avoided what) {
        avoided.get(kind).get(what).inc();
    }

    public void checked(Checked what) {
        checked.get(what).inc();
    }

    public long count(Checked what) {
        return checked.get(what).getLongValue();
    }

    public long count(Avoided what, Kind kind) {
        return avoided.get(kind).get(what).getLongValue();
    }

    public long count(Outcome outcome, Kind kind) {
        return outcomes.get(kind).get(outcome).getLongValue();
    }

    /** A request waited so long for our decision, whatever came of it. */
    public void took(Kind kind, long nanos) {
        waits.add(kind, nanos);
    }

    static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
