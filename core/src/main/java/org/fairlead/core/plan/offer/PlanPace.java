// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

/**
 * Whether a stage's plans keep up with its launches.
 *
 * <p><b>Goals.</b> Where tasks are launched faster than plans are made, these come too late for nearly all of them: they decide nothing and cost the scheduler
 * time. Then the stage is stock's alone.
 *
 * <p><b>Constraints.</b> Tried again after {@value #FIRST_ASIDE_SECONDS} s, then after twice as long each time, {@value #LONGEST_ASIDE_SECONDS} s at most.
 *
 * <p><b>Algorithm.</b> Of {@value #LAUNCHES} launches within a second fewer than one in {@value #ONE_IN} was as planned: aside.
 *
 * <p><b>Example.</b> A thousand executors run tasks of 0.1 s: 40,000 launches a second, 1 % of them planned. After 0.1 s the stage is stock's for a second, after
 * another 0.1 s for two.
 *
 * <p><b>Source.</b> Ours. Not safe for threads.
 */
final class PlanPace {
    static final int LAUNCHES = 4096;
    static final int ONE_IN = 8;
    static final int FIRST_ASIDE_SECONDS = 1;
    static final int LONGEST_ASIDE_SECONDS = 16;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private int launches;
    private int planned;
    private long sinceNanos;
    private long nextSeconds = FIRST_ASIDE_SECONDS;
    private boolean aside;
    private long asideUntilNanos;

    /** A task was launched while plans counted. */
    void launched(boolean asPlanned, long nowNanos) {
        if (launches == 0) {
            sinceNanos = nowNanos;
        }
        launches++;
        planned += asPlanned ? 1 : 0;
        if (launches < LAUNCHES) {
            return;
        }
        if (nowNanos - sinceNanos < SECOND_NANOS && planned < LAUNCHES / ONE_IN) {
            aside = true;
            asideUntilNanos = nowNanos + nextSeconds * SECOND_NANOS;
            nextSeconds = Math.min(2 * nextSeconds, LONGEST_ASIDE_SECONDS);
        } else {
            nextSeconds = FIRST_ASIDE_SECONDS;
        }
        launches = 0;
        planned = 0;
    }

    /** Whether plans are not to be made, nor to count. */
    boolean isAside(long nowNanos) {
        if (aside && nowNanos - asideUntilNanos >= 0) {
            aside = false;
        }
        return aside;
    }
}
