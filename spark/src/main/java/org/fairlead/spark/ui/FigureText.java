// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.fairlead.protocol.application.PredictedSaving;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.report.Amounts;

/** Figures of reports as people read them. */
final class FigureText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private FigureText() {}

    /** A bar of which a share, from 0 to 1, is full. */
    static void bar(Html html, double share) {
        html.add(
                "<span class=\"bar\" style=\"width:3rem\"><i class=\"ours\" style=\"width:%.1f%%\"></i></span>",
                100 * share);
    }

    static String seconds(Double value) {
        return value == null ? "–" : Amounts.text(value, "s");
    }

    static String bytes(Double value) {
        return value == null ? "–" : Amounts.text(value, "bytes");
    }

    static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }

    static long launches(StageReport stage) {
        return stage.launches().values().stream().mapToLong(Long::longValue).sum();
    }

    static long planned(StageReport stage) {
        return stage.launches().getOrDefault(StageReport.PLANNED, 0L);
    }

    /** {@code 8 node local, 2 any}. */
    static String localities(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> entry.getValue() + " "
                        + entry.getKey().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }

    /** {@code sooner elsewhere 12, receiver busy 3}. */
    static String causes(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey().replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The mode, and whose decisions counted. */
    static String mode(StageReport stage) {
        if (!stage.stockAlone().isEmpty()) {
            return "stock: " + stage.stockAlone();
        }
        return stage.mode() + (stage.mode().equals("canary") ? (stage.ours() ? ", ours" : ", stock's") : "");
    }

    /** {@code 12.0 s, 8 moved}; a dash where nothing was compared. */
    static String saving(PredictedSaving saving) {
        if (saving.compared() == 0 && saving.moved() == 0) {
            return "–";
        }
        return saving.moved() == 0
                ? "none moved"
                : Amounts.text(saving.savedSeconds(), "s") + ", " + saving.moved() + " moved";
    }

    static double wallSeconds(StageReport stage, long nowMillis) {
        long end = stage.completedMillis() > 0 ? stage.completedMillis() : nowMillis;
        return Math.max(0, end - stage.submittedMillis()) / 1e3;
    }
}
