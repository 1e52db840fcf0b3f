// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.List;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.CopiesWords;

/** What became of map output that was copied while its stage ran: in all, and by shuffle. */
final class CopiesTable {
    private static final int SHOWN = 50;

    private CopiesTable() {}

    static void write(Html html, CopiesReport report) {
        if (report.isNone()) {
            return;
        }
        html.add("<h4>Map output copied while its stage ran</h4><table><tbody>");
        CopiesWords.lines(report)
                .forEach((what, words) ->
                        html.add("<tr>").cell("t", what).cell("t", words).add("</tr>"));
        html.add("</tbody></table>");
        if (!report.shuffles().isEmpty()) {
            shuffles(html, report.shuffles());
        }
    }

    private static void shuffles(Html html, List<CopiedShuffle> shuffles) {
        html.add(
                "<p class=\"note\">late: came when its task had begun to fetch the original; dropped: gave way to tasks, was not wanted any more, or was not what it should be; fetched instead: by tasks,"
                        + " although it was to be copied; tasks there: launched where most of their copies were to be; no memory: looks at a block that waits; fetch: predicted for the busiest receiver;"
                        + " waited: the executor whose slots waited longest, and all tasks' sum, of the first stage that reads it</p><table>");
        html.head(CopiesWords.columns().toArray(String[]::new)).add("<tbody>");
        shuffles.stream().limit(SHOWN).forEach(shuffle -> row(html, shuffle));
        html.add("</tbody></table>");
        if (shuffles.size() > SHOWN) {
            html.add("<p class=\"note\">and %d older ones</p>", shuffles.size() - SHOWN);
        }
    }

    private static void row(Html html, CopiedShuffle shuffle) {
        html.add("<tr>");
        List<String> cells = CopiesWords.cells(shuffle);
        for (int column = 0; column < cells.size(); column++) {
            html.cell(CopiesWords.columns().get(column).startsWith("#") ? "n" : "t", cells.get(column));
        }
        html.add("</tr>");
    }
}
