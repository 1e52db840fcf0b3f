// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.Map;

/**
 * What work on Spark gave.
 *
 * @param error empty when it succeeded
 * @param startMillis wall clock at its start
 * @param jobs in the order of the request; empty after an error
 * @param tasks every task that ran for it
 * @param counts what the plug-in counted meanwhile of input that is fetched ahead and of slow hosts, by the names of metrics; empty where it does neither
 */
public record DriverReply(String error, long startMillis, List<Done> jobs, List<Task> tasks, Map<String, Long> counts) {
    public DriverReply {
        jobs = List.copyOf(jobs);
        tasks = List.copyOf(tasks);
        counts = Map.copyOf(counts);
    }

    /**
     * A job that has ended.
     *
     * @param seconds from its own start
     * @param rows rows of the result; for {@code sort}, the bytes that it wrote; for {@code skewed}, the rows that went through it
     * @param digest of the result, the same whenever the result is
     */
    public record Done(String name, double seconds, long rows, String digest) {}

    /** One task; times are of the wall clock, which all processes of the machine share. */
    public record Task(String host, String label, long startMillis, long endMillis, TaskMetrics metrics) {}

    /**
     * What Spark measured of a task; all 0 where it measured nothing.
     *
     * @param successful whether it ended well
     * @param runMillis {@code Executor Run Time}
     * @param processorMillis {@code Executor CPU Time}
     * @param garbageMillis {@code JVM GC Time}
     * @param fetchWaitMillis {@code Fetch Wait Time}
     * @param shuffleWriteMillis {@code Shuffle Write Time}
     * @param sortMillis what SQL's sorts say of themselves ({@code sort time})
     * @param remoteBytes of a shuffle, from other executors
     * @param besideBytes of a shuffle, from its own executor
     * @param shuffledBytes written for a shuffle
     * @param spilledBytes to disk
     */
    public record TaskMetrics(
            boolean successful,
            long runMillis,
            double processorMillis,
            long garbageMillis,
            long fetchWaitMillis,
            double shuffleWriteMillis,
            double sortMillis,
            long remoteBytes,
            long besideBytes,
            long shuffledBytes,
            long spilledBytes) {}
}
