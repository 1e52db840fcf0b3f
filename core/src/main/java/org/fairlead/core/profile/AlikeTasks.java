// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Optional;

/** A stage's tasks that were the first on their host, or those that were not: they are compared with one another. Not safe for threads. */
final class AlikeTasks {
    private static final int USUALLY_KEPT = 31;
    private static final int FEWEST = 3;
    private static final long LONGEST_NANOS = 3_600_000_000_000L;

    private final RecentSamples seconds = new RecentSamples(USUALLY_KEPT, LONGEST_NANOS);
    private final RecentSamples bytes = new RecentSamples(USUALLY_KEPT, LONGEST_NANOS);
    private final RecentSamples waiting = new RecentSamples(USUALLY_KEPT, LONGEST_NANOS);
    private Optional<Usual> usual = Optional.empty();
    private long usualNanos;

    void ended(double taskSeconds, double waitingSeconds, double taskBytes, long nowNanos) {
        seconds.add(taskSeconds, nowNanos);
        waiting.add(waitingSeconds, nowNanos);
        bytes.add(taskBytes, nowNanos);
        usual = Optional.empty();
    }

    /** Empty while too few have ended. */
    Optional<Usual> usual(long nowNanos) {
        if (usual.isEmpty() || usualNanos != nowNanos) {
            RecentSamples.Median median = seconds.median(nowNanos);
            usual = median.figures() < FEWEST
                    ? Optional.empty()
                    : Optional.of(new Usual(
                            median.value(),
                            waiting.median(nowNanos).value(),
                            bytes.median(nowNanos).value()));
            usualNanos = nowNanos;
        }
        return usual;
    }

    /**
     * Medians of a stage's last tasks.
     *
     * @param seconds without waiting for what comes from other hosts
     * @param waitingSeconds for that
     * @param bytes of input
     */
    record Usual(double seconds, double waitingSeconds, double bytes) {
        /** Logarithm of how many times as long a task took; one that reads more may take as much longer. */
        double longer(double taskSeconds, double taskBytes) {
            double more = bytes > 0 && taskBytes > bytes ? taskBytes / bytes : 1;
            return Math.log(
                    (taskSeconds / more + HostPaces.UNNOTICED_SECONDS) / (seconds + HostPaces.UNNOTICED_SECONDS));
        }

        /** What a task takes that takes so much longer, by the logarithm. */
        double secondsOf(double longer) {
            return (seconds + HostPaces.UNNOTICED_SECONDS) * Math.exp(longer) - HostPaces.UNNOTICED_SECONDS;
        }

        /** Share of a task that is not forgotten: longer ones are remembered for longer. */
        double kept(double ageSeconds) {
            double fully = Math.max(HostPaces.FULLY_SECONDS, seconds);
            double remembered = fully * HostPaces.REMEMBERED_SECONDS / HostPaces.FULLY_SECONDS;
            return Math.max(0, Math.min(1, (remembered - Math.max(0, ageSeconds)) / (remembered - fully)));
        }
    }
}
