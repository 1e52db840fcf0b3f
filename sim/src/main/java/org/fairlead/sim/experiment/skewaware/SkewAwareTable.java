// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.experiment.skewaware.SkewAwareContender.Store;

/** What contenders take on one network: at each skewness over what DSA w/ SMS takes, and in parts at the highest. */
final class SkewAwareTable {
    static final List<Double> SKEWNESS = List.of(2.5, 2.6, 2.7, 2.8, 2.9, 3.0);
    static final double HIGHEST = 3.0;
    static final double NEXT = 2.9;
    static final String READ_SHARE = "read_share";
    static final String SECONDS = "seconds_3_0_s";
    static final String LINK_BOUND = "link bound";
    static final String BOUND_FAST = "bound fast";
    private static final String SHUFFLE = "shuffle_3_0_s";
    private static final String READ = "read_3_0_s";

    /** The paper's figures: over DSA w/ SMS, by contender and skewness. */
    private static final Map<String, Map<Double, Double>> ON_INTERCONNECT = Map.of(
            SkewAwareContender.SMS,
            Map.of(HIGHEST, 1.0),
            SkewAwareContender.SLOW,
            Map.of(HIGHEST, 2.49),
            SkewAwareContender.FAST,
            Map.of(HIGHEST, 1.39));

    private static final Map<String, Map<Double, Double>> ON_SOCKETS =
            Map.of(SkewAwareContender.SMS, Map.of(NEXT, 1.0), SkewAwareContender.FAST, Map.of(NEXT, 1 - 0.072));

    /** Block read of the slow store over the fast one's, at most. */
    static final double READ_GAIN = 3.23;

    private SkewAwareTable() {}

    static String key(double skewness) {
        return "skewness_" + String.valueOf(skewness).replace('.', '_');
    }

    private static List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>();
        metrics.add(new Metric(key(HIGHEST), "skewness 3.0, over dsa-sms", ""));
        for (double skewness : SKEWNESS) {
            if (skewness != HIGHEST) {
                metrics.add(new Metric(key(skewness), String.valueOf(skewness), ""));
            }
        }
        metrics.add(new Metric(SECONDS, "3.0", "s"));
        metrics.add(new Metric(SHUFFLE, "shuffle", "s"));
        metrics.add(new Metric(READ, "read", "s"));
        metrics.add(new Metric(READ_SHARE, "read/slow", ""));
        return metrics;
    }

    /** @param times by contender, by skewness in the order of {@link #SKEWNESS}, of each seed */
    static ExperimentTable of(SkewAwareSite site, Map<String, List<List<SkewAwareSite.Times>>> times) {
        List<Row> rows = new ArrayList<>();
        for (SkewAwareContender contender : SkewAwareContender.ALL) {
            rows.add(new Row(contender.name(), contender.kind(), contender.meaning(), cells(site, contender, times)));
        }
        rows.add(bound(
                LINK_BOUND, "what the hottest host's link needs, without a store beside it", Store.NONE, site, times));
        rows.add(bound(
                "bound slow", "its link and what the slow store gives at the same time", Store.SLOW, site, times));
        rows.add(bound(BOUND_FAST, "its link and what the fast store gives at the same time", Store.FAST, site, times));
        return new ExperimentTable(
                site.sockets() ? "sockets" : "interconnect",
                site.hosts() + " hosts that speak " + (site.sockets() ? "over sockets" : "over the fast interconnect")
                        + ", a partition for each",
                metrics(),
                rows);
    }

    private static Row bound(
            String name,
            String meaning,
            Store beside,
            SkewAwareSite site,
            Map<String, List<List<SkewAwareSite.Times>>> times) {
        Map<String, Cell> cells = new HashMap<>();
        for (int at = 0; at < SKEWNESS.size(); at++) {
            double seconds = site.boundSeconds(beside, SKEWNESS.get(at));
            cells.put(
                    key(SKEWNESS.get(at)),
                    cell(times.get(SkewAwareContender.SMS).get(at).stream()
                            .map(base -> seconds / base.seconds())
                            .toList()));
        }
        cells.put(SECONDS, cell(List.of(site.boundSeconds(beside, HIGHEST))));
        return new Row(name, Kind.BOUND, meaning, cells);
    }

    private static Map<String, Cell> cells(
            SkewAwareSite site, SkewAwareContender contender, Map<String, List<List<SkewAwareSite.Times>>> times) {
        List<List<SkewAwareSite.Times>> own = times.get(contender.name());
        List<List<SkewAwareSite.Times>> base = times.get(SkewAwareContender.SMS);
        Map<Double, Double> paper =
                (site.sockets() ? ON_SOCKETS : ON_INTERCONNECT).getOrDefault(contender.name(), Map.of());
        Map<String, Cell> cells = new HashMap<>();
        for (int at = 0; at < SKEWNESS.size(); at++) {
            List<Double> shares = new ArrayList<>();
            for (int seed = 0; seed < own.get(at).size(); seed++) {
                shares.add(
                        own.get(at).get(seed).seconds() / base.get(at).get(seed).seconds());
            }
            cells.put(key(SKEWNESS.get(at)), new Cell(shares, paper.getOrDefault(SKEWNESS.get(at), Double.NaN)));
        }
        List<SkewAwareSite.Times> highest = own.get(SKEWNESS.indexOf(HIGHEST));
        List<SkewAwareSite.Times> slow = times.get(SkewAwareContender.SLOW).get(SKEWNESS.indexOf(HIGHEST));
        cells.put(
                SECONDS, cell(highest.stream().map(SkewAwareSite.Times::seconds).toList()));
        cells.put(
                SHUFFLE,
                cell(highest.stream().map(SkewAwareSite.Times::shuffleSeconds).toList()));
        cells.put(
                READ,
                cell(highest.stream().map(SkewAwareSite.Times::readSeconds).toList()));
        if (contender.kind() == Kind.PUBLISHED) {
            List<Double> shares = new ArrayList<>();
            for (int seed = 0; seed < highest.size(); seed++) {
                shares.add(highest.get(seed).readSeconds() / slow.get(seed).readSeconds());
            }
            boolean published = !site.sockets() && contender.name().equals(SkewAwareContender.FAST);
            cells.put(READ_SHARE, new Cell(shares, published ? 1 / READ_GAIN : Double.NaN));
        }
        return cells;
    }

    private static Cell cell(List<Double> values) {
        return new Cell(values, Double.NaN);
    }
}
