// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.Optional;
import org.fairlead.report.page.OfflinePage;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Row;

/** The result of an experiment as one page that needs no network: tables beside the paper's, parameters, sensitivity. */
public final class ExperimentPage {
    private ExperimentPage() {}

    /** In UTF-8. */
    public static byte[] render(ExperimentResult result) {
        return new OfflinePage(ExperimentPage.class, "experiment")
                .words(result.name(), headline(result), ExperimentText.headline(result))
                .data(ExperimentJson.bytes(result))
                .script("experiment.js")
                .render("experiment.main.html");
    }

    private static String headline(ExperimentResult result) {
        StringBuilder text = new StringBuilder();
        for (ExperimentTable table : result.tables()) {
            Optional<Row> ours =
                    table.rows().stream().filter(row -> row.kind() == Kind.OURS).findFirst();
            ours.ifPresent(row -> text.append(text.isEmpty() ? "" : "; ")
                    .append(table.key())
                    .append(": ")
                    .append(row.contender())
                    .append(' ')
                    .append(ExperimentText.change(
                            table.change(row, table.metrics().get(0)))));
        }
        return text.isEmpty() ? result.name() : text.toString();
    }
}
