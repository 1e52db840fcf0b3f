// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;

/**
 * Makes jobs that write as Facebook's did in October 2010.
 *
 * <p>Source: M. Chowdhury, S. Kandula, I. Stoica, Leveraging Endpoint Flexibility in Data-Intensive Clusters (Sinbad), SIGCOMM 2013, and its
 * slides. Published: 37 % of all tasks write; 42 % of the reducers and 91 % of the other writers spend at least half of their time
 * writing; 30 % of the blocks are full (256 MB), 35 % have at least 128 MB, full ones hold 81 % of the bytes. Ours, to fit: of seven
 * files one has full blocks, 1 to 5 of them, each as often; every file ends with one that is not full: of fourteen one from 128 MB up, evenly, others from
 * 6.5 kB to 128 MB, evenly on a logarithmic scale. Ours, too: half of the writers are reducers, ingestion and pre-processing share the
 * other half; a writer that does not mostly write computes for three times as long as it would write at {@value #WRITE_BYTES_PER_SECOND}
 * bytes/s; jobs have 1 to 100 writers, evenly on a logarithmic scale; arrivals are exponential.
 */
public final class SinbadWriters {
    private static final double WRITE_BYTES_PER_SECOND = 50e6;
    private static final double MEBIBYTE = 1 << 20;
    private static final double FULL_BYTES = 256 * MEBIBYTE;
    private static final double LEAST_BYTES = 0.0065 * MEBIBYTE;
    private static final double WRITE_SHARE = 0.37;
    private static final double REDUCER_SHARE = 0.5;
    private static final double[] FULL_BLOCKS = {30, 1, 1, 1, 1, 1};
    private static final double[] LAST_IS_LARGE = {13, 1};
    private static final double[] REDUCERS_MOSTLY_WRITE = {0.58, 0.42};
    private static final double[] OTHERS_MOSTLY_WRITE = {0.09, 0.91};
    private static final double[] KINDS = {REDUCER_SHARE, (1 - REDUCER_SHARE) / 2, (1 - REDUCER_SHARE) / 2};
    private static final double MOSTLY_WRITING_COMPUTES = 0.2;
    private static final double ELSE_COMPUTES = 3;
    private static final double MAP_SECONDS_PER_BYTE = 3e-8;
    /** Fractional parts of its multiples fill the unit interval evenly. */
    private static final double GOLDEN = 0.6180339887498949;

    private final Options options;
    private final Chance chance;
    private final ClassQuota kinds = new ClassQuota(KINDS);
    private final ClassQuota fullBlocks = new ClassQuota(FULL_BLOCKS);
    private final ClassQuota lastIsLarge = new ClassQuota(LAST_IS_LARGE);
    private final ClassQuota reducersWrite = new ClassQuota(REDUCERS_MOSTLY_WRITE);
    private final ClassQuota othersWrite = new ClassQuota(OTHERS_MOSTLY_WRITE);
    private double maps;
    private double writers;

    /**
     * @param seconds within which all jobs are submitted, about
     * @param mostWriters of a job
     */
    public record Options(int jobs, double seconds, int mostWriters) {
        public static final Options USUAL = new Options(1000, 3600, 100);

        public Options {
            Stages.require(jobs >= 1 && jobs <= 1_000_000, "jobs must be from 1 to 10^6");
            Stages.require(seconds > 0 && seconds <= 1e7, "seconds must be above 0 and at most 10^7");
            Stages.require(mostWriters >= 1 && mostWriters <= 10_000, "writers of a job must be from 1 to 10^4");
        }
    }

    private SinbadWriters(Options options, long seed) {
        this.options = options;
        this.chance = new Chance(seed, "sinbad-writers");
    }

    public static Workload workload(Options options, long seed) {
        return new SinbadWriters(options, seed).workload();
    }

    private Workload workload() {
        List<Job> jobs = new ArrayList<>();
        double at = 0;
        for (int i = 0; i < options.jobs(); i++) {
            jobs.add(job(i, at));
            at += chance.exponential(options.seconds() / options.jobs());
        }
        return new Workload("sinbad-writers", List.of(), jobs);
    }

    private Job job(int number, double at) {
        int tasks = (int) Math.floor(chance.logUniform(1, options.mostWriters() + 1));
        double bytes = fileBytes(tasks, number);
        String kind = List.of("mapreduce", "ingest", "preprocess").get(kinds.next(tasks, chance));
        ClassQuota mostlyWrites = kind.equals("mapreduce") ? reducersWrite : othersWrite;
        double share = mostlyWrites.next(tasks, chance) == 1 ? MOSTLY_WRITING_COMPUTES : ELSE_COMPUTES;
        double secondsPerByte = Chance.threeDigits(share / WRITE_BYTES_PER_SECOND);
        Output output = Stages.files(bytes * tasks);
        long read = Math.round(bytes * tasks);
        writers += tasks;
        List<Stage> stages =
                switch (kind) {
                    case "ingest" -> List.of(Stages.maps(tasks, new Input.None(), secondsPerByte, output));
                    case "preprocess" -> List.of(Stages.maps(tasks, new Input.Blocks(read), secondsPerByte, output));
                    default -> List.of(maps(read), Stages.reduces(tasks, secondsPerByte, output));
                };
        return new Job("job-" + (number + 1), kind, "default", Chance.milliseconds(at), stages);
    }

    /** So many that writers are what they are of all tasks; they read twice what the job writes. */
    private Stage maps(long written) {
        // Other jobs have no maps: these have those of all.
        int tasks = (int) Math.max(1, Math.round(writers * (1 - WRITE_SHARE) / WRITE_SHARE - maps));
        maps += tasks;
        return Stages.maps(
                tasks, new Input.Blocks(2 * written), MAP_SECONDS_PER_BYTE, new Output.Shuffle(Math.max(1, written)));
    }

    private double fileBytes(int tasks, int number) {
        double share = (number * GOLDEN + chance.share() / 100) % 1;
        double last = lastIsLarge.next(tasks, chance) == 1
                ? FULL_BYTES / 2 * (1 + share)
                : Chance.logUniform(LEAST_BYTES, FULL_BYTES / 2, share);
        return fullBlocks.next(tasks, chance) * FULL_BYTES + Math.max(1, Math.floor(last));
    }
}
