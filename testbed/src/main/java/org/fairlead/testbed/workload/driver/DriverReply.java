// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;

/**
 * What work on Spark gave.
 *
 * @param error empty when it succeeded
 * @param startMillis wall clock at its start
 * @param jobs in the order of the request; empty after an error
 * @param tasks every task that ran for it
 */
public record DriverReply(String error, long startMillis, List<Done> jobs, List<Task> tasks) {
    public DriverReply {
        jobs = List.copyOf(jobs);
        tasks = List.copyOf(tasks);
    }

    /**
     * A job that has ended.
     *
     * @param seconds from its own start
     * @param rows rows of the result; for sort, the bytes that it wrote
     * @param digest of the result, the same whenever the result is
     */
    public record Done(String name, double seconds, long rows, String digest) {}

    /** One task; times are of the wall clock, which all processes of the machine share. */
    public record Task(String host, String label, long startMillis, long endMillis) {}
}
