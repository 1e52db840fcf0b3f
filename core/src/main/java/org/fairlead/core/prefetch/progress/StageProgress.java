// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When the tasks of a stage end: those that run, and how long those will take that have not begun.
 *
 * <p><b>Goals.</b> A time for each running task as soon as anything is known of it, and to know how far such times are off.
 *
 * <p><b>Constraints.</b> Nothing but what tasks have read, when they began and when they ended. The newest {@value #KEPT} ended tasks count.
 *
 * <p><b>Algorithm.</b> By its own {@link ProgressModel}, once that is stable. Until then by the stage: the median time by byte of the ended tasks that had input, times the task's bytes; for a task without
 * input, or where none had any, the median time of ended tasks. Where none has ended, its own model, stable or not. What has passed already is passed: an end is predicted for now at the earliest. Of each task the first
 * prediction is kept, and compared with its end.
 *
 * <p><b>Example.</b> Tasks of 32 and 64 MB have ended after 4 and 8 s: 1/8 s per MB. One of 16 MB that began at 10 s ends at 12 s. At 13 s it still runs, and is predicted to end at 13 s.
 *
 * <p><b>Source.</b> The model of a task: FlexFetch, section III-A. What stands in for it while it is not stable is ours.
 */
public final class StageProgress {
    private static final int KEPT = 256;

    private final Map<Long, Running> running = new HashMap<>();
    private final Deque<Ended> ended = new ArrayDeque<>();
    private final PredictionErrors errors = new PredictionErrors();

    /** Null where a task has ended since they were computed. */
    private OfEnded medians;

    private record Ended(long inputBytes, long nanos) {}

    private record OfEnded(OptionalDouble nanosPerByte, OptionalDouble nanos) {}

    private static final class Running {
        private final long inputBytes;
        private final long startNanos;
        private final ProgressModel model;
        private boolean predicted;
        private long predictedNanos;
        private long madeAtNanos;

        private Running(long inputBytes, long startNanos) {
            this.inputBytes = inputBytes;
            this.startNanos = startNanos;
            model = new ProgressModel(inputBytes);
        }
    }

    /**
     * A task begins; one of the same number that ran is forgotten.
     *
     * @param task a number that is its own in the stage
     */
    public void started(long task, long inputBytes, long nowNanos) {
        running.put(task, new Running(inputBytes, nowNanos));
    }

    /** A running task has read so much of its input. Of others nothing is noted. */
    public void read(long task, long bytesRead, long nowNanos) {
        Running known = running.get(task);
        if (known != null) {
            known.model.sample(bytesRead, nowNanos - known.startNanos);
        }
    }

    /** A task has ended well. */
    public void ended(long task, long nowNanos) {
        Running known = running.remove(task);
        if (known == null) {
            return;
        }
        medians = null;
        ended.addLast(new Ended(known.inputBytes, Math.max(0, nowNanos - known.startNanos)));
        if (ended.size() > KEPT) {
            ended.removeFirst();
        }
        if (known.predicted) {
            errors.add(known.madeAtNanos, known.predictedNanos, nowNanos);
        }
    }

    /** A task was lost or killed: it says nothing of others. */
    public void lost(long task) {
        running.remove(task);
    }

    /** When a running task ends, at the earliest now; empty if it does not run or nothing is known of its like. */
    public OptionalLong predictedEndNanos(long task, long nowNanos) {
        Running known = running.get(task);
        if (known == null) {
            return OptionalLong.empty();
        }
        OptionalDouble nanos = known.model.predictedNanos();
        if (!known.model.isStable()) {
            OptionalDouble ofStage = predictedNanos(known.inputBytes);
            nanos = ofStage.isPresent() ? ofStage : nanos;
        }
        if (nanos.isEmpty()) {
            return OptionalLong.empty();
        }
        long end = Math.max(nowNanos, later(known.startNanos, nanos.getAsDouble()));
        if (!known.predicted) {
            known.predicted = true;
            known.predictedNanos = end;
            known.madeAtNanos = nowNanos;
        }
        return OptionalLong.of(end);
    }

    /** The last time there is where a task takes longer than can be told. */
    private static long later(long startNanos, double nanos) {
        long end = startNanos + (long) nanos;
        return end < startNanos ? Long.MAX_VALUE : end;
    }

    /** How long a task that has not begun will take, by those that have ended; empty if none has. */
    public OptionalDouble predictedNanos(long inputBytes) {
        if (medians == null) {
            medians = new OfEnded(
                    Medians.of(ended.stream()
                            .filter(task -> task.inputBytes() > 0)
                            .mapToDouble(task -> (double) task.nanos() / task.inputBytes())
                            .toArray()),
                    Medians.of(ended.stream().mapToDouble(Ended::nanos).toArray()));
        }
        return inputBytes > 0 && medians.nanosPerByte().isPresent()
                ? OptionalDouble.of(medians.nanosPerByte().getAsDouble() * inputBytes)
                : medians.nanos();
    }

    /** By how much the predictions of tasks that have ended were wrong. */
    public PredictionErrors errors() {
        return errors;
    }
}
