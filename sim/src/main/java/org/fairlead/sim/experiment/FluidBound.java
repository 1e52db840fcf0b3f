// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/**
 * A mean job time below which no scheduler can get, in whatever order it serves jobs.
 *
 * <p><b>Algorithm.</b> For one kind of resource (all disks, all processors) taken as a single one of their summed rate, without streams that
 * disturb each other, every job needs its bytes or seconds over that rate. Equal jobs on one resource have the least mean
 * time when they are served one after the other as they come; then a job ends at max(its arrival, the end of the one before) + its need. The
 * bound is the larger of the two resources' means.
 *
 * <p><b>Example.</b> Two jobs at 0 s and 5 s, each 20 s of all disks: ends at 20 s and 40 s, so times of 20 s and 35 s, 27.5 s in the mean.
 */
final class FluidBound {
    private FluidBound() {}

    /** Of a workload of equal jobs: maps that read a file, reduces that write one. */
    static double meanJobSeconds(Cluster cluster, Workload workload) {
        double disks = 0;
        double processors = 0;
        for (Cluster.Machine machine : cluster.machines()) {
            disks += machine.disks().stream()
                    .mapToDouble(Cluster.Disk::bytesPerSecond)
                    .sum();
            processors += machine.processors();
        }
        return Math.max(
                mean(workload, diskBytes(cluster, workload) / disks), mean(workload, seconds(workload) / processors));
    }

    private static double mean(Workload workload, double need) {
        double end = 0;
        double sum = 0;
        for (Job job : workload.jobs()) {
            end = Math.max(end, job.submitSeconds()) + need;
            sum += end - job.submitSeconds();
        }
        return sum / workload.jobs().size();
    }

    /** Of one job: its input is read, its shuffle written, read again and spilled, its output written as often as it is replicated. */
    private static double diskBytes(Cluster cluster, Workload workload) {
        Cluster.Costs costs = cluster.costs();
        double bytes = inputBytes(workload);
        for (Stage stage : stages(workload)) {
            if (stage.output() instanceof Stage.Output.Shuffle shuffle) {
                bytes += shuffle.bytes() * (1 + costs.mapSpillShare() + 1 + costs.spillShare());
            } else if (stage.output() instanceof Stage.Output.Files files) {
                int copies = files.replication() > 0
                        ? files.replication()
                        : cluster.fileSystem().replication();
                bytes += (double) files.bytes() * copies;
            }
        }
        return bytes;
    }

    private static double seconds(Workload workload) {
        double seconds = 0;
        double bytes = inputBytes(workload);
        for (Stage stage : stages(workload)) {
            seconds += bytes * stage.computeSecondsPerByte() + stage.computeSecondsOfAll();
            bytes = stage.output() instanceof Stage.Output.Shuffle shuffle ? shuffle.bytes() : 0;
        }
        return seconds;
    }

    private static List<Stage> stages(Workload workload) {
        return workload.jobs().get(0).stages();
    }

    private static double inputBytes(Workload workload) {
        return workload.files().get(0).bytes();
    }
}
