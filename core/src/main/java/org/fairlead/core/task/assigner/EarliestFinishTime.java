// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.Completion;

/**
 * Chooses the task that is predicted to end first on the offering host, and declines if it would end sooner by waiting for another one.
 *
 * <p><b>Goals.</b> One rule in place of bandwidth thresholds, gates on status and locality waits: what is slow is avoided by as much as it is
 * slow. Nothing to tune: the network, the disks and the learned computing time decide.
 *
 * <p><b>Constraints.</b> A task waits as long as it is behind the end that its first decline promised by less than {@value SlotSearch#PATIENCE} times what is gained still (for input that another host holds in memory: by less than that), and never more than
 * {@value SlotSearch#LONGEST_SECONDS} s; a set goes no longer than that without a launch for declines; nothing is declined while nothing runs
 * anywhere. Looks are bounded: {@link AssignerOptions.Prediction#mostLooks()} hosts with input,
 * {@link AssignerOptions.Prediction#sample()} other hosts. Nothing measured, or too many hosts unknown
 * ({@link org.fairlead.core.view.Staleness#mostUnknown()}): stock decides.
 *
 * <p><b>Algorithm.</b> T(t, n) = {@link Completion}, from the replica where it is least; for a reading from afar the replica's disk counts.
 * For an offer of n:
 *
 * <ol>
 *   <li>Of {@link AssignerOptions.Prediction#sample()} tasks with input on n that one whose other holders have most pending: the largest min over them of pending tasks a slot, then the oldest. If anything but computing limits it, also the oldest task of each other host with input. Of those within
 *       {@value SlotSearch#NEAR} of the least T: the one on n, else that of the host of which running tasks have least to read, then of that with the most pending, then the oldest.
 *   <li>W(t, m) = w + a·max(T(t, m)/p, l): w until a slot on m is offered, p its slots, l the least time between two launches there, a the set's
 *       other tasks with input on m, by the replicas of t, since each is run by one of its holders. Where a slot is free on m and declined ones are offered again at once, W is at most c·(T(t, n) − T(t, m)): c the chance that
 *       those others take all that are free there, after which t has a slot like the offered one.
 *   <li>Declined if min over hosts m of W(t, m) + T(t, m) < {@value SlotSearch#NEAR}·T(t, n). m are the holders of t and a seeded sample. Where heartbeats tell what has ended (Hadoop), an end counts as known half a heartbeat later, and not within one: a task that reads blocks does not wait for what nobody would see.
 *   <li>Declined, too, while other sets have tasks to launch, if m holds input of t in memory, n none, and W(t, m) + T(t, m) < {@value SlotSearch#NEAR}·(T(t, n) + {@value BlockSearch#LATER_BY_SPARED}·(T(t, n) − T(t, m))): t may
 *       end later then, but takes a slot for less, which all gain that wait.
 * </ol>
 *
 * <p>For tasks that read blocks, {@link BlockSearch} does that; where sources are known to be slow, {@link SlowSourceSearch} keeps each of them busy and no more.
 * For shuffles ({@link MapOutputSearch}) t is the oldest task, or one of those that receive much from n, W = w, and where no slot is free elsewhere, nothing is declined unless others would end all pending tasks before n ends one. Where slots are for one kind of task only (Hadoop), reduces begin before their
 * input exists and every host asks in turn: none is declined.
 *
 * <p><b>Example.</b> 120 MB; n receives 20 MB/s, so T(t, n) = 6 s. The block is on m, whose disk gives 60 MB/s: 2 s, and a slot is
 * free in 3 s. 6 > 5: declined, for 1 s at most. With two more tasks there and one slot: W = 3 + 2·2 = 7, launched. If m's memory holds the block and computing takes 1 s, while other sets wait: declined as long as its slot is free within 23 s, since 0.95·(6 + 4·5) = 24.7.
 *
 * <p><b>Source.</b> Ours, after Cormorant ({@link CormorantAssigner}) and status-aware scheduling ({@link StatusAwareAssigner}).
 */
final class EarliestFinishTime implements TaskAssigner {
    private final AssignerOptions.Prediction options;
    private final StockAssigner stock;

    EarliestFinishTime(AssignerOptions options) {
        this.options = options.prediction();
        stock = new StockAssigner(options);
    }

    @Override
    public String name() {
        return "fairlead";
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        if (NearestLocality.hasNothing(offer, tasks)) {
            return NearestLocality.nothing();
        }
        if (context.network().isBlind(nowNanos)) {
            return stock.choose(offer, tasks, context, nowNanos);
        }
        SlotSearch search = search(offer.host(), tasks, context, nowNanos);
        Optional<SlotSearch.Proposal> found = search.here();
        if (found.isEmpty()) {
            return stock.choose(offer, tasks, context, nowNanos);
        }
        SlotSearch.Proposal here = found.get();
        Optional<SlotSearch.Wait> wait = mayWait(offer, tasks, context.slots(), nowNanos)
                ? worthWaiting(search, here, tasks, nowNanos)
                : Optional.empty();
        if (wait.isEmpty()) {
            return launch(offer, tasks, here, nowNanos);
        }
        int task = here.group().first();
        if (!offer.foreseen()) {
            TaskDeclines.of(tasks).declined(task, wait.get().endSeconds(), nowNanos);
        }
        return search.insteadOf(here)
                .filter(other -> worthWaiting(search, other, tasks, nowNanos).isEmpty())
                .findFirst()
                .map(other -> launch(offer, tasks, other, nowNanos))
                .orElseGet(() -> decline(offer, tasks, task, wait.get(), nowNanos));
    }

    private static Optional<SlotSearch.Wait> worthWaiting(
            SlotSearch search, SlotSearch.Proposal proposal, TaskSet tasks, long nowNanos) {
        return search.worthWaiting(
                proposal, TaskDeclines.of(tasks).history(proposal.group().first(), nowNanos));
    }

    private static Choice launch(Offer offer, TaskSet tasks, SlotSearch.Proposal proposal, long nowNanos) {
        int task = proposal.group().first();
        StockAssigner.proposed(offer, tasks, task, nowNanos);
        return new Choice.Launch(task, proposal.locality(), proposal.source(), proposal.seconds(), proposal.path());
    }

    private SlotSearch search(int host, TaskSet tasks, SchedulingContext context, long nowNanos) {
        Completion completion = new Completion(tasks, context, nowNanos);
        Draw draw = new Draw(Draw.mixed(Draw.mixed(tasks.id(), host), nowNanos));
        if (tasks.kind() == InputKind.SHUFFLE) {
            return new MapOutputSearch(host, tasks, context.slots(), options.sample(), completion, draw);
        }
        BlockSearch blocks = new BlockSearch(host, tasks, context, options, completion, draw);
        return completion
                .slowSources()
                .<SlotSearch>map(queue -> new SlowSourceSearch(host, tasks.kind(), context.slots(), queue, blocks))
                .orElse(blocks);
    }

    private static boolean mayWait(Offer offer, TaskSet tasks, Slots slots, long nowNanos) {
        boolean early = offer.exclusive() && tasks.kind() == InputKind.SHUFFLE;
        return !early
                && slots.running() > 0
                && DeclinePeriod.of(tasks).waitedNanos(nowNanos) < (long) (SlotSearch.LONGEST_SECONDS * 1e9);
    }

    private static Choice decline(Offer offer, TaskSet tasks, int task, SlotSearch.Wait wait, long nowNanos) {
        if (!offer.foreseen()) {
            DeclinePeriod.of(tasks).declined(nowNanos);
        }
        long until = wait.nanos() > 0 ? nowNanos + wait.nanos() : Choice.Decline.NEXT_OFFER;
        return new Choice.Decline(wait.cause(), until, task, wait.host());
    }
}
