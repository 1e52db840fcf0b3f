// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.Map;

/**
 * Work for the driver.
 *
 * @param jobs run at the same time, each from its own start
 */
public record DriverRequest(List<Job> jobs) {
    public DriverRequest {
        jobs = List.copyOf(jobs);
    }

    /**
     * One job.
     *
     * @param operation {@code query}, {@code sort} or {@code word-count}
     * @param name unique in the request
     * @param query the query's name, such as {@code q6}; empty otherwise
     * @param inputs URI of each table's directory by table name; of one text otherwise
     * @param output URI of the directory that a sort writes; empty otherwise
     * @param pool of Spark's fair scheduler; empty for the default one
     * @param delaySeconds from the request to the job's start
     */
    public record Job(
            String operation,
            String name,
            String query,
            Map<String, String> inputs,
            String output,
            String pool,
            double delaySeconds) {
        public Job {
            inputs = Map.copyOf(inputs);
        }

        public static Job query(String name, String query, Map<String, String> tables) {
            return new Job("query", name, query, tables, "", "", 0);
        }

        public static Job sort(String name, String text, String output) {
            return new Job("sort", name, "", Map.of("text", text), output, "", 0);
        }

        public static Job wordCount(String name, String text) {
            return new Job("word-count", name, "", Map.of("text", text), "", "", 0);
        }

        /** The same in a pool. */
        public Job in(String otherPool) {
            return new Job(operation, name, query, inputs, output, otherPool, delaySeconds);
        }

        /** The same with another start. */
        public Job after(double seconds) {
            return new Job(operation, name, query, inputs, output, pool, seconds);
        }
    }
}
