// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in sentences. */
public final class NumberPhrases {
    private static final MathContext DIGITS = new MathContext(3);

    private NumberPhrases() {}

    /** With three digits at most. */
    public static String text(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
                : "unlimited";
    }
}
