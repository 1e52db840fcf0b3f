// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

/**
 * Means over a stage's tasks that ended well, and how computing goes with what is read: the straight line through them. While all read the
 * same, as much as one task did says nothing of a byte: all is taken to be fixed.
 *
 * @param seconds from launch to end
 * @param computeSeconds of processor time
 * @param bytes of input, from blocks and from shuffles
 * @param spread sum of the squared differences of the bytes to their mean
 * @param together sum of the products of the differences of bytes and of processor time to their means
 */
public record StageProfile(
        int tasks, double seconds, double computeSeconds, double bytes, double spread, double together) {
    static StageProfile of(double seconds, double computeSeconds, double bytes) {
        return new StageProfile(1, seconds, computeSeconds, bytes, 0, 0);
    }

    StageProfile and(double moreSeconds, double moreComputeSeconds, double moreBytes) {
        double weight = 1.0 / (tasks + 1);
        double difference = moreBytes - bytes;
        double mean = bytes + weight * difference;
        double meanCompute = computeSeconds + weight * (moreComputeSeconds - computeSeconds);
        return new StageProfile(
                tasks + 1,
                seconds + weight * (moreSeconds - seconds),
                meanCompute,
                mean,
                spread + difference * (moreBytes - mean),
                together + difference * (moreComputeSeconds - meanCompute));
    }

    /** Of tasks that compute as many times as long. */
    StageProfile computing(double times) {
        return new StageProfile(tasks, seconds, times * computeSeconds, bytes, spread, times * together);
    }

    /** Processor time of one more byte, at least 0. */
    public double computeSecondsPerByte() {
        double most = bytes > 0 ? computeSeconds / bytes : 0;
        return spread > 0 ? Math.max(0, Math.min(most, together / spread)) : 0;
    }

    /** Processor time of a task that reads nothing. */
    public double fixedSeconds() {
        return computeSeconds - computeSecondsPerByte() * bytes;
    }
}
