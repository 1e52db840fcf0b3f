// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.Workload.StoredFile;

/**
 * Makes the sort jobs of the status-aware paper: what is read is shuffled, and what is shuffled is written. Nothing is left to chance.
 *
 * <p>Source: M. Kawarasaki, H. Watanabe, System Status Aware Hadoop Scheduling Methods, 2015, Table 3. Published: a random file of 5 GB,
 * 20 maps (20 blocks of 256 MiB), 10 reduces and 5 jobs on the laboratory's cluster, 20 reduces and 16 jobs on EC2, one job every 5 s.
 * Ours: seconds for a byte; that all jobs read the same file, as the text says ("a 5GB random file"; its table says "files").
 */
public final class SortJobs {
    private static final double MAP_SECONDS_PER_BYTE = 1e-8;
    private static final double REDUCE_SECONDS_PER_BYTE = 1e-8;

    private SortJobs() {}

    /**
     * @param gapSeconds between two submissions
     * @param ownFiles whether each job reads a file of its own
     * @param mapSecondsPerByte processor seconds of a map for a byte of input
     * @param reduceSecondsPerByte of a reduce
     */
    public record Options(
            int jobs,
            int maps,
            int reduces,
            long bytes,
            double gapSeconds,
            boolean ownFiles,
            double mapSecondsPerByte,
            double reduceSecondsPerByte) {
        public static final Options LAB =
                new Options(5, 20, 10, 5L << 30, 5, false, MAP_SECONDS_PER_BYTE, REDUCE_SECONDS_PER_BYTE);
        public static final Options EC2 =
                new Options(16, 20, 20, 5L << 30, 5, false, MAP_SECONDS_PER_BYTE, REDUCE_SECONDS_PER_BYTE);

        public Options {
            Stages.require(jobs >= 1 && jobs <= 1_000_000, "jobs must be from 1 to 10^6");
            Stages.require(maps >= 1 && maps <= 1_000_000, "maps must be from 1 to 10^6");
            Stages.require(reduces >= 1 && reduces <= 1_000_000, "reduces must be from 1 to 10^6");
            Stages.require(bytes >= maps && bytes <= 1e17, "bytes must be at least one for a map, and at most 10^17");
            Stages.require(gapSeconds >= 0 && gapSeconds <= 1000, "the gap must be from 0 to 1000 seconds");
            Stages.require(
                    mapSecondsPerByte >= 0 && reduceSecondsPerByte >= 0, "seconds for a byte must be at least 0");
        }
    }

    public static Workload workload(Options options) {
        long block = (options.bytes() + options.maps() - 1) / options.maps();
        List<StoredFile> files = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < options.jobs(); i++) {
            String file = options.ownFiles() ? "random-" + (i + 1) : "random";
            if (i == 0 || options.ownFiles()) {
                files.add(new StoredFile(file, options.bytes(), block, 0));
            }
            Stage maps = Stages.maps(
                    options.maps(),
                    new Input.File(file),
                    options.mapSecondsPerByte(),
                    new Output.Shuffle(options.bytes()));
            Stage reduces = Stages.reduces(
                    options.reduces(), options.reduceSecondsPerByte(), Stages.files((double) options.bytes()));
            jobs.add(new Job(
                    "sort-" + (i + 1),
                    "sort",
                    "default",
                    Chance.milliseconds(i * options.gapSeconds()),
                    List.of(maps, reduces)));
        }
        return new Workload("sort-jobs", files, jobs);
    }
}
