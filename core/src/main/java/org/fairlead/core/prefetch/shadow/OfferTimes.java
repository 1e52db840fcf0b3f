// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/**
 * When an executor's free slots are offered, and to how many tasks at once. Times are seconds from the look-ahead's beginning, hosts go by index. Immutable.
 */
public final class OfferTimes {
    /**
     * Spark's: a slot is offered as soon as it is free, all are when tasks become pending, and again each second. A round gives each executor one task after the other.
     */
    public static final OfferTimes AT_ONCE = new OfferTimes(0, 1, (host, seconds) -> seconds);

    private static final double REVIVE_SECONDS = 1;

    /** 0 where executors do not ask by themselves. */
    private final double intervalSeconds;

    private final int launches;
    private final Beats beats;

    /** When hosts ask for tasks. */
    @FunctionalInterface
    public interface Beats {
        /** The first time at which a host asks, not before that one. The same for all times between two of them. */
        double from(int host, double seconds);
    }

    private OfferTimes(double intervalSeconds, int launches, Beats beats) {
        this.intervalSeconds = intervalSeconds;
        this.launches = launches;
        this.beats = beats;
    }

    /**
     * Hadoop's: a host asks with its heartbeats, and tells with them which of its tasks have ended.
     *
     * @param intervalSeconds between two of a host
     * @param launches that one brings at most
     * @throws IllegalArgumentException if the interval is not above 0, or there is no launch
     */
    public static OfferTimes heartbeats(double intervalSeconds, int launches, Beats beats) {
        if (!(intervalSeconds > 0) || launches < 1) {
            throw new IllegalArgumentException(
                    "heartbeats more than 0 s apart with at least 1 launch are expected, not " + intervalSeconds
                            + " s and " + launches);
        }
        return new OfferTimes(intervalSeconds, launches, beats);
    }

    /** The first offer of a host's free slots that is not before a time; also when it is known that a task has ended which ends at that time. */
    public double from(int host, double seconds) {
        return beats.from(host, seconds);
    }

    /** The offer after the one of that time, if slots are free still. */
    public double next(int host, double seconds) {
        return beats.from(host, seconds + intervalSeconds / 2);
    }

    /** Tasks that one offer gets at most. */
    public int launches() {
        return launches;
    }

    /** Whether executors are offered whenever there is a reason to, and not at times of their own. */
    public boolean isAtOnce() {
        return intervalSeconds == 0;
    }

    /** For how long slots that nobody wanted are not offered at most; then with the first offer not before. */
    double againSeconds() {
        return isAtOnce() ? REVIVE_SECONDS : intervalSeconds / 2;
    }

    /** Seconds between two heartbeats of a host; 0 where executors have none. */
    double secondsBetweenHeartbeats() {
        return intervalSeconds;
    }

    /** Least seconds between two launches on a host. */
    double secondsBetweenLaunches() {
        return intervalSeconds / launches;
    }
}
