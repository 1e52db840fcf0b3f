// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

/**
 * What can be varied of speculation; each policy takes the part that is named for it.
 *
 * @param hadoop of {@code stock-hadoop}
 * @param spark of {@code stock-spark}
 * @param late of {@code late}
 * @param mantri of {@code mantri}
 * @param guarded of {@code guarded}
 */
public record SpeculationOptions(Hadoop hadoop, Spark spark, Late late, Mantri mantri, Guarded guarded) {
    public static final SpeculationOptions USUAL = new SpeculationOptions(
            new Hadoop(0.2, 60),
            new Spark(0.9, 3, 0.1),
            new Late(0.1, 0.25, 60),
            new Mantri(10, 3, 0.25, 2),
            new Guarded(0.1));

    /**
     * @param gap by which a task's progress is below the average
     * @param leastAgeSeconds of a task
     */
    public record Hadoop(double gap, double leastAgeSeconds) {}

    /**
     * @param quantile share of the tasks that must have ended: {@code spark.speculation.quantile}
     * @param multiplier of their median time: {@code spark.speculation.multiplier}
     * @param leastAgeSeconds {@code spark.speculation.minTaskRuntime}
     */
    public record Spark(double quantile, double multiplier, double leastAgeSeconds) {}

    /**
     * @param cap share of all slots that speculative attempts may use
     * @param slowest share of tasks, and of hosts, that count as slow
     * @param leastAgeSeconds of a task
     */
    public record Late(double cap, double slowest, double leastAgeSeconds) {}

    /**
     * @param marginSeconds Δ: by which a restart must be expected to be quicker
     * @param mostRestarts of a task
     * @param likelihood above which a duplicate must be quicker
     * @param mostAttempts of a task at the same time
     */
    public record Mantri(double marginSeconds, int mostRestarts, double likelihood, int mostAttempts) {}

    /** @param cap share of all slots that speculative attempts may use */
    public record Guarded(double cap) {}
}
