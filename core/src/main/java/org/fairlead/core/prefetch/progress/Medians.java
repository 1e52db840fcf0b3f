// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The value in the middle, or the mean of the two in the middle. */
final class Medians {
    private Medians() {}

    static OptionalDouble of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int number = sorted.length;
        return number == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((sorted[(number - 1) / 2] + sorted[number / 2]) / 2);
    }
}
