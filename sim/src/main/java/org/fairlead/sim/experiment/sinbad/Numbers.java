package org.fairlead.sim.experiment.sinbad;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in sentences. */
final class Numbers {
    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {}

    /** With three digits at most. */
    static String text(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
                : "unlimited";
    }
}
