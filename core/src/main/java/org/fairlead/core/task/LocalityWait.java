// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Chooses as Spark does: a task on the host of its input, else one without preference, else what the locality wait allows by now.
 *
 * <p><b>Goals.</b> Tasks run where their input is, if that costs no more than a wait.
 *
 * <p><b>Constraints.</b> A wait for each level, none for a level that has no tasks. Where nobody tells of rounds, shuffles prefer no slot, and while
 * nothing runs anywhere, what is offered is taken.
 *
 * <p><b>Algorithm.</b> The set is at a level, since a time. While its level has no pending task, it goes on to the next one, from
 * now. When the level's wait is over, it goes on, from when that was over. A round of offers that launched something and declined no slot brings the
 * level to that of its nearest launch and the time to now; after a round that declined one, only a round of all free slots does. Where nobody tells of rounds, each
 * launch of a task with a preferred slot does (Spark's rule until 3.1, {@code spark.locality.wait.legacyResetOnTaskLaunch} since).
 *
 * <p>Where rounds are told, tasks that receive a shuffle prefer hosts that hold at least a fifth of what they receive ({@code
 * spark.shuffle.reduceLocality.enabled}), and wait for them alike. Where tasks receive by different shares, these are the hosts of their groups.
 *
 * <p><b>Example.</b> Waits of 3 s; many tasks lie on h1, in r1. At 0 s h1 takes one, and h2 of r1 is declined. At 2 s a slot of h1 is free and takes one; the
 * wait goes on, since h2 was declined. At 3 s h2 takes one, too.
 *
 * <p><b>Source.</b> Spark's {@code TaskSetManager.getAllowedLocalityLevel} and {@code TaskSchedulerImpl.resourceOffers}; {@code spark.locality.wait}.
 */
public final class LocalityWait implements TaskAssigner {
    /** Holders of input that are asked for slots before a level counts as one that nobody can serve. */
    private static final int HOLDERS_ASKED = 16;
    /** Of what a shuffle's task receives: a host with so much of it is preferred (Spark's {@code REDUCER_PREF_LOCS_FRACTION}). */
    public static final double LARGE_SHARE = 0.2;

    private final String name;
    private final AssignerOptions.Waits waits;

    public LocalityWait(String name, AssignerOptions.Waits waits) {
        this.name = name;
        this.waits = waits;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        if (NearestLocality.hasNothing(offer, tasks)) {
            return NearestLocality.nothing();
        }
        Locality allowed = advance(tasks, context, nowNanos);
        boolean idle = !waits.rounds() && context.running() == 0;
        Optional<NearestLocality.Found> found = find(tasks, offer.host(), idle ? Locality.ANY : allowed);
        Patience patience = tasks.patience();
        if (found.isPresent()) {
            boolean preferred = found.get().group().hosts().length > 0 && tasks.kind() == InputKind.BLOCKS;
            if (waits.rounds()) {
                patience.proposeInRound(found.get().group().first(), found.get().locality());
            } else if (preferred && found.get().locality().compareTo(allowed) <= 0) {
                patience.propose(found.get().group().first(), found.get().locality(), nowNanos);
            } else {
                patience.propose(found.get().group().first(), patience.level, patience.levelSinceNanos);
            }
            return found.get().launch();
        }
        patience.declined(nowNanos);
        patience.declinedInRound();
        return new Choice.Decline(Choice.Cause.WAITS_FOR_LOCALITY, patience.levelSinceNanos + nanos(patience.level));
    }

    /** The task that is nearest to its input on a host, of those that are no farther; waits are neither asked nor changed. */
    public Optional<Choice.Launch> nearest(TaskSet tasks, int host, Locality farthest) {
        return tasks.size() == 0
                ? Optional.empty()
                : find(tasks, host, farthest).map(NearestLocality.Found::launch);
    }

    /** For which a set waits at most until its tasks may run so far from their input; nothing where none of them prefers a host. */
    public long nanosBefore(TaskSet tasks, Locality locality) {
        boolean prefers = tasks.receivesAlike() ? prefersSenders(tasks) : tasks.holders() > 0;
        if (!prefers || locality == Locality.HOST) {
            return 0;
        }
        boolean beyondRacks = locality == Locality.ANY && waits.racks();
        return nanos(Locality.HOST) + (beyondRacks ? nanos(Locality.RACK) : 0);
    }

    private Optional<NearestLocality.Found> find(TaskSet tasks, int host, Locality farthest) {
        Locality locality = prefersSenders(tasks) ? fromSenders(tasks, host) : Locality.HOST;
        if (locality.compareTo(farthest) > 0) {
            return Optional.empty();
        }
        return NearestLocality.named(tasks, host, farthest)
                .map(found -> locality == Locality.HOST ? found : new NearestLocality.Found(found.group(), locality));
    }

    /** Whether tasks that receive a shuffle prefer hosts, those of which much comes. */
    private boolean prefersSenders(TaskSet tasks) {
        return waits.rounds() && tasks.receivesAlike() && tasks.senders().largestShare() >= LARGE_SHARE;
    }

    /** How far a host is from the nearest that much comes from. */
    private Locality fromSenders(TaskSet tasks, int host) {
        if (tasks.senders().share(host) >= LARGE_SHARE) {
            return Locality.HOST;
        }
        return largeSenders(tasks)
                        .anyMatch(sender ->
                                tasks.routes().rackOf(sender) == tasks.routes().rackOf(host))
                ? Locality.RACK
                : Locality.ANY;
    }

    private static IntStream largeSenders(TaskSet tasks) {
        return IntStream.of(tasks.senders().withShare(LARGE_SHARE));
    }

    @Override
    public void roundEnded(TaskSet tasks, boolean all, long nowNanos) {
        if (waits.rounds()) {
            tasks.patience().roundEnded(all, nowNanos);
        }
    }

    private Locality advance(TaskSet tasks, SchedulingContext context, long nowNanos) {
        Patience patience = tasks.patience();
        if (patience.levelSinceNanos == Long.MIN_VALUE) {
            patience.levelSinceNanos = nowNanos;
        }
        while (patience.level != Locality.ANY) {
            if (!hasTasks(patience.level, tasks, context)) {
                patience.levelSinceNanos = nowNanos;
            } else if (nowNanos - patience.levelSinceNanos >= nanos(patience.level)) {
                patience.levelSinceNanos += nanos(patience.level);
            } else {
                return patience.level;
            }
            patience.level = patience.level == Locality.HOST ? Locality.RACK : Locality.ANY;
        }
        return Locality.ANY;
    }

    private boolean hasTasks(Locality level, TaskSet tasks, SchedulingContext context) {
        if (level == Locality.RACK && !waits.racks()) {
            return false;
        }
        if (tasks.receivesAlike()) {
            return prefersSenders(tasks)
                    && largeSenders(tasks).anyMatch(host -> context.slots(host, InputKind.SHUFFLE) > 0);
        }
        if (tasks.holders() == 0) {
            return false;
        }
        if (level == Locality.RACK || tasks.holders() > HOLDERS_ASKED) {
            return true;
        }
        for (int i = 0; i < tasks.holders(); i++) {
            if (context.slots(tasks.holder(i).host(), tasks.kind()) > 0) {
                return true;
            }
        }
        return false;
    }

    private long nanos(Locality level) {
        return (long) ((level == Locality.HOST ? waits.hostSeconds() : waits.rackSeconds()) * 1e9);
    }
}
