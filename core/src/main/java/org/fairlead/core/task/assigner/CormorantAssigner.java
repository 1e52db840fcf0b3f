// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.ReceiveRates;
import org.fairlead.core.task.prediction.Receiver;
import org.fairlead.core.view.Headroom;

/**
 * Chooses the task whose input has the most available bandwidth to the offering host, or none if that is too little: Cormorant's rule as
 * published.
 *
 * <p><b>Goals.</b> Tasks read over what the network has to give now, not over what a static idea of distance says.
 *
 * <p><b>Constraints.</b> What has the path's most bandwidth must exceed a threshold, by default a share of the host's link. The published rule
 * can decline for ever; here declines end when nothing runs anywhere, and when the set has launched nothing for
 * {@link AssignerOptions.Bandwidth#mostDeclineSeconds()}. Reduces, and tasks without a place, are not its subject: oldest first. Nothing
 * measured, or more than {@link org.fairlead.core.view.Staleness#mostUnknown()} of the hosts unknown: stock decides.
 *
 * <p><b>Algorithm.</b> Algorithm 1: over all tasks and all their replicas, the maximum of A(path from the replica to the host); A is the mean
 * over the equal-cost paths, or the maximum where somebody keeps the pair's path ({@link org.fairlead.core.network.Steering}); a path of no links has infinitely much, so what
 * is local wins. A(path) depends on the replica's host alone, so the maximum is taken over the hosts that hold any pending input (above
 * {@link AssignerOptions.Bandwidth#mostLooks()} of them, over a seeded sample), each with its oldest task; the oldest of equals.
 *
 * <p><b>Example.</b> h1's link has 100 left. Task 1 lies on h2, which can send 20; task 2 on h3 (5) and h4 (60): task 2 from h4. With a
 * threshold of 70: none.
 *
 * <p><b>Source.</b> Cormorant, section III-C, algorithm 1; section III-E for the maximum.
 */
final class CormorantAssigner implements TaskAssigner {
    private final AssignerOptions.Bandwidth options;
    private final StockAssigner stock;

    CormorantAssigner(AssignerOptions options) {
        this.options = options.bandwidth();
        stock = new StockAssigner(options);
    }

    @Override
    public String name() {
        return "cormorant";
    }

    @Override
    public Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        if (NearestLocality.hasNothing(offer, tasks)) {
            return NearestLocality.nothing();
        }
        Optional<NearestLocality.Found> local = NearestLocality.in(tasks, offer.host(), Locality.HOST);
        if (local.isPresent()) {
            return launch(offer, tasks, local.get().group(), -1, PathChoice.NETWORK, nowNanos);
        }
        if (context.network().isBlind(nowNanos)) {
            return stock.choose(offer, tasks, context, nowNanos);
        }
        Search search = new Search(offer.host(), tasks, context, nowNanos);
        search.lookAtHolders();
        if (search.tooLittleKnown()) {
            return stock.choose(offer, tasks, context, nowNanos);
        }
        DeclinePeriod declines = DeclinePeriod.of(tasks);
        boolean enough = search.most > options.threshold() * search.linkBytesPerSecond();
        long mostNanos = (long) (options.mostDeclineSeconds() * 1e9);
        boolean waitedEnough = declines.waitedNanos(nowNanos) >= mostNanos;
        if (enough || waitedEnough || context.slots().running() == 0) {
            return launch(offer, tasks, search.best, search.source, search.path(), nowNanos);
        }
        declines.declined(nowNanos);
        return new Choice.Decline(Choice.Cause.LITTLE_BANDWIDTH, declines.sinceNanos() + mostNanos);
    }

    private static Choice launch(
            Offer offer, TaskSet tasks, TaskSet.Group group, int source, PathChoice path, long nowNanos) {
        StockAssigner.proposed(offer, tasks, group.first(), nowNanos);
        int host = offer.host();
        int from = source < 0 && group.hosts().length > 0 && tasks.kind() == InputKind.BLOCKS ? host : source;
        Locality locality = tasks.kind() == InputKind.SHUFFLE || from == host
                ? Locality.HOST
                : from < 0 ? tasks.localityOf(group, host) : Locality.between(tasks.routes(), from, host);
        return new Choice.Launch(group.first(), locality, from, Double.NaN, path);
    }

    /** One decision under way. */
    private final class Search {
        private final TaskSet tasks;
        private final SchedulingContext context;
        private final Headroom headroom;
        private final ReceiveRates reach;
        private final Draw draw;
        private int looks;
        private int unknown;
        private double most = Double.NEGATIVE_INFINITY;
        private TaskSet.Group best;
        private int source = -1;

        Search(int host, TaskSet tasks, SchedulingContext context, long nowNanos) {
            this.tasks = tasks;
            this.context = context;
            headroom = new Headroom(tasks.routes(), context.network(), nowNanos);
            reach = new ReceiveRates(tasks.routes(), headroom, host, TrafficClass.BLOCK_READ);
            draw = new Draw(Draw.mixed(Draw.mixed(tasks.id(), host), nowNanos));
            best = tasks.anywhere(1).get(0);
        }

        /** Of one host after another; of many, from a place that the seed draws. */
        void lookAtHolders() {
            int holders = tasks.holders();
            int first = holders > options.mostLooks() ? draw.below(holders) : 0;
            int end = Math.min(holders, options.mostLooks());
            for (int i = 0; i < end; i++) {
                TaskSet.Holder holder = tasks.holder((first + i) % holders);
                look(holder.oldest(), holder.host());
            }
            for (TaskSet.Group group : tasks.heldOn(reach.destination(), end)) {
                for (int holder : group.hosts()) {
                    look(group, holder);
                }
            }
        }

        /** What is in the host's memory already counts as if all came sooner by its share. */
        private void look(TaskSet.Group group, int holder) {
            looks++;
            if (headroom.isUnknown(holder)) {
                unknown++;
            }
            double missing = group.bytesMissingOn(reach.destination());
            double available =
                    reach.from(holder) * (group.held().isNone() || missing <= 0 ? 1 : group.bytes() / missing);
            if (available > most || (available == most && group.number() < best.number())) {
                most = available;
                best = group;
                source = holder;
            }
        }

        /** The path to the source that was found. */
        PathChoice path() {
            return source < 0 ? PathChoice.NETWORK : reach.path(source);
        }

        boolean tooLittleKnown() {
            return headroom.isUnknown(reach.destination())
                    || unknown > context.network().view().staleness().mostUnknown() * looks;
        }

        /** Capacity of the host's link; of all together where it has several. */
        double linkBytesPerSecond() {
            return Receiver.capacity(tasks.routes(), reach.destination());
        }
    }
}
