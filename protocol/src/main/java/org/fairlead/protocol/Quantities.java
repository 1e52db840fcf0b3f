// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rates, sizes and durations as people write them in files and on the command line. Decimal prefixes are powers of
 * 1000, {@code Ki Mi Gi} powers of 1024. Every method throws IllegalArgumentException that says what is accepted.
 */
public final class Quantities {
    private static final Pattern QUANTITY =
            Pattern.compile("\\s*([0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)\\s*(\\S*)\\s*");
    private static final Map<String, Double> RATES = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("B/s", 1.0),
            Map.entry("kB/s", 1e3),
            Map.entry("MB/s", 1e6),
            Map.entry("GB/s", 1e9),
            Map.entry("KiB/s", 1024.0),
            Map.entry("MiB/s", 1048576.0),
            Map.entry("GiB/s", 1073741824.0),
            Map.entry("bit", 1 / 8.0),
            Map.entry("kbit", 1e3 / 8),
            Map.entry("mbit", 1e6 / 8),
            Map.entry("gbit", 1e9 / 8));
    private static final Map<String, Double> SIZES = Map.of(
            "", 1.0, "B", 1.0, "kB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0);
    private static final Map<String, Double> SECONDS = Map.of("", 1.0, "ms", 1e-3, "s", 1.0, "min", 60.0, "h", 3600.0);

    private Quantities() {}

    /** {@code 100mbit}, {@code 12.5MB/s}; a bare number is bytes per second. Above 0. */
    public static double bytesPerSecond(String text) {
        double rate = scaled(text, RATES, "a rate such as 100mbit, 1gbit, 12.5MB/s or a number of bytes per second");
        if (!(rate > 0)) {
            throw new IllegalArgumentException("'" + text + "' must be above 0");
        }
        return rate;
    }

    /** {@code 8MiB}, {@code 64MB}; a bare number is bytes. At least 0, rounded to whole bytes. */
    public static long bytes(String text) {
        double bytes = scaled(text, SIZES, "a size such as 8MiB, 64MB or a number of bytes");
        if (bytes > 1e18) {
            throw new IllegalArgumentException("'" + text + "' is above 10^18 bytes");
        }
        return Math.round(bytes);
    }

    /** {@code 500ms}, {@code 2s}, {@code 5min}; a bare number is seconds. At least 0. */
    public static Duration duration(String text) {
        double seconds = scaled(text, SECONDS, "a time such as 500ms, 2s, 5min or a number of seconds");
        if (seconds > 1e9) {
            throw new IllegalArgumentException("'" + text + "' is above 10^9 seconds");
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /** A rate as people write it: {@code 100mbit}. */
    public static String rateText(double bytesPerSecond) {
        double bits = bytesPerSecond * 8;
        if (bits >= 1e9) {
            return plain(bits / 1e9) + "gbit";
        }
        return bits >= 1e6 ? plain(bits / 1e6) + "mbit" : plain(bits / 1e3) + "kbit";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(Math.round(value * 1000) / 1000.0)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static double scaled(String text, Map<String, Double> units, String accepted) {
        Matcher matcher = QUANTITY.matcher(text);
        if (matcher.matches() && units.containsKey(matcher.group(2))) {
            double value = Double.parseDouble(matcher.group(1)) * units.get(matcher.group(2));
            if (Double.isFinite(value)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not " + accepted);
    }
}
