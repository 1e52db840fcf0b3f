// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.core.task.Choice;

/** Counts what became of offers, and measures the time that we spend under the scheduler's lock. Counting takes no lock. */
public final class OfferCounters {
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final Map<Choice.Cause, LongAdder> declines = new EnumMap<>(Choice.Cause.class);
    private final Durations underLock = new Durations();
    private final Durations planning = new Durations();
    private final LongAdder compared = new LongAdder();
    private final LongAdder plans = new LongAdder();
    private final LongAdder failures = new LongAdder();

    /** What an offer got, in a stage where ours are taken. */
    public enum Outcome {
        /** The planned task was launched. */
        PLANNED,
        /** Nothing, for a cause that the policy gave. */
        DECLINED,
        /** Nothing, until the stage's first plan is made. */
        AWAITED_PLAN,
        /** Stock's choice among tasks with input on the host: the plan said nothing of it. */
        UNPLANNED,
        /** Stock's choice: the decline had gone on for too long, or nothing ran. */
        PASSED_OVER,
        /** Nothing, since the executor's host is suspected. */
        SUSPECTED,
        /** Stock's choice, where ours would have been nothing since the executor's host is suspected; while observing. */
        OBSERVED_SUSPECTED,
        /** A speculative attempt at a task whose host, or whose planned source, is suspected. */
        ATTEMPT_OF_SUSPECTED,
        /** A speculative attempt at a task whose host is slow, and that is predicted to end later than the attempt. */
        ATTEMPT_OF_SLOW_HOST,
        /** Map output on a host that stays silent was given up; once for each such host. */
        OUTPUT_GIVEN_UP,
        /** A task that waited for such output was killed, to be run again. */
        RUN_AGAIN,
        /** No speculative attempt at a task that stock finds slow, since it would be held up as the task is. */
        ATTEMPT_DECLINED,
        /** Stock's choice, where ours would have been launched too; while observing. */
        OBSERVED_LAUNCH,
        /** Stock's choice, where ours would have been declined; while observing. */
        OBSERVED_DECLINE
    }

    public OfferCounters() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
        for (Choice.Cause cause : Choice.Cause.values()) {
            declines.put(cause, new LongAdder());
        }
    }

    public void count(Outcome outcome) {
        outcomes.get(outcome).increment();
    }

    public void declined(Choice.Cause cause) {
        count(Outcome.DECLINED);
        declines.get(cause).increment();
    }

    public void failed() {
        failures.increment();
    }

    public void planned(long nanos) {
        plans.increment();
        planning.add(nanos);
    }

    /** What a task took was compared with what was predicted. */
    public void compared() {
        compared.increment();
    }

    public void underLock(long nanos) {
        underLock.add(nanos);
    }

    public long of(Outcome outcome) {
        return outcomes.get(outcome).sum();
    }

    /** Plans that were made. */
    public long plans() {
        return plans.sum();
    }

    /** Exceptions of ours; stock decided. */
    public long failures() {
        return failures.sum();
    }

    /** Of one in sixteen of our answers. */
    public Durations underLock() {
        return underLock;
    }

    /** Of each plan, outside of any lock. */
    public Durations planning() {
        return planning;
    }

    /** Registers all with Spark's metrics. */
    public void register(MetricRegistry registry) {
        outcomes.forEach((outcome, count) -> gauge(registry, "offers." + lower(outcome), count::sum));
        declines.forEach((cause, count) -> gauge(registry, "declines." + lower(cause), count::sum));
        gauge(registry, "predictions.compared", compared::sum);
        gauge(registry, "plans", plans::sum);
        gauge(registry, "failures", failures::sum);
        gauge(registry, "underLock.nanos.p50", () -> underLock.quantile(0.5));
        gauge(registry, "underLock.nanos.p99", () -> underLock.quantile(0.99));
        gauge(registry, "underLock.nanos.max", underLock::longest);
        gauge(registry, "planning.nanos.p50", () -> planning.quantile(0.5));
        gauge(registry, "planning.nanos.p99", () -> planning.quantile(0.99));
    }

    private static void gauge(MetricRegistry registry, String name, Gauge<Long> value) {
        registry.register(name, value);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
