// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.fairlead.report.Amounts;

/** Where the time of tasks went, as people read it in the web UI and in a terminal. */
public final class TaskTimeWords {
    private TaskTimeWords() {}

    /** Seconds by part, in the order in which they are to be read; of several stages their sum. Parts that took nothing are left out. */
    public static Map<String, Double> parts(Collection<StageReport> stages) {
        TaskTime time = stages.stream().map(StageReport::time).reduce(TaskTime.NONE, TaskTime::plus);
        double reading = stages.stream().mapToDouble(TaskTimeWords::reading).sum();
        Map<String, Double> parts = new LinkedHashMap<>();
        put(parts, "computing", time.computing());
        put(parts, "garbage collection", time.garbageCollection());
        put(parts, "reading", reading);
        put(parts, "shuffle fetch wait", time.fetchWait());
        put(parts, "shuffle write", time.shuffleWrite());
        put(parts, "scheduling, launching", time.launching());
        put(parts, "unexplained", time.unexplained() - reading);
        put(parts, "thrown away", time.thrownAway());
        return parts;
    }

    /** The part of what no metric explains for which tasks waited for files: as executors saw it, at most all of it. */
    private static double reading(StageReport stage) {
        double waited = stage.sources().stream()
                .filter(source -> !source.kind().equals(SourceReads.SHUFFLE))
                .mapToDouble(SourceReads::waited)
                .sum();
        return Math.min(stage.time().unexplained(), waited);
    }

    private static void put(Map<String, Double> parts, String what, double seconds) {
        if (seconds > 0) {
            parts.put(what, seconds);
        }
    }

    /** {@code computing 68 %, reading 20 %, …; waited 1.2 s for a slot on average}; empty before the first task has ended. */
    public static String sentence(StageReport stage) {
        Map<String, Double> parts = parts(List.of(stage));
        double total = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        List<String> words = new ArrayList<>();
        if (total > 0) {
            words.add(parts.entrySet().stream()
                    .map(part -> part.getKey() + " " + Amounts.percent(part.getValue() / total))
                    .collect(Collectors.joining(", ")));
        }
        if (stage.endedWell() > 0) {
            words.add("waited " + Amounts.text(stage.time().slotWait() / stage.endedWell(), "s")
                    + " for a slot on average");
        }
        return String.join("; ", words);
    }
}
