// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.PolicyState;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;

/**
 * Chooses as Hadoop 1's fair scheduler does: a task on the host of its input, else in its rack, else any; with delay scheduling, what is
 * farther only after the set has been skipped, or has waited, for long enough.
 *
 * <p><b>Goals.</b> Tasks run where their input is, without giving up fairness for long.
 *
 * <p><b>Constraints.</b> A set waits at most {@link AssignerOptions.Delay#host()} + {@link AssignerOptions.Delay#rack()} for a launch; not
 * at all while nothing runs anywhere; reduces do not wait.
 *
 * <p><b>Algorithm.</b> A set is at the level of its last launch, on the host's level at first. w is how often (or how long) it was declined
 * since that launch. At the host's level, a task in the rack may be launched once w ≥ host, any task once w ≥ host + rack; at the
 * rack's level any once w ≥ rack; at the last level any at once. A launch sets the level to its own and w to 0. Without
 * delays the nearest task is launched at once, which is what the scheduler does with its locality delay set to 0.
 *
 * <p><b>Example.</b> host = 2 skips, rack = 3. Tasks lie on h1, in r1. Offers of h9 in r2: five are skipped, the sixth launches at
 * ANY; the next offer of h9 launches at once. An offer of h1 launches and sets the level back: five skips again.
 *
 * <p><b>Source.</b> M. Zaharia et al., Delay Scheduling, EuroSys 2010: algorithm 2 (skips), algorithm 3 (time).
 */
final class DelayScheduling implements TaskAssigner {
    private final AssignerOptions.Delay delay;

    /** A set's level, and how often it was skipped since its last launch. */
    private static final class Skips implements PolicyState {
        private int count;
        private Locality level = Locality.HOST;
        private int proposed = -1;
        private Locality proposedLevel = Locality.HOST;

        static Skips of(TaskSet tasks) {
            return tasks.state(Skips.class, Skips::new);
        }

        /** Notes which level is reached if this task, just chosen, is launched. */
        void proposed(int task, Locality nextLevel) {
            proposed = task;
            proposedLevel = nextLevel;
        }

        @Override
        public void launched(int task) {
            if (task == proposed) {
                count = 0;
                level = proposedLevel;
                proposed = -1;
            }
        }

        @Override
        public Optional<PolicyState> copy() {
            Skips copy = new Skips();
            copy.count = count;
            copy.level = level;
            copy.proposed(proposed, proposedLevel);
            return Optional.of(copy);
        }
    }

    DelayScheduling(AssignerOptions.Delay delay) {
        this.delay = delay;
    }

    @Override
    public String name() {
        return "stock-hadoop";
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        return choose(offer, tasks, context, nowNanos, Locality.ANY);
    }

    /** The same with nothing farther than a level that something else forbids to leave. */
    Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos, Locality farthest) {
        if (NearestLocality.hasNothing(offer, tasks)) {
            return NearestLocality.nothing();
        }
        Skips skips = Skips.of(tasks);
        DeclinePeriod declines = DeclinePeriod.of(tasks);
        boolean idle = context.slots().running() == 0;
        Locality allowed = idle ? Locality.ANY : nearer(allowed(skips, declines, nowNanos), farthest);
        Optional<NearestLocality.Found> found = NearestLocality.in(tasks, offer.host(), allowed);
        if (found.isPresent()) {
            int task = found.get().group().first();
            skips.proposed(task, idle ? skips.level : found.get().locality());
            declines.proposed(task);
            return found.get().launch();
        }
        skips.count++;
        declines.declined(nowNanos);
        return new Choice.Decline(Choice.Cause.WAITS_FOR_LOCALITY, until(skips.level, declines));
    }

    /** A task was chosen by somebody else: if it is launched, all waiting begins anew. */
    static void proposed(TaskSet tasks, int task) {
        Skips.of(tasks).proposed(task, Locality.HOST);
    }

    private Locality allowed(Skips skips, DeclinePeriod declines, long nowNanos) {
        double waited = delay.unit() == AssignerOptions.Unit.SKIPS ? skips.count : declines.waitedNanos(nowNanos) / 1e9;
        return switch (skips.level) {
            case HOST ->
                waited >= delay.host() + delay.rack()
                        ? Locality.ANY
                        : waited >= delay.host() ? Locality.RACK : Locality.HOST;
            case RACK -> waited >= delay.rack() ? Locality.ANY : Locality.RACK;
            case ANY -> Locality.ANY;
        };
    }

    private long until(Locality level, DeclinePeriod declines) {
        if (delay.unit() == AssignerOptions.Unit.SKIPS) {
            return Choice.Decline.NEXT_OFFER;
        }
        double most = level == Locality.HOST ? delay.host() + delay.rack() : delay.rack();
        return declines.sinceNanos() + (long) (most * 1e9);
    }

    private static Locality nearer(Locality one, Locality other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
