// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the log of one application tells.
 *
 * @param attempt of the application; empty where it has but one
 * @param version of Spark; empty where the log does not say
 * @param beganMillis since the epoch: its start, or else the first thing that is known of it
 * @param endedMillis since the epoch: its end, or else the last thing that is known of it
 * @param whole whether the log reports the application's end
 * @param compacted whether a history server has taken away what had ended when it looked: jobs, stages, tasks, executors
 * @param stages that had tasks, in the order of their ids and attempts
 * @param dataSets what each stage makes that the log names, those that were skipped included: {@link StageLog#dataSet} by id
 * @param jobs by id
 * @param properties Spark's, but only those that an answer may depend on
 * @param damage what of it could not be read
 */
public record ApplicationLog(
        String id,
        String name,
        String attempt,
        String version,
        long beganMillis,
        long endedMillis,
        boolean whole,
        boolean compacted,
        List<ExecutorLog> executors,
        List<StageLog> stages,
        Map<Integer, Integer> dataSets,
        List<JobLog> jobs,
        Map<String, String> properties,
        Damage damage) {
    /**
     * What of a log could not be read.
     *
     * @param lines of files that were read
     * @param parts files of a log that was rolled, of which nothing could be read
     * @param ends files of which what lies behind some line could not be read
     * @param first what was wrong first, with file and line; empty for nothing
     */
    public record Damage(long lines, long parts, long ends, String first) {
        public static final Damage NONE = new Damage(0, 0, 0, "");

        /** The same in other words. */
        public Damage said(UnaryOperator<String> words) {
            return new Damage(lines, parts, ends, words.apply(first));
        }
    }

    public ApplicationLog withDamage(Damage other) {
        return new ApplicationLog(
                id,
                name,
                attempt,
                version,
                beganMillis,
                endedMillis,
                whole,
                compacted,
                executors,
                stages,
                dataSets,
                jobs,
                properties,
                other);
    }

    /** How many attempts of tasks have ended. */
    public long tasks() {
        return stages.stream().mapToLong(stage -> stage.tasks().size()).sum();
    }
}
