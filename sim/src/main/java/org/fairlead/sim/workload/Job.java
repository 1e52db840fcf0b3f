// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.util.List;

/**
 * Stages that depend on each other.
 *
 * @param name unique in the workload
 * @param kind what reports group by besides size, such as {@code sort}
 * @param application whose job it is; in Spark each has slots of its own on every machine. Empty for the one without a name
 * @param pool for fair sharing with others of its application; {@code default} when nobody said
 * @param submitSeconds from the start
 * @param stages a stage's parents stand before it
 */
public record Job(String name, String kind, String application, String pool, double submitSeconds, List<Stage> stages) {
    public Job {
        stages = List.copyOf(stages);
    }

    /** Of the application without a name. */
    public Job(String name, String kind, String pool, double submitSeconds, List<Stage> stages) {
        this(name, kind, "", pool, submitSeconds, stages);
    }

    /** Tasks of all stages. */
    public int tasks() {
        return stages.stream().mapToInt(Stage::tasks).sum();
    }
}
