// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

/**
 * One attempt of a task that ended.
 *
 * @param partition which part of its stage's data
 * @param executor its place in {@link ApplicationLog#executors}
 * @param local whether it ran on the host that holds its input (locality {@code NODE_LOCAL})
 * @param reads whether it read anything that was stored: files, tables, cached blocks
 * @param launchMillis since the epoch, by the driver's clock
 */
public record Task(
        int partition,
        int executor,
        Outcome outcome,
        boolean local,
        boolean reads,
        long launchMillis,
        Times times,
        Volumes volumes) {
    /** What became of an attempt. */
    public enum Outcome {
        ENDED_WELL,
        /** It was ended since a second attempt had ended first: it would have taken at least so long. */
        OVERTAKEN,
        /** It failed, or it was a second attempt that came too late. */
        THROWN_AWAY
    }

    /**
     * In milliseconds, as Spark's task metrics name them.
     *
     * @param total from launch to end, by the driver's clock
     * @param run {@code Executor Run Time}
     * @param processor {@code Executor CPU Time}
     * @param garbage {@code JVM GC Time}: pauses of the whole executor
     * @param fetchWait {@code Fetch Wait Time}: nothing of a shuffle was there to be worked on
     * @param shuffleWrite {@code Shuffle Write Time}; part of it may be processor time of the kernel
     * @param result {@code Getting Result Time}: the driver fetches a large result
     * @param scan what columnar scans say of themselves, unpacking included ({@code scan time}); 0 where none does
     * @param requests from when other executors were asked for map output until it was there, summed over requests, which overlap ({@code Remote Requests Duration}); 0 where a log does not have it
     */
    public record Times(
            int total,
            int run,
            float processor,
            int garbage,
            int fetchWait,
            float shuffleWrite,
            int result,
            float scan,
            int requests) {
        /** Of a task that asks no other executor for anything. */
        public Times(
                int total,
                int run,
                float processor,
                int garbage,
                int fetchWait,
                float shuffleWrite,
                int result,
                float scan) {
            this(total, run, processor, garbage, fetchWait, shuffleWrite, result, scan, 0);
        }
    }

    /**
     * In bytes.
     *
     * @param input of files, tables, cached blocks
     * @param remote of a shuffle, from other executors
     * @param beside of a shuffle, from its own executor
     * @param shuffled written for a shuffle
     * @param spilled to disk
     * @param output to files
     */
    public record Volumes(float input, float remote, float beside, float shuffled, float spilled, float output) {
        /** What it had to work on. */
        public double read() {
            return (double) input + remote + beside;
        }
    }

    public long endMillis() {
        return launchMillis + times.total;
    }
}
