// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.Map;

/**
 * Work for the driver.
 *
 * @param jobs run at the same time, each from its own start. None: what earlier ones have left in executors' memory is to go
 */
public record DriverRequest(List<Job> jobs) {
    public DriverRequest {
        jobs = List.copyOf(jobs);
    }

    /**
     * One job.
     *
     * @param operation {@code query}, {@code sort}, {@code word-count}, {@code search} or {@code skewed}
     * @param name unique in the request
     * @param query the query's name, such as {@code q6}, or that of a {@link SkewedOperation}; empty otherwise
     * @param inputs URI of each table's directory by table name; of one text otherwise
     * @param keys of skewed rows; 0 otherwise
     * @param output URI of the directory that a sort writes; empty otherwise
     * @param pool of Spark's fair scheduler; empty for the default one
     * @param delaySeconds from the request to the job's start
     */
    public record Job(
            String operation,
            String name,
            String query,
            Map<String, String> inputs,
            int keys,
            String output,
            String pool,
            double delaySeconds) {
        public Job {
            inputs = Map.copyOf(inputs);
        }

        public static Job query(String name, String query, Map<String, String> tables) {
            return new Job("query", name, query, tables, 0, "", "", 0);
        }

        public static Job sort(String name, String text, String output) {
            return new Job("sort", name, "", Map.of("text", text), 0, output, "", 0);
        }

        public static Job wordCount(String name, String text) {
            return new Job("word-count", name, "", Map.of("text", text), 0, "", "", 0);
        }

        public static Job search(String name, String text) {
            return new Job("search", name, "", Map.of("text", text), 0, "", "", 0);
        }

        public static Job skewed(String name, SkewedOperation operation, String rows, int keys) {
            return new Job("skewed", name, operation.key(), Map.of("rows", rows), keys, "", "", 0);
        }

        /** The same in a pool. */
        public Job in(String otherPool) {
            return new Job(operation, name, query, inputs, keys, output, otherPool, delaySeconds);
        }

        /** The same with another start. */
        public Job after(double seconds) {
            return new Job(operation, name, query, inputs, keys, output, pool, seconds);
        }
    }
}
