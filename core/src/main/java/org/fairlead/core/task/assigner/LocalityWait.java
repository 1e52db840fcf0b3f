// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;

/**
 * Chooses as Spark does: a task on the host of its input, else one without preference, else what the locality wait allows by now.
 *
 * <p><b>Goals.</b> Tasks run where their input is, if that costs no more than a wait.
 *
 * <p><b>Constraints.</b> A wait for each level, none for a level that has no tasks. Where nobody reports rounds, shuffles prefer no slot, and while
 * nothing runs anywhere, what is offered is taken.
 *
 * <p><b>Algorithm.</b> The set is at a level, since a time. While its level has no pending task, it goes on to the next one, from
 * now. When the level's wait is over, it goes on, from when that was over. A round of offers that launched something and declined no slot brings the
 * level to that of its nearest launch and the time to now; after a round that declined one, only a round of all free slots does. Where nobody reports rounds, each
 * launch of a task with a preferred slot does (Spark's rule until 3.1, {@code spark.locality.wait.legacyResetOnTaskLaunch} since).
 *
 * <p>Where rounds are reported, tasks that receive a shuffle prefer hosts that hold at least a fifth of what they receive ({@code
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
        Locality allowed = advance(tasks, context.slots(), nowNanos);
        boolean idle = !waits.rounds() && context.slots().running() == 0;
        Optional<NearestLocality.Found> found = find(tasks, offer.host(), idle ? Locality.ANY : allowed);
        WaitLevel reached = WaitLevel.of(tasks);
        if (found.isPresent()) {
            int task = found.get().group().first();
            boolean preferred = found.get().group().hosts().length > 0 && tasks.kind() == InputKind.BLOCKS;
            if (waits.rounds()) {
                reached.proposedInRound(task, found.get().locality());
            } else if (preferred && found.get().locality().compareTo(allowed) <= 0) {
                reached.proposed(task, found.get().locality(), nowNanos);
            } else {
                reached.proposed(task, reached.level(), reached.sinceNanos());
            }
            DeclinePeriod.of(tasks).proposed(task);
            return found.get().launch();
        }
        DeclinePeriod.of(tasks).declined(nowNanos);
        reached.declinedInRound();
        return new Choice.Decline(Choice.Cause.WAITS_FOR_LOCALITY, reached.sinceNanos() + nanos(reached.level()));
    }

    /** All waiting of a set begins anew. */
    public void restart(TaskSet tasks, long nowNanos) {
        WaitLevel.of(tasks).restart(nowNanos);
        DeclinePeriod.of(tasks).end();
    }

    /** A task was chosen by somebody else: if it is launched, all waiting begins anew. */
    static void proposed(TaskSet tasks, int task, long nowNanos) {
        WaitLevel.of(tasks).proposed(task, Locality.HOST, nowNanos);
    }

    /** The task that is nearest to its input on a host, of those that are no farther; waits are neither asked nor changed. */
    public Optional<Choice.Launch> nearest(TaskSet tasks, int host, Locality farthest) {
        return tasks.size() == 0
                ? Optional.empty()
                : find(tasks, host, farthest).map(NearestLocality.Found::launch);
    }

    /** For which a set waits at most until its tasks may run so far from their input: on nearer levels at which some host has slots for them. */
    public long nanosBefore(TaskSet tasks, Locality locality, Slots slots) {
        long nanos = 0;
        for (Locality nearer : List.of(Locality.HOST, Locality.RACK)) {
            nanos += nearer.compareTo(locality) < 0 && hasTasks(nearer, tasks, slots) ? nanos(nearer) : 0;
        }
        return nanos;
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
        return waits.rounds()
                && tasks.receivesAlike()
                && tasks.senders().largestShare() >= MapOutputLocations.LARGE_SHARE;
    }

    /** How far a host is from the nearest that much comes from. */
    private Locality fromSenders(TaskSet tasks, int host) {
        if (tasks.senders().share(host) >= MapOutputLocations.LARGE_SHARE) {
            return Locality.HOST;
        }
        return largeSenders(tasks)
                        .anyMatch(sender ->
                                tasks.routes().rackOf(sender) == tasks.routes().rackOf(host))
                ? Locality.RACK
                : Locality.ANY;
    }

    private static IntStream largeSenders(TaskSet tasks) {
        return IntStream.of(tasks.senders().withShare(MapOutputLocations.LARGE_SHARE));
    }

    @Override
    public void roundEnded(TaskSet tasks, boolean all, long nowNanos) {
        if (waits.rounds()) {
            WaitLevel.of(tasks).roundEnded(all, nowNanos);
        }
    }

    private Locality advance(TaskSet tasks, Slots slots, long nowNanos) {
        WaitLevel reached = WaitLevel.of(tasks);
        reached.begin(nowNanos);
        while (reached.level() != Locality.ANY) {
            if (!hasTasks(reached.level(), tasks, slots)) {
                reached.advance(nowNanos);
            } else if (nowNanos - reached.sinceNanos() >= nanos(reached.level())) {
                reached.advance(reached.sinceNanos() + nanos(reached.level()));
            } else {
                return reached.level();
            }
        }
        return Locality.ANY;
    }

    private boolean hasTasks(Locality level, TaskSet tasks, Slots slots) {
        if (level == Locality.RACK && !waits.racks()) {
            return false;
        }
        if (tasks.receivesAlike()) {
            return prefersSenders(tasks)
                    && largeSenders(tasks).anyMatch(host -> slots.slots(host, InputKind.SHUFFLE) > 0);
        }
        if (tasks.holders() == 0) {
            return false;
        }
        if (level == Locality.RACK || tasks.holders() > HOLDERS_ASKED) {
            return true;
        }
        for (int i = 0; i < tasks.holders(); i++) {
            if (slots.slots(tasks.holder(i).host(), tasks.kind()) > 0) {
                return true;
            }
        }
        return false;
    }

    private long nanos(Locality level) {
        return (long) ((level == Locality.HOST ? waits.hostSeconds() : waits.rackSeconds()) * 1e9);
    }
}
