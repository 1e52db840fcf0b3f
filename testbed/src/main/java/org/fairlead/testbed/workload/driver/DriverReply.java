package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.Map;

/**
 * What work on Spark gave.
 *
 * @param error empty when it succeeded
 * @param startMillis wall clock at its start
 * @param rows rows of the result; for sort, the bytes that it wrote
 * @param digest of the result, the same whenever the result is
 * @param jobs seconds by name when it was several jobs at the same time; else empty
 * @param tasks every task that ran for it
 */
public record DriverReply(
        String error,
        long startMillis,
        double seconds,
        long rows,
        String digest,
        Map<String, Double> jobs,
        List<Task> tasks) {

    /** One task; times are of the wall clock, which all processes of the machine share. */
    public record Task(String host, String label, long startMillis, long endMillis) {}
}
