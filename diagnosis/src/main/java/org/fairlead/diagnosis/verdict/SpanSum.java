// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.Arrays;

/** Of many spans of time, how much lies before a moment: each counts with its own part, however they overlap. In milliseconds. */
final class SpanSum {
    /** What all are counted from: sums of times since the epoch would not be exact. */
    private final long origin;

    private final long[] starts;
    private final long[] ends;
    private final double[] startsBefore;
    private final double[] endsBefore;

    /** @param to of each span; {@link Long#MAX_VALUE} where it does not end */
    SpanSum(long[] from, long[] to) {
        starts = from.clone();
        ends = to.clone();
        Arrays.sort(starts);
        Arrays.sort(ends);
        origin = starts.length == 0 ? 0 : starts[0];
        startsBefore = sums(starts);
        endsBefore = sums(ends);
    }

    private double[] sums(long[] times) {
        double[] sums = new double[times.length + 1];
        for (int i = 0; i < times.length; i++) {
            sums[i + 1] = sums[i] + (times[i] - origin);
        }
        return sums;
    }

    double between(long from, long to) {
        return before(to) - before(from);
    }

    private double before(long moment) {
        return since(starts, startsBefore, moment) - since(ends, endsBefore, moment);
    }

    /** What has passed since each of these times that a moment comes after, summed. */
    private double since(long[] times, double[] sums, long moment) {
        int found = Arrays.binarySearch(times, moment);
        int before = found >= 0 ? found : -found - 1;
        return (double) (moment - origin) * before - sums[before];
    }
}
