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

    int mapSlots() {
        return cluster.machines().stream().mapToInt(Machine::mapSlots).sum();
    }

    int reduceSlots() {
        return cluster.machines().stream().mapToInt(Machine::reduceSlots).sum();
    }

    int racks() {
        return cluster.topology().racks().size();
    }

    /** In a sentence without its end. */
    String text() {
        return workload.name() + ": " + counted(jobs(), "job") + " of " + counted(tasks(), "task") + " on "
                + cluster.name() + ": " + counted(cluster.machines().size(), "machine") + " in "
                + counted(racks(), "rack") + ", " + slots() + "; " + counted(seeds, "seed");
    }

    private String slots() {
        return cluster.framework() == Framework.SPARK
                ? "Spark with " + counted(mapSlots(), "slot")
                : "Hadoop with " + counted(mapSlots(), "map slot") + " and " + counted(reduceSlots(), "reduce slot");
    }

    static String counted(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
