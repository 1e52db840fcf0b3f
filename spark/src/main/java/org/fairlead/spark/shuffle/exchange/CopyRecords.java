// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.spark.shuffle.CopyCount;

/**
 * What is kept of the newest shuffles for people: what was decided and predicted, what became of copies, how long tasks waited. And what a canary measured: stages that read copied shuffles
 * against those whose shuffles it did not draw. A stage that reads some of both counts on neither side. Safe for threads.
 */
final class CopyRecords {
    /** A few hundred bytes each, in one line of the file of decisions. */
    static final int SHUFFLES = 200;
    /** Stages that read, of which tasks run. */
    private static final int STAGES = 1000;

    private final Map<Integer, ShuffleRecord> shuffles = bounded(SHUFFLES);
    private final Map<Integer, Reading> stages = bounded(STAGES);
    private final Map<CopyOutcome, Long> outcomes = new EnumMap<>(CopyOutcome.class);
    private final CanaryComparison canary = new CanaryComparison();
    private double canaryShare = Double.NaN;
    private long plannedBytes;
    private long tasksThere;
    private long tasksElsewhere;

    /** What tasks of a stage have waited for. */
    private static final class Reading {
        private final Set<Integer> shuffles;
        private double seconds;
        private long bytes;

        private Reading(Set<Integer> shuffles) {
            this.shuffles = Set.copyOf(shuffles);
        }
    }

    private static <V> Map<Integer, V> bounded(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, V> eldest) {
                return size() > most;
            }
        };
    }

    /** A map stage of so many tasks begins; where that is not the first time, it is made again. */
    synchronized void begun(int shuffle, int maps) {
        if (shuffles.containsKey(shuffle)) {
            with(shuffle, record -> record.repeated++);
        } else {
            shuffles.put(shuffle, new ShuffleRecord(shuffle, maps));
        }
    }

    /** What becomes of a shuffle; what was decided first stays. */
    synchronized void decided(int shuffle, ModeInForce mode, CopyOutcome outcome) {
        outcomes.merge(outcome, 1L, Long::sum);
        with(shuffle, record -> {
            if (record.outcome.isEmpty()) {
                record.mode = mode.mode().label();
                record.isCanarys = mode.mode() == Mode.CANARY;
                record.canaryShare = mode.canaryShare();
                record.outcome = outcome.label();
            }
        });
    }

    synchronized void predicted(int shuffle, EarlyCopies.Plan plan) {
        with(shuffle, record -> {
            if (plan.fetchSeconds() > 0 && Double.isFinite(plan.fetchSeconds())) {
                record.fetchSeconds = plan.fetchSeconds();
                record.gainSeconds = plan.gainSeconds();
            }
        });
    }

    /** Owners are told to copy more; below 0: they will not copy what they were told. */
    synchronized void planned(int shuffle, long bytes) {
        plannedBytes += bytes;
        with(shuffle, record -> record.plannedBytes += bytes);
    }

    /** A task that reads copied shuffles was launched where most of its copies are to be, or elsewhere. */
    synchronized void placed(Set<Integer> copied, boolean there) {
        tasksThere += there ? 1 : 0;
        tasksElsewhere += there ? 0 : 1;
        copied.forEach(shuffle -> with(shuffle, record -> record.placed(there)));
    }

    /** What an executor has counted of a shuffle so far. */
    synchronized void counted(String executor, int shuffle, long[] totals) {
        if (totals.length == CopyCount.number()) {
            with(shuffle, record -> record.counted.put(executor, totals.clone()));
        }
    }

    /** An executor is gone, and reports no more. */
    synchronized void left(String executor) {
        shuffles.values().forEach(record -> record.left(executor));
    }

    /** Shuffles of which that became. */
    synchronized long count(CopyOutcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    private void with(int shuffle, Consumer<ShuffleRecord> what) {
        ShuffleRecord record = shuffles.get(shuffle);
        if (record != null) {
            what.accept(record);
        }
    }

    /** A stage is going to read these. */
    synchronized void reads(int stage, Set<Integer> read) {
        Set<Integer> known = new HashSet<>(read);
        known.retainAll(shuffles.keySet());
        if (!known.isEmpty()) {
            stages.putIfAbsent(stage, new Reading(known));
            known.forEach(shuffle -> with(shuffle, record -> record.firstReader(stage)));
        }
    }

    /**
     * A task has read, and ended well.
     *
     * @param slots of its executor
     * @param seconds for which it waited for what it fetched
     * @param bytes that it read of shuffles
     */
    synchronized void waited(int stage, String executor, int slots, double seconds, long bytes) {
        Reading reading = stages.get(stage);
        if (reading == null) {
            return;
        }
        reading.seconds += seconds;
        reading.bytes += bytes;
        reading.shuffles.forEach(
                shuffle -> with(shuffle, record -> record.waited(stage, executor, slots, seconds, bytes)));
    }

    /** A stage has ended; where it did not end well, another attempt may follow. */
    synchronized void completed(int stage, boolean successful) {
        Reading reading = successful ? stages.remove(stage) : null;
        if (reading == null || reading.bytes == 0) {
            return;
        }
        List<ShuffleRecord> drawn = new ArrayList<>();
        for (int shuffle : reading.shuffles) {
            with(shuffle, record -> {
                if (record.isCopied() || record.wouldBeCopied()) {
                    drawn.add(record);
                }
            });
        }
        boolean ours = drawn.stream().anyMatch(ShuffleRecord::isCopied);
        boolean stocks = drawn.stream().anyMatch(ShuffleRecord::wouldBeCopied);
        boolean isCanarys = drawn.stream().allMatch(record -> record.isCanarys && record.isReadFirstBy(stage));
        if (ours != stocks && isCanarys) {
            sample(ours, drawn.get(0).canaryShare, reading.seconds / (reading.bytes / 1e9));
        }
    }

    private void sample(boolean ours, double share, double secondsPerGigabyte) {
        if (share != canaryShare) {
            canaryShare = share;
            canary.reset();
        }
        canary.add(ours, secondsPerGigabyte);
    }

    /**
     * All of it, for people.
     *
     * @param counts over all executors
     */
    synchronized CopiesReport report(Mode mode, Map<CopyCount, Long> counts) {
        Map<String, Long> byOutcome = new HashMap<>();
        outcomes.forEach((outcome, number) -> byOutcome.put(outcome.label(), number));
        Map<String, Long> byCount = new HashMap<>();
        counts.forEach((count, number) -> byCount.put(count.label(), number));
        byCount.put(ShuffleRecord.PLANNED, plannedBytes);
        byCount.put(ShuffleRecord.THERE, tasksThere);
        byCount.put(ShuffleRecord.ELSEWHERE, tasksElsewhere);
        List<CopiedShuffle> newest = new ArrayList<>(all());
        Collections.reverse(newest);
        CanaryComparison.Result measured = canary.result();
        return new CopiesReport(
                mode.label(),
                byOutcome,
                byCount,
                measured.samplesOurs() + measured.samplesStock() == 0 ? null : CanaryReport.Measured.of(measured),
                newest);
    }

    private Collection<CopiedShuffle> all() {
        return shuffles.values().stream().map(ShuffleRecord::report).toList();
    }
}
