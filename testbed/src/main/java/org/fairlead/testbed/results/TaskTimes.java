// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the time of a job's tasks went. Tasks that read no shuffle count as maps, the others as reduces; sums over tasks, in seconds, by the
 * parts that {@code fairlead why} has.
 *
 * @param subject which job
 * @param seconds that the job took
 * @param mapSeconds from the launch of its first task to the end of its last map
 * @param map task time of maps by part, such as {@code computing}
 * @param reduce of reduces
 * @param sortSeconds what SQL's sorts in reduces say of themselves; within {@code computing}
 * @param shuffledBytes that maps wrote
 * @param spilledBytes that all tasks spilled to disk
 * @param hottest the reduce with most to read
 */
public record TaskTimes(
        String subject,
        double seconds,
        double mapSeconds,
        Map<String, Double> map,
        Map<String, Double> reduce,
        double sortSeconds,
        long shuffledBytes,
        long spilledBytes,
        HottestTask hottest) {
    public TaskTimes {
        map = ordered(map);
        reduce = ordered(reduce);
    }

    private static Map<String, Double> ordered(Map<String, Double> parts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /**
     * The reduce with most to read, beside what its host's link allows.
     *
     * @param host where it ran; empty when there is none
     * @param bytes of the shuffle that it read
     * @param bytesFromElsewhere of these, from other executors
     * @param boundSeconds what these take at least through the link into its host, with the link to itself
     * @param seconds that it took, from launch to end
     * @param parts of these, in seconds
     * @param sortSeconds of its computing, what SQL's sorts say of themselves
     * @param spilledBytes to disk
     */
    public record HottestTask(
            String host,
            long bytes,
            long bytesFromElsewhere,
            double boundSeconds,
            double seconds,
            Map<String, Double> parts,
            double sortSeconds,
            long spilledBytes) {
        public static final HottestTask NONE = new HottestTask("", 0, 0, 0, 0, Map.of(), 0, 0);

        public HottestTask {
            parts = ordered(parts);
        }
    }
}
