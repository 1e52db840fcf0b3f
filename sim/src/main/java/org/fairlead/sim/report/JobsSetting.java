// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Workload;

/**
 * What was simulated.
 *
 * @param firstSeed runs have this one and those that follow it
 * @param seeds how many runs each contender has
 */
public record JobsSetting(
        Cluster cluster, Workload workload, JobSimulation.Options options, long firstSeed, int seeds) {

    int jobs() {
        return workload.jobs().size();
    }

    long tasks() {
        return workload.jobs().stream().mapToLong(Job::tasks).sum();
    }

    int mapPlaces() {
        return cluster.machines().stream().mapToInt(Machine::mapPlaces).sum();
    }

    int reducePlaces() {
        return cluster.machines().stream().mapToInt(Machine::reducePlaces).sum();
    }

    int racks() {
        return cluster.topology().racks().size();
    }

    /** In a sentence without its end. */
    String text() {
        return workload.name() + ": " + counted(jobs(), "job") + " of " + counted(tasks(), "task") + " on "
                + cluster.name() + ": " + counted(cluster.machines().size(), "machine") + " in "
                + counted(racks(), "rack") + ", " + places() + "; " + counted(seeds, "seed");
    }

    private String places() {
        return cluster.framework() == Framework.SPARK
                ? "Spark with " + counted(mapPlaces(), "place")
                : "Hadoop with " + counted(mapPlaces(), "map place") + " and "
                        + counted(reducePlaces(), "reduce place");
    }

    static String counted(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
