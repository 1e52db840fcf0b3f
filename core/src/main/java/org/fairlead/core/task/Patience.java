// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What assigners remember of one set between offers; its fields mean what the assigner that uses them says. Not safe for threads. */
public final class Patience {
    /** Offers skipped since the last launch (delay scheduling). */
    public int skips;
    /** When the first decline since the last launch was; {@link Long#MIN_VALUE} for none. */
    public long declinedSinceNanos = Long.MIN_VALUE;
    /** Until when declines may go on at most. */
    public long declinableUntilNanos = Long.MIN_VALUE;
    /** When the present level of locality was reached (locality wait). */
    public long levelSinceNanos = Long.MIN_VALUE;
    /** The farthest level of locality that may be used now. */
    public Locality level = Locality.HOST;

    /** Whether the round of offers has declined a slot so far. */
    private boolean declinedInRound;
    /** The nearest launch of the round so far. */
    private Optional<Locality> nearestInRound = Optional.empty();
    /** Whether no round has declined a slot since all waiting began anew. */
    private boolean takesAll = true;

    private int proposedTask = -1;
    private Optional<Locality> proposedLocality = Optional.empty();
    private Locality proposedLevel = Locality.HOST;
    private long proposedSinceNanos = Long.MIN_VALUE;

    /** Notes what becomes of {@link #level} and {@link #levelSinceNanos} if this task, just chosen, is launched. */
    void propose(int task, Locality nextLevel, long sinceNanos) {
        proposedTask = task;
        proposedLocality = Optional.empty();
        proposedLevel = nextLevel;
        proposedSinceNanos = sinceNanos;
    }

    /** Notes how far from its input this task, just chosen, runs if it is launched; what becomes of {@link #level} the round decides. */
    void proposeInRound(int task, Locality locality) {
        propose(task, level, levelSinceNanos);
        proposedLocality = Optional.of(locality);
    }

    /** A task is no longer pending: if it was the one proposed last, all waiting begins anew. */
    void settle(int task) {
        if (task == proposedTask) {
            skips = 0;
            declinedSinceNanos = Long.MIN_VALUE;
            declinableUntilNanos = Long.MIN_VALUE;
            level = proposedLevel;
            levelSinceNanos = proposedSinceNanos;
            nearestInRound = Stream.concat(nearestInRound.stream(), proposedLocality.stream())
                    .min(Comparator.naturalOrder());
            proposedTask = -1;
        }
    }

    /** A round of offers declined a slot. */
    void declinedInRound() {
        declinedInRound = true;
    }

    /**
     * A round of offers is over. If it launched something and declined nothing, the level is that of its nearest launch, since now; but rounds of one host
     * count only while no round has declined.
     */
    void roundEnded(boolean all, long nowNanos) {
        if (declinedInRound) {
            takesAll = false;
        } else if (nearestInRound.isPresent() && (all || takesAll)) {
            level = nearestInRound.get();
            levelSinceNanos = nowNanos;
            takesAll = true;
        }
        declinedInRound = false;
        nearestInRound = Optional.empty();
    }

    /** All waiting begins anew, at the nearest level of locality. */
    public void restart(long nowNanos) {
        skips = 0;
        declinedSinceNanos = Long.MIN_VALUE;
        level = Locality.HOST;
        levelSinceNanos = nowNanos;
    }

    /** Notes a decline; {@link #declinedSinceNanos} stays with the first one since the last launch. */
    void declined(long nowNanos) {
        if (declinedSinceNanos == Long.MIN_VALUE) {
            declinedSinceNanos = nowNanos;
        }
    }

    /** How long declines have gone on, as of now. */
    long waitedNanos(long nowNanos) {
        return declinedSinceNanos == Long.MIN_VALUE ? 0 : nowNanos - declinedSinceNanos;
    }
}
