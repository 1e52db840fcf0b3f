// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/**
 * When a figure stops counting.
 *
 * @param lateAfterNanos age from which a report counts as missed
 * @param unknownAfterNanos age from which nothing is known any more
 * @param mostUnknown the largest share of a decision's candidates, 0 to 1, that may be unknown; above it stock decides
 */
public record Staleness(long lateAfterNanos, long unknownAfterNanos, double mostUnknown) {
    private static final double MOST_UNKNOWN = 0.2;

    /** Of reports each second: late after 1.5 s, unknown after 3 s, stock above a fifth. */
    public static final Staleness STANDARD = reportedEvery(1_000_000_000L);

    public Staleness {
        if (lateAfterNanos <= 0 || unknownAfterNanos < lateAfterNanos) {
            throw new IllegalArgumentException(
                    "0 < late (" + lateAfterNanos + " ns) <= unknown (" + unknownAfterNanos + " ns) is expected");
        }
        if (!(mostUnknown >= 0 && mostUnknown <= 1)) {
            throw new IllegalArgumentException("the share " + mostUnknown + " is not between 0 and 1");
        }
    }

    /**
     * The rule for sources that report at an interval: late after one and a half, and never within half a second of when it is
     * due; unknown after three, and never before 3 s.
     */
    public static Staleness reportedEvery(long intervalNanos) {
        long late = intervalNanos + Math.max(intervalNanos / 2, 500_000_000L);
        long unknown = Math.max(3 * intervalNanos, 3_000_000_000L);
        return new Staleness(late, unknown, MOST_UNKNOWN);
    }

    public Freshness of(long ageNanos) {
        if (ageNanos >= unknownAfterNanos) {
            return Freshness.UNKNOWN;
        }
        return ageNanos >= lateAfterNanos ? Freshness.LATE : Freshness.FRESH;
    }
}
