// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate, and the ends between which the truth lies.
 *
 * @param low lower end; where only the upper one was asked for, the least that there can be
 * @param high upper end; where only the lower one was asked for, infinite
 * @param level how often such an interval holds the truth, as a share
 * @param n pairs, or values of all samples together
 */
public record Interval(double estimate, double low, double high, double level, long n) {
    /** The level of every interval here, two-sided or one-sided. */
    public static final double LEVEL = 0.95;

    /** With fewer pairs, or values of a sample, there is no interval: Student's quantile for two is 12.7, which says nothing. */
    public static final int FEWEST = 3;

    /** Ends count as inside. */
    public boolean holds(double value) {
        return low <= value && value <= high;
    }

    /** The same on another scale. */
    Interval map(DoubleUnaryOperator rising) {
        return new Interval(
                rising.applyAsDouble(estimate), rising.applyAsDouble(low), rising.applyAsDouble(high), level, n);
    }
}
