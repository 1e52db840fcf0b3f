// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/**
 * How often plans are made, and how much of a processor they may take: a quarter, and a 64th while nothing loads the network, since then nobody waits for plans.
 * Whoever drives an {@link ApplicationPlanner} keeps to it. Nanoseconds.
 */
public final class PlanningIntervals {
    /** Between two looks at whether there is anything to be kept away from. */
    public static final long CONTENTION_EVERY_NANOS = 50_000_000;
    /** Between two looks at the stages while plans are awaited. */
    public static final long EVERY_NANOS = 10_000_000;
    /** While there is nothing to plan, or nobody waits for it; a stage that is new is planned at once, if the planner has rested. */
    public static final long UNHURRIED_EVERY_NANOS = 250_000_000;

    private static final long LONGEST_PASS_NANOS = 25_000_000;
    private static final long FIRST_PASS_NANOS = 8_000_000;
    private static final int REST_BY_WORK = 3;
    private static final int REST_WHILE_UNCONTENDED = 63;

    private PlanningIntervals() {}

    /**
     * For how long a plan may be worked at; what is not planned by then is planned later.
     *
     * @param hasPlan whether the stage has one; its slots wait for the first
     */
    public static long passNanos(boolean hasPlan) {
        return hasPlan ? LONGEST_PASS_NANOS : FIRST_PASS_NANOS;
    }

    /** For how many times as long as it has worked the planner rests. */
    public static int restByWork(boolean uncontended) {
        return uncontended ? REST_WHILE_UNCONTENDED : REST_BY_WORK;
    }

    /** @param awaited whether anybody waits for plans */
    public static long pauseNanos(boolean awaited) {
        return awaited ? EVERY_NANOS : UNHURRIED_EVERY_NANOS;
    }
}
