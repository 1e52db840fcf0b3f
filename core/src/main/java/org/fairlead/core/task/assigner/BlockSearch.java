// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.BlockCompletion;
import org.fairlead.core.task.prediction.Completion;
import org.fairlead.core.task.prediction.ReceiveRates;

/**
 * For tasks that read blocks: of the tasks with input on the offering host that one which others are least likely to run beside its input; if anything but computing limits it, also the oldest task of each
 * other host with input. Of those that end at nearly the same time: the one on the offering host, else that of the host of which running tasks have least to read, then of that with the most pending, then the
 * oldest. What is in memory on a host costs neither link nor disk there; what is on its way there comes before all others from elsewhere. It waits for holders of its input and a sample of other hosts, behind its turn among the tasks with input there. While others want the slot, a task whose input is held elsewhere leaves it to them, even if it ends somewhat later for that.
 */
final class BlockSearch implements SlotSearch {
    /** As many times what it spares a slot where it is held, a task may end later there, while others want the offered slot. */
    static final double LATER_BY_SPARED = 4;

    private final int host;
    private final TaskSet tasks;
    private final Slots slots;
    private final BlockReads reads;
    private final double mostUnknown;
    private final AssignerOptions.Prediction options;
    private final Completion completion;
    private final BlockCompletion blocks;
    private final ReceiveRates reach;
    private final Draw draw;

    /** @param host that offers a slot */
    BlockSearch(
            int host,
            TaskSet tasks,
            SchedulingContext context,
            AssignerOptions.Prediction options,
            Completion completion,
            Draw draw) {
        this.host = host;
        this.tasks = tasks;
        this.options = options;
        this.completion = completion;
        this.draw = draw;
        slots = context.slots();
        reads = context.blockReads();
        mostUnknown = context.network().view().staleness().mostUnknown();
        blocks = completion.blocks();
        reach = blocks.reach(host);
    }

    @Override
    public Optional<Proposal> here() {
        Optional<Proposal> near = near();
        return near.isPresent() && isUnhindered(near.get()) ? near : soonest(near);
    }

    /** The task with input on the offering host, or nowhere in particular, whose turn it is there, or one of which so much is in memory there that it ends sooner. */
    Optional<Proposal> near() {
        Optional<Proposal> near = NearestLocality.in(tasks, host, Locality.HOST)
                .map(NearestLocality.Found::group)
                .map(this::leastElsewhere)
                .map(this::proposal);
        for (TaskSet.Group group : tasks.heldOn(host, options.sample())) {
            Proposal held = proposal(group);
            if (near.isEmpty() || held.seconds() < NEAR * near.get().seconds()) {
                near = Optional.of(held);
            }
        }
        return near;
    }

    /**
     * Of some with input on the offering host, that one whose other holders have most pending, for each of their slots. What a host with little to do could run is left to it, so that hosts run out of
     * tasks beside their input at about the same time.
     *
     * @param oldest with input there, or nowhere
     */
    private TaskSet.Group leastElsewhere(TaskSet.Group oldest) {
        if (!oldest.held().isNone() || !oldest.isOn(host)) {
            return oldest;
        }
        TaskSet.Group best = oldest;
        double most = -1;
        for (TaskSet.Group group : tasks.onHost(host, options.sample())) {
            if (!group.held().isNone() || most == Double.POSITIVE_INFINITY) {
                break; // what is held stands behind all others
            }
            double pending = pendingElsewhere(group);
            if (pending > most) {
                most = pending;
                best = group;
            }
        }
        return best;
    }

    /** Pending tasks a slot on that other holder which has fewest; infinite where no other could run the group's. */
    private double pendingElsewhere(TaskSet.Group group) {
        double least = Double.POSITIVE_INFINITY;
        for (int other : group.hosts()) {
            int there = other == host ? 0 : slots.slots(other, tasks.kind());
            if (there > 0) {
                least = Math.min(least, (double) tasks.pendingOn(other) / there);
            }
        }
        return least;
    }

    private Proposal proposal(TaskSet.Group group) {
        return proposal(group, blocks.bestSource(group, reach), blocks.soonest(group, reach));
    }

    /** Whether a task would end no sooner on any host. */
    boolean isUnhindered(Proposal proposal) {
        return proposal.seconds()
                <= completion.costs().unhindered(proposal.group().bytes());
    }

    private Proposal proposal(TaskSet.Group group, int source, double seconds) {
        Locality locality = source < 0 ? tasks.localityOf(group, host) : Locality.between(tasks.routes(), source, host);
        PathChoice path = source < 0 || source == host ? PathChoice.NETWORK : reach.path(source);
        return new Proposal(group, locality, source, seconds, path);
    }

    /** Among the oldest tasks of hosts with input, and the one near it if there is one. */
    private Optional<Proposal> soonest(Optional<Proposal> near) {
        if (near.isPresent() && near.get().group().held().on(host) > 0) {
            return near; // it is on its way already
        }
        int holders = tasks.holders();
        int first = holders > options.mostLooks() ? draw.below(holders) : 0;
        int looks = Math.min(holders, options.mostLooks());
        double[] ends = new double[looks];
        double least = Double.POSITIVE_INFINITY;
        int unknown = 0;
        for (int i = 0; i < looks; i++) {
            TaskSet.Holder holder = tasks.holder((first + i) % holders);
            unknown += completion.isUnknown(holder.host()) ? 1 : 0;
            ends[i] = blocks.reading(holder.oldest(), holder.host(), reach);
            least = Math.min(least, ends[i]);
        }
        boolean known = !completion.isUnknown(host) && unknown <= mostUnknown * looks;
        if (!known || (near.isPresent() && least >= NEAR * near.get().seconds())) {
            return near;
        }
        int best = -1;
        for (int i = 0; i < looks; i++) {
            if (NEAR * ends[i] <= least && (best < 0 || isBetter(first + i, first + best))) {
                best = i;
            }
        }
        TaskSet.Holder chosen = tasks.holder((first + best) % holders);
        return Optional.of(proposal(chosen.oldest(), chosen.host(), ends[best]));
    }

    /** What the oldest task of a group takes less where its input is held than here, where it would take so long: so much of a slot's time is lost if it runs here. 0 where nobody can run it that holds any. */
    private double spared(TaskSet.Group group, double seconds) {
        double most = 0;
        if (Double.isInfinite(seconds)) {
            return most;
        }
        for (int holder : group.held().hosts()) {
            if (holder != host && slots.slots(holder, tasks.kind()) > 0) {
                most = Math.max(most, seconds - blocks.soonest(group, blocks.reachOfFew(holder)));
            }
        }
        return most;
    }

    /** Whether a task of one holder comes before one of another that ends as soon: who chooses by the same measurements would go to the same disk otherwise, since what was just launched is in none of them. */
    private boolean isBetter(int at, int than) {
        TaskSet.Holder one = tasks.holder(at % tasks.holders());
        TaskSet.Holder other = tasks.holder(than % tasks.holders());
        int byReads = Double.compare(reads.bytesToRead(one.host()), reads.bytesToRead(other.host()));
        if (byReads != 0) {
            return byReads < 0;
        }
        return one.tasks() != other.tasks()
                ? one.tasks() > other.tasks()
                : one.oldest().number() < other.oldest().number();
    }

    @Override
    public Optional<Wait> worthWaiting(Proposal here, TaskDeclines.History history) {
        if (isUnhindered(here)) {
            return Optional.empty();
        }
        TaskSet.Group group = here.group();
        ElsewhereSearch elsewhere = new ElsewhereSearch(
                host,
                knownSeconds(here.seconds()),
                tasks.kind(),
                slots,
                (other, wait) -> endSeconds(here, other, wait));
        elsewhere.lookAt(group.hosts());
        elsewhere.lookAt(group.held().hosts());
        elsewhere.lookAtSome(tasks.routes().topology().hosts(), options.sample(), draw);
        Optional<Wait> wait = elsewhere.worthWaiting(Choice.Cause.SOONER_ELSEWHERE, PATIENCE, history);
        return wait.isPresent() ? wait : worthLeaving(here, history);
    }

    /**
     * While others want the offered slot, a task may end later where its input is held: it takes a slot for less there, which all gain that wait. Not where the offering host holds some of it itself.
     */
    private Optional<Wait> worthLeaving(Proposal here, TaskDeclines.History history) {
        TaskSet.Group group = here.group();
        if (group.held().isNone() || group.held().on(host) > 0 || slots.pendingBesides() == 0) {
            return Optional.empty();
        }
        double latest = knownSeconds(here.seconds()) + LATER_BY_SPARED * spared(group, here.seconds());
        ElsewhereSearch holders =
                new ElsewhereSearch(host, latest, tasks.kind(), slots, (other, wait) -> endSeconds(here, other, wait));
        holders.lookAt(group.held().hosts());
        return holders.worthWaiting(Choice.Cause.HELD_ELSEWHERE, 1, history);
    }

    private double endSeconds(Proposal here, int other, double wait) {
        double there = blocks.soonestAfter(wait, here.group(), blocks.reachOfFew(other));
        return Double.isInfinite(there)
                ? there
                : wait
                        + knownSeconds(there
                                + BlockCompletion.turnSeconds(
                                        tasks, slots, here.group(), other, there, here.seconds()));
    }

    /** Until the end of a task that takes so long is known: where hosts tell it with heartbeats, with the next one at the earliest, and half of the time between two later in the mean. */
    private double knownSeconds(double seconds) {
        double heartbeat = slots.secondsBetweenHeartbeats();
        return Math.max(heartbeat, seconds + heartbeat / 2);
    }
}
