// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.List;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.SourceWords;
import org.fairlead.report.Amounts;

/** From whom a stage's tasks have read, and how long they waited for that. */
final class SourceTable {
    private static final int SHOWN = 50;

    private SourceTable() {}

    static void write(Html html, List<SourceReads> sources) {
        if (sources.isEmpty()) {
            return;
        }
        html.add(
                        "<h4>Read from</h4><p class=\"note\">waited: seconds for which tasks had nothing to work on; rate: bytes by these</p><table>")
                .head("source", "#bytes", "#waited", "#rate", "#requests")
                .add("<tbody>");
        sources.stream().limit(SHOWN).forEach(source -> row(html, source));
        html.add("</tbody></table>");
        if (sources.size() > SHOWN) {
            html.add("<p class=\"note\">and %d more</p>", sources.size() - SHOWN);
        }
    }

    private static void row(Html html, SourceReads source) {
        html.add("<tr>").cell("t", SourceWords.of(source));
        html.cell("n", Amounts.text((double) source.bytes(), "bytes"));
        html.cell("n", FigureText.seconds(source.seconds()));
        html.cell("n", SourceWords.rate(source).isEmpty() ? "–" : SourceWords.rate(source));
        html.cell("n", source.requests() > 0 ? Long.toString(source.requests()) : "–");
        html.add("</tr>");
    }
}
