// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.EnumMap;
import java.util.Map;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;

/** By how much the tasks of a host took longer than others' with as much to read, and what the longer time was spent on. */
final class Excess {
    private final Schedule schedule;
    private final int host;
    private final Map<Part, Double> byPart = new EnumMap<>(Part.class);
    private double millis;
    private double expected;
    private int tasks;

    Excess(Schedule schedule, int host) {
        this.schedule = schedule;
        this.host = host;
        for (Part part : Part.values()) {
            byPart.put(part, 0.0);
        }
    }

    void add(StageSample sample) {
        double[] others = sample.scoresBeside(host);
        int own = sample.size() - others.length;
        if (own == 0 || others.length == 0) {
            return;
        }
        double mean = 0;
        for (double score : others) {
            mean += score / others.length;
        }
        Split here = Split.NONE;
        Split elsewhere = Split.NONE;
        for (int i = 0; i < sample.size(); i++) {
            Task task = schedule.task(sample.task(i));
            if (sample.host(i) == host) {
                millis += task.times().total();
                expected += mean * sample.expected(schedule.bytesToRead(sample.task(i)));
                here = here.plus(Split.ofAttempt(task));
                tasks++;
            } else {
                elsewhere = elsewhere.plus(Split.ofAttempt(task));
            }
        }
        for (Part part : Part.values()) {
            double more = here.of(part) - elsewhere.of(part) * own / others.length;
            byPart.merge(part, more, Double::sum);
        }
    }

    double factor() {
        return expected > 0 ? millis / expected : 1;
    }

    double millis() {
        return millis - expected;
    }

    int tasks() {
        return tasks;
    }

    Part kind() {
        Part most = Part.COMPUTING;
        for (Part part : Part.values()) {
            most = byPart.get(part) > byPart.get(most) ? part : most;
        }
        return most;
    }

    /** Of all that was more. */
    double kindShare() {
        double more =
                byPart.values().stream().mapToDouble(each -> Math.max(0, each)).sum();
        return more > 0 ? Math.max(0, byPart.get(kind())) / more : 0;
    }
}
