// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.protocol.application.TaskTime;

/** Sums over all stages, for Spark's metrics. */
public final class Totals {
    private final Map<Rule, LongAdder> launches = new EnumMap<>(Rule.class);
    private final Map<Distance, LongAdder> bytes = new EnumMap<>(Distance.class);
    private final LongAdder shuffleLocal = new LongAdder();
    private final LongAdder shuffleRemote = new LongAdder();
    private final LongAdder freeNanos = new LongAdder();
    private final AtomicReference<TaskTime> time = new AtomicReference<>(TaskTime.NONE);

    Totals() {
        for (Rule rule : Rule.values()) {
            launches.put(rule, new LongAdder());
        }
        for (Distance distance : Distance.values()) {
            bytes.put(distance, new LongAdder());
        }
    }

    void launched(Rule rule) {
        launches.get(rule).increment();
    }

    void ended(TaskEnd end, Distance distance) {
        bytes.get(distance == Distance.SHUFFLE ? Distance.UNKNOWN : distance).add(end.inputBytes());
        shuffleLocal.add(end.shuffleLocalBytes());
        shuffleRemote.add(end.shuffleRemoteBytes());
        time.accumulateAndGet(end.time(), TaskTime::plus);
    }

    void addFree(long slotNanos) {
        freeNanos.add(slotNanos);
    }

    /** Registers all with Spark's metrics. */
    public void register(MetricRegistry registry, Supplier<CanaryReport> canary) {
        launches.forEach((rule, count) -> gauge(registry, "launches." + rule.label(), count::sum));
        bytes.forEach((distance, count) -> {
            if (distance != Distance.SHUFFLE) {
                gauge(registry, "bytes." + distance.label(), count::sum);
            }
        });
        gauge(registry, "bytes.shuffle_local", shuffleLocal::sum);
        gauge(registry, "bytes.shuffle_remote", shuffleRemote::sum);
        gauge(registry, "time.computing_seconds", () -> time.get().computing());
        gauge(registry, "time.garbage_collection_seconds", () -> time.get().garbageCollection());
        gauge(registry, "time.fetch_wait_seconds", () -> time.get().fetchWait());
        gauge(registry, "time.shuffle_write_seconds", () -> time.get().shuffleWrite());
        gauge(registry, "time.launching_seconds", () -> time.get().launching());
        gauge(registry, "time.unexplained_seconds", () -> time.get().unexplained());
        gauge(registry, "time.thrown_away_seconds", () -> time.get().thrownAway());
        gauge(registry, "slots.free_seconds", () -> freeNanos.sum() / 1e9);
        register(registry, "canary.task_seconds.", () -> canary.get().taskSeconds());
        register(registry, "canary.stage_seconds_per_gigabyte.", () -> canary.get()
                .stageSecondsPerGigabyte());
    }

    private static void register(MetricRegistry registry, String prefix, Supplier<CanaryReport.Measured> measured) {
        gauge(registry, prefix + "stages_ours", () -> measured.get().stagesOurs());
        gauge(registry, prefix + "stages_stock", () -> measured.get().stagesStock());
        gauge(registry, prefix + "mean_ours", () -> measured.get().meanOurs());
        gauge(registry, prefix + "mean_stock", () -> measured.get().meanStock());
        gauge(registry, prefix + "gain", () -> orNaN(measured.get().gain()));
        gauge(registry, prefix + "gain_low", () -> orNaN(measured.get().low()));
        gauge(registry, prefix + "gain_high", () -> orNaN(measured.get().high()));
    }

    private static double orNaN(Double value) {
        return value == null ? Double.NaN : value;
    }

    private static void gauge(MetricRegistry registry, String name, Gauge<? extends Number> value) {
        registry.register(name, value);
    }
}
