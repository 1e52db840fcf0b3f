// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.Collection;
import java.util.Map;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.application.TaskTimeWords;
import org.fairlead.report.Amounts;

/** Where the time of tasks went that have ended. */
final class TimeTable {
    private TimeTable() {}

    static void write(Html html, Collection<StageReport> stages) {
        Map<String, Double> parts = TaskTimeWords.parts(stages);
        double total = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        if (total == 0) {
            return;
        }
        html.add(
                        "<h4>Where task time went</h4><p class=\"note\">of attempts that have ended; reading: as executors waited for files; unexplained: no metric of Spark's says what it was</p><table class=\"narrow\">")
                .head("part", "#time", "#share", "")
                .add("<tbody>");
        parts.forEach((part, seconds) -> {
            html.add("<tr>").cell("t", part);
            html.cell("n", Amounts.text(seconds, "s"));
            html.cell("n", Amounts.percent(seconds / total));
            html.add("<td class=\"t\">");
            FigureText.bar(html, seconds / total);
            html.add("</td></tr>");
        });
        html.add("</tbody></table>");
    }
}
