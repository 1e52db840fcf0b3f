// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.PrefetchWords;

/** What became of input that was fetched ahead of its tasks, and why it did not come to more. */
final class PrefetchTable {
    private PrefetchTable() {}

    static void write(Html html, PrefetchReport report) {
        if (report.isNone()) {
            return;
        }
        html.add("<h4>Input fetched ahead</h4><table><tbody>");
        PrefetchWords.lines(report)
                .forEach((what, words) ->
                        html.add("<tr>").cell("t", what).cell("t", words).add("</tr>"));
        html.add("</tbody></table>");
    }
}
