// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.List;
import java.util.Optional;

/** Finds the oldest task at the nearest level of locality: what every stock scheduler does once it knows how far it may go. */
public final class NearestLocality {
    /** Tasks that are looked at of those of whose input a host holds something: more do not fit into its memory. */
    private static final int MOST_HELD = 64;

    private NearestLocality() {}

    /** A task and how far from its input it would run. */
    public record Found(TaskSet.Group group, Locality locality) {
        public Choice.Launch launch() {
            return new Choice.Launch(group.first(), locality, -1, Double.NaN);
        }
    }

    /**
     * What an offer gets of a set, at most so far away: first what the host holds in memory as a whole; before others that are not on the host, and before those that are nowhere, what it holds a part of. A task whose input is nowhere in particular counts as on the host.
     */
    public static Optional<Found> in(TaskSet tasks, int host, Locality farthest) {
        return tasks.kind() == InputKind.SHUFFLE
                ? first(tasks.anywhere(1), Locality.HOST)
                : byHosts(tasks, host, farthest);
    }

    /** The same; shuffles, too, by the hosts that are named for their tasks, unless all receive alike. */
    public static Optional<Found> named(TaskSet tasks, int host, Locality farthest) {
        return tasks.receivesAlike() ? in(tasks, host, farthest) : byHosts(tasks, host, farthest);
    }

    private static Optional<Found> byHosts(TaskSet tasks, int host, Locality farthest) {
        Optional<Found> found = held(tasks, host)
                .or(() -> first(tasks.onHost(host, 1), Locality.HOST))
                .or(() -> arriving(tasks, host, Locality.HOST))
                .or(() -> first(tasks.withoutHosts(), Locality.HOST));
        if (found.isEmpty() && farthest != Locality.HOST) {
            found = arriving(tasks, host, farthest);
        }
        if (found.isEmpty() && farthest != Locality.HOST) {
            found = first(tasks.inRack(tasks.routes().rackOf(host), 1), Locality.RACK);
        }
        if (found.isEmpty() && farthest == Locality.ANY) {
            found = first(tasks.anywhere(1), Locality.ANY);
        }
        return found;
    }

    private static Optional<Found> held(TaskSet tasks, int host) {
        for (TaskSet.Group group : tasks.heldOn(host, MOST_HELD)) {
            if (group.isHeldOn(host)) {
                return Optional.of(new Found(group, Locality.HOST));
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> arriving(TaskSet tasks, int host, Locality farthest) {
        for (TaskSet.Group group : tasks.heldOn(host, MOST_HELD)) {
            Locality locality = tasks.localityOf(group, host);
            if (locality.compareTo(farthest) <= 0) {
                return Optional.of(new Found(group, locality));
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> first(List<TaskSet.Group> groups, Locality locality) {
        return groups.isEmpty() ? Optional.empty() : Optional.of(new Found(groups.get(0), locality));
    }

    /** Whether a set has nothing for an offer, whatever the policy. */
    public static boolean hasNothing(Offer offer, TaskSet tasks) {
        return tasks.size() == 0 || (offer.exclusive() && offer.kind() != tasks.kind());
    }

    public static Choice.Decline nothing() {
        return new Choice.Decline(Choice.Cause.NOTHING_PENDING, Choice.Decline.NEXT_OFFER);
    }
}
