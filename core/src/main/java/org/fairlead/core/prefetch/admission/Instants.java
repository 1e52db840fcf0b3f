// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The time from now to the last deadline, in a bounded number of instants. They end at deadlines; where there are too many, at multiples of
 * a power of two of nanoseconds, on the caller's clock and not from now, so that from pass to pass they are the same. A deadline lies in the
 * instant that ends with it or is the first to end after it.
 */
final class Instants {
    private final long now;
    private final long[] ends;

    /**
     * @param deadlinesNanos all after now, at least one
     * @param most instants
     */
    Instants(long[] deadlinesNanos, long nowNanos, int most) {
        now = nowNanos;
        int finest = 0;
        int coarsest = Long.SIZE - 2;
        while (finest < coarsest) {
            int shift = (finest + coarsest) >>> 1;
            if (ends(deadlinesNanos, shift).count() <= most) {
                coarsest = shift;
            } else {
                finest = shift + 1;
            }
        }
        ends = ends(deadlinesNanos, finest).sorted().toArray();
    }

    private static LongStream ends(long[] deadlines, int shift) {
        return Arrays.stream(deadlines)
                .map(deadline -> roundedUp(deadline, shift))
                .distinct();
    }

    private static long roundedUp(long nanos, int shift) {
        long units = ((nanos - 1) >> shift) + 1;
        return units > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : units << shift;
    }

    int count() {
        return ends.length;
    }

    /** The instant in which a deadline lies; the last one for those after it. */
    int of(long deadlineNanos) {
        int at = Arrays.binarySearch(ends, deadlineNanos);
        return Math.min(at >= 0 ? at : -at - 1, ends.length - 1);
    }

    /** The instant that a time lies in, which may be its beginning; the number of instants if all have passed. */
    int at(long timeNanos) {
        int at = Arrays.binarySearch(ends, timeNanos);
        return at >= 0 ? at + 1 : -at - 1;
    }

    long endNanos(int instant) {
        return ends[instant];
    }

    /** How much of an instant passes until a deadline that lies in it or later. */
    double secondsUntil(int instant, long deadlineNanos) {
        long start = instant == 0 ? now : Math.max(now, ends[instant - 1]);
        return PrefetchFlow.seconds(start, Math.min(ends[instant], deadlineNanos));
    }
}
