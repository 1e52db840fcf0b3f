// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Probabilities adjusted for how many were looked at: the chance that any true hypothesis is rejected at all is then at most the level, however
 * the tests depend on each other. (S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.)
 *
 * <p><b>Example.</b> 0.01, 0.04, 0.03 become 0.03, 0.06, 0.06.
 */
public final class Holm {
    private Holm() {}

    /** In the order of the given ones. */
    public static double[] adjusted(double[] chances) {
        int[] order = IntStream.range(0, chances.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> chances[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[chances.length];
        double before = 0;
        for (int i = 0; i < order.length; i++) {
            before = Math.max(before, Math.min(1, chances[order[i]] * (chances.length - i)));
            adjusted[order[i]] = before;
        }
        return adjusted;
    }
}
