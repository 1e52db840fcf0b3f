// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;

/**
 * Chooses the task that is predicted to end first on the offering host, and declines if it would end sooner by waiting for another one.
 *
 * <p><b>Goals.</b> One rule in place of bandwidth thresholds, gates on status and locality waits: what is slow is avoided by as much as it is
 * slow. Nothing to tune: the network, the disks and the learned computing time decide.
 *
 * <p><b>Constraints.</b> A task waits since its first decline at most as long as the gain that is predicted at each, and never more than
 * {@value #LONGEST_SECONDS} s; a set goes no longer than that without a launch for declines; nothing is declined while nothing runs
 * anywhere, unless all free slots are offered in turn. Looks are bounded: {@link AssignerOptions.Prediction#mostLooks()} hosts with input,
 * {@link AssignerOptions.Prediction#sample()} other hosts. Nothing measured, or too many hosts unknown
 * ({@link org.fairlead.core.view.Staleness#mostUnknown()}): stock decides.
 *
 * <p><b>Algorithm.</b> T(t, n) = {@link Completion}, from the replica where it is least; for a reading from afar the replica's disk counts.
 * For an offer of n:
 *
 * <ol>
 *   <li>The oldest task with input on n; if anything but computing limits it, also the oldest task of each other host with input. Of those within
 *       {@value #NEAR} of the least T: the one on n, else that of the host with the most pending, then the oldest.
 *   <li>W(t, m) = w + a·max(T(t, m)/p, l): w until a slot on m is offered, p its slots, l the least time between two launches there, a the set's
 *       other tasks with input on m, by the replicas of t, since each is run by one of its holders.
 *   <li>Declined if and only if min over hosts m of W(t, m) + T(t, m) < {@value #NEAR}·T(t, n). m are the holders of t and a seeded sample.
 * </ol>
 *
 * <p>A source that is known to be slow ({@link SchedulingContext#readRate}) is kept busy, and no more: while nobody reads from it, a slot beside
 * it takes what lies there, even if another block would be read sooner; while somebody does, a reader from afar would only slow down the others, and
 * is declined until a slot beside the source is predicted to be free. Sets that run at once read from it one after the other ({@link SchedulingContext#bytesAhead}):
 * so those in front end sooner, and the last no later, than if all shared it.
 *
 * <p>For shuffles the oldest task, where tasks receive by different shares the oldest of those of which much lies on n, W = w, and T by what the host has then still to receive, at what rate, and by its disk. Where it is known who sends
 * ({@link MapOutputLocations}): T is until n has received what its tasks still fetch from others, this one's included, and until each of the senders that
 * need most time for their share has sent what tasks elsewhere still fetch from it, over what others' traffic leaves of the links. So a
 * slow sender's output is left to tasks on its own host until these take as long. m are those senders and the sample; all hosts, if
 * they are at most {@value #FEW_BY_SAMPLE} times the sample. Where slots are for one kind of task only (Hadoop), reduces begin before their input
 * exists and every host asks in turn: none is declined. Where tasks receive by different shares ({@link MapOutputMatrix}), each is predicted by its own, and n gets
 * the first against which nothing speaks of {@value #MOST_REDUCES} kinds on n, those without a place, and the {@value #MOST_REDUCES} oldest kinds.
 *
 * <p><b>Example.</b> 120 MB; n receives 20 MB/s, so T(t, n) = 6 s. The block is on m, whose disk gives 60 MB/s: 2 s, and a slot is
 * free in 3 s. 6 > 5: declined, for 1 s at most. With two more tasks there and one slot: W = 3 + 2·2 = 7, launched.
 *
 * <p><b>Source.</b> Ours, after Cormorant ({@link CormorantAssigner}) and status-aware scheduling ({@link StatusAwareAssigner}).
 */
final class EarliestFinishTime implements TaskAssigner {
    static final double NEAR = 0.95;
    static final double LONGEST_SECONDS = 60;
    /** Of a shuffle's groups that differ by where their input lies, so many are looked at on the host, and as many of all. */
    private static final int MOST_REDUCES = 4;
    /** Of at most so many times the sample's hosts, a shuffle's task looks at all. */
    private static final int FEW_BY_SAMPLE = 4;

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
        Search search = new Search(offer.host(), tasks, context, nowNanos);
        search.choose();
        if (search.tooLittleKnown) {
            return stock.choose(offer, tasks, context, nowNanos);
        }
        boolean early = offer.exclusive() && tasks.kind() == InputKind.SHUFFLE;
        boolean goesOn = context.running() > 0 || context.offersAllFree();
        if (!early && goesOn && mayWait(tasks, nowNanos)) {
            Optional<Choice.Decline> decline = search.decline(nowNanos);
            if (decline.isPresent() && !context.isForeseen()) {
                tasks.declined(decline.get().task(), nowNanos);
            }
            if (decline.isPresent() && !search.takesAnother(nowNanos)) {
                if (!context.isForeseen()) {
                    tasks.patience().declined(nowNanos);
                }
                return decline.get();
            }
        }
        tasks.patience().propose(search.group.first(), Locality.HOST, nowNanos);
        return search.launch();
    }

    private static boolean mayWait(TaskSet tasks, long nowNanos) {
        return tasks.patience().waitedNanos(nowNanos) < (long) (LONGEST_SECONDS * 1e9);
    }

    /** How long the oldest task of a group waits on a host, once a slot is free, for the others with input there. */
    static double turnSeconds(TaskSet tasks, SchedulingContext context, TaskSet.Group group, int host, double seconds) {
        int ahead = tasks.pendingOn(host) - (group.isOn(host) ? 1 : 0);
        double shared = ahead / (double) Math.max(1, group.hosts().length);
        int slots = Math.max(1, context.slots(host, tasks.kind()));
        return shared * Math.max(seconds / slots, context.secondsBetweenLaunches());
    }

    /** One decision under way. */
    private final class Search {
        private final int host;
        private final TaskSet tasks;
        private final SchedulingContext context;
        private final Completion completion;
        private final Draw draw;
        private TaskSet.Group group;
        private int source = -1;
        private double seconds;
        private boolean tooLittleKnown;
        private double soonest;
        private int soonestHost = -1;

        Search(int host, TaskSet tasks, SchedulingContext context, long nowNanos) {
            this.host = host;
            this.tasks = tasks;
            this.context = context;
            completion = new Completion(tasks, context, options.pinned(), nowNanos);
            draw = new Draw(Draw.mixed(Draw.mixed(tasks.id(), host), nowNanos));
            group = tasks.anywhere(1).get(0);
        }

        void choose() {
            if (tasks.kind() == InputKind.SHUFFLE) {
                receive(NearestLocality.named(tasks, host, Locality.HOST)
                        .map(NearestLocality.Found::group)
                        .orElse(group));
                tooLittleKnown = completion.isUnknown(host);
                return;
            }
            ReceiveRates reach = completion.reach(host);
            seconds = Double.POSITIVE_INFINITY;
            Optional<NearestLocality.Found> local = NearestLocality.in(tasks, host, Locality.HOST);
            if (local.isPresent()) {
                group = local.get().group();
                source = completion.bestSource(group, reach);
                seconds = completion.soonest(group, reach);
            }
            boolean keepsBusy = source == host && completion.isSlowAndIdle(host);
            if (local.isEmpty() || (!keepsBusy && seconds > completion.unhindered(group.bytes()))) {
                lookAtHolders(reach, local.isEmpty());
            }
        }

        private void receive(TaskSet.Group chosen) {
            group = chosen;
            seconds = completion.receiving(group, host);
        }

        /** What speaks against the chosen task; empty if nothing does. */
        Optional<Choice.Decline> decline(long nowNanos) {
            if (computingDecides()) {
                return Optional.empty();
            }
            long waitedNanos = tasks.waitedNanos(group.first(), nowNanos);
            OptionalDouble wait = secondsToSource();
            if (wait.isPresent() && waitedNanos < (long) (LONGEST_SECONDS * 1e9)) {
                return decline(Choice.Cause.SOURCE_SLOW, source, (long) (wait.getAsDouble() * 1e9), nowNanos);
            }
            double elsewhere = soonestElsewhere();
            double gain = Math.min(seconds - elsewhere, LONGEST_SECONDS);
            long leftNanos = (long) (gain * 1e9) - waitedNanos;
            return elsewhere < NEAR * seconds && leftNanos > 0
                    ? decline(Choice.Cause.SOONER_ELSEWHERE, soonestHost, leftNanos, nowNanos)
                    : Optional.empty();
        }

        private Optional<Choice.Decline> decline(Choice.Cause cause, int better, long nanos, long nowNanos) {
            long until = nanos > 0 ? nowNanos + nanos : Choice.Decline.NEXT_OFFER;
            return Optional.of(new Choice.Decline(cause, until, group.first(), better));
        }

        /** Whether there is a task against which nothing speaks, where tasks receive by different shares; it is then the chosen one. */
        boolean takesAnother(long nowNanos) {
            if (tasks.kind() != InputKind.SHUFFLE || tasks.receivesAlike()) {
                return false;
            }
            TaskSet.Group declined = group;
            Set<TaskSet.Group> others = new LinkedHashSet<>(tasks.onHost(host, MOST_REDUCES));
            others.addAll(tasks.withoutHosts());
            others.addAll(tasks.anywhere(MOST_REDUCES));
            for (TaskSet.Group other : others) {
                if (other != declined) {
                    receive(other);
                    if (decline(nowNanos).isEmpty()) {
                        return true;
                    }
                }
            }
            return false;
        }

        /**
         * Until one more reader of a slow source that is read from is of use: until it is the set's turn; for one from afar, until a slot beside the
         * source is free, if that is in time. Empty when it is of use now.
         */
        OptionalDouble secondsToSource() {
            if (source < 0 || !completion.isQueuedFor(source)) {
                return OptionalDouble.empty();
            }
            double slot = context.secondsToFreeSlot(source, tasks.kind());
            boolean bySlot = source != host && context.slots(source, tasks.kind()) > 0 && slot <= seconds;
            double turn = completion.secondsToTurn(source);
            return bySlot || turn > 0 ? OptionalDouble.of(Math.max(turn, bySlot ? slot : 0)) : OptionalDouble.empty();
        }

        private void lookAtHolders(ReceiveRates reach, boolean needed) {
            int holders = tasks.holders();
            int first = holders > options.mostLooks() ? draw.below(holders) : 0;
            int looks = Math.min(holders, options.mostLooks());
            double[] ends = new double[looks];
            double least = Double.POSITIVE_INFINITY;
            int unknown = 0;
            for (int i = 0; i < looks; i++) {
                TaskSet.Holder holder = tasks.holder((first + i) % holders);
                unknown += completion.isUnknown(holder.host()) ? 1 : 0;
                ends[i] = completion.reading(holder.oldest().bytes(), holder.host(), reach);
                least = Math.min(least, ends[i]);
            }
            boolean known = !completion.isUnknown(host)
                    && unknown <= context.network().view().staleness().mostUnknown() * looks;
            tooLittleKnown = needed && !known;
            if (!known || (!needed && least >= NEAR * seconds)) {
                return;
            }
            int best = -1;
            for (int i = 0; i < looks; i++) {
                if (NEAR * ends[i] <= least && (best < 0 || isBetter(first + i, first + best))) {
                    best = i;
                }
            }
            TaskSet.Holder chosen = tasks.holder((first + best) % holders);
            group = chosen.oldest();
            source = chosen.host();
            seconds = ends[best];
        }

        private boolean isBetter(int at, int than) {
            TaskSet.Holder one = tasks.holder(at % tasks.holders());
            TaskSet.Holder other = tasks.holder(than % tasks.holders());
            return one.tasks() != other.tasks()
                    ? one.tasks() > other.tasks()
                    : one.oldest().number() < other.oldest().number();
        }

        /** Whether the task would end no sooner on any host. */
        boolean computingDecides() {
            return seconds <= completion.unhindered(group.bytes());
        }

        double soonestElsewhere() {
            soonest = Double.POSITIVE_INFINITY;
            for (int holder : group.hosts()) {
                lookAt(holder);
            }
            List<Host> all = tasks.routes().topology().hosts();
            if (tasks.kind() == InputKind.SHUFFLE && all.size() <= FEW_BY_SAMPLE * options.sample()) {
                for (Host one : all) {
                    lookAt(one.index());
                }
                return soonest;
            }
            for (int sender : completion.slowestSenders(group)) {
                lookAt(sender);
            }
            for (int i = 0; i < options.sample(); i++) {
                lookAt(all.get(draw.below(all.size())).index());
            }
            return soonest;
        }

        private void lookAt(int other) {
            double end = end(other);
            if (end < soonest) {
                soonest = end;
                soonestHost = other;
            }
        }

        /** Seconds until the chosen task would have ended on another host, its waiting included. */
        private double end(int other) {
            int slots = context.slots(other, tasks.kind());
            if (other == host || slots == 0) {
                return Double.POSITIVE_INFINITY;
            }
            double wait = context.secondsToFreeSlot(other, tasks.kind());
            if (!(wait < seconds)) {
                return Double.POSITIVE_INFINITY;
            }
            if (tasks.kind() == InputKind.SHUFFLE) {
                return wait + completion.receivingAfter(wait, group, other);
            }
            double there = completion.soonestAfter(wait, group, completion.reachOfFew(other));
            if (Double.isInfinite(there)) {
                return there;
            }
            return wait + there + turnSeconds(tasks, context, group, other, there);
        }

        Choice.Launch launch() {
            Locality locality = source < 0
                    ? (tasks.kind() == InputKind.SHUFFLE ? Locality.HOST : tasks.localityOf(group, host))
                    : CormorantAssigner.distance(tasks.routes(), source, host);
            return new Choice.Launch(group.first(), locality, source, seconds);
        }
    }
}
