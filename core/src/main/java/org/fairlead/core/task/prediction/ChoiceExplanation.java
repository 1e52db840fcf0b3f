// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Host;

/**
 * On what a choice stands, for people who ask why: where its task could run, how long it is predicted to take there and what for, and what stock
 * would have done with the slot. Made of every policy's choices by the same predictions ({@link Completion}); few looks, since who plans has better
 * use for the time.
 *
 * @param task that was chosen, or that is to wait
 * @param candidates where it could run: the offering host first; after a decline the one that is waited for; the others by when it would end there
 * @param stock what it would have done; empty when it would have left the slot free as well
 */
public record ChoiceExplanation(int task, List<Candidate> candidates, Optional<Stocks> stock) {
    /** Hosts beside the offering one that are kept. */
    static final int MOST_OTHERS = 4;

    private static final int SAMPLE = 4;

    /**
     * A host where the task could run.
     *
     * @param host its index
     * @param source from which it would read there; −1 where it reads from many, or nothing
     * @param waitSeconds until it could begin there
     * @param seconds from then to its end
     */
    public record Candidate(int host, int source, double waitSeconds, double seconds, CompletionLimit limit) {
        /** Seconds from now to its end. */
        public double endSeconds() {
            return waitSeconds + seconds;
        }
    }

    /**
     * What stock would have launched in the slot, at once or when its locality waits allow.
     *
     * @param task the oldest of those whose input is nearest
     * @param locality how near
     * @param seconds that a task of the choice's size would take if it were read from where stock's is; over replicas that are equally near, the mean
     */
    public record Stocks(int task, Locality locality, double seconds) {}

    /**
     * Asked after the choice was made and before it is carried out, with the same arguments. Empty where too little is known to predict anything.
     *
     * @param nowNanos on the clock of the context's view
     */
    public static Optional<ChoiceExplanation> of(
            Choice choice, Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        int task = choice instanceof Choice.Launch launch ? launch.task() : ((Choice.Decline) choice).task();
        if (!tasks.isPending(task) || context.network().isBlind(nowNanos)) {
            return Optional.empty();
        }
        Finder finder = new Finder(choice, tasks.groupOf(task), offer.host(), tasks, context, nowNanos);
        return finder.completion.isUnknown(offer.host())
                ? Optional.empty()
                : Optional.of(new ChoiceExplanation(task, finder.candidates(), finder.stocks()));
    }

    /** Looks at a few hosts. */
    private static final class Finder {
        private final Choice choice;
        private final TaskSet.Group group;
        private final int offering;
        private final TaskSet tasks;
        private final Slots slots;
        private final Completion completion;
        private final ReceiveRates here;
        private final Draw draw;
        private final Candidate offered;

        Finder(
                Choice choice,
                TaskSet.Group group,
                int offering,
                TaskSet tasks,
                SchedulingContext context,
                long nowNanos) {
            this.choice = choice;
            this.group = group;
            this.offering = offering;
            this.tasks = tasks;
            slots = context.slots();
            completion = new Completion(tasks, context, nowNanos);
            here = completion.blocks().reachOfFew(offering);
            draw = new Draw(Draw.mixed(Draw.mixed(tasks.id(), offering), nowNanos));
            offered = candidate(offering, 0, choice instanceof Choice.Launch launch ? launch.source() : -1, here);
        }

        List<Candidate> candidates() {
            List<Candidate> found = new ArrayList<>(1 + MOST_OTHERS);
            for (int holder : group.hosts()) {
                add(found, holder);
            }
            for (int holder : group.held().hosts()) {
                add(found, holder);
            }
            if (tasks.kind() == InputKind.SHUFFLE) {
                for (int sender : completion.mapOutput().slowestSenders(group)) {
                    add(found, sender);
                }
                List<Host> all = tasks.routes().topology().hosts();
                for (int i = 0; i < SAMPLE; i++) {
                    add(found, all.get(draw.below(all.size())).index());
                }
            }
            found.sort(Comparator.comparingDouble(Candidate::endSeconds));
            List<Candidate> kept = new ArrayList<>(1 + found.size());
            kept.add(offered);
            if (choice instanceof Choice.Decline decline && decline.better() >= 0) {
                kept.add(better(decline.better()));
            }
            for (Candidate one : found) {
                if (kept.size() <= MOST_OTHERS && kept.stream().noneMatch(known -> known.host() == one.host())) {
                    kept.add(one);
                }
            }
            return List.copyOf(kept);
        }

        /** What is waited for: a slot on another host, or the set's turn at a slow source. */
        private Candidate better(int host) {
            List<Candidate> there = new ArrayList<>(1);
            add(there, host);
            double turn = completion
                    .slowSources()
                    .map(queue -> queue.secondsToTurn(host))
                    .orElse(0.0);
            return there.isEmpty() ? candidate(offering, turn, host, here) : there.get(0);
        }

        private void add(List<Candidate> found, int host) {
            boolean seen = found.stream().anyMatch(known -> known.host() == host);
            if (host == offering || seen || slots.slots(host, tasks.kind()) == 0) {
                return;
            }
            double wait = slots.secondsToFreeSlot(host, tasks.kind());
            if (Double.isInfinite(wait)) {
                return;
            }
            Candidate there = candidate(host, wait, -1, completion.blocks().reachOfFew(host));
            if (Double.isInfinite(there.seconds())) {
                return;
            }
            double turn = tasks.kind() == InputKind.SHUFFLE
                    ? 0
                    : BlockCompletion.turnSeconds(tasks, slots, group, host, there.seconds(), offered.seconds());
            found.add(new Candidate(host, there.source(), wait + turn, there.seconds(), there.limit()));
        }

        /** @param chosen source; −1: the best */
        private Candidate candidate(int host, double wait, int chosen, ReceiveRates reach) {
            double bytes = group.bytes();
            if (tasks.kind() == InputKind.SHUFFLE) {
                return new Candidate(
                        host,
                        -1,
                        wait,
                        completion.mapOutput().receivingAfter(wait, group, host),
                        completion.mapOutput().limit(wait, group, host));
            }
            int source = chosen >= 0 ? chosen : completion.blocks().bestSource(group, reach);
            return source < 0
                    ? new Candidate(
                            host,
                            -1,
                            wait,
                            completion.costs().unhindered(bytes, host),
                            completion.costs().limit(bytes, host))
                    : new Candidate(
                            host,
                            source,
                            wait,
                            completion.blocks().readingAfter(wait, group, source, reach),
                            completion.blocks().limit(wait, group, source, reach));
        }

        Optional<Stocks> stocks() {
            return NearestLocality.in(tasks, offering, Locality.ANY)
                    .map(found -> new Stocks(found.group().first(), found.locality(), stocksSeconds(found)));
        }

        private double stocksSeconds(NearestLocality.Found found) {
            if (tasks.kind() == InputKind.SHUFFLE) {
                return completion.mapOutput().receiving(group, offering);
            }
            if (found.group().hosts().length == 0 || found.group().isHeldOn(offering)) {
                return completion.costs().unhindered(group.bytes(), offering);
            }
            double sum = 0;
            int count = 0;
            for (int source : found.group().hosts()) {
                boolean near =
                        switch (found.locality()) {
                            case HOST -> source == offering;
                            case RACK ->
                                tasks.routes().rackOf(source) == tasks.routes().rackOf(offering);
                            case ANY -> true;
                        };
                if (near) {
                    sum += completion.blocks().reading(group.bytes(), source, here);
                    count++;
                }
            }
            return sum / count;
        }
    }
}
