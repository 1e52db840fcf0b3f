// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.fairlead.core.topology.Layers;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.HistoryMessage;

/** Sums up the links from one layer of a network to another: their mean and their busiest. */
final class LayerLoads {
    private record Step(int from, int to) {}

    private final List<Step> steps;
    private final int[] stepOf;
    private final int[] links;
    private final double[] sums;
    private final double[] most;
    private final int[] measured;

    LayerLoads(Topology topology) {
        int[] layers = Layers.of(topology);
        Map<Step, Integer> found = new LinkedHashMap<>();
        stepOf = new int[topology.links().size()];
        for (Link link : topology.links()) {
            Step step = new Step(layers[link.from().index()], layers[link.to().index()]);
            Integer known = found.putIfAbsent(step, found.size());
            stepOf[link.index()] = known == null ? found.size() - 1 : known;
        }
        steps = new ArrayList<>(found.keySet());
        links = new int[steps.size()];
        Arrays.stream(stepOf).forEach(step -> links[step]++);
        sums = new double[steps.size()];
        most = new double[steps.size()];
        measured = new int[steps.size()];
    }

    /** Pairs of layers between which there are links. */
    int layers() {
        return steps.size();
    }

    void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(most, 0);
        Arrays.fill(measured, 0);
    }

    /** @param share of the link's capacity; NaN: not measured */
    void add(int link, double share) {
        if (!Double.isNaN(share)) {
            int step = stepOf[link];
            sums[step] += share;
            most[step] = Math.max(most[step], share);
            measured[step]++;
        }
    }

    /** In per mille. */
    void write(short[] meanTo, short[] mostTo) {
        for (int step = 0; step < steps.size(); step++) {
            meanTo[step] = LoadHistory.perMille(measured[step] == 0 ? Double.NaN : sums[step] / measured[step]);
            mostTo[step] = LoadHistory.perMille(measured[step] == 0 ? Double.NaN : most[step]);
        }
    }

    List<HistoryMessage.LayerSeries> series(IntFunction<int[]> means, IntFunction<int[]> mosts) {
        List<HistoryMessage.LayerSeries> series = new ArrayList<>(steps.size());
        for (int step = 0; step < steps.size(); step++) {
            Step of = steps.get(step);
            series.add(new HistoryMessage.LayerSeries(
                    of.from(), of.to(), links[step], means.apply(step), mosts.apply(step)));
        }
        return series;
    }
}
