package org.fairlead.sim.workload;

import java.util.List;

/**
 * Stages that depend on each other.
 *
 * @param name unique in the workload
 * @param kind what reports group by besides size, such as {@code sort}
 * @param pool for fair sharing; {@code default} when nobody said
 * @param submitSeconds from the start
 * @param stages a stage's parents stand before it
 */
public record Job(String name, String kind, String pool, double submitSeconds, List<Stage> stages) {
    public Job {
        stages = List.copyOf(stages);
    }

    /** Tasks of all stages. */
    public int tasks() {
        return stages.stream().mapToInt(Stage::tasks).sum();
    }
}
