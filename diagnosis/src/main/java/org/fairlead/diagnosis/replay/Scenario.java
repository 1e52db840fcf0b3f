// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

/**
 * What is otherwise than it was.
 *
 * @param durations of all tasks, in milliseconds. An attempt that was overtaken would have taken at least as long as it did; where it takes another time here, it ends by itself
 * @param gaps whether a free slot waits for its next task as long as it did
 * @param unlimited whether there is a slot for every task at once
 * @param without the host that is not there; {@link #NO_HOST} for none
 * @param executors how many there are; {@link #AS_LOGGED} for those that there were
 */
@SuppressWarnings("ArrayRecordComponent")
public record Scenario(double[] durations, boolean gaps, boolean unlimited, String without, int executors) {
    /** No host has this name. */
    public static final String NO_HOST = "\0";

    public static final int AS_LOGGED = 0;

    public static Scenario of(double[] durations) {
        return new Scenario(durations, true, false, NO_HOST, AS_LOGGED);
    }

    public Scenario withoutGaps() {
        return new Scenario(durations, false, unlimited, without, executors);
    }

    public Scenario withSlotsForAll() {
        return new Scenario(durations, gaps, true, without, executors);
    }

    public Scenario without(String host) {
        return new Scenario(durations, gaps, unlimited, host, executors);
    }

    /**
     * With other executors: the first ones of the log, or further ones beside them, each with slots like one of the log's.
     *
     * @param count above 0
     */
    public Scenario withExecutors(int count) {
        return new Scenario(durations, gaps, unlimited, without, count);
    }
}
