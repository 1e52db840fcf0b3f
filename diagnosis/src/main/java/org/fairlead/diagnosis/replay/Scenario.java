// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

/**
 * What is otherwise than it was.
 *
 * @param durations of all tasks, in milliseconds
 * @param gaps whether a free slot waits for its next task as long as it did
 * @param unlimited whether there is a slot for every task at once
 * @param without the host that is not there; {@link #NO_HOST} for none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Scenario(double[] durations, boolean gaps, boolean unlimited, String without) {
    /** No host has this name. */
    public static final String NO_HOST = "\0";

    public static Scenario of(double[] durations) {
        return new Scenario(durations, true, false, NO_HOST);
    }

    public Scenario withoutGaps() {
        return new Scenario(durations, false, unlimited, without);
    }

    public Scenario withSlotsForAll() {
        return new Scenario(durations, gaps, true, without);
    }

    public Scenario without(String host) {
        return new Scenario(durations, gaps, unlimited, host);
    }
}
