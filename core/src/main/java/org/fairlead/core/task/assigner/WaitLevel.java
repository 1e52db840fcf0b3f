// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.PolicyState;
import org.fairlead.core.task.TaskSet;

/** The level of locality that a set has come to by waiting, as {@link LocalityWait} counts it. */
final class WaitLevel implements PolicyState {
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    private Locality level = Locality.HOST;
    private long sinceNanos = NOT_BEGUN;

    /** Whether the round of offers has declined a slot so far. */
    private boolean declinedInRound;
    /** The nearest launch of the round so far. */
    private Optional<Locality> nearestInRound = Optional.empty();
    /** Whether no round has declined a slot since all waiting began anew. */
    private boolean takesAll = true;

    private int proposed = -1;
    private Optional<Locality> proposedInRound = Optional.empty();
    private Locality proposedLevel = Locality.HOST;
    private long proposedSinceNanos = NOT_BEGUN;

    static WaitLevel of(TaskSet tasks) {
        return tasks.state(WaitLevel.class, WaitLevel::new);
    }

    /** The farthest level that may be used now. */
    Locality level() {
        return level;
    }

    /** When it was reached. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Waiting begins now if it has not. */
    void begin(long nowNanos) {
        if (sinceNanos == NOT_BEGUN) {
            sinceNanos = nowNanos;
        }
    }

    /** The next level is reached. */
    void advance(long sinceNanos) {
        this.sinceNanos = sinceNanos;
        level = level == Locality.HOST ? Locality.RACK : Locality.ANY;
    }

    /** Notes which level is reached since when if this task, just chosen, is launched. */
    void proposed(int task, Locality nextLevel, long nextSinceNanos) {
        proposed = task;
        proposedInRound = Optional.empty();
        proposedLevel = nextLevel;
        proposedSinceNanos = nextSinceNanos;
    }

    /** Notes how far from its input this task, just chosen, runs if it is launched; what becomes of the level the round decides. */
    void proposedInRound(int task, Locality locality) {
        proposed(task, level, sinceNanos);
        proposedInRound = Optional.of(locality);
    }

    @Override
    public void launched(int task) {
        if (task == proposed) {
            level = proposedLevel;
            sinceNanos = proposedSinceNanos;
            nearestInRound = Stream.concat(nearestInRound.stream(), proposedInRound.stream())
                    .min(Comparator.naturalOrder());
            proposed = -1;
        }
    }

    @Override
    public Optional<PolicyState> copy() {
        WaitLevel copy = new WaitLevel();
        copy.level = level;
        copy.sinceNanos = sinceNanos;
        copy.declinedInRound = declinedInRound;
        copy.nearestInRound = nearestInRound;
        copy.takesAll = takesAll;
        copy.proposed(proposed, proposedLevel, proposedSinceNanos);
        copy.proposedInRound = proposedInRound;
        return Optional.of(copy);
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
            sinceNanos = nowNanos;
            takesAll = true;
        }
        declinedInRound = false;
        nearestInRound = Optional.empty();
    }

    /** All waiting begins anew, at the nearest level. */
    void restart(long nowNanos) {
        level = Locality.HOST;
        sinceNanos = nowNanos;
    }
}
