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
 * Makes the jobs on which FlexFetch was measured.
 *
 * <p>Source: FlexFetch, V. A and B. Published: job types, maps and jobs of each bin (Table II), maps and map output ratio of each bin
 * (Table III), exponential gaps with a mean of 14 s, 0.01 % of the records found by a search. Ours: the order of the jobs (by chance),
 * seconds for a byte, what an aggregation shuffles (half of its input) and writes (a twentieth), a reduce for each five maps, and
 * Table III's arrivals: a small job every 5 s, a large one every 60 s. Of the jobs of Table II, 6 % aggregate, and 25 % of the maps are
 * theirs; the text says 7 : 3.
 */
public final class FlexFetchJobs {
    private static final double SEARCH_SECONDS_PER_BYTE = 1e-8;
    private static final double SELECT_SECONDS_PER_BYTE = 1.5e-8;
    private static final double AGGREGATION_SECONDS_PER_BYTE = 2e-8;
    private static final double REDUCE_SECONDS_PER_BYTE = 1e-8;
    private static final double FOUND = 0.0001;
    private static final int MAPS_FOR_A_REDUCE = 5;
    private static final List<Bin> TABLE_II = List.of(
            new Bin(1, Type.SEARCH, 1, 6),
            new Bin(2, Type.SELECT, 2, 6),
            new Bin(3, Type.SEARCH, 5, 20),
            new Bin(4, Type.SELECT, 10, 5),
            new Bin(5, Type.SEARCH, 10, 5),
            new Bin(6, Type.AGGREGATION, 30, 2),
            new Bin(7, Type.SEARCH, 50, 2),
            new Bin(8, Type.SELECT, 50, 2),
            new Bin(9, Type.AGGREGATION, 150, 1),
            new Bin(10, Type.SEARCH, 200, 1));

    private FlexFetchJobs() {}

    private enum Type {
        SEARCH(SEARCH_SECONDS_PER_BYTE, FOUND, 1),
        SELECT(SELECT_SECONDS_PER_BYTE, FOUND, 1),
        AGGREGATION(AGGREGATION_SECONDS_PER_BYTE, 0.5, 0.1),
        SCAN(SEARCH_SECONDS_PER_BYTE, 0, 1);

        final double secondsPerByte;
        final double shuffled;
        /** Of what is shuffled. */
        final double written;

        Type(double secondsPerByte, double shuffled, double written) {
            this.secondsPerByte = secondsPerByte;
            this.shuffled = shuffled;
            this.written = written;
        }
    }

    private record Bin(int number, Type type, int maps, int jobs) {}

    /**
     * @param rounds how often all 50 jobs of Table II come
     * @param gapSeconds mean time between two submissions
     */
    public record Macro(int rounds, double gapSeconds, long blockBytes) {
        public static final Macro PUBLISHED = new Macro(1, 14, 256L << 20);

        public Macro {
            Stages.require(rounds >= 1 && rounds <= 10_000, "rounds must be from 1 to 10000");
            Stages.require(gapSeconds >= 0 && gapSeconds <= 1e5, "the mean gap must be from 0 to 10^5 seconds");
            Stages.require(blockBytes >= 1, "a block has at least 1 byte");
        }
    }

    /** Table II. */
    public static Workload macro(Macro options, long seed) {
        Chance chance = new Chance(seed, "flexfetch-macro");
        List<Bin> order = new ArrayList<>();
        for (Bin bin : TABLE_II) {
            for (int i = 0; i < bin.jobs * options.rounds(); i++) {
                order.add(bin);
            }
        }
        List<Job> jobs = new ArrayList<>();
        List<StoredFile> files = new ArrayList<>();
        double at = 0;
        while (!order.isEmpty()) {
            // The last one takes the place of the one that is drawn.
            int drawn = chance.below(order.size());
            Bin bin = order.get(drawn);
            order.set(drawn, order.get(order.size() - 1));
            order.remove(order.size() - 1);
            add(bin, bin.type.shuffled, options.blockBytes(), at, jobs, files);
            at += chance.exponential(options.gapSeconds());
        }
        return new Workload("flexfetch-macro", files, jobs);
    }

    /**
     * @param small jobs of bins 1 and 2
     * @param gapSeconds between two of them
     * @param largeGapSeconds between two of bin 3; the first one comes after half of it
     */
    public record Cardinal(int small, double gapSeconds, double largeGapSeconds, long blockBytes) {
        public static final Cardinal USUAL = new Cardinal(40, 5, 60, 256L << 20);

        public Cardinal {
            Stages.require(small >= 1 && small <= 1_000_000, "small jobs must be from 1 to 10^6");
            Stages.require(
                    gapSeconds > 0 && largeGapSeconds >= gapSeconds && largeGapSeconds <= 1e6,
                    "gaps must be above 0, and large jobs no more frequent than small ones");
            Stages.require(blockBytes >= 1, "a block has at least 1 byte");
        }
    }

    /** Table III; nothing of it is left to chance. */
    public static Workload cardinal(Cardinal options) {
        List<Job> jobs = new ArrayList<>();
        List<StoredFile> files = new ArrayList<>();
        double large = options.largeGapSeconds() / 2;
        for (int i = 0; i < options.small(); i++) {
            double at = i * options.gapSeconds();
            while (large <= at) {
                add(new Bin(3, Type.SCAN, 20, 0), 0.85, options.blockBytes(), large, jobs, files);
                large += options.largeGapSeconds();
            }
            Bin bin = i % 2 == 0 ? new Bin(1, Type.SCAN, 5, 0) : new Bin(2, Type.SEARCH, 5, 0);
            add(bin, 0.01, options.blockBytes(), at, jobs, files);
        }
        return new Workload("flexfetch-cardinal", files, jobs);
    }

    private static void add(
            Bin bin, double shuffled, long blockBytes, double at, List<Job> jobs, List<StoredFile> files) {
        String name = "bin-" + bin.number + "-job-" + (jobs.size() + 1);
        long input = bin.maps * blockBytes;
        files.add(new StoredFile("input-of-" + name, input, blockBytes, 0));
        long shuffle = Math.round(input * shuffled);
        Stage maps = Stages.maps(
                bin.maps, new Input.File("input-of-" + name), bin.type.secondsPerByte, new Output.Shuffle(shuffle));
        Stage reduces = Stages.reduces(
                Math.max(1, bin.maps / MAPS_FOR_A_REDUCE),
                REDUCE_SECONDS_PER_BYTE,
                Stages.files(shuffle * bin.type.written));
        jobs.add(new Job(name, "bin-" + bin.number, "default", Chance.milliseconds(at), List.of(maps, reduces)));
    }
}
