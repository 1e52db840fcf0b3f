// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When the tasks of a stage end: those that run, and how long those will take that have not begun.
 *
 * <p><b>Goals.</b> A time for each running task as soon as anything is known of it, and to know how far such times are off.
 *
 * <p><b>Constraints.</b> Nothing but what tasks have read, where that lay, when they began and when they ended. The newest {@value #KEPT} ended tasks count.
 *
 * <p><b>Algorithm.</b> By its own {@link ProgressModel}, once that is stable. Until then as the policy predicted at its launch, which knows the task's source, corrected by what ended tasks took that were predicted to take so long ({@link PredictionCorrection}): a line through those of the application, and how far from it the stage's lie, or, where none of these has ended, the first ones of other stages. Where nothing was predicted, or none such has ended, by the stage: the median time by byte of the ended tasks that had input, times the task's bytes; for a task without
 * input, or where none had any, the median time of ended tasks. Of tasks with input on their host and of those that fetched all of it there is a median each, where such have ended; else what those that run are predicted to take by their own models stands in, else all that have ended. A task of whose input a part is
 * missing takes what lies between in proportion. Where none has ended, its own model counts, stable or not. A model says when the input is read; what comes after that is the median of the ended tasks of which both is known. From the
 * moment at which a task has read all, that counts in place of its model, once it is known what comes after. A sample counts once: one that is told again says nothing new, and makes no model stable. Who should have ended by now is taken to need as long again as it is late: those that are late are the slow ones. Of each task the first
 * prediction is kept, and compared with its end.
 *
 * <p><b>Example.</b> Tasks of 32 and 64 MB have ended after 4 and 8 s: 1/8 s per MB. One of 16 MB that began at 10 s ends at 12 s. At 13 s it still runs, and is predicted to end at 14 s.
 *
 * <p><b>Source.</b> The model of a task: FlexFetch, section III-A. What stands in for it while it is not stable is ours.
 */
public final class StageProgress {
    /** Of input of which nobody knows where it lies. */
    public static final double UNKNOWN_SHARE = TaskTimes.UNKNOWN_SHARE;

    private static final int KEPT = 256;
    private static final long NEVER = Long.MIN_VALUE;

    private final Map<Long, Running> running = new HashMap<>();
    private final Deque<Ended> ended = new ArrayDeque<>();
    private final PredictionErrors errors;

    /** Null where a task has ended since it was computed. */
    private OptionalDouble afterInput;

    private final PredictionCorrection ofStage = new PredictionCorrection();
    private final PredictionCorrection ofAll;
    /** Null where anything has happened since they were computed. */
    private TaskTimes times;

    /** @param afterInputNanos from when it had read all to its end; {@link #NEVER} where that is not known */
    private record Ended(TaskTimes.Sample took, long afterInputNanos) {}

    private static final class Running {
        private final long inputBytes;
        private final double missingShare;
        private final double expectedNanos;
        private final boolean first;
        private final long startNanos;
        private final ProgressModel model;
        private long readNanos = NEVER;
        private long allReadNanos = NEVER;
        private boolean predicted;
        private long predictedNanos;
        private long madeAtNanos;

        private Running(long inputBytes, double missingShare, double expectedNanos, boolean first, long startNanos) {
            this.inputBytes = inputBytes;
            this.missingShare = missingShare;
            this.expectedNanos = expectedNanos;
            this.first = first;
            this.startNanos = startNanos;
            model = new ProgressModel(inputBytes);
        }
    }

    /** Nothing is known of other stages. */
    public StageProgress() {
        this(new PredictionCorrection());
    }

    /** @param ofAll tasks of the application, those of this stage are added: what counts while none of this stage has ended */
    public StageProgress(PredictionCorrection ofAll) {
        this(ofAll, new PredictionErrors());
    }

    /**
     * @param ofAll tasks of the application, those of this stage are added
     * @param errors to which those of this stage's predictions are added
     */
    public StageProgress(PredictionCorrection ofAll, PredictionErrors errors) {
        this.ofAll = ofAll;
        this.errors = errors;
    }

    /**
     * A task begins of which nobody knows where its input lies; one of the same number that ran is forgotten.
     *
     * @param task a number that is its own in the stage
     */
    public void started(long task, long inputBytes, long nowNanos) {
        started(task, inputBytes, UNKNOWN_SHARE, Double.NaN, nowNanos);
    }

    /**
     * The same where more is known.
     *
     * @param missingShare of its input that is neither on its host's disks nor in its memory, from 0 to 1; {@link #UNKNOWN_SHARE}
     * @param expectedSeconds from its launch to its end, as its policy predicted; NaN where it did not
     */
    public void started(long task, long inputBytes, double missingShare, double expectedSeconds, long nowNanos) {
        times = null;
        running.put(task, new Running(inputBytes, missingShare, expectedSeconds * 1e9, ended.isEmpty(), nowNanos));
    }

    /**
     * A running task has read so much of its input; once that is all, {@link #allRead} has happened. Of others nothing is noted, nor of what was so no later than the sample before.
     *
     * @param atNanos when that was so
     */
    public void read(long task, long bytesRead, long atNanos) {
        Running known = running.get(task);
        if (known == null || (known.readNanos != NEVER && atNanos <= known.readNanos)) {
            return;
        }
        times = null;
        known.readNanos = atNanos;
        known.model.sample(bytesRead, atNanos - known.startNanos);
        if (known.inputBytes > 0 && bytesRead >= known.inputBytes) {
            allRead(task, atNanos);
        }
    }

    /** A running task has read all its input, which was at that time. The first such time counts; of others nothing is noted. */
    public void allRead(long task, long atNanos) {
        Running known = running.get(task);
        if (known != null && known.allReadNanos == NEVER) {
            times = null;
            known.allReadNanos = atNanos;
        }
    }

    /** A task has ended well. */
    public void ended(long task, long nowNanos) {
        Running known = running.remove(task);
        if (known == null) {
            return;
        }
        times = null;
        afterInput = null;
        long took = Math.max(0, nowNanos - known.startNanos);
        long after = known.allReadNanos == NEVER ? NEVER : Math.max(0, nowNanos - known.allReadNanos);
        ofStage.add(known.missingShare, known.first, known.expectedNanos, (double) took);
        ofAll.add(known.missingShare, known.first, known.expectedNanos, (double) took);
        ended.addLast(new Ended(new TaskTimes.Sample(known.inputBytes, took, known.missingShare), after));
        if (ended.size() > KEPT) {
            ended.removeFirst();
        }
        if (known.predicted) {
            errors.add(known.madeAtNanos, known.predictedNanos, nowNanos);
        }
    }

    /** A task was lost or killed: it says nothing of others. */
    public void lost(long task) {
        if (running.remove(task) != null) {
            times = null;
        }
    }

    /** When a running task ends, now at the earliest; empty if it does not run or nothing is known of its like. */
    public OptionalLong predictedEndNanos(long task, long nowNanos) {
        Running known = running.get(task);
        if (known == null) {
            return OptionalLong.empty();
        }
        OptionalDouble own = own(known);
        boolean counts = known.allReadNanos == NEVER
                ? known.model.isStable()
                : afterInputNanos().isPresent();
        OptionalDouble others = counts ? OptionalDouble.empty() : byOthers(known);
        OptionalDouble nanos = others.isPresent() ? others : own;
        if (nanos.isEmpty()) {
            return OptionalLong.empty();
        }
        long expected = later(known.startNanos, nanos.getAsDouble());
        long end = expected < nowNanos ? later(nowNanos, (double) nowNanos - expected) : expected;
        if (!known.predicted) {
            known.predicted = true;
            known.predictedNanos = end;
            known.madeAtNanos = nowNanos;
        }
        return OptionalLong.of(end);
    }

    /** By what its policy predicted and others took, since it began. */
    private OptionalDouble byOthers(Running task) {
        OptionalDouble corrected = corrected(task.expectedNanos, task.missingShare, task.first);
        return corrected.isPresent() ? corrected : predictedNanos(task.inputBytes, task.missingShare);
    }

    /** By the line of all tasks, and how far from it this stage's lie; empty where nothing was predicted, or nothing has ended that was. */
    private OptionalDouble corrected(double predictedNanos, double missingShare, boolean first) {
        if (Double.isNaN(predictedNanos)) {
            return OptionalDouble.empty();
        }
        double slope = ofAll.slope(missingShare);
        OptionalDouble intercept = ofStage.intercept(missingShare, first, slope);
        if (intercept.isEmpty()) {
            intercept = ofAll.intercept(missingShare, true, slope);
        }
        return intercept.isEmpty()
                ? intercept
                : OptionalDouble.of(Math.max(0, slope * predictedNanos + intercept.getAsDouble()));
    }

    /**
     * What its tasks take that their policy predicts to take so long, in seconds, while none has ended: as those of other stages; empty where nothing says, and as soon as one has ended.
     *
     * @param missingShare of a task's input when it begins, from 0 to 1; {@link #UNKNOWN_SHARE}
     */
    public OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
        if (!ended.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble nanos = corrected(predictedSeconds * 1e9, missingShare, true);
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
    }

    /** By what is known of a task itself, since it began. */
    private OptionalDouble own(Running task) {
        if (task.allReadNanos != NEVER) {
            return OptionalDouble.of(
                    task.allReadNanos - task.startNanos + afterInputNanos().orElse(0));
        }
        OptionalDouble reading = task.model.predictedNanos();
        return reading.isEmpty()
                ? reading
                : OptionalDouble.of(reading.getAsDouble() + afterInputNanos().orElse(0));
    }

    /** Empty as long as nothing is known. */
    private OptionalDouble afterInputNanos() {
        if (afterInput == null) {
            afterInput = Medians.of(ended.stream()
                    .filter(task -> task.afterInputNanos() != NEVER)
                    .mapToDouble(Ended::afterInputNanos)
                    .toArray());
        }
        return afterInput;
    }

    /** The last time there is where a task takes longer than can be told. */
    private static long later(long startNanos, double nanos) {
        long end = startNanos + (long) nanos;
        return end < startNanos ? Long.MAX_VALUE : end;
    }

    /** How long a task that has not begun will take, wherever its input lies; empty if nothing is known of its like. */
    public OptionalDouble predictedNanos(long inputBytes) {
        return predictedNanos(inputBytes, UNKNOWN_SHARE);
    }

    /**
     * The same of one of which it is known.
     *
     * @param missingShare of its input when it begins, from 0 to 1
     */
    public OptionalDouble predictedNanos(long inputBytes, double missingShare) {
        if (times == null) {
            List<TaskTimes.Sample> predicted = new ArrayList<>();
            for (Running task : running.values()) {
                own(task)
                        .ifPresent(nanos ->
                                predicted.add(new TaskTimes.Sample(task.inputBytes, nanos, task.missingShare)));
            }
            times = new TaskTimes(ended.stream().map(Ended::took).toList(), predicted);
        }
        return times.nanos(inputBytes, missingShare);
    }

    /** By how much the predictions of tasks that have ended were wrong. */
    public PredictionErrors errors() {
        return errors;
    }
}
