// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;

/**
 * From whom an attempt at a task has read.
 *
 * @param partition of the stage that it made
 * @param taskId the attempt's number in the application
 * @param host on which it ran
 * @param endedMillis when it ended, by its host's clock
 * @param seconds from its start on the executor to its end
 * @param shuffleBytes that it fetched from other executors
 * @param sources a bounded number
 */
public record TaskReads(
        int stage,
        int attempt,
        int partition,
        long taskId,
        String host,
        long endedMillis,
        double seconds,
        long shuffleBytes,
        List<SourceReads> sources) {
    /** Sources of one task that are told apart; others of the same kind have no name. */
    public static final int MOST_SOURCES = 64;

    public TaskReads {
        host = MissingPart.text(host);
        sources = MissingPart.list(sources);
        if (stage < 0 || attempt < 0 || partition < 0 || sources.size() > 2 * MOST_SOURCES) {
            throw new IllegalArgumentException("stage, attempt, partition: numbers from 0 are expected; sources: "
                    + 2 * MOST_SOURCES + " at most");
        }
    }

    /** The same, of a host and from sources that are known better. */
    public TaskReads with(String ofHost, List<SourceReads> from) {
        return new TaskReads(stage, attempt, partition, taskId, ofHost, endedMillis, seconds, shuffleBytes, from);
    }
}
