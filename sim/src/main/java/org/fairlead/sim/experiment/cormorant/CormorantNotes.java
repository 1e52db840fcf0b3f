// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.NumberPhrases;

/** Says how far the published rule's figures are from the paper's, what paths add, and whether Fairlead reaches what it has to. */
final class CormorantNotes {
    private static final double SHARE_OF_CLAIRVOYANT = 0.85;
    /** The paper's collaborative total, as a change of the default's. */
    private static final double PUBLISHED_CHANGE = 1 - 13756.0 / 17757;

    private CormorantNotes() {}

    /** @param published whether the paper has figures for the table */
    static List<String> of(ExperimentTable table, boolean published) {
        double base = total(table, "default");
        double clairvoyant = total(table, "clairvoyant-network");
        double ours = total(table, "fairlead-network");
        double gain = 1 - clairvoyant / total(table, "clairvoyant-tasks");
        double collaborative = 1 - total(table, "collaborative") / base;
        List<String> notes = new ArrayList<>();
        notes.add("Cost removed is the share of what the traffic adds to Hadoop's total that a contender takes away.");
        if (Double.isFinite(collaborative)) {
            notes.add("Collaborative as published: " + percent(collaborative) + " less than the default"
                    + (published ? " (the paper: " + percent(PUBLISHED_CHANGE) + ")." : "."));
        }
        if (Double.isFinite(gain)) {
            notes.add("Given the present, the choice of paths takes " + percent(gain) + " off what tasks alone take.");
        }
        if (published && Double.isFinite(ours + clairvoyant)) {
            notes.add(wanted(base, ours, clairvoyant));
        }
        return notes;
    }

    private static String wanted(double base, double ours, double clairvoyant) {
        double least = Math.min(PUBLISHED_CHANGE, SHARE_OF_CLAIRVOYANT * (1 - clairvoyant / base));
        return "Fairlead takes " + percent(1 - ours / base) + " less than the default, "
                + NumberPhrases.text((base - ours) / (base - clairvoyant))
                + " of what the clairvoyant gains; wanted are "
                + percent(PUBLISHED_CHANGE) + ", or " + NumberPhrases.text(SHARE_OF_CLAIRVOYANT)
                + " of the clairvoyant's gain where that is less: " + (1 - ours / base >= least ? "reached" : "missed")
                + ".";
    }

    private static String percent(double share) {
        return NumberPhrases.text(100 * share) + " %";
    }

    private static double total(ExperimentTable table, String contender) {
        return table.row(contender)
                .map(row -> row.cells().get(CormorantExperiment.TOTAL))
                .map(ExperimentTable.Cell::mean)
                .orElse(Double.NaN);
    }
}
