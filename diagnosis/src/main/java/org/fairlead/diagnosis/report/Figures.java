// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.Locale;
import org.fairlead.diagnosis.analysis.Executors;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.report.Amounts;

/** Times and shares as people write them. Bounds are rounded away from what they bound. */
final class Figures {
    private static final double EXACT = 1e-9;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private Figures() {}

    /** {@code 850 ms}, {@code 12.3 s}, {@code 12 min 3 s}, {@code 3 h 12 min}. */
    static String time(double millis) {
        double seconds = millis / 1000;
        if (seconds < 59.95) {
            return Amounts.text(seconds, "s");
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    /** {@code 12.3 s to 14.0 s}; one where both are written alike. */
    static String times(double leastMillis, double mostMillis) {
        String least = time(leastMillis);
        String most = time(mostMillis);
        return least.equals(most) ? least : least + " to " + most;
    }

    /** {@code 1.92 h} of task time, {@code 4.20 min}, {@code 12.3 s}. */
    static String taskTime(double millis) {
        double seconds = millis / 1000;
        if (seconds >= 3600) {
            return Amounts.digits(seconds / 3600) + " h";
        }
        return seconds >= 60 ? Amounts.digits(seconds / 60) + " min" : Amounts.text(seconds, "s");
    }

    /** {@code 40.0 GiB}, {@code 512 MiB to 1.00 GiB}: in the units of Spark's settings. */
    static String memory(Executors.Memory memory) {
        String least = memory(memory.least());
        String most = memory(memory.most());
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String memory(double bytes) {
        double mebibytes = bytes / BYTES_PER_MEBIBYTE;
        return mebibytes < 1023.5 ? Amounts.digits(mebibytes) + " MiB" : Amounts.digits(mebibytes / 1024) + " GiB";
    }

    static String percent(double share) {
        return Amounts.percent(share);
    }

    /** Rounded up. */
    static String atMost(double share) {
        return (long) Math.ceil(100 * share - EXACT) + " %";
    }

    /** {@code −23 % (18–27 %)}; with a plus, or both signs, where it may take longer. */
    static String saving(Saving saving) {
        if (!saving.isKnown()) {
            return "cannot be said";
        }
        if (saving.low() >= 0) {
            return String.format(
                    Locale.ROOT,
                    "−%.0f %% (%.0f–%.0f %%)",
                    100 * saving.share(),
                    100 * saving.low(),
                    100 * saving.high());
        }
        return String.format(
                Locale.ROOT,
                "%s %% (%s to %s %%)",
                signed(saving.share()),
                signed(saving.high()),
                signed(saving.low()));
    }

    /** {@code  (28–40 %)}, {@code  (−5 to 40 %)} of what is saved; nothing where both are written alike. */
    static String ends(double least, double most) {
        String from = String.format(Locale.ROOT, "%.0f", 100 * Math.abs(least));
        String to = String.format(Locale.ROOT, "%.0f", 100 * most);
        if (least < 0 && !from.equals("0")) {
            return " (−" + from + " to " + to + " %)";
        }
        return from.equals(to) ? "" : " (" + from + "–" + to + " %)";
    }

    /** Of the time that it then takes. */
    private static String signed(double saved) {
        long percent = Math.round(-100 * saved);
        return percent < 0 ? "−" + -percent : "+" + percent;
    }
}
