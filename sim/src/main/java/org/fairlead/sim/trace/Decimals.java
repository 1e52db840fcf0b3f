// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.nio.charset.StandardCharsets;

/** Numbers as bytes of text. */
final class Decimals {
    /** Up to here every whole number is a double. */
    private static final long EXACT = 1L << 53;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private Decimals() {}

    /**
     * The double nearest to a decimal number, as {@link Double#parseDouble} gives it: sign, digits with at most one point, exponent.
     * Not a number when it is anything else; so are the words for it and for infinity, hexadecimal numbers and Java's suffixes.
     */
    static double parse(byte[] text, int from, int to) {
        int at = from;
        boolean negative = false;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            negative = text[at] == '-';
            at++;
        }
        long whole = 0;
        int digits = 0;
        int decimals = 0;
        boolean point = false;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits++;
                decimals += point ? 1 : 0;
                // What is above EXACT is read again, slowly: it only must not overflow.
                whole = whole >= EXACT ? EXACT : whole * 10 + digit;
            } else if (text[at] == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (digits == 0 || (at < to && !isExponent(text, at, to))) {
            return Double.NaN;
        }
        if (at < to || whole >= EXACT || decimals >= POWERS.length) {
            return Double.parseDouble(new String(text, from, to - from, StandardCharsets.US_ASCII));
        }
        // Both are exact, and a division rounds once: the nearest double (W. D. Clinger, How to Read Floating Point
        // Numbers Accurately).
        double value = whole / POWERS[decimals];
        return negative ? -value : value;
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        int at = from;
        if (text[at] != 'e' && text[at] != 'E') {
            return false;
        }
        at++;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        return at < to && onlyDigits(text, at, to);
    }

    /** A whole number of at most 18 digits; -1 when it is anything else. */
    static long whole(byte[] text, int from, int to) {
        if (from >= to || to - from > 18 || !onlyDigits(text, from, to)) {
            return -1;
        }
        long value = 0;
        for (int at = from; at < to; at++) {
            value = value * 10 + (text[at] - '0');
        }
        return value;
    }

    private static boolean onlyDigits(byte[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text[at] < '0' || text[at] > '9') {
                return false;
            }
        }
        return true;
    }
}
