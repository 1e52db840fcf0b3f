// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A number as text: the fewest digits that are read back as the same double, the same text on every machine and every version of Java,
 * which {@link Double#toString} does not promise.
 */
public final class ShortestNumber {
    private static final double EXACT = 1L << 52;
    private static final int FEWEST = 15;
    private static final int MOST = 17;

    private ShortestNumber() {}

    /** @param value finite */
    public static String text(double value) {
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            return Long.toString((long) value);
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = FEWEST; digits < MOST; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits));
            if (rounded.doubleValue() == value) {
                return rounded.stripTrailingZeros().toString();
            }
        }
        return exact.round(new MathContext(MOST)).toString();
    }
}
