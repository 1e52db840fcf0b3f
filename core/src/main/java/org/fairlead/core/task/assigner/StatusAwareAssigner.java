// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.NearestLocality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.Receiver;

/**
 * Chooses as Hadoop's fair scheduler does, but gives a host whose network or disks are busy no task that would burden them further:
 * status-aware scheduling as published.
 *
 * <p><b>Goals.</b> No more data through a congested link, no more reading from a busy disk, than the slots of a host would let through.
 *
 * <p><b>Constraints.</b> Each gate can be switched; thresholds are relative to the host's link. Two things the paper leaves open: a set that was
 * declined for {@link AssignerOptions.Gates#mostDeclineSeconds()} without a launch passes the gates once, and while nothing runs
 * anywhere they are open. A figure that is late or unknown shuts nothing.
 *
 * <p><b>Algorithm.</b> For an offer of a host:
 *
 * <ul>
 *   <li><i>receive</i> (5.3): the rate at which it received in the last interval is above {@link AssignerOptions.Gates#receiveShare()} of its
 *       link: no map whose input is elsewhere, no reduce.
 *   <li><i>potential</i> (5.4): the bytes that its reduces have still to receive are above
 *       {@link AssignerOptions.Gates#potentialSeconds()} of its link: the same.
 *   <li><i>disk</i> (5.5): its disks' mean busy share is above {@link AssignerOptions.Gates#diskBusy()}: no map at all; reduces pass.
 * </ul>
 *
 * What passes is chosen by {@link DelayScheduling}.
 *
 * <p><b>Example.</b> Link 125 MB/s, thresholds of the laboratory. The host receives 25 MB/s: 0.2 > 0.16, so it gets local maps only. It has
 * 90 MB to receive: 0.72 s, no matter. Its disks are 35 % busy: no map either.
 *
 * <p><b>Source.</b> Status-aware scheduling, sections 5.3 to 5.5, table 6.
 */
final class StatusAwareAssigner implements TaskAssigner {
    private final String name;
    private final AssignerOptions.Gates gates;
    private final DelayScheduling scheduler;

    StatusAwareAssigner(String name, AssignerOptions.Gates gates, AssignerOptions.Delay delay) {
        this.name = name;
        this.gates = gates;
        scheduler = new DelayScheduling(delay);
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
        DeclinePeriod declines = DeclinePeriod.of(tasks);
        long mostNanos = (long) (gates.mostDeclineSeconds() * 1e9);
        boolean open = context.slots().running() == 0
                || context.network().isBlind(nowNanos)
                || (declines.isOpen() && declines.waitedNanos(nowNanos) >= mostNanos);
        if (open) {
            return scheduler.choose(offer, tasks, context, nowNanos);
        }
        boolean map = tasks.kind() == InputKind.BLOCKS;
        if (map && diskIsBusy(offer.host(), context)) {
            return decline(Choice.Cause.DISK_BUSY, declines, nowNanos, mostNanos);
        }
        boolean receives = receivesMuch(offer.host(), tasks, context, nowNanos);
        if (!receives && !hasMuchToReceive(offer.host(), tasks, context)) {
            return scheduler.choose(offer, tasks, context, nowNanos);
        }
        Choice.Cause cause = receives ? Choice.Cause.RECEIVER_BUSY : Choice.Cause.MUCH_TO_RECEIVE;
        if (!map) {
            return decline(cause, declines, nowNanos, mostNanos);
        }
        Choice choice = scheduler.choose(offer, tasks, context, nowNanos, Locality.HOST);
        return choice instanceof Choice.Decline ? decline(cause, declines, nowNanos, mostNanos) : choice;
    }

    private static Choice decline(Choice.Cause cause, DeclinePeriod declines, long nowNanos, long mostNanos) {
        declines.declined(nowNanos);
        return new Choice.Decline(cause, declines.sinceNanos() + mostNanos);
    }

    private boolean diskIsBusy(int host, SchedulingContext context) {
        return gates.disk() && context.network().view().status(host).diskBusy() > gates.diskBusy();
    }

    private boolean receivesMuch(int host, TaskSet tasks, SchedulingContext context, long nowNanos) {
        return gates.receive()
                && Receiver.utilisation(tasks.routes(), context.network().view(), host, nowNanos)
                        > gates.receiveShare();
    }

    private boolean hasMuchToReceive(int host, TaskSet tasks, SchedulingContext context) {
        return gates.potential()
                && context.mapOutput().bytesToReceive(host)
                        > gates.potentialSeconds() * Receiver.capacity(tasks.routes(), host);
    }
}
