// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.protocol.application.Predictions;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.application.TaskTime;
import org.fairlead.protocol.plugin.Mode;

/** What became of one attempt at a stage, in numbers. The scheduler's side only adds to counters; the rest is reported by Spark's listener bus. */
final class StageRecord {
    private final int stage;
    private final int attempt;
    private final Map<Rule, LongAdder> launches = new EnumMap<>(Rule.class);
    private final Map<DeclineCause, LongAdder> declines = new ConcurrentHashMap<>();
    private final LongAdder freeNanos = new LongAdder();
    private final Ended ended = new Ended();
    private final StageSavings savings = new StageSavings();
    private final StageSources sources = new StageSources();

    private volatile String name = "";
    private volatile String pool = "";
    private volatile String stockAlone = "";
    private volatile Mode mode;
    private volatile boolean ours;
    private volatile boolean drawn;
    private volatile boolean mixed;
    private volatile double canaryShare;
    private volatile int tasks;
    private volatile long submittedMillis;
    private volatile long completedMillis;

    /** Sums over what ended; guarded by itself. */
    private static final class Ended {
        private final Map<String, Long> localities = new TreeMap<>();
        private final Map<Distance, Long> bytes = new EnumMap<>(Distance.class);
        private long shuffleLocal;
        private long shuffleRemote;
        private long well;
        private long failed;
        private double seconds;
        private double longestSeconds;
        private long predicted;
        private double predictedSeconds;
        private double takenSeconds;
        private double errorSeconds;
        private TaskTime time = TaskTime.NONE;
    }

    /** @param nowMillis when it was first heard of; counts until Spark says when it was submitted */
    StageRecord(int stage, int attempt, long nowMillis) {
        this.stage = stage;
        this.attempt = attempt;
        submittedMillis = nowMillis;
        for (Rule rule : Rule.values()) {
            launches.put(rule, new LongAdder());
        }
    }

    int stage() {
        return stage;
    }

    int attempt() {
        return attempt;
    }

    // What Spark says of the stage.

    void submitted(String stagesName, int numTasks, long timeMillis) {
        name = stagesName;
        tasks = numTasks;
        if (timeMillis > 0) {
            submittedMillis = timeMillis;
        }
    }

    void completed(long timeMillis) {
        completedMillis = timeMillis;
    }

    StageSavings savings() {
        return savings;
    }

    StageSources sources() {
        return sources;
    }

    boolean isOver() {
        return completedMillis > 0;
    }

    long submittedMillis() {
        return submittedMillis;
    }

    /** 0 until it has ended. */
    long completedMillis() {
        return completedMillis;
    }

    /** When it ended, or now. */
    long untilMillis(long nowMillis) {
        return isOver() ? completedMillis : nowMillis;
    }

    // What the scheduler's side adds, under its lock.

    void stockAlone(String reason) {
        stockAlone = reason;
    }

    /**
     * @param share of the stages that a canary draws
     * @param isDrawn whether ours are to count, be they usable or not
     * @param counts whether they do
     */
    void round(String ofPool, Mode now, double share, boolean isDrawn, boolean counts) {
        if (mode != now || drawn != isDrawn || canaryShare != share) {
            mixed |= mode != null;
            mode = now;
            drawn = isDrawn;
            canaryShare = share;
            pool = ofPool;
        }
        if (counts && !ours) {
            ours = true;
        }
    }

    void launched(Rule rule) {
        launches.get(rule).increment();
    }

    void declined(DeclineCause cause) {
        declines.computeIfAbsent(cause, unused -> new LongAdder()).increment();
    }

    void addFree(long slotNanos) {
        freeNanos.add(slotNanos);
    }

    // What the listener bus reports of its tasks.

    void started(String locality) {
        synchronized (ended) {
            ended.localities.merge(locality, 1L, Long::sum);
        }
    }

    /**
     * A task ended.
     *
     * @param expectedSeconds as predicted; NaN when nothing was
     */
    void ended(TaskEnd end, Distance distance, double expectedSeconds) {
        synchronized (ended) {
            ended.bytes.merge(distance == Distance.SHUFFLE ? Distance.UNKNOWN : distance, end.inputBytes(), Long::sum);
            ended.shuffleLocal += end.shuffleLocalBytes();
            ended.shuffleRemote += end.shuffleRemoteBytes();
            ended.time = ended.time.plus(timeOf(end));
            if (!end.successful()) {
                ended.failed++;
                return;
            }
            ended.well++;
            ended.seconds += end.seconds();
            ended.longestSeconds = Math.max(ended.longestSeconds, end.seconds());
            if (Double.isFinite(expectedSeconds) && end.seconds() > 0) {
                ended.predicted++;
                ended.predictedSeconds += expectedSeconds;
                ended.takenSeconds += end.seconds();
                ended.errorSeconds += Math.abs(expectedSeconds - end.seconds());
            }
        }
    }

    private TaskTime timeOf(TaskEnd end) {
        return end.successful()
                ? end.time().withSlotWait(Math.max(0, end.launchedMillis() - submittedMillis) / 1e3)
                : end.time();
    }

    // What is asked of it.

    /** Whether it was drawn for one side of a canary and stayed there. */
    boolean isCanarys() {
        return mode == Mode.CANARY && !mixed && stockAlone.isEmpty();
    }

    boolean isDrawn() {
        return drawn;
    }

    double canaryShare() {
        return canaryShare;
    }

    double meanTaskSeconds() {
        synchronized (ended) {
            return ended.well == 0 ? Double.NaN : ended.seconds / ended.well;
        }
    }

    /** Time that its slots stood free, summed over slots. */
    long freeNanos() {
        return freeNanos.sum();
    }

    long bytesRead() {
        synchronized (ended) {
            return bytes().sum();
        }
    }

    StageReport report() {
        Map<String, Long> byRule = new LinkedHashMap<>();
        launches.forEach((rule, count) -> putPositive(byRule, rule.label(), count.sum()));
        Map<String, Long> byCause = new TreeMap<>();
        declines.forEach((cause, count) -> putPositive(byCause, cause.label(), count.sum()));
        synchronized (ended) {
            return new StageReport(
                    stage,
                    attempt,
                    name,
                    pool,
                    mode == null || !stockAlone.isEmpty() ? "" : mode.label(),
                    ours,
                    stockAlone,
                    submittedMillis,
                    completedMillis,
                    tasks,
                    ended.well,
                    ended.failed,
                    byRule,
                    new HashMap<>(ended.localities),
                    bytes(),
                    byCause,
                    freeNanos.sum() / 1e9,
                    ended.well == 0 ? null : ended.seconds / ended.well,
                    ended.well == 0 ? null : ended.longestSeconds,
                    new Predictions(ended.predicted, ended.predictedSeconds, ended.takenSeconds, ended.errorSeconds),
                    savings.sum(),
                    ended.time,
                    sources.report());
        }
    }

    private StageReport.BytesRead bytes() {
        return new StageReport.BytesRead(
                of(Distance.LOCAL),
                of(Distance.RACK),
                of(Distance.REMOTE),
                of(Distance.UNKNOWN),
                ended.shuffleLocal,
                ended.shuffleRemote);
    }

    private long of(Distance distance) {
        return ended.bytes.getOrDefault(distance, 0L);
    }

    private static void putPositive(Map<String, Long> counts, String name, long count) {
        if (count > 0) {
            counts.put(name, count);
        }
    }
}
