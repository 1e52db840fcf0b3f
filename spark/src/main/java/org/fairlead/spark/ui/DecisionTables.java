// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.List;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.protocol.application.GroundsWords;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.report.Amounts;

/** A stage's newest decisions: what was launched and why, what was left free and why. */
final class DecisionTables {
    private static final int LAUNCHES = 200;
    private static final int DECLINES = 100;

    private DecisionTables() {}

    static void write(Html html, StageDetail detail) {
        launches(html, detail.launches());
        declines(html, detail.declines());
    }

    private static void launches(Html html, List<LaunchReport> launches) {
        if (launches.isEmpty()) {
            return;
        }
        html.add("<h4>Tasks</h4><table>")
                .head(
                        "launched",
                        "#task",
                        "host",
                        "#executor",
                        "reads from",
                        "#input",
                        "#predicted",
                        "#took",
                        "#read",
                        "decided by",
                        "next best",
                        "stock would have launched",
                        "why")
                .add("<tbody>");
        launches.stream().limit(LAUNCHES).forEach(launch -> launch(html, launch));
        html.add("</tbody></table>");
        more(html, launches.size() - LAUNCHES);
    }

    private static void launch(Html html, LaunchReport launch) {
        html.add("<tr>").cell("t", FigureText.time(launch.timeMillis()));
        html.cell("n", Integer.toString(launch.task()));
        html.cell("t", launch.host()).cell("n", launch.executor());
        html.add("<td class=\"t\"><i class=\"key ")
                .text(launch.distance())
                .add("\"></i>")
                .text(source(launch))
                .add("</td>");
        html.cell("n", FigureText.bytes(launch.bytes()));
        html.cell("n", FigureText.seconds(launch.expectedSeconds()));
        html.cell("n", launch.takenSeconds() == null ? "runs" : FigureText.seconds(launch.takenSeconds()));
        html.cell("n", launch.readBytes() == null ? "–" : Amounts.text((double) launch.readBytes(), "bytes"));
        grounds(html, launch);
        boolean failed = launch.takenSeconds() != null && !launch.status().equals("SUCCESS");
        html.cell(
                "",
                launch.reason()
                        + (launch.ours().isEmpty() ? "" : "; ours: " + launch.ours())
                        + (failed ? "; " + launch.status() : ""));
        html.add("</tr>");
    }

    /** While ours are observed, those of what ours would have been. */
    private static void grounds(Html html, LaunchReport launch) {
        GroundsReport grounds = launch.grounds();
        boolean chosen = grounds != null && grounds.task() == launch.task();
        html.cell("t", chosen ? GroundsWords.limit(grounds) : "–");
        html.cell("t", chosen && !GroundsWords.nextBest(grounds).isEmpty() ? GroundsWords.nextBest(grounds) : "–");
        html.cell("", chosen && launch.rule().equals("planned") ? GroundsWords.stock(grounds) : "–");
    }

    private static String source(LaunchReport launch) {
        return switch (launch.distance()) {
            case "local" -> "its host";
            case "shuffle" -> "map output";
            case "unknown" -> launch.source().isEmpty() ? "somewhere" : launch.source();
            default ->
                launch.source().isEmpty()
                        ? "its " + launch.distance()
                        : launch.source() + " (" + launch.distance() + ")";
        };
    }

    private static void declines(Html html, List<DeclineReport> declines) {
        if (declines.isEmpty()) {
            return;
        }
        html.add("<h4>Slots left free</h4><table>")
                .head("since", "host", "#executor", "#for", "#offers", "until at most", "why")
                .add("<tbody>");
        declines.stream().limit(DECLINES).forEach(decline -> {
            html.add("<tr>").cell("t", FigureText.time(decline.sinceMillis()));
            html.cell("t", decline.host()).cell("n", decline.executor());
            html.cell("n", Amounts.text((decline.lastMillis() - decline.sinceMillis()) / 1e3, "s"));
            html.cell("n", Long.toString(decline.offers()));
            html.cell("t", FigureText.time(decline.untilMillis()));
            html.cell(
                            "",
                            decline.reason()
                                    + (decline.grounds() == null ? "" : "; " + GroundsWords.decline(decline.grounds())))
                    .add("</tr>");
        });
        html.add("</tbody></table>");
        more(html, declines.size() - DECLINES);
    }

    private static void more(Html html, int more) {
        if (more > 0) {
            html.add(
                    "<p class=\"note\">and %d older ones: in the page's JSON, and by 'fairlead explain spark'</p>",
                    more);
        }
    }
}
