// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * A number with 17 significant digits, correctly rounded (half to even): as many as it takes for every double to be read back as
 * itself, and the same text on every machine and every version of Java, which {@link Double#toString} does not promise.
 */
public final class SeventeenDigits {
    /** No text is longer. */
    public static final int LONGEST = 25;

    private static final int DIGITS = 17;
    private static final MathContext ROUNDING = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
    private static final int FRACTION_BITS = 52;
    private static final long[] POWERS = new long[DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private SeventeenDigits() {}

    public static String text(double value) {
        byte[] text = new byte[LONGEST];
        return new String(text, 0, write(value, text, 0), StandardCharsets.US_ASCII);
    }

    /** Without the zeros at the end of its decimals. */
    public static String shortText(double value) {
        String text = text(value);
        int exponent = text.indexOf('e');
        String digits = exponent < 0 ? text : text.substring(0, exponent);
        if (digits.indexOf('.') >= 0) {
            digits = digits.replaceFirst("\\.?0+$", "");
        }
        return exponent < 0 ? digits : digits + text.substring(exponent);
    }

    /**
     * @param value a number; {@code inf} stands for infinity, and 0 has no sign
     * @param into has room for {@link #LONGEST} bytes
     * @return where the text ends
     */
    public static int write(double value, byte[] into, int at) {
        if (value < 0) {
            return write(-value, into, text("-", into, at));
        }
        if (Double.isInfinite(value)) {
            return text("inf", into, at);
        }
        if (value >= 1 && value < 1L << FRACTION_BITS) {
            return fixed(value, into, at);
        }
        return value == 0 ? text("0.0000000000000000", into, at) : any(value, into, at);
    }

    /**
     * From 1 on, the bits below the point are at most 52 and the decimals at most 16: their product has 106 bits, and rounding it is
     * exact.
     */
    private static int fixed(double value, byte[] into, int at) {
        long whole = (long) value;
        long fraction = (long) ((value - whole) * (1L << FRACTION_BITS));
        int decimals = DIGITS - length(whole);
        long high = Math.multiplyHigh(fraction, POWERS[decimals]);
        long low = fraction * POWERS[decimals];
        long below = (high << (Long.SIZE - FRACTION_BITS)) | (low >>> FRACTION_BITS);
        long rest = low & ((1L << FRACTION_BITS) - 1);
        long half = 1L << (FRACTION_BITS - 1);
        if (rest > half || (rest == half && (below & 1) == 1)) {
            below++;
        }
        if (below == POWERS[decimals]) {
            whole++;
            below = 0;
            decimals = DIGITS - length(whole);
        }
        int point = digits(whole, length(whole), into, at);
        into[point] = '.';
        return digits(below, decimals, into, point + 1);
    }

    private static int length(long whole) {
        int length = 1;
        while (whole >= POWERS[length]) {
            length++;
        }
        return length;
    }

    private static int digits(long value, int count, byte[] into, int at) {
        long left = value;
        for (int i = at + count - 1; i >= at; i--) {
            into[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        return at + count;
    }

    private static int any(double value, byte[] into, int at) {
        BigDecimal rounded = new BigDecimal(value).round(ROUNDING);
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal full = rounded.setScale(DIGITS - 1 - exponent);
        if (exponent >= -5 && exponent < DIGITS) {
            return text(full.toPlainString(), into, at);
        }
        String digits = full.unscaledValue().toString();
        return text(digits.charAt(0) + "." + digits.substring(1) + "e" + exponent, into, at);
    }

    private static int text(String text, byte[] into, int at) {
        for (int i = 0; i < text.length(); i++) {
            into[at + i] = (byte) text.charAt(i);
        }
        return at + text.length();
    }
}
