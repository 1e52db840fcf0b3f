// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.OptionalDouble;

/**
 * How long a task takes, by how fast it has read its input so far.
 *
 * <p><b>Goals.</b> To know when a slot becomes free early enough to fetch the input of whoever comes next.
 *
 * <p><b>Constraints.</b> The task reads its input from one end to the other and does with each byte about the same. Nothing but the samples of this task. Constant memory.
 *
 * <p><b>Algorithm.</b> T = α·I + β by least squares over the samples: T time since the task began, I bytes read by then. The task is predicted to take T at the size of its input. That is stable when the last two samples in a row
 * changed it by less than {@value #STABLE_SHARE} of itself. Ours: where no line with a rising time can be drawn (one sample, always the same bytes, times that fall), β is 0 and α the last sample's time by byte. Without
 * any byte read, or input, nothing is predicted. A prediction is never less than what has passed already.
 *
 * <p><b>Example.</b> 64 MB of input; 16 MB are read after 3 s, 32 MB after 5 s: α is 1/8 s per MB, β 1 s, and T is 9 s. After one sample it was 12 s, a third more: not stable. With 48 MB after 7 s it stays 9 s: stable.
 *
 * <p><b>Source.</b> FlexFetch, section III-A. What a threshold is compared with is not said there.
 */
public final class ProgressModel {
    /** Of a prediction, by which the next may differ. */
    static final double STABLE_SHARE = 0.05;

    private final long inputBytes;
    private long samples;
    private double meanBytes;
    private double meanNanos;
    /** Sums of the products of what samples differ from the means. */
    private double bytesByBytes;

    private double bytesByNanos;
    private long lastBytes;
    private long lastNanos;
    private OptionalDouble predicted = OptionalDouble.empty();
    private boolean stable;

    /** @param inputBytes all that the task will read */
    public ProgressModel(long inputBytes) {
        if (inputBytes < 0) {
            throw new IllegalArgumentException("at least 0 bytes of input are expected, not " + inputBytes);
        }
        this.inputBytes = inputBytes;
    }

    /**
     * The task is so far.
     *
     * @param bytesRead of its input; below 0 counts as 0
     * @param elapsedNanos since it began; below 0 counts as 0
     */
    public void sample(long bytesRead, long elapsedNanos) {
        lastBytes = Math.max(0, bytesRead);
        lastNanos = Math.max(0, elapsedNanos);
        samples++;
        double bytesOff = lastBytes - meanBytes;
        meanBytes += bytesOff / samples;
        meanNanos += (lastNanos - meanNanos) / samples;
        bytesByBytes += bytesOff * (lastBytes - meanBytes);
        bytesByNanos += bytesOff * (lastNanos - meanNanos);
        OptionalDouble before = predicted;
        predicted = whole();
        stable = before.isPresent()
                && predicted.isPresent()
                && Math.abs(predicted.getAsDouble() - before.getAsDouble()) < STABLE_SHARE * predicted.getAsDouble();
    }

    private OptionalDouble whole() {
        if (inputBytes == 0 || !(nanosPerByte() > 0)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.max((double) lastNanos, nanosPerByte() * inputBytes + overheadNanos()));
    }

    /** α; 0 while no byte is read. */
    public double nanosPerByte() {
        if (hasLine()) {
            return bytesByNanos / bytesByBytes;
        }
        return lastBytes == 0 ? 0 : (double) lastNanos / lastBytes;
    }

    /** β, which may be below 0. */
    public double overheadNanos() {
        return hasLine() ? meanNanos - nanosPerByte() * meanBytes : 0;
    }

    private boolean hasLine() {
        return bytesByBytes > 0 && bytesByNanos > 0;
    }

    /** How long the task takes as a whole, in nanoseconds since it began; empty where no sample says it. */
    public OptionalDouble predictedNanos() {
        return predicted;
    }

    /** Whether the last two predictions are about the same. */
    public boolean isStable() {
        return stable;
    }
}
