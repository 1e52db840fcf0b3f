// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.diagnosis.sources.SeenReads.Source;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;

/** For how long each attempt at a task waited for whom, as executors have seen it. */
public final class TaskWaits {
    private final Map<Place, List<Attempt>> attempts = new HashMap<>();
    private final Map<Source, Source> sources = new HashMap<>();

    /** Several attempts may have been made at one. */
    private record Place(int stage, int attempt, int partition) {}

    private record Attempt(double seconds, List<Wait> waits) {}

    /**
     * That a task waited for one source.
     *
     * @param local whether it is on the task's host
     * @param bytes that it gave
     * @param seconds for which the task had nothing to work on
     */
    public record Wait(Source source, boolean local, double bytes, double seconds) {}

    /** Notes what a task has read; what was not measured is left out. */
    void take(TaskReads task) {
        List<Wait> waits = new ArrayList<>();
        for (SourceReads each : task.sources()) {
            if (each.seconds() != null) {
                waits.add(new Wait(
                        sources.computeIfAbsent(new Source(each.kind(), each.source()), same -> same),
                        each.local(),
                        each.bytes(),
                        each.seconds()));
            }
        }
        attempts.computeIfAbsent(new Place(task.stage(), task.attempt(), task.partition()), unused -> new ArrayList<>())
                .add(new Attempt(task.seconds(), List.copyOf(waits)));
    }

    /** Whether anything is known of a partition of a stage's attempt. */
    public boolean knows(int stage, int attempt, int partition) {
        return attempts.containsKey(new Place(stage, attempt, partition));
    }

    /**
     * What an attempt waited for; of several at the same partition, the one that took most nearly as long.
     *
     * @param seconds that it took on its executor
     */
    public List<Wait> of(int stage, int attempt, int partition, double seconds) {
        return nearest(new Place(stage, attempt, partition), seconds)
                .map(Attempt::waits)
                .orElse(List.of());
    }

    /** Whether of two attempts at the same partition that took so long it is known of each by itself what it waited for. */
    public boolean tellApart(int stage, int attempt, int partition, double seconds, double otherSeconds) {
        Place place = new Place(stage, attempt, partition);
        return !nearest(place, seconds).equals(nearest(place, otherSeconds));
    }

    private Optional<Attempt> nearest(Place place, double seconds) {
        return attempts.getOrDefault(place, List.of()).stream()
                .min(Comparator.comparingDouble(each -> Math.abs(each.seconds - seconds)));
    }
}
