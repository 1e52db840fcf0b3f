// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.shuffle.Outlook;

/**
 * Decides where output of map tasks is copied to while other tasks of their stage still run.
 *
 * <p><b>Goals.</b> When the last map task ends, much of what reduce tasks read is with them already. Neither maps' own reads nor reduces' fetches are held up.
 *
 * <p><b>Constraints.</b> Sizes of later outputs are not known: they are taken to be as those so far. One plan for each shuffle, made when the first outputs are there; it stands, and ends with the last map task: from then on tasks fetch by
 * themselves, and nothing more is asked for. Copies are made within {@value #SHARE} of what nobody else uses of a receiver's links, the maps' own reads among others ({@link ReceiverShares#idle}); where nobody knows that, none are made. No cap is exceeded: receivers ask within their own. Blocks below {@value #LEAST_BLOCK_BYTES} and above {@value #MOST_BLOCK_BYTES} bytes are not copied.
 *
 * <p><b>Algorithm.</b> Partitions go to executors in ranges ({@link PartitionRanges}). Without copies it takes as long to fetch as the busiest receiver takes for its partitions, all receivers at once. A copy takes off what a receiver gets of it
 * early: of blocks of such sizes in outputs that are written before the last wave of tasks, no more than it has memory for, and than comes until the stage ends. It adds what is on its way when the stage ends, which the task then fetches a second time ({@link #mostArrivingBytes}). The gain is what that takes off the longest time. It steps aside where all tasks of the stage run at once, where no receiver has memory, where links are not known, and below a
 * gain of {@value #LEAST_GAIN} of the time from now until everything would have been fetched: so it does where links are busy, or fetching is short. It also does below {@value #LEAST_GAIN_SECONDS} s: of a small shuffle most would come late.
 *
 * <p><b>Example.</b> Two executors of one slot, idle links of 10 MB/s, eight map tasks of 2 s, of which two have ended with 20 MB each, a quarter for each of four partitions. Six are left, in three waves: 6 s. Each executor
 * receives 10 MB of each output, half of which are its own: 40 MB in 4 s. Three quarters are written before the last wave, 30 MB, and as much comes in 6 s. Of the rest 0.5 MB are on their way when the stage ends, and come twice: it gains 2.95 s of 10 s. With memory for 10 MB it gains 1 s: nothing is on its way when that is full.
 *
 * <p><b>Source.</b> Ours. That shuffles are to overlap with maps is in every MapReduce (J. Dean, S. Ghemawat, MapReduce, OSDI 2004); Spark's reduce tasks begin when the last map task has ended.
 */
public final class EarlyCopies {
    /** As a share of the time until all would have been fetched: predictions are not more exact than that. */
    static final double LEAST_GAIN = 0.05;

    /** Shuffles from which less is to be taken off are left alone: orders, requests and answers take time, too. */
    static final double LEAST_GAIN_SECONDS = 0.1;

    /** Of what nobody else uses of a receiver's links. */
    static final double SHARE = 0.5;

    /** Smaller blocks cost more to copy than they gain. */
    public static final long LEAST_BLOCK_BYTES = 4 << 10;

    /** A larger block is not copied: a receiver has it in memory before it is in any account. */
    public static final long MOST_BLOCK_BYTES = 8 << 20;

    /** Senders of which a receiver asks something at the same time, as exchange planners have it. */
    public static final int WINDOW = 8;

    private static final double ARRIVING_SECONDS = 0.1;
    private static final long LEAST_ARRIVING_BYTES = 256 << 10;
    private static final long MOST_ARRIVING_BYTES = 4 << 20;

    private EarlyCopies() {}

    /** Whether a block of such a size is copied at all. */
    public static boolean isCopied(long bytes) {
        return bytes >= LEAST_BLOCK_BYTES && bytes <= MOST_BLOCK_BYTES;
    }

    /**
     * How much a receiver has on its way at most: what comes within a tenth of a second, since what a task begins to read meanwhile comes a second time; at least 256 KiB, at most 4 MiB.
     *
     * @param paceBytesPerSecond at which it receives copies; infinite: as fast as they come
     */
    public static long mostArrivingBytes(double paceBytesPerSecond) {
        return (long)
                Math.min(MOST_ARRIVING_BYTES, Math.max(LEAST_ARRIVING_BYTES, ARRIVING_SECONDS * paceBytesPerSecond));
    }

    /**
     * Whether enough outputs are there to plan by: of as many tasks as half of the slots.
     *
     * @param done tasks of the stage whose output is known
     * @param tasks of the stage
     * @param slots of all executors
     */
    public static boolean isTime(int done, int tasks, int slots) {
        return done >= Math.max(1, Math.min(slots, tasks) / 2);
    }

    /** Why nothing is copied. */
    public enum Aside {
        /** All tasks of the stage run at once. */
        ONE_WAVE,
        /** Nobody knows what is left of links. */
        BLIND,
        /** No executor has room. */
        NO_MEMORY,
        /** There is one executor. */
        ONE_EXECUTOR,
        /** It would gain too little. */
        LITTLE_GAIN
    }

    /**
     * How far a map stage is.
     *
     * @param tasks of the stage
     * @param done of them, whose output is known
     * @param seconds since the stage began
     */
    public record Progress(int tasks, int done, double seconds) {}

    /**
     * What was decided.
     *
     * @param aside why nothing is copied; empty where something is
     * @param owners by partition, the executor that its blocks are copied to
     * @param paceBytesPerSecond by executor, at which it receives copies at most
     * @param gainSeconds that it is predicted to take off
     * @param fetchSeconds that the busiest receiver is predicted to fetch without copies, when all outputs are there; 0 where that was not looked at
     * @param ofSeconds until everything would have been fetched without copies, from now on
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    public record Plan(
            Optional<Aside> aside,
            int[] owners,
            double[] paceBytesPerSecond,
            double gainSeconds,
            double fetchSeconds,
            double ofSeconds) {
        private static Plan without(Aside why) {
            return new Plan(Optional.of(why), new int[0], new double[0], 0, 0, 0);
        }
    }

    /**
     * Plans the copies of one shuffle.
     *
     * @param written of the outputs so far
     * @param slots by executor
     * @param roomBytes by executor, of memory for copies
     * @param outlook whose hosts are the executors: at which they receive when all of them fetch
     * @param idleBytesPerSecond by executor, what nobody uses of its links
     */
    public static Plan plan(
            WrittenBlocks written,
            int[] slots,
            long[] roomBytes,
            Outlook outlook,
            double[] idleBytesPerSecond,
            Progress progress) {
        int all = Arrays.stream(slots).sum();
        if (slots.length < 2) {
            return Plan.without(Aside.ONE_EXECUTOR);
        }
        if (all == 0 || progress.tasks() <= all || progress.done() == 0) {
            return Plan.without(Aside.ONE_WAVE);
        }
        if (Arrays.stream(roomBytes).allMatch(room -> room == 0)) {
            return Plan.without(Aside.NO_MEMORY);
        }
        if (outlook.isBlind()) {
            return Plan.without(Aside.BLIND);
        }
        int[] owners = PartitionRanges.owners(written.byPartition(), slots);
        double[] pace = new double[slots.length];
        Arrays.setAll(pace, executor -> paceOf(idleBytesPerSecond[executor]));
        double waves = Math.max(1, (double) progress.done() / all);
        double left = progress.seconds() / waves * (progress.tasks() - progress.done()) / all;
        double growth = (double) progress.tasks() / progress.done();
        long[] received = written.received(owners);
        long[] asCopies = written.receivedAsCopies(owners);
        double fetch = 0;
        double rest = 0;
        for (int executor = 0; executor < received.length; executor++) {
            double bytes = growth * received[executor];
            double copied = growth * asCopies[executor];
            double early = Math.min(
                    copied * (1 - (double) all / progress.tasks()),
                    Math.min((double) roomBytes[executor], left == 0 ? 0 : pace[executor] * left));
            double late = Math.min(
                    Math.min(copied, (double) roomBytes[executor]) - early, (double) mostArrivingBytes(pace[executor]));
            fetch = Math.max(fetch, seconds(bytes, outlook.receives(executor)));
            rest = Math.max(rest, seconds(bytes - early + late, outlook.receives(executor)));
        }
        double gain = Double.isFinite(fetch) ? Math.max(0, fetch - rest) : 0;
        double until = left + fetch;
        if (!(gain >= Math.max(LEAST_GAIN_SECONDS, LEAST_GAIN * until))) {
            return new Plan(Optional.of(Aside.LITTLE_GAIN), new int[0], new double[0], gain, fetch, until);
        }
        return new Plan(Optional.empty(), owners, pace, gain, fetch, until);
    }

    /**
     * At which an executor receives copies at most, in bytes per second.
     *
     * @param idleBytesPerSecond what nobody else uses of its links
     */
    public static double paceOf(double idleBytesPerSecond) {
        return SHARE * idleBytesPerSecond;
    }

    private static double seconds(double bytes, double bytesPerSecond) {
        return bytes <= 0 ? 0 : bytes / bytesPerSecond;
    }
}
