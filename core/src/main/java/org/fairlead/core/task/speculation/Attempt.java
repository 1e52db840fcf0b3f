// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

/**
 * A running attempt at a task, as its scheduler knows it from reports.
 *
 * @param task its number in the set
 * @param host that it runs on
 * @param launchedNanos when it was launched
 * @param progress share of it that is done, 0 to 1, as last reported
 * @param attempts that run of this task, this one included
 * @param bytesRead of its input, as last reported
 * @param bytesPerSecond at which it reads, as last reported
 * @param waits what it waits for
 * @param launches of this task so far, those that ended or were killed included
 */
public record Attempt(
        int task,
        int host,
        long launchedNanos,
        double progress,
        int attempts,
        double bytesRead,
        double bytesPerSecond,
        Waits waits,
        int launches) {
    /** Of a task of which no attempt has ended. */
    public Attempt(
            int task,
            int host,
            long launchedNanos,
            double progress,
            int attempts,
            double bytesRead,
            double bytesPerSecond,
            Waits waits) {
        this(task, host, launchedNanos, progress, attempts, bytesRead, bytesPerSecond, waits, attempts);
    }

    /** Seconds since it was launched. */
    double ageSeconds(long nowNanos) {
        return (nowNanos - launchedNanos) / 1e9;
    }

    /** Seconds until it ends at the pace it had so far: (1 − progress) / (progress / age); infinite without progress. */
    double secondsLeft(long nowNanos) {
        if (progress >= 1) {
            return 0;
        }
        return progress <= 0 ? Double.POSITIVE_INFINITY : (1 - progress) / progress * ageSeconds(nowNanos);
    }

    /** What holds an attempt up. */
    public enum Waits {
        /** It computes, or nobody knows. */
        NOT,
        /** Its input's network or disk is busy with others' bytes: another attempt would wait there too. */
        FOR_CONTENDED_INPUT,
        /** Tasks whose output it reads have not ended. */
        FOR_EARLIER_TASKS
    }
}
