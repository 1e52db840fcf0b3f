// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long requests waited for decisions. Adding takes no lock, also while somebody reads: the client library's own histogram lets
 * whoever adds wait for a lock then, which a NameNode's request must not.
 */
final class WaitHistogram implements Collector {
    /** Upper ends of the buckets, microseconds; the last bucket has none. */
    private static final long[] BOUNDS_MICROS = {5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000};

    private static final MetricMetadata METADATA = new MetricMetadata(
            "fairlead_hdfs_decision_seconds",
            "Seconds that a request of the NameNode waited for a decision; waits near fairlead.decision.budget mean that stock"
                    + " decides soon, for lack of processor time or a slow policy.");

    private final Map<DecisionCounters.Kind, Waits> waits = new EnumMap<>(DecisionCounters.Kind.class);

    private static final class Waits {
        final AtomicLongArray counts = new AtomicLongArray(BOUNDS_MICROS.length + 1);
        final LongAdder nanos = new LongAdder();
    }

    WaitHistogram() {
        for (DecisionCounters.Kind kind : DecisionCounters.Kind.values()) {
            waits.put(kind, new Waits());
        }
    }

    void add(DecisionCounters.Kind kind, long nanos) {
        long micros = nanos / 1000;
        int bucket = 0;
        while (bucket < BOUNDS_MICROS.length && micros > BOUNDS_MICROS[bucket]) {
            bucket++;
        }
        Waits of = waits.get(kind);
        of.counts.incrementAndGet(bucket);
        of.nanos.add(nanos);
    }

    @Override
    public String getPrometheusName() {
        return METADATA.getPrometheusName();
    }

    @Override
    public HistogramSnapshot collect() {
        List<HistogramDataPointSnapshot> points = new ArrayList<>();
        waits.forEach((kind, of) -> points.add(new HistogramDataPointSnapshot(
                buckets(of.counts),
                of.nanos.sum() / 1e9,
                Labels.of("kind", DecisionCounters.label(kind)),
                Exemplars.EMPTY,
                0)));
        return new HistogramSnapshot(METADATA, points);
    }

    private static ClassicHistogramBuckets buckets(AtomicLongArray counts) {
        double[] upperBounds = new double[counts.length()];
        long[] within = new long[counts.length()];
        for (int i = 0; i < counts.length(); i++) {
            upperBounds[i] = i < BOUNDS_MICROS.length ? BOUNDS_MICROS[i] / 1e6 : Double.POSITIVE_INFINITY;
            within[i] = counts.get(i);
        }
        return ClassicHistogramBuckets.of(upperBounds, within);
    }
}
