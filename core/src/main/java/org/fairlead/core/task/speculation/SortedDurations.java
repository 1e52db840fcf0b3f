// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.List;

/** What sorted times of ended tasks tell. */
final class SortedDurations {
    private SortedDurations() {}

    /** The mean of the middle two where there are two; NaN of none. */
    static double median(List<Double> sorted) {
        int size = sorted.size();
        if (size == 0) {
            return Double.NaN;
        }
        return size % 2 == 1 ? sorted.get(size / 2) : (sorted.get(size / 2 - 1) + sorted.get(size / 2)) / 2;
    }

    static double mean(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** The value that a share of them is below: the one at place ⌊share · size⌋; NaN of none. */
    static double percentile(List<Double> sorted, double share) {
        return sorted.isEmpty()
                ? Double.NaN
                : sorted.get(Math.min(sorted.size() - 1, (int) Math.floor(share * sorted.size())));
    }

    /** Share of sorted times that lie below a value. */
    static double shareBelow(List<Double> sorted, double value) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return sorted.isEmpty() ? 0 : low / (double) sorted.size();
    }
}
