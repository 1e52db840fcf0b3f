// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.RoundRecord;

/**
 * What a link carried under each contender, over the rounds that count.
 *
 * @param capacity bytes per second
 * @param byContender in no particular order; contenders without a counted round are missing
 */
record LinkLoad(String link, double capacity, Map<String, Load> byContender) {

    /**
     * @param bytes mean per round
     * @param utilisation mean share of the capacity, 0 to 1
     */
    record Load(double bytes, double utilisation) {}

    /** Every link, the busiest under any contender first; equals by name. */
    static List<LinkLoad> of(List<RoundRecord> rounds) {
        Map<String, Double> capacities = new LinkedHashMap<>();
        Map<String, Map<String, List<LinkSeries>>> series = new LinkedHashMap<>();
        for (RoundRecord round : RoundMeasurements.lastCounted(rounds)) {
            for (LinkSeries link : round.links()) {
                capacities.putIfAbsent(link.link(), link.capacity());
                series.computeIfAbsent(link.link(), l -> new LinkedHashMap<>())
                        .computeIfAbsent(round.contender(), c -> new ArrayList<>())
                        .add(link);
            }
        }
        List<LinkLoad> loads = new ArrayList<>();
        series.forEach((link, byContender) -> {
            Map<String, Load> each = new LinkedHashMap<>();
            byContender.forEach((contender, rows) -> each.put(contender, load(rows)));
            loads.add(new LinkLoad(link, capacities.get(link), each));
        });
        loads.sort(Comparator.comparingDouble(LinkLoad::most).reversed().thenComparing(LinkLoad::link));
        return List.copyOf(loads);
    }

    private double most() {
        return byContender.values().stream()
                .mapToDouble(Load::utilisation)
                .max()
                .orElse(0);
    }

    private static Load load(List<LinkSeries> rounds) {
        double bytes = 0;
        double possible = 0;
        for (LinkSeries round : rounds) {
            bytes += RoundMeasurements.bytes(round);
            possible += round.capacity() * round.bytesPerSecond().size();
        }
        return new Load(bytes / rounds.size(), possible > 0 ? bytes / possible : 0);
    }
}
