// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.Map;

/**
 * What became of copies of one shuffle's map output.
 *
 * @param shuffle Spark's number
 * @param mode that was in force when it was decided; empty before
 * @param outcome why it was copied or not, as metrics name it: {@code copied}, {@code observed}, {@code little_gain}, …; empty before it was decided
 * @param maps tasks of its stage
 * @param repeated how often its stage was made again
 * @param counts by the names that metrics have: {@code bytes.copied}, {@code credits_refused}, …; with {@code bytes.planned}, which owners were told to copy
 * @param fetchSeconds predicted: how long the busiest receiver fetches without copies; null where nothing was predicted
 * @param gainSeconds predicted: what copies take off that; null likewise
 * @param fetchWait of the tasks of the first stage that reads it; null before one has ended
 */
public record CopiedShuffle(
        int shuffle,
        String mode,
        String outcome,
        int maps,
        int repeated,
        Map<String, Long> counts,
        Double fetchSeconds,
        Double gainSeconds,
        FetchWait fetchWait) {
    /** {@link #outcome} of a shuffle whose output is copied. */
    public static final String COPIED = "copied";

    /** {@link #outcome} of one whose output would be. */
    public static final String OBSERVED = "observed";

    public CopiedShuffle {
        mode = MissingPart.text(mode);
        outcome = MissingPart.text(outcome);
        counts = MissingPart.counts(counts);
    }

    /**
     * How long tasks waited for what they fetch; where a stage reads several shuffles, for all of them.
     *
     * @param tasks that ended well
     * @param bytes that they read of shuffles, copies and local blocks among them
     * @param seconds summed over tasks
     * @param longestSeconds of the executor whose slots waited longest in the mean
     */
    public record FetchWait(long tasks, long bytes, double seconds, double longestSeconds) {}

    /** Bytes or times by the name of a count; 0 where nothing was counted. */
    public long count(String what) {
        return counts.getOrDefault(what, 0L);
    }
}
