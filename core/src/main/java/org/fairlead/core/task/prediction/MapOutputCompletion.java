// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * Predicts how many seconds a task takes on a host that receives the output of earlier ones there. Where it is known who sends: until all that its
 * host has to receive from others is there, and until the slowest senders have sent all that anybody fetches from them, over what others leave of
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

    public double receiving(double bytes, int host) {
        return receivingAfter(0, bytes, host);
    }

    /** Of one that begins so many seconds later, from then on: until then comes some of what is ahead of it. */
    public double receivingAfter(double waitSeconds, double bytes, int host) {
        double arriving = tasks.senders().areUnknown()
                ? arriving(waitSeconds, bytes, host)
                : arrivingFromSenders(waitSeconds, bytes, host);
        return costs.withInput(Math.max(arriving, writing(bytes, host)), bytes, host);
    }

    /** What such a task takes most of its time for. */
    CompletionLimit limit(double waitSeconds, double bytes, int host) {
        double disk = writing(bytes, host);
        double received = received(waitSeconds, bytes, host);
        double most = Math.max(disk, received);
        int link = routes.downLink(host);
        for (int sender : tasks.senders().areUnknown() ? new int[0] : slowestSenders()) {
            if (sender != host && sent(waitSeconds, bytes, sender) > most) {
                most = sent(waitSeconds, bytes, sender);
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

    /** Hosts whose sending may be what a task of a shuffle waits for, unless it runs there itself. */
    public int[] slowestSenders() {
        return tasks.slowestSenders().at(headroom, nowNanos);
    }

    private double writing(double bytes, int host) {
        return TransferSeconds.of(bytes, disks.write(host));
    }

    private double arriving(double waitSeconds, double bytes, int host) {
        double rate = headroom.ways(routes.fromCore(host), headroom.down(host));
        double queued = TransferSeconds.behind(
                waitSeconds, bytes, fetches.bytesToReceive(host), Receiver.capacity(routes, host));
        return Math.max(TransferSeconds.of(bytes, rate), queued);
    }

    private double arrivingFromSenders(double waitSeconds, double bytes, int host) {
        double received = received(waitSeconds, bytes, host);
        double sent = 0;
        for (int sender : slowestSenders()) {
            if (sender != host) {
                sent = Math.max(sent, sent(waitSeconds, bytes, sender));
            }
        }
        return Math.max(received, sent) + OTHER_SHARE * Math.min(received, sent);
    }

    private double received(double waitSeconds, double bytes, int host) {
        if (tasks.senders().areUnknown()) {
            return arriving(waitSeconds, bytes, host);
        }
        double crossing = 1 - tasks.senders().share(host);
        double ahead = crossing * fetches.bytesToReceive(host);
        return TransferSeconds.behind(waitSeconds, crossing * bytes, ahead, rates.in(host));
    }

    private double sent(double waitSeconds, double bytes, int sender) {
        double share = tasks.senders().share(sender);
        return TransferSeconds.behind(waitSeconds, share * bytes, fetches.bytesToSend(sender), rates.out(sender));
    }
}
