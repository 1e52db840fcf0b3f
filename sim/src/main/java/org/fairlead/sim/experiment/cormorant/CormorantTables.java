// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;

/** The tables of a result: totals as in figure 6, queries as in figure 7. */
final class CormorantTables {
    private static final String SLOWEST = "slowest_over_default";

    private CormorantTables() {}

    /** @param all whether all queries ran at the paper's size */
    static ExperimentTable totals(CormorantSetting setting, Map<String, List<double[]>> runs, boolean all) {
        List<CormorantContender> contenders = setting.contenders();
        boolean whole = all && setting.isThePapers();
        List<Row> rows = new ArrayList<>();
        for (CormorantContender contender : contenders) {
            List<Double> totals = sums(runs.get(contender.name()));
            List<Double> base = sums(runs.get("default"));
            List<Double> idle = sums(runs.get("no traffic"));
            List<Double> removed = new ArrayList<>();
            for (int seed = 0; seed < totals.size(); seed++) {
                removed.add((base.get(seed) - totals.get(seed)) / (base.get(seed) - idle.get(seed)));
            }
            double paper = whole ? contender.paperSeconds() : Double.NaN;
            rows.add(new Row(
                    contender.name(),
                    contender.kind(),
                    contender.meaning(),
                    Map.of(
                            CormorantExperiment.TOTAL,
                            new Cell(totals, paper),
                            CormorantExperiment.REMOVED,
                            new Cell(removed, published(contenders, contender, whole)))));
        }
        return new ExperimentTable(
                setting.network().key(),
                (setting.network().isThePapers()
                                ? "figure 6: queries one after the other"
                                : "queries of many users, the sum of their times")
                        + "; " + setting.meaning() + "; each background flow on one path, drawn by the seed",
                List.of(
                        new Metric(CormorantExperiment.TOTAL, "total", "s"),
                        new Metric(CormorantExperiment.REMOVED, "cost removed", "")),
                rows);
    }

    /** The share of the traffic's cost that a contender removes in the paper. */
    private static double published(List<CormorantContender> contenders, CormorantContender contender, boolean whole) {
        double base = paper(contenders, "default");
        return whole ? (base - contender.paperSeconds()) / (base - paper(contenders, "no traffic")) : Double.NaN;
    }

    private static double paper(List<CormorantContender> contenders, String name) {
        return contenders.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .paperSeconds();
    }

    private static List<Double> sums(List<double[]> runs) {
        return runs.stream().map(each -> Arrays.stream(each).sum()).toList();
    }

    static ExperimentTable queries(
            List<CormorantContender> contenders, Map<String, List<double[]>> runs, List<Integer> queries) {
        List<Metric> metrics = new ArrayList<>();
        metrics.add(new Metric(SLOWEST, "slowest over default", ""));
        queries.forEach(query -> metrics.add(new Metric("q" + query + "_s", "q" + query, "s")));
        List<Row> rows = new ArrayList<>();
        for (CormorantContender contender : contenders) {
            List<double[]> own = runs.get(contender.name());
            List<double[]> base = runs.get("default");
            Map<String, Cell> cells = new HashMap<>();
            List<Double> slowest = new ArrayList<>();
            for (int seed = 0; seed < own.size(); seed++) {
                double most = 0;
                for (int i = 0; i < queries.size(); i++) {
                    most = Math.max(most, own.get(seed)[i] / base.get(seed)[i]);
                }
                slowest.add(most);
            }
            cells.put(SLOWEST, new Cell(slowest, Double.NaN));
            for (int i = 0; i < queries.size(); i++) {
                int at = i;
                cells.put(
                        "q" + queries.get(i) + "_s",
                        new Cell(own.stream().map(each -> each[at]).toList(), Double.NaN));
            }
            rows.add(new Row(contender.name(), contender.kind(), contender.meaning(), cells));
        }
        return new ExperimentTable(
                "queries",
                "figure 7, which the paper gives as a drawing: seconds of each query; of each seed, the query that takes longest over the"
                        + " default's time",
                metrics,
                rows);
    }
}
