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
 * input, or where none had any, the median time of ended tasks. Where none has ended, its own model, stable or not. A model says when the input is read; what comes after that is the median of the ended tasks of which both is known. From the
 * moment at which a task has read all, that counts in place of its model. What has passed already is passed: an end is predicted for now at the earliest. Of each task the first
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

    private static final long NEVER = Long.MIN_VALUE;

    /** @param afterInputNanos from when it had read all to its end; {@link #NEVER} where that is not known */
    private record Ended(long inputBytes, long nanos, long afterInputNanos) {}

    private record OfEnded(OptionalDouble nanosPerByte, OptionalDouble nanos, double afterInputNanos) {}

    private static final class Running {
        private final long inputBytes;
        private final long startNanos;
        private final ProgressModel model;
        private long allReadNanos = NEVER;
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

    /** A running task has read all its input, which was at that time. The first such time counts; of others nothing is noted. */
    public void allRead(long task, long atNanos) {
        Running known = running.get(task);
        if (known != null && known.allReadNanos == NEVER) {
            known.allReadNanos = atNanos;
        }
    }

    /** A task has ended well. */
    public void ended(long task, long nowNanos) {
        Running known = running.remove(task);
        if (known == null) {
            return;
        }
        medians = null;
        long afterInput = known.allReadNanos == NEVER ? NEVER : Math.max(0, nowNanos - known.allReadNanos);
        ended.addLast(new Ended(known.inputBytes, Math.max(0, nowNanos - known.startNanos), afterInput));
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
        OptionalDouble nanos = predictedNanos(known);
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

    /** Since its launch. */
    private OptionalDouble predictedNanos(Running task) {
        double afterInput = medians().afterInputNanos;
        if (task.allReadNanos != NEVER) {
            return OptionalDouble.of(task.allReadNanos - task.startNanos + afterInput);
        }
        OptionalDouble ofStage = task.model.isStable() ? OptionalDouble.empty() : predictedNanos(task.inputBytes);
        OptionalDouble own = task.model.predictedNanos();
        return ofStage.isPresent() || own.isEmpty() ? ofStage : OptionalDouble.of(own.getAsDouble() + afterInput);
    }

    /** The last time there is where a task takes longer than can be told. */
    private static long later(long startNanos, double nanos) {
        long end = startNanos + (long) nanos;
        return end < startNanos ? Long.MAX_VALUE : end;
    }

    /** How long a task that has not begun will take, by those that have ended; empty if none has. */
    public OptionalDouble predictedNanos(long inputBytes) {
        OfEnded known = medians();
        return inputBytes > 0 && known.nanosPerByte().isPresent()
                ? OptionalDouble.of(known.nanosPerByte().getAsDouble() * inputBytes)
                : known.nanos();
    }

    private OfEnded medians() {
        if (medians == null) {
            medians = new OfEnded(
                    Medians.of(ended.stream()
                            .filter(task -> task.inputBytes() > 0)
                            .mapToDouble(task -> (double) task.nanos() / task.inputBytes())
                            .toArray()),
                    Medians.of(ended.stream().mapToDouble(Ended::nanos).toArray()),
                    Medians.of(ended.stream()
                                    .filter(task -> task.afterInputNanos() != NEVER)
                                    .mapToDouble(Ended::afterInputNanos)
                                    .toArray())
                            .orElse(0));
        }
        return medians;
    }

    /** By how much the predictions of tasks that have ended were wrong. */
    public PredictionErrors errors() {
        return errors;
    }
}
