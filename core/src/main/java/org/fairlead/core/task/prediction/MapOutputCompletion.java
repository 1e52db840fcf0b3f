// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * Predicts how many seconds a task takes on a host that receives the output of earlier ones there. Where it is known who sends to it: until all that its
 * host has to receive from others is there, and until the slowest of its senders have sent all that anybody fetches from them, over what others leave of
 * the links. Else its own bytes at the rate that is left, and all that is still to come at the whole link's rate. Its bytes to disk, computing. Made for one
 * decision.
 */
public final class MapOutputCompletion {
    /**
     * Receiving and sending overlap, but neither's time is known exactly: the shorter counts by this share, so that of hosts that wait for the
     * same sender the one that receives sooner is better.
     */
    private static final double OTHER_SHARE = 0.2;

    private final TaskSet tasks;
    private final Routes routes;
    private final MapOutputFetches fetches;
    private final Headroom headroom;
    private final FanRates rates;
    private final DiskRates disks;
    private final TaskCosts costs;
    private final long nowNanos;

    MapOutputCompletion(
            TaskSet tasks,
            MapOutputFetches fetches,
            Headroom headroom,
            FanRates rates,
            DiskRates disks,
            TaskCosts costs,
            long nowNanos) {
        this.tasks = tasks;
        this.fetches = fetches;
        this.headroom = headroom;
        this.rates = rates;
        this.disks = disks;
        this.costs = costs;
        this.nowNanos = nowNanos;
        routes = tasks.routes();
    }

    /** Of the oldest task of a group. */
    public double receiving(TaskSet.Group group, int host) {
        return receivingAfter(0, group, host);
    }

    /** Of one that begins so many seconds later, from then on: until then comes some of what is ahead of it. */
    public double receivingAfter(double waitSeconds, TaskSet.Group group, int host) {
        double bytes = group.bytes();
        MapOutputLocations senders = senders(group);
        double arriving = senders.areUnknown()
                ? arriving(waitSeconds, bytes, host)
                : arrivingFromSenders(waitSeconds, bytes, senders, host);
        return costs.withInput(Math.max(arriving, writing(bytes, host)), bytes, host);
    }

    /** What such a task takes most of its time for. */
    CompletionLimit limit(double waitSeconds, TaskSet.Group group, int host) {
        double bytes = group.bytes();
        MapOutputLocations senders = senders(group);
        double disk = writing(bytes, host);
        double received = received(waitSeconds, bytes, senders, host);
        double most = Math.max(disk, received);
        int link = routes.downLink(host);
        for (int sender : slowestSenders(senders)) {
            if (sender != host && sent(waitSeconds, bytes, senders, sender) > most) {
                most = sent(waitSeconds, bytes, senders, sender);
                link = routes.upLink(sender);
            }
        }
        if (costs.exceed(most, bytes, host)) {
            return costs.limit(bytes, host);
        }
        return disk >= most
                ? new CompletionLimit(CompletionLimit.Kind.DISK, host)
                : new CompletionLimit(CompletionLimit.Kind.LINK, link);
    }

    /** Hosts whose sending may be what the oldest task of a group waits for, unless it runs there itself. */
    public int[] slowestSenders(TaskSet.Group group) {
        return slowestSenders(senders(group));
    }

    private int[] slowestSenders(MapOutputLocations senders) {
        return tasks.slowestSenders().at(senders, headroom, nowNanos);
    }

    private MapOutputLocations senders(TaskSet.Group group) {
        return tasks.mapOutput().of(group.first());
    }

    private double writing(double bytes, int host) {
        return TransferSeconds.of(bytes, disks.write(host));
    }

    private double arriving(double waitSeconds, double bytes, int host) {
        double rate = headroom.paths(routes.fromCore(host), headroom.down(host));
        double queued = TransferSeconds.behind(
                waitSeconds, bytes, fetches.bytesToReceive(host), Receiver.capacity(routes, host));
        return Math.max(TransferSeconds.of(bytes, rate), queued);
    }

    private double arrivingFromSenders(double waitSeconds, double bytes, MapOutputLocations senders, int host) {
        double received = received(waitSeconds, bytes, senders, host);
        double sent = 0;
        for (int sender : slowestSenders(senders)) {
            if (sender != host) {
                sent = Math.max(sent, sent(waitSeconds, bytes, senders, sender));
            }
        }
        return Math.max(received, sent) + OTHER_SHARE * Math.min(received, sent);
    }

    /** Of what others on the host have still to receive, as much is taken to lie there as of the whole set's. */
    private double received(double waitSeconds, double bytes, MapOutputLocations senders, int host) {
        if (senders.areUnknown()) {
            return arriving(waitSeconds, bytes, host);
        }
        double ahead = (1 - tasks.senders().share(host)) * fetches.bytesToReceive(host);
        return TransferSeconds.behind(waitSeconds, (1 - senders.share(host)) * bytes, ahead, rates.in(host));
    }

    private double sent(double waitSeconds, double bytes, MapOutputLocations senders, int sender) {
        return TransferSeconds.behind(
                waitSeconds, senders.share(sender) * bytes, fetches.bytesToSend(sender), rates.out(sender));
    }
}
