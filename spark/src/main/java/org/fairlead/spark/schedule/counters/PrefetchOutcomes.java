// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.fairlead.core.prefetch.progress.PredictionErrors;

/** What becomes of the requests for tasks' input: whether tasks were launched where they were foreseen, and whether their input was there by then. Safe for threads. */
public final class PrefetchOutcomes {
    /** Each request is counted as requested, and as one of the others once that is known. */
    public enum Outcome {
        REQUESTED,
        /** Its task was launched where it was foreseen, and all of its input was there. */
        IN_TIME,
        /** Its task was launched where it was foreseen, and not all was there. */
        LATE,
        /** Its task was launched on another executor. */
        ELSEWHERE,
        /** It was no longer foreseen, or nothing is fetched ahead any more. */
        CANCELLED
    }

    private final PredictionErrors errors = new PredictionErrors();
    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);

    public PrefetchOutcomes() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    public void count(Outcome outcome) {
        counts.get(outcome).increment();
    }

    /**
     * A task was launched whose launch was foreseen.
     *
     * @param madeAtNanos when it was first foreseen
     * @param predictedNanos for when
     */
    public synchronized void launched(long madeAtNanos, long predictedNanos, long nowNanos) {
        errors.add(madeAtNanos, predictedNanos, nowNanos);
    }

    /** Of the times at which tasks were foreseen to be launched, as a share of how far ahead that was; NaN before any was. */
    public synchronized double medianError() {
        return errors.medianRelativeError().orElse(Double.NaN);
    }

    /** Registers all with Spark's metrics. */
    public void register(MetricRegistry registry) {
        counts.forEach((outcome, count) -> {
            Gauge<Long> sum = count::sum;
            registry.register("prefetch.requests." + label(outcome), sum);
        });
        Gauge<Double> error = this::medianError;
        registry.register("prefetch.launch.median_error", error);
    }

    private static String label(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    /** Such as {@code requested 12, in_time 9, late 1, elsewhere 0, cancelled 2; launches off by 0.21 of the lead in the median}. */
    @Override
    public String toString() {
        return Arrays.stream(Outcome.values())
                        .map(outcome ->
                                label(outcome) + " " + counts.get(outcome).sum())
                        .collect(Collectors.joining(", "))
                + String.format(Locale.ROOT, "; launches off by %.2f of the lead in the median", medianError());
    }
}
