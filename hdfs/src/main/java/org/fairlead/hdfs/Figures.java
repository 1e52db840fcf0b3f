// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.protocol.plugin.CanaryComparison;

/** Counts of what was decided, for /metrics and for the log. Counting takes no lock. */
public final class Figures {
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

    /** Upper ends of the duration histogram's buckets, microseconds; the last bucket has none. */
    private static final long[] BOUNDS_MICROS = {5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000};

    private final Map<Kind, Map<Outcome, LongAdder>> outcomes = new EnumMap<>(Kind.class);
    private final Map<Kind, Map<Avoided, LongAdder>> avoided = new EnumMap<>(Kind.class);
    private final Map<Kind, AtomicLongArray> durations = new EnumMap<>(Kind.class);
    private final Map<Kind, LongAdder> durationNanos = new EnumMap<>(Kind.class);

    public Figures() {
        for (Kind kind : Kind.values()) {
            Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                counts.put(outcome, new LongAdder());
            }
            outcomes.put(kind, counts);
            Map<Avoided, LongAdder> avoidances = new EnumMap<>(Avoided.class);
            for (Avoided one : Avoided.values()) {
                avoidances.put(one, new LongAdder());
            }
            avoided.put(kind, avoidances);
            durations.put(kind, new AtomicLongArray(BOUNDS_MICROS.length + 1));
            durationNanos.put(kind, new LongAdder());
        }
    }

    public void count(Kind kind, Outcome outcome) {
        outcomes.get(kind).get(outcome).increment();
    }

    public void avoided(Kind kind, Avoided what) {
        avoided.get(kind).get(what).increment();
    }

    public long count(Avoided what, Kind kind) {
        return avoided.get(kind).get(what).sum();
    }

    public long count(Outcome outcome, Kind kind) {
        return outcomes.get(kind).get(outcome).sum();
    }

    /** A request waited so long for our decision, whatever came of it. */
    public void took(Kind kind, long nanos) {
        long micros = nanos / 1000;
        int bucket = 0;
        while (bucket < BOUNDS_MICROS.length && micros > BOUNDS_MICROS[bucket]) {
            bucket++;
        }
        durations.get(kind).incrementAndGet(bucket);
        durationNanos.get(kind).add(nanos);
    }

    /** In Prometheus' text form. */
    void write(StringBuilder to, String policy) {
        to.append("# HELP fairlead_hdfs_decisions_total Decisions by kind and outcome.\n");
        to.append("# TYPE fairlead_hdfs_decisions_total counter\n");
        outcomes.forEach((kind, counts) -> counts.forEach((outcome, count) ->
                to.append("fairlead_hdfs_decisions_total{kind=\"%s\",outcome=\"%s\",policy=\"%s\"} %d\n"
                        .formatted(lower(kind), lower(outcome), policy, count.sum()))));
        to.append("# HELP fairlead_hdfs_suspects_avoided_total Requests while hosts were suspected.\n");
        to.append("# TYPE fairlead_hdfs_suspects_avoided_total counter\n");
        avoided.forEach((kind, counts) -> counts.forEach(
                (what, count) -> to.append("fairlead_hdfs_suspects_avoided_total{kind=\"%s\",outcome=\"%s\"} %d\n"
                        .formatted(lower(kind), lower(what), count.sum()))));
        to.append("# HELP fairlead_hdfs_decision_seconds How long requests waited for a decision.\n");
        to.append("# TYPE fairlead_hdfs_decision_seconds histogram\n");
        for (Kind kind : Kind.values()) {
            AtomicLongArray buckets = durations.get(kind);
            long below = 0;
            for (int i = 0; i < BOUNDS_MICROS.length; i++) {
                below += buckets.get(i);
                to.append("fairlead_hdfs_decision_seconds_bucket{kind=\"%s\",le=\"%s\"} %d\n"
                        .formatted(lower(kind), BOUNDS_MICROS[i] / 1e6, below));
            }
            below += buckets.get(BOUNDS_MICROS.length);
            to.append("fairlead_hdfs_decision_seconds_bucket{kind=\"%s\",le=\"+Inf\"} %d\n"
                    .formatted(lower(kind), below));
            to.append("fairlead_hdfs_decision_seconds_sum{kind=\"%s\"} %s\n"
                    .formatted(lower(kind), durationNanos.get(kind).sum() / 1e9));
            to.append("fairlead_hdfs_decision_seconds_count{kind=\"%s\"} %d\n".formatted(lower(kind), below));
        }
    }

    static void writeCanary(StringBuilder to, CanaryComparison.Result canary) {
        gauge(to, "fairlead_hdfs_canary_blocks", "Blocks compared.", "{side=\"ours\"}", (double) canary.samplesOurs());
        to.append("fairlead_hdfs_canary_blocks{side=\"stock\"} ")
                .append(canary.samplesStock())
                .append('\n');
        gauge(to, "fairlead_hdfs_canary_block_seconds", "Mean.", "{side=\"ours\"}", canary.meanOurs());
        to.append("fairlead_hdfs_canary_block_seconds{side=\"stock\"} ")
                .append(canary.meanStock())
                .append('\n');
        gauge(to, "fairlead_hdfs_canary_gain", "Share of stock's block time saved.", "", canary.gain());
        gauge(to, "fairlead_hdfs_canary_gain_low", "95 % interval's low end.", "", canary.low());
        gauge(to, "fairlead_hdfs_canary_gain_high", "95 % interval's high end.", "", canary.high());
    }

    static void gauge(StringBuilder to, String name, String help, String labels, double value) {
        to.append("# HELP ").append(name).append(' ').append(help).append('\n');
        to.append("# TYPE ").append(name).append(" gauge\n");
        to.append(name).append(labels).append(' ').append(value).append('\n');
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
