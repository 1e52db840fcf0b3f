// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.NumberPhrases;

/** Says what the shares mean, and how much of what is possible fetching ahead reaches. */
final class FlexFetchNotes {
    private FlexFetchNotes() {}

    static List<String> of(List<ExperimentTable> tables) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Small is the mean over bins 1 to 5 of what a bin's jobs take, as a share of the baseline's; all is that over all bins; small jobs, all jobs: the mean"
                        + " over their jobs as a share of the baseline's. Shuffling are bins 6 and 9, in Table III bin 3.");
        notes.add(
                "In time is the share of the bytes that were asked for, wasted of those that were fetched, right host of the requests whose task was launched where they said.");
        notes.add("The paper's baseline is Hadoop 0.20 with a naive fair scheduler, here the row 'fair'.");
        tables.forEach(table -> reached(table).ifPresent(notes::add));
        return notes;
    }

    /** How much of the bound's gain the best of those who fetch ahead has. */
    private static Optional<String> reached(ExperimentTable table) {
        double bound = 1 - small(table, "bound");
        double packed = 1 - small(table, "clairvoyant cardinal-packed");
        double shadow = 1 - small(table, "shadow cardinal-packed");
        if (!Double.isFinite(bound + packed + shadow)) {
            return Optional.empty();
        }
        return Optional.of(table.key() + ": small bins gain " + percent(shadow) + " where launches are foreseen, "
                + percent(packed) + " where they are known; what could be there as a whole " + percent(bound) + ".");
    }

    private static String percent(double share) {
        return NumberPhrases.text(100 * share) + " %";
    }

    private static double small(ExperimentTable table, String contender) {
        return table.row(contender)
                .map(row -> row.cells().get(FlexFetchSetting.SMALL))
                .map(ExperimentTable.Cell::mean)
                .orElse(Double.NaN);
    }
}
