package org.fairlead.core.view;

/**
 * When a figure stops counting.
 *
 * @param lateAfterNanos age from which a report counts as missed
 * @param unknownAfterNanos age from which nothing is known any more
 * @param mostUnknown the largest share of a decision's candidates, 0 to 1, that may be unknown; above it stock decides
 */
public record Staleness(long lateAfterNanos, long unknownAfterNanos, double mostUnknown) {
    /** Missed after two reports of a second, unknown after three, stock above a fifth. */
    public static final Staleness STANDARD = new Staleness(2_000_000_000L, 3_000_000_000L, 0.2);

    public Staleness {
        if (lateAfterNanos <= 0 || unknownAfterNanos < lateAfterNanos) {
            throw new IllegalArgumentException(
                    "0 < late (" + lateAfterNanos + " ns) <= unknown (" + unknownAfterNanos + " ns) is expected");
        }
        if (!(mostUnknown >= 0 && mostUnknown <= 1)) {
            throw new IllegalArgumentException("the share " + mostUnknown + " is not between 0 and 1");
        }
    }

    /** The rule for sources that report at an interval: late after two, but at most 3 s; unknown after 3 s. */
    public static Staleness reportedEvery(long intervalNanos) {
        long unknown = STANDARD.unknownAfterNanos;
        return new Staleness(Math.min(2 * intervalNanos, unknown), unknown, STANDARD.mostUnknown);
    }

    public Knowledge of(long ageNanos) {
        if (ageNanos >= unknownAfterNanos) {
            return Knowledge.UNKNOWN;
        }
        return ageNanos >= lateAfterNanos ? Knowledge.LATE : Knowledge.FRESH;
    }
}
