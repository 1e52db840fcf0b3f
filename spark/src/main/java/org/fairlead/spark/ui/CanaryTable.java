// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.Locale;
import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.report.Amounts;

/** What the canary measured, with each gain's interval drawn around nought. */
final class CanaryTable {
    private static final int WIDTH = 220;
    private static final int HEIGHT = 18;

    private CanaryTable() {}

    static void write(Html html, CanaryReport canary) {
        html.add("<h4>Canary</h4>");
        CanaryReport.Measured tasks = canary.taskSeconds();
        if (tasks.stagesOurs() + tasks.stagesStock() == 0) {
            html.add("<p class=\"note\">No stage that reads something has ended yet.</p>");
            return;
        }
        html.add("<table class=\"narrow\">")
                .head(
                        "mean over stages",
                        "#ours",
                        "#stock's",
                        "#stages, ours",
                        "#stock's",
                        "#saved",
                        "95 % interval",
                        "slower ← 0 → faster")
                .add("<tbody>");
        row(html, "time of a task, s", tasks);
        row(html, "time of the stage by what it reads, s/GB", canary.stageSecondsPerGigabyte());
        html.add("</tbody></table>");
        if (tasks.low() == null) {
            html.add("<p class=\"note\">An interval needs 30 stages on either side.</p>");
        }
    }

    private static void row(Html html, String what, CanaryReport.Measured measured) {
        html.add("<tr>").cell("", what);
        html.cell("n", measured.stagesOurs() == 0 ? "–" : Amounts.digits(measured.meanOurs()));
        html.cell("n", measured.stagesStock() == 0 ? "–" : Amounts.digits(measured.meanStock()));
        html.cell("n", Long.toString(measured.stagesOurs()));
        html.cell("n", Long.toString(measured.stagesStock()));
        html.cell("n", measured.gain() == null ? "–" : percent(measured.gain()));
        html.cell("t", measured.low() == null ? "–" : percent(measured.low()) + " to " + percent(measured.high()));
        html.add("<td>");
        if (measured.low() != null) {
            interval(html, measured.low(), measured.gain(), measured.high());
        }
        html.add("</td></tr>");
    }

    private static void interval(Html html, double low, double gain, double high) {
        double most = Math.max(0.05, 1.1 * Math.max(Math.abs(low), Math.abs(high)));
        html.add("<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"interval\">", WIDTH, HEIGHT);
        html.add("<line class=\"zero\" x1=\"%1$d\" x2=\"%1$d\" y1=\"0\" y2=\"%2$d\"/>", WIDTH / 2, HEIGHT);
        html.add(
                "<line class=\"span\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%3$d\" y2=\"%3$d\"/>",
                x(low, most), x(high, most), HEIGHT / 2);
        html.add("<circle class=\"local\" cx=\"%.1f\" cy=\"%d\" r=\"4\"/></svg>", x(gain, most), HEIGHT / 2);
    }

    private static double x(double gain, double most) {
        return WIDTH / 2.0 * (1 + gain / most);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }
}
