// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.MapOutput;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;

/**
 * Computes what went from zone to zone.
 *
 * <p><b>Algorithm.</b> A log has what each task wrote for a shuffle and what each task fetched, not from whom. What a task fetched from other executors
 * is divided by what these had written for the stage: a hash spreads each output over all who read. What it fetched from its own executor stayed.
 *
 * <p><b>Example.</b> Executors in zone a have written 60 GB, one in zone b 40 GB. A task of an executor in b that had written nothing
 * fetches 10 GB: 6 of them from a.
 */
public final class ZoneBytes {
    private final List<String> names;
    private final int[] zoneOf;
    /** The zone of hosts that nobody names, by its place; below 0 where all are named. What they give and get is in no known zone. */
    private final int unknown;

    private final double[][] moved;
    private double unplaced;
    private double saved;

    private ZoneBytes(ApplicationLog application, Zones zones) {
        Set<String> found = new LinkedHashSet<>();
        application.executors().forEach(executor -> found.add(zones.zone(executor.host())));
        names = List.copyOf(found);
        unknown = names.indexOf(Zones.UNKNOWN);
        zoneOf = application.executors().stream()
                .mapToInt(executor -> names.indexOf(zones.zone(executor.host())))
                .toArray();
        moved = new double[names.size()][names.size()];
    }

    public static ZoneTraffic of(ApplicationLog application, Zones zones) {
        ZoneBytes bytes = new ZoneBytes(application, zones);
        MapOutput written = new MapOutput(application);
        for (StageLog stage : application.stages()) {
            bytes.add(stage, written);
        }
        return bytes.traffic();
    }

    private void add(StageLog stage, MapOutput written) {
        MapOutput.ByExecutor output = written.readBy(stage);
        double[] byZone = new double[names.size()];
        for (int i = 0; i < output.count(); i++) {
            byZone[zoneOf[output.executor(i)]] += output.bytes(i);
        }
        double all = Arrays.stream(byZone).sum();
        double read = 0;
        double across = 0;
        for (int i = 0; i < stage.tasks().size(); i++) {
            Task task = stage.tasks().get(i);
            int here = zoneOf[task.executor()];
            double own = output.of(task.executor());
            double others = all - own;
            double remote = task.volumes().remote();
            double beside = task.volumes().beside();
            moved[here][here] += beside;
            if (others <= 0 || here == unknown) {
                unplaced += remote;
                continue;
            }
            read += beside;
            for (int from = 0; from < byZone.length; from++) {
                double part = remote * (byZone[from] - (from == here ? own : 0)) / others;
                if (from == unknown) {
                    unplaced += part;
                    continue;
                }
                read += part;
                moved[from][here] += part;
                across += from == here ? 0 : part;
            }
        }
        if (unknown >= 0) {
            all -= byZone[unknown];
            byZone[unknown] = 0;
        }
        if (all > 0) {
            double most = Arrays.stream(byZone).max().orElse(0) / all;
            saved += Math.max(0, across - read * (1 - most));
        }
    }

    private ZoneTraffic traffic() {
        List<ZoneTraffic.Pair> pairs = new ArrayList<>();
        double inside = 0;
        double across = 0;
        for (int from = 0; from < moved.length; from++) {
            for (int to = 0; to < moved.length; to++) {
                if (moved[from][to] > 0) {
                    pairs.add(new ZoneTraffic.Pair(names.get(from), names.get(to), moved[from][to]));
                }
                inside += from == to ? moved[from][to] : 0;
                across += from == to ? 0 : moved[from][to];
            }
        }
        pairs.sort(Comparator.comparingDouble(ZoneTraffic.Pair::bytes).reversed());
        return new ZoneTraffic(pairs, inside, across, unplaced, saved);
    }
}
