// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;

/**
 * Makes a day of jobs like Facebook's of 2010: very many small ones, few large ones that hold most of the tasks.
 *
 * <p>Published: 175,000 jobs and 30 million tasks in a week on 3,000 machines, blocks of 256 MB (Sinbad, SIGCOMM 2013): 25,000 jobs and
 * some 4 million tasks a day; about 85 % of the jobs have less than 10 maps (FlexFetch, after M. Zaharia et al., Delay Scheduling, EuroSys
 * 2010). Ours: small jobs have 1 to 9 maps, the fewer the more often; maps of the others follow a Pareto law from 10 up to a bound, its
 * exponent such that all tasks come to the number asked for; 40 % of the jobs only filter (a map writes what it keeps), 35 % aggregate
 * (a tenth is shuffled), 25 % transform (all is); a reduce for each 10 maps, at most a few hundred; seconds for a byte, log-normal;
 * arrivals are uniform, or follow a sine over the day.
 */
public final class FacebookMix {
    private static final double SMALL_SHARE = 0.85;
    private static final int LEAST_LARGE = 10;
    private static final int MAPS_FOR_A_REDUCE = 10;
    private static final int STEPS = 200;
    private static final double STEEPEST = 60;
    private static final double SECONDS_PER_BYTE = 5e-8;
    private static final double SPREAD = 0.7;
    private static final Type[] TYPES = Type.values();

    private enum Type {
        FILTER(0.40, 0, 0.02),
        AGGREGATE(0.35, 0.1, 0.01),
        TRANSFORM(0.25, 1, 0.5);

        final double share;
        final double shuffled;
        /** Of the input. */
        final double written;

        Type(double share, double shuffled, double written) {
            this.share = share;
            this.shuffled = shuffled;
            this.written = written;
        }
    }

    /**
     * @param tasks of all jobs; met within 1 %
     * @param diurnal by which share the load at its peak is above its mean; 0 for an even load
     * @param mostMaps of a job
     * @param mostReduces of a job
     */
    public record Options(
            int jobs, long tasks, double hours, double diurnal, long blockBytes, int mostMaps, int mostReduces) {
        public static final Options DAY = new Options(25_000, 4_000_000, 24, 0, 256L << 20, 10_000, 300);

        public Options {
            Stages.require(jobs >= 1 && jobs <= 1_000_000, "jobs must be from 1 to 10^6");
            Stages.require(tasks >= jobs && tasks <= 100_000_000, "tasks must be at least the jobs and at most 10^8");
            Stages.require(hours > 0 && hours <= 1000, "hours must be above 0 and at most 1000");
            Stages.require(diurnal >= 0 && diurnal <= 1, "the diurnal share must be from 0 to 1");
            Stages.require(blockBytes >= 1 && blockBytes <= 1L << 40, "a block has from 1 byte to 1 TiB");
            Stages.require(mostMaps >= LEAST_LARGE && mostMaps <= 1_000_000, "maps of a job must be from 10 to 10^6");
            Stages.require(mostReduces >= 1 && mostReduces <= 10_000, "reduces of a job must be from 1 to 10^4");
        }
    }

    private record Size(boolean small, double share, Type type) {}

    private final Options options;
    private final Chance chance;

    private FacebookMix(Options options, long seed) {
        this.options = options;
        this.chance = new Chance(seed, "facebook-mix");
    }

    /** @throws IllegalArgumentException if so many tasks cannot be reached with so many jobs */
    public static Workload workload(Options options, long seed) {
        return new FacebookMix(options, seed).workload();
    }

    private Workload workload() {
        List<Size> sizes = sizes();
        double exponent = exponent(sizes);
        double[] submits = submits();
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            jobs.add(job(i + 1, sizes.get(i), maps(sizes.get(i), exponent), submits[i]));
        }
        return new Workload("facebook-mix", List.of(), jobs);
    }

    /** Large jobs stand anywhere among the others; among themselves, their shares of the Pareto law are even. */
    private List<Size> sizes() {
        int large = (int) Math.round(options.jobs() * (1 - SMALL_SHARE));
        ClassQuota quota = new ClassQuota(
                Arrays.stream(TYPES).mapToDouble(type -> type.share).toArray());
        boolean[] isLarge = new boolean[options.jobs()];
        int[] order = new int[options.jobs()];
        for (int i = 0; i < order.length; i++) {
            int other = chance.below(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        double[] shares = new double[options.jobs()];
        for (int i = 0; i < large; i++) {
            isLarge[order[i]] = true;
            shares[order[i]] = (i + chance.share()) / large;
        }
        List<Size> sizes = new ArrayList<>();
        for (int i = 0; i < isLarge.length; i++) {
            double share = isLarge[i] ? shares[i] : chance.share();
            sizes.add(new Size(!isLarge[i], share, TYPES[quota.next(1, chance)]));
        }
        return sizes;
    }

    /** The steeper the law, the fewer the tasks. */
    private double exponent(List<Size> sizes) {
        double low = -STEEPEST;
        double high = STEEPEST;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (tasks(sizes, middle) > options.tasks()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double reached = tasks(sizes, high);
        if (Math.abs(reached - options.tasks()) > 0.01 * options.tasks()) {
            throw new IllegalArgumentException(options.tasks() + " tasks cannot be reached with " + options.jobs()
                    + " jobs: from " + Math.round(tasks(sizes, STEEPEST)) + " to "
                    + Math.round(tasks(sizes, -STEEPEST)) + " can");
        }
        return high;
    }

    private double tasks(List<Size> sizes, double exponent) {
        double tasks = 0;
        for (Size size : sizes) {
            int maps = maps(size, exponent);
            tasks += maps + reduces(size.type, maps);
        }
        return tasks;
    }

    private int maps(Size size, double exponent) {
        if (size.small) {
            return (int) Math.floor(Chance.logUniform(1, LEAST_LARGE, size.share));
        }
        return (int) Math.round(pareto(size.share, exponent));
    }

    /** Bounded: the inverse of its distribution function; logarithmically even when the exponent is 0. */
    private double pareto(double share, double exponent) {
        if (Math.abs(exponent) < 1e-6) {
            return Chance.logUniform(LEAST_LARGE, options.mostMaps(), share);
        }
        double bound = StrictMath.pow((double) LEAST_LARGE / options.mostMaps(), exponent);
        return LEAST_LARGE * StrictMath.pow(1 - share * (1 - bound), -1 / exponent);
    }

    private int reduces(Type type, int maps) {
        return type.shuffled == 0 ? 0 : Math.max(1, Math.min(options.mostReduces(), maps / MAPS_FOR_A_REDUCE));
    }

    private double[] submits() {
        double span = options.hours() * 3600;
        double[] submits = new double[options.jobs()];
        for (int i = 0; i < submits.length; i++) {
            submits[i] = Chance.milliseconds(span * along(chance.share()));
        }
        Arrays.sort(submits);
        return submits;
    }

    /** Where in the span a share of the day's jobs has been submitted, when their rate is 1 + diurnal · sin. */
    private double along(double share) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 50 && options.diurnal() > 0; i++) {
            double middle = (low + high) / 2;
            double days = 2 * StrictMath.PI * options.hours() / 24;
            double done = middle + options.diurnal() * (1 - StrictMath.cos(days * middle)) / days;
            double all = 1 + options.diurnal() * (1 - StrictMath.cos(days)) / days;
            if (done < share * all) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return options.diurnal() > 0 ? (low + high) / 2 : share;
    }

    private Job job(int number, Size size, int maps, double submit) {
        // The last block of a file is not full.
        long input = Math.max(maps, Math.round((maps - 1 + chance.share()) * options.blockBytes()));
        double secondsPerByte = Chance.threeDigits(chance.logNormal(SECONDS_PER_BYTE, SPREAD));
        long shuffle = Math.round(input * size.type.shuffled);
        Output written = Stages.files(input * size.type.written);
        int reduces = reduces(size.type, maps);
        Input read = new Input.Blocks(input);
        List<Stage> stages = reduces == 0
                ? List.of(Stages.maps(maps, read, secondsPerByte, written))
                : List.of(
                        Stages.maps(maps, read, secondsPerByte, new Output.Shuffle(shuffle)),
                        Stages.reduces(reduces, secondsPerByte, written));
        String kind = size.type.name().toLowerCase(Locale.ROOT);
        return new Job("job-" + number, kind, "default", submit, stages);
    }
}
