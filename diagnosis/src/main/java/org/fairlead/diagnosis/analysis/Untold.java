// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A part of the task time of which the log does not say what it was spent on.
 *
 * @param millis of it
 * @param share of all task time
 */
public record Untold(Kind kind, double millis, double share) {
    /** What is known of it, and the line of configuration that would tell more. */
    public enum Kind {
        STORAGE(
                "storage",
                "tasks that read, spill or write: waiting for disks and storage, or for a processor",
                "--conf spark.plugins=io.fairlead.spark.FairleadPlugin"),
        WAITING(
                "waiting",
                "tasks that read and write nothing: waiting for a processor, a lock, a broadcast",
                "--conf spark.plugins=io.fairlead.spark.FairleadPlugin"),
        PYTHON("python", "tasks that wait for Python's processes", "--conf spark.sql.pyspark.udf.profiler=perf"),
        ACCELERATOR("accelerator", "tasks of a plug-in that computes outside of Java", "");

        private final String key;
        private final String meaning;
        private final String line;

        Kind(String key, String meaning, String line) {
            this.key = key;
            this.meaning = meaning;
            this.line = line;
        }

        /** As JSON names it. */
        public String key() {
            return key;
        }

        public String meaning() {
            return meaning;
        }

        /** An option of spark-submit; empty where Spark has none. */
        public String line() {
            return line;
        }
    }

    /** Those with something, the largest first. */
    static List<Untold> of(Map<Kind, Double> millis, double taskMillis) {
        return millis.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<Kind, Double>comparingByValue(Comparator.reverseOrder()))
                .map(each -> new Untold(each.getKey(), each.getValue(), each.getValue() / taskMillis))
                .toList();
    }
}
