// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.spark.shuffle.CopyCount;

/** What is kept of one shuffle for people. Under the lock of {@link CopyRecords}. */
final class ShuffleRecord {
    /** What owners were told to copy, among what executors count. */
    static final String PLANNED = "bytes.planned";
    /** Tasks that were launched where most of their copies were to be, likewise. */
    static final String THERE = "tasks.there";
    /** Tasks that were launched elsewhere although they had copies. */
    static final String ELSEWHERE = "tasks.elsewhere";

    private static final int NOBODY = -1;

    private final int shuffle;
    private final int maps;
    /** By executor that is there, in the order of {@link CopyCount}. */
    final Map<String, long[]> counted = new HashMap<>();
    /** Of those that are gone, all together. */
    private final long[] countedByGone = new long[CopyCount.number()];

    String mode = "";
    String outcome = "";
    boolean isCanarys;
    double canaryShare;
    int repeated;
    long plannedBytes;
    Double fetchSeconds;
    Double gainSeconds;

    private int reader = NOBODY;
    private long tasksThere;
    private long tasksElsewhere;
    private long tasks;
    private long bytes;
    private double seconds;
    /** By executor that is there, of its slots in the mean. */
    private final Map<String, Double> slotSeconds = new HashMap<>();
    /** Of the one that is gone whose slots waited longest. */
    private double longestOfGone;

    ShuffleRecord(int shuffle, int maps) {
        this.shuffle = shuffle;
        this.maps = maps;
    }

    boolean isCopied() {
        return outcome.equals(CopiedShuffle.COPIED);
    }

    boolean wouldBeCopied() {
        return outcome.equals(CopiedShuffle.OBSERVED);
    }

    /** Copies are for the first stage that reads; another one changes nothing. */
    void firstReader(int stage) {
        reader = reader == NOBODY ? stage : reader;
    }

    boolean isReadFirstBy(int stage) {
        return reader == stage;
    }

    void placed(boolean there) {
        tasksThere += there ? 1 : 0;
        tasksElsewhere += there ? 0 : 1;
    }

    void waited(int stage, String executor, int slots, double secondsOfTask, long bytesOfTask) {
        if (isReadFirstBy(stage)) {
            tasks++;
            bytes += bytesOfTask;
            seconds += secondsOfTask;
            slotSeconds.merge(executor, secondsOfTask / Math.max(1, slots), Double::sum);
        }
    }

    /** An executor is gone: what is known of it stays, in a sum. */
    void left(String executor) {
        long[] totals = counted.remove(executor);
        for (int place = 0; totals != null && place < totals.length; place++) {
            countedByGone[place] += totals[place];
        }
        Double waited = slotSeconds.remove(executor);
        longestOfGone = Math.max(longestOfGone, waited == null ? 0 : waited);
    }

    CopiedShuffle report() {
        Map<String, Long> counts = new HashMap<>();
        counts.put(PLANNED, plannedBytes);
        counts.put(THERE, tasksThere);
        counts.put(ELSEWHERE, tasksElsewhere);
        for (CopyCount count : CopyCount.values()) {
            long sum = count.in(countedByGone)
                    + counted.values().stream().mapToLong(count::in).sum();
            if (sum > 0) {
                counts.put(count.label(), sum);
            }
        }
        double longest =
                slotSeconds.values().stream().mapToDouble(Double::doubleValue).reduce(longestOfGone, Math::max);
        return new CopiedShuffle(
                shuffle,
                mode,
                outcome,
                maps,
                repeated,
                counts,
                fetchSeconds,
                gainSeconds,
                tasks == 0 ? null : new CopiedShuffle.FetchWait(tasks, bytes, seconds, longest));
    }
}
