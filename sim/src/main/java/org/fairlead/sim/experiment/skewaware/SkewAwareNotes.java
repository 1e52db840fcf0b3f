// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.NumberPhrases;

/** Says what was set on the paper's figures, what is a prediction, and by how much it misses. */
final class SkewAwareNotes {
    private SkewAwareNotes() {}

    static List<String> of(ExperimentTable interconnect, ExperimentTable sockets) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Figures are times over those of DSA w/ SMS: below 1 is faster. Shuffle is until all blocks are in their places, read from then on until the last task has its input.");
        notes.add(
                "Only the paper's abstract and appendix are public. Skewness is taken for Zipf's exponent, over as many partitions as hosts; "
                        + "the cap and the rule of placement are ours.");
        notes.add("Set on the paper's figures: " + published(interconnect, SkewAwareContender.SLOW, 3.0, "2.49") + ", "
                + published(interconnect, SkewAwareContender.FAST, 3.0, "1.39") + ".");
        double gain = 1 / mean(interconnect, SkewAwareContender.FAST, SkewAwareTable.READ_SHARE);
        notes.add("Predicted: blocks are read " + NumberPhrases.text(gain)
                + " times as fast from the fast store as from the slow one; published is up to "
                + NumberPhrases.text(SkewAwareTable.READ_GAIN) + ", so this is " + off(gain, SkewAwareTable.READ_GAIN)
                + ".");
        double faster = 1 - mean(sockets, SkewAwareContender.FAST, SkewAwareTable.key(SkewAwareTable.NEXT));
        notes.add(
                "Predicted: over sockets at 2.9, On-Disk on the fast store takes " + NumberPhrases.text(100 * faster)
                        + " % less than DSA w/ SMS; published is 7.2 %. It rests on the rate of sockets, of which nothing is published.");
        notes.add(ours(interconnect) + " " + ours(sockets));
        return notes;
    }

    private static String published(ExperimentTable table, String contender, double skewness, String paper) {
        return contender + " at " + skewness + " "
                + NumberPhrases.text(mean(table, contender, SkewAwareTable.key(skewness))) + " (" + paper + ")";
    }

    private static String off(double value, double published) {
        return NumberPhrases.text(Math.abs(100 * (value / published - 1))) + " % "
                + (value < published ? "too little" : "too much");
    }

    private static String ours(ExperimentTable table) {
        String key = SkewAwareTable.key(SkewAwareTable.HIGHEST);
        double slow = mean(table, SkewAwareContender.SLOW, key) / mean(table, SkewAwareContender.OURS_SLOW, key);
        double fast = mean(table, SkewAwareContender.FAST, key) / mean(table, SkewAwareContender.OURS_FAST, key);
        double bound = mean(table, SkewAwareContender.OURS_FAST, key) / mean(table, SkewAwareTable.BOUND_FAST, key);
        return "Fairlead, " + table.key() + ", 3.0: " + NumberPhrases.text(slow) + " and " + NumberPhrases.text(fast)
                + " times as fast as On-Disk on the slow and on the fast store, " + NumberPhrases.text(bound)
                + " times the bound with the fast store.";
    }

    private static double mean(ExperimentTable table, String contender, String metric) {
        return table.row(contender)
                .map(row -> row.cells().get(metric))
                .map(Cell::mean)
                .orElse(Double.NaN);
    }
}
