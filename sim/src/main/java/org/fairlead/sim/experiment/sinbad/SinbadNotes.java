// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import java.util.List;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.NumberPhrases;

/** Says how far the published rule's figures are from the paper's, and whether Fairlead reaches what it has to. */
final class SinbadNotes {
    private static final double DFS_TARGET = 1.85;
    private static final double JOB_TARGET = 1.45;
    private static final double SHARE_OF_CLAIRVOYANT = 0.9;
    private static final double STORAGE_TARGET = 1.2;

    private SinbadNotes() {}

    static List<String> of(ExperimentTable table) {
        return List.of(
                "A gain is the time with random placement over a contender's, seed by seed. Storage is the standard deviation of replicas"
                        + " over machines, as a multiple of random placement's.",
                "Sinbad as published: DFS " + gain(table, "sinbad", "dfs_gain") + " (the paper: 1.79), jobs "
                        + gain(table, "sinbad", "job_gain") + " (the paper: 1.39).",
                verdict("DFS", table, "dfs_gain", DFS_TARGET),
                verdict("Jobs", table, "job_gain", JOB_TARGET),
                "Storage with Fairlead: " + gain(table, "fairlead", "storage_over_random")
                        + " of random placement's; at most "
                        + NumberPhrases.text(STORAGE_TARGET) + " is wanted: "
                        + met(mean(table, "fairlead", "storage_over_random") <= STORAGE_TARGET) + ".");
    }

    private static String verdict(String what, ExperimentTable table, String metric, double target) {
        double wanted = target(mean(table, "clairvoyant", metric), target);
        return what + " with Fairlead: " + gain(table, "fairlead", metric) + "; wanted is " + NumberPhrases.text(wanted)
                + ", the less of "
                + NumberPhrases.text(target) + " and nine tenths of the clairvoyant's gain ("
                + gain(table, "clairvoyant", metric)
                + "): "
                + met(mean(table, "fairlead", metric) >= wanted) + ".";
    }

    /** The less of a fixed gain and of nine tenths of what a clairvoyant gains beyond 1. */
    static double target(double clairvoyant, double fixed) {
        return Math.min(fixed, 1 + SHARE_OF_CLAIRVOYANT * (clairvoyant - 1));
    }

    private static String met(boolean holds) {
        return holds ? "reached" : "missed";
    }

    private static String gain(ExperimentTable table, String contender, String metric) {
        return NumberPhrases.text(mean(table, contender, metric));
    }

    private static double mean(ExperimentTable table, String contender, String metric) {
        return table.row(contender)
                .map(row -> row.cells().get(metric))
                .map(ExperimentTable.Cell::mean)
                .orElse(Double.NaN);
    }
}
