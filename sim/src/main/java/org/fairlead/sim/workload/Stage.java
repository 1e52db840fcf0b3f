// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tasks that do the same to different parts of an input.
 *
 * @param tasks how many, at least 1; for {@link Input.Blocks} of a whole file one for each block
 * @param input what they read
 * @param computeSecondsPerByte processor seconds for a byte of input, or of output where there is no input
 * @param computeSeconds processor seconds of each task besides
 * @param output what they make
 * @param parents places in the job's list of the stages that must end before (or, for a shuffle in Hadoop, begin before) this one
 * @param hosts where its tasks run, by name, used in turn; they start there at once, as clients do, without a slot of the framework.
 *     Anywhere, on slots of the framework, when empty
 * @param delaysSeconds how long after it could start a task starts, used in turn; at once when empty
 * @param broadcast what its first task on a host fetches besides its input
 * @param computeFactors how many times {@code computeSeconds} a task takes, used in turn; once when empty
 */
public record Stage(
        int tasks,
        Input input,
        double computeSecondsPerByte,
        double computeSeconds,
        Output output,
        List<Integer> parents,
        List<String> hosts,
        List<Double> delaysSeconds,
        Optional<Broadcast> broadcast,
        List<Double> computeFactors) {
    public Stage {
        parents = List.copyOf(parents);
        hosts = List.copyOf(hosts);
        delaysSeconds = List.copyOf(delaysSeconds);
        computeFactors = List.copyOf(computeFactors);
    }

    /** All of whose tasks compute for as long. */
    public Stage(
            int tasks,
            Input input,
            double computeSecondsPerByte,
            double computeSeconds,
            Output output,
            List<Integer> parents,
            List<String> hosts,
            List<Double> delaysSeconds,
            Optional<Broadcast> broadcast) {
        this(
                tasks,
                input,
                computeSecondsPerByte,
                computeSeconds,
                output,
                parents,
                hosts,
                delaysSeconds,
                broadcast,
                List.of());
    }

    /** Without anything to fetch besides. */
    public Stage(
            int tasks,
            Input input,
            double computeSecondsPerByte,
            double computeSeconds,
            Output output,
            List<Integer> parents,
            List<String> hosts,
            List<Double> delaysSeconds) {
        this(
                tasks,
                input,
                computeSecondsPerByte,
                computeSeconds,
                output,
                parents,
                hosts,
                delaysSeconds,
                Optional.empty());
    }

    /** Processor seconds of one task, besides those for its bytes. */
    public double computeSeconds(int task) {
        return computeFactors.isEmpty()
                ? computeSeconds
                : computeSeconds * computeFactors.get(task % computeFactors.size());
    }

    /** Processor seconds of all tasks together, besides those for their bytes. */
    public double computeSecondsOfAll() {
        return computeFactors.isEmpty()
                ? computeSeconds * tasks
                : IntStream.range(0, tasks).mapToDouble(this::computeSeconds).sum();
    }

    /**
     * Variables that all tasks of a stage need and each host fetches once: Spark's broadcasts, the stage's program among them.
     *
     * @param bytes that each host fetches
     * @param from the host that holds them, the driver's, by name
     */
    public record Broadcast(long bytes, String from) {}

    /** What a stage reads. */
    public sealed interface Input {
        /** Nothing: its tasks make bytes, as an ingesting writer does. */
        record None() implements Input {}

        /**
         * Blocks of a file of its own, that lies in the file system when the job is submitted; a task reads one block, or an even part of
         * all when there are fewer or more tasks than blocks.
         *
         * @param bytes of the whole file
         */
        record Blocks(long bytes) implements Input {}

        /**
         * A file of the workload, or one that an earlier job or stage wrote.
         *
         * @param name {@link Workload.StoredFile#name}, or {@code JOB/STAGE} for what a stage wrote
         */
        record File(String name) implements Input {}

        /**
         * The output of its parents, every task its part of every parent task's.
         *
         * @param parts how the bytes divide over the tasks, by weight, used in turn; even when empty
         */
        record Shuffle(List<Double> parts) implements Input {
            public Shuffle {
                parts = List.copyOf(parts);
            }
        }
    }

    /** What a stage makes; bytes of all its tasks together. */
    public sealed interface Output {
        /** Nothing worth counting. */
        record None() implements Output {}

        /** Bytes on the local disks of the hosts its tasks ran on, for its children. */
        record Shuffle(long bytes) implements Output {}

        /**
         * Bytes in the file system, each task a file of its own.
         *
         * @param blockBytes 0 for the cluster's
         * @param replication 0 for the cluster's
         */
        record Files(long bytes, long blockBytes, int replication) implements Output {}
    }
}
