// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Bytes of blocks that tasks read from another host, by what made the lead that their task had. All of them are in one of the two lists: their sum is
 * {@link JobsOutcome.Counts#bytesRack} and {@link JobsOutcome.Counts#bytesRemote} together.
 *
 * @param inTime by {@link LeadCause#ordinal()}: could have been fetched ahead, each by itself
 * @param late by {@link LeadCause#ordinal()}: could not; those without any lead under {@link LeadCause#NONE}
 */
public record LeadBytes(List<Double> inTime, List<Double> late) {
    private static final List<Double> ZEROS = Collections.nCopies(LeadCause.values().length, 0.0);

    /** Nothing was read from another host. */
    public static final LeadBytes NOTHING = new LeadBytes(ZEROS, ZEROS);

    public LeadBytes {
        inTime = List.copyOf(inTime);
        late = List.copyOf(late);
    }

    @SuppressWarnings("EnumOrdinal")
    public double inTime(LeadCause cause) {
        return inTime.get(cause.ordinal());
    }

    @SuppressWarnings("EnumOrdinal")
    public double late(LeadCause cause) {
        return late.get(cause.ordinal());
    }

    /** All that could have been fetched ahead. */
    public double allInTime() {
        return sum(inTime);
    }

    /** All that had a lead, but one that was too short. */
    public double tooShort() {
        return sum(late) - noLead();
    }

    public double noLead() {
        return late(LeadCause.NONE);
    }

    /** All that was read from another host. */
    public double remoteBytes() {
        return sum(inTime) + sum(late);
    }

    private static double sum(List<Double> values) {
        return values.stream().reduce(0.0, Double::sum);
    }

    /** Of two runs together. */
    public LeadBytes and(LeadBytes other) {
        return new LeadBytes(sums(inTime, other.inTime), sums(late, other.late));
    }

    private static List<Double> sums(List<Double> one, List<Double> other) {
        return IntStream.range(0, one.size())
                .mapToObj(place -> one.get(place) + other.get(place))
                .toList();
    }
}
