// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import org.fairlead.core.prefetch.progress.PredictionErrors;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.PrefetchWords;

/**
 * What becomes of the requests for tasks' input: whether tasks were launched where they were foreseen, whether their input was there by then, and if not, why. Also why nothing was requested for tasks that read from other hosts. Safe for
 * threads.
 */
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
    private final Map<Outcome, LongAdder> counts = counters(Outcome.class);
    private final Map<MissedRequest, LongAdder> missed = counters(MissedRequest.class);
    private final Map<UnrequestedInput, LongAdder> unrequested = counters(UnrequestedInput.class);
    private volatile DoubleSupplier endError = () -> Double.NaN;
    private final LongAdder bytesInTime = new LongAdder();
    private final LongAdder bytesLate = new LongAdder();

    private static <E extends Enum<E>> Map<E, LongAdder> counters(Class<E> of) {
        Map<E, LongAdder> counters = new EnumMap<>(of);
        for (E each : of.getEnumConstants()) {
            counters.put(each, new LongAdder());
        }
        return counters;
    }

    public void requested() {
        counts.get(Outcome.REQUESTED).increment();
    }

    /** A task was launched where it was foreseen, and all of its input was there. */
    public void inTime() {
        counts.get(Outcome.IN_TIME).increment();
    }

    /** A request did not come to what it was for. */
    public void missed(MissedRequest why) {
        missed.get(why).increment();
        counts.get(
                        switch (why.end()) {
                            case LATE -> Outcome.LATE;
                            case ELSEWHERE -> Outcome.ELSEWHERE;
                            case CANCELLED -> Outcome.CANCELLED;
                        })
                .increment();
    }

    /** A task was launched away from its input, for which nothing had been requested. */
    public void unrequested(UnrequestedInput why) {
        unrequested.get(why).increment();
    }

    /** Of what was ordered for a task that was launched where it was foreseen, so much was there by then, and so much was not. */
    public void launchedThere(long inTime, long late) {
        bytesInTime.add(inTime);
        bytesLate.add(late);
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

    /** @param medianError of the times at which tasks were foreseen to end, as a share of how far ahead that was; safe for threads */
    public void ends(DoubleSupplier medianError) {
        endError = medianError;
    }

    public long count(Outcome outcome) {
        return counts.get(outcome).sum();
    }

    public long count(MissedRequest why) {
        return missed.get(why).sum();
    }

    public long count(UnrequestedInput why) {
        return unrequested.get(why).sum();
    }

    /** Of the times at which tasks were foreseen to be launched, as a share of how far ahead that was; NaN before any was. */
    public synchronized double medianError() {
        return errors.medianRelativeError().orElse(Double.NaN);
    }

    /**
     * All of it, for people.
     *
     * @param mode in force
     * @param counted bytes that executors have counted, by what became of them
     */
    public PrefetchReport report(String mode, Map<String, Long> counted) {
        Map<String, Long> bytes = new HashMap<>(counted);
        bytes.put("in_time", bytesInTime.sum());
        bytes.put("late", bytesLate.sum());
        double error = medianError();
        return new PrefetchReport(
                mode, bytes, sums(counts), sums(missed), sums(unrequested), Double.isNaN(error) ? null : error);
    }

    private static <E extends Enum<E>> Map<String, Long> sums(Map<E, LongAdder> counts) {
        Map<String, Long> sums = new HashMap<>();
        counts.forEach((each, count) -> sums.put(PrefetchWords.label(each), count.sum()));
        return sums;
    }

    /** Registers all with Spark's metrics. */
    public void register(MetricRegistry registry) {
        counts.forEach((outcome, count) -> register(registry, "requests." + PrefetchWords.label(outcome), count));
        missed.forEach((why, count) -> register(
                registry, "requests." + PrefetchWords.label(why.end()) + "." + PrefetchWords.label(why), count));
        unrequested.forEach((why, count) -> register(registry, "unrequested." + PrefetchWords.label(why), count));
        register(registry, "bytes.in_time", bytesInTime);
        register(registry, "bytes.late", bytesLate);
        Gauge<Double> error = this::medianError;
        registry.register("prefetch.launch.median_error", error);
        Gauge<Double> ofEnds = () -> endError.getAsDouble();
        registry.register("prefetch.end.median_error", ofEnds);
    }

    private static void register(MetricRegistry registry, String name, LongAdder count) {
        Gauge<Long> sum = count::sum;
        registry.register("prefetch." + name, sum);
    }

    /**
     * Such as {@code requested 12, in_time 8, late 2 (slow_fetch 2), elsewhere 1 (slot_taken 1), cancelled 1 (not_foreseen 1); not requested: at_once 4; launches off by 0.21 of the lead in the median}.
     */
    @Override
    public String toString() {
        String requests = Arrays.stream(Outcome.values())
                .map(outcome -> PrefetchWords.label(outcome) + " " + count(outcome) + causes(outcome))
                .collect(Collectors.joining(", "));
        return requests + "; not requested: " + some(unrequested)
                + String.format(Locale.ROOT, "; launches off by %.2f of the lead in the median", medianError());
    }

    private String causes(Outcome outcome) {
        Map<MissedRequest, LongAdder> of = new EnumMap<>(missed);
        of.keySet().removeIf(why -> !why.end().name().equals(outcome.name()) || count(why) == 0);
        return of.isEmpty() ? "" : " (" + some(of) + ")";
    }

    /** Those that are not 0. */
    private static String some(Map<? extends Enum<?>, LongAdder> counts) {
        String words = counts.entrySet().stream()
                .filter(each -> each.getValue().sum() > 0)
                .map(each -> PrefetchWords.label(each.getKey()) + " "
                        + each.getValue().sum())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "none" : words;
    }
}
