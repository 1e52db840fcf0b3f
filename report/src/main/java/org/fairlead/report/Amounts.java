// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import java.util.Locale;

/** Measured values as people write them: three digits and a unit of fitting size; rates in bits. */
public final class Amounts {
    private Amounts() {}

    /** {@code 2.31 s}, {@code 48.2 MB}, {@code 94.9 Mbit/s}, {@code 93.1 %}; another unit stands as it is. */
    public static String text(double value, String unit) {
        return switch (unit) {
            case "s" -> Math.abs(value) < 0.1 && value != 0 ? digits(value * 1e3) + " ms" : digits(value) + " s";
            case "bytes" -> scaled(value, "B");
            case "bytes/s" -> scaled(value * 8, "bit/s");
            case "share" -> digits(value * 100) + " %";
            default -> (digits(value) + " " + unit).strip();
        };
    }

    private static String scaled(double value, String unit) {
        String[] prefixes = {"", "k", "M", "G", "T", "P"};
        int step = 0;
        double left = value;
        // 999.5 would be written as 1000.
        while (Math.abs(left) >= 999.5 && step < prefixes.length - 1) {
            left /= 1000;
            step++;
        }
        return (step == 0 ? String.valueOf(Math.round(left)) : digits(left)) + " " + prefixes[step] + unit;
    }

    /** Three significant digits, never an exponent. */
    public static String digits(double value) {
        double size = Math.abs(value);
        int decimals = size >= 99.95 || value == 0 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** The same; - for what is no number. */
    public static String digitsOrDash(double value) {
        return Double.isFinite(value) ? digits(value) : "-";
    }

    /** {@code 2.13×}. */
    public static String ratio(double ratio) {
        return ratio >= 99.95 ? digits(ratio) + "×" : String.format(Locale.ROOT, "%.2f×", ratio);
    }

    /** {@code 1.90–2.31}. */
    public static String interval(double low, double high) {
        return String.format(Locale.ROOT, "%.2f–%.2f", low, high);
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
