// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.NodeStatus;

/**
 * Predicts how many seconds a task of a set would take on a host: T = fetch + max(network, disk, computing) + overhead. First comes what the first task on
 * a host fetches besides its input; the next three overlap; overhead is what tasks of the set take anywhere. What nothing is known of takes no time. Made for one decision.
 *
 * <p>A disk that could move C bytes per second, is busy for the share u and moves m meanwhile, gives a newcomer max((1 − u)·C,
 * (m + (1 − u)·C) / (r + 1)), r = tasks of the kind that run on its host: what is left over, or an even share. Where C is not
 * known, it is m/u on a disk that is busy for more than half the time and moves at least {@value #LEAST_STREAM} bytes/s, and else no limit: what
 * keeps a disk busy that moves less, such as small writes that are made safe at once, says nothing of how fast it streams. A source
 * that gave its readers c bytes per second together when these were oddly slow ({@link SchedulingContext#readRate}) has given a newcomer its
 * bytes once it has given all that is read from it: (q + a + bytes) / c, q = {@link SchedulingContext#bytesToRead}, a = {@link SchedulingContext#bytesAhead}.
 */
final class Completion {
    /** A disk that is busy and moves little still moves this share of what it could. */
    private static final double LEAST_SHARE = 0.1;

    static final double LEAST_STREAM = 10e6;

    /**
     * What others leave of its way to a shuffle is at least this share of a host's link: nothing is said of what our own tasks read beyond what they
     * were given, and it goes when they end.
     */
    private static final double LEAST_LINK_SHARE = 0.1;

    /**
     * Receiving and sending overlap, but neither's time is known exactly: the shorter counts by this share, so that of hosts that wait for the
     * same sender the one that receives sooner is better.
     */
    private static final double OTHER_SHARE = 0.2;

    private final TaskSet tasks;
    private final Routes routes;
    private final SchedulingContext context;
    private final Headroom headroom;
    private final boolean pinned;
    private final long nowNanos;

    Completion(TaskSet tasks, SchedulingContext context, boolean pinned, long nowNanos) {
        this.tasks = tasks;
        this.context = context;
        this.pinned = pinned;
        this.nowNanos = nowNanos;
        routes = tasks.routes();
        headroom = new Headroom(routes, context.network(), nowNanos);
    }

    boolean isUnknown(int host) {
        return headroom.isUnknown(host);
    }

    ReceiveRates reach(int host) {
        return new ReceiveRates(routes, headroom, host, pinned);
    }

    ReceiveRates reachOfFew(int host) {
        return ReceiveRates.ofFew(routes, headroom, host, pinned);
    }

    /** Of a task that waits for nothing. */
    double unhindered(double bytes) {
        return computing(bytes) + tasks.overheadSeconds();
    }

    private double computing(double bytes) {
        return bytes * tasks.computeSecondsPerByte() + tasks.fixedSeconds();
    }

    /** Of a task that reads a block from a host, where {@code reach} leads. */
    double reading(double bytes, int source, ReceiveRates reach) {
        return readingAfter(0, bytes, source, reach);
    }

    /** Of one that begins so many seconds later, from then on. */
    double readingAfter(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        double network = seconds(bytes, reach.from(source));
        double disk = Math.max(seconds(bytes, diskRead(source)), queueing(bytes, source) - waitSeconds);
        double seconds = Math.max(Math.max(network, disk), computing(bytes));
        return seconds + besides(reach.destination());
    }

    /** What such a reading takes most of its time for. */
    ChoiceExplanation.Limit limitOfReading(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        double network = seconds(bytes, reach.from(source));
        double disk = seconds(bytes, diskRead(source));
        double queue = queueing(bytes, source) - waitSeconds;
        double most = Math.max(Math.max(network, disk), queue);
        if (isLess(most, bytes, reach.destination())) {
            return limitBesides(bytes, reach.destination());
        }
        if (queue >= most) {
            return new ChoiceExplanation.Limit(ChoiceExplanation.Limit.Kind.SLOW_SOURCE, source);
        }
        return disk >= most
                ? new ChoiceExplanation.Limit(ChoiceExplanation.Limit.Kind.DISK, source)
                : new ChoiceExplanation.Limit(
                        ChoiceExplanation.Limit.Kind.LINK, headroom.narrowestLink(source, reach.destination()));
    }

    /** Whether a task takes longer for something that is neither link nor disk. */
    private boolean isLess(double seconds, double bytes, int host) {
        return seconds <= Math.max(computing(bytes), besides(host));
    }

    ChoiceExplanation.Limit limitBesides(double bytes, int host) {
        if (computing(bytes) >= besides(host)) {
            return new ChoiceExplanation.Limit(ChoiceExplanation.Limit.Kind.COMPUTING, -1);
        }
        boolean fetches = besides(host) > 2 * tasks.overheadSeconds();
        return new ChoiceExplanation.Limit(
                fetches ? ChoiceExplanation.Limit.Kind.BROADCASTS : ChoiceExplanation.Limit.Kind.OVERHEAD, host);
    }

    /** Until a slow source has given what is read from it, and what others read before: these bytes included. */
    private double queueing(double bytes, int source) {
        return seconds(context.bytesToRead(source) + context.bytesAhead(source) + bytes, context.readRate(source));
    }

    /** Until it is the set's turn to read from a slow source; 0 when it is. */
    double secondsToTurn(int source) {
        return seconds(context.bytesAhead(source), context.readRate(source));
    }

    /** Whether a host gives its blocks so slowly that those who read from it wait for each other, and somebody reads. */
    boolean isQueuedFor(int source) {
        return context.readRate(source) < Double.POSITIVE_INFINITY && context.bytesToRead(source) > 0;
    }

    /** Whether it gives them slowly, but nobody reads. */
    boolean isSlowAndIdle(int source) {
        return context.readRate(source) < Double.POSITIVE_INFINITY && context.bytesToRead(source) <= 0;
    }

    /** Of the oldest task of a group; where it lies on several hosts, from the one where it ends first. */
    double soonest(TaskSet.Group group, ReceiveRates reach) {
        return soonestAfter(0, group, reach);
    }

    /** Of one that begins so many seconds later, from then on. */
    double soonestAfter(double waitSeconds, TaskSet.Group group, ReceiveRates reach) {
        if (group.hosts().length == 0) {
            return unhindered(group.bytes());
        }
        double soonest = Double.POSITIVE_INFINITY;
        for (int source : group.hosts()) {
            soonest = Math.min(soonest, readingAfter(waitSeconds, group.bytes(), source, reach));
        }
        return soonest;
    }

    /** The host from which the oldest task of a group ends first, the reading host itself among equals; −1 without hosts. */
    int bestSource(TaskSet.Group group, ReceiveRates reach) {
        if (group.hosts().length == 0) {
            return -1;
        }
        double least = soonest(group, reach);
        int best = -1;
        for (int source : group.hosts()) {
            boolean equal = reading(group.bytes(), source, reach) <= least;
            if (equal && (best < 0 || source == reach.destination())) {
                best = source;
            }
        }
        return best;
    }

    /**
     * Of the oldest task of a group, which receives the output of earlier ones. Where it is known who sends to it: until all that its host has to receive
     * from others is there, and until the slowest of its senders have sent all that anybody fetches from them, over what others leave of the links. Else its own
     * bytes at the rate that is left, and all that is still to come at the whole link's rate. Its bytes to disk, computing.
     */
    double receiving(TaskSet.Group group, int host) {
        return receivingAfter(0, group, host);
    }

    /** Of one that begins so many seconds later, from then on: until then comes some of what is ahead of it. */
    double receivingAfter(double waitSeconds, TaskSet.Group group, int host) {
        double bytes = group.bytes();
        MapOutputLocations senders = senders(group);
        double arriving = senders.areUnknown()
                ? arriving(waitSeconds, bytes, host)
                : arrivingFromSenders(waitSeconds, bytes, senders, host);
        double seconds = Math.max(Math.max(arriving, seconds(bytes, diskWrite(host))), computing(bytes));
        return seconds + besides(host);
    }

    /** What such a receiving takes most of its time for. */
    ChoiceExplanation.Limit limitOfReceiving(double waitSeconds, TaskSet.Group group, int host) {
        double bytes = group.bytes();
        MapOutputLocations senders = senders(group);
        double disk = seconds(bytes, diskWrite(host));
        double received = received(waitSeconds, bytes, senders, host);
        double most = Math.max(disk, received);
        int link = routes.downLink(host);
        for (int sender : slowestSenders(group)) {
            if (sender != host && sent(waitSeconds, bytes, senders, sender) > most) {
                most = sent(waitSeconds, bytes, senders, sender);
                link = routes.upLink(sender);
            }
        }
        if (isLess(most, bytes, host)) {
            return limitBesides(bytes, host);
        }
        return disk >= most
                ? new ChoiceExplanation.Limit(ChoiceExplanation.Limit.Kind.DISK, host)
                : new ChoiceExplanation.Limit(ChoiceExplanation.Limit.Kind.LINK, link);
    }

    /** Of what others on the host have still to receive, as much is taken to lie there as of the whole set's. */
    private double received(double waitSeconds, double bytes, MapOutputLocations senders, int host) {
        if (senders.areUnknown()) {
            return arriving(waitSeconds, bytes, host);
        }
        double ahead = (1 - tasks.senders().share(host)) * context.bytesToReceive(host);
        return after(waitSeconds, (1 - senders.share(host)) * bytes, ahead, leftFromCore(host));
    }

    private double sent(double waitSeconds, double bytes, MapOutputLocations senders, int sender) {
        double rate = atLeast(headroom.leftUp(sender), routes.upLink(sender));
        return after(waitSeconds, senders.share(sender) * bytes, context.bytesToSend(sender), rate);
    }

    private MapOutputLocations senders(TaskSet.Group group) {
        return tasks.mapOutput().of(group.first());
    }

    /** What comes before a task reads, and after it has computed. */
    private double besides(int host) {
        double bytes = context.bytesBesides(host);
        double fetching = bytes > 0 ? seconds(bytes, leftFromCore(host)) : 0;
        return fetching + tasks.overheadSeconds();
    }

    private double leftFromCore(int host) {
        return atLeast(headroom.ways(routes.fromCore(host), headroom.leftDown(host)), routes.downLink(host));
    }

    private double arrivingFromSenders(double waitSeconds, double bytes, MapOutputLocations senders, int host) {
        double received = received(waitSeconds, bytes, senders, host);
        double sent = 0;
        for (int sender : tasks.slowestSenders().at(senders, headroom, nowNanos)) {
            if (sender != host) {
                sent = Math.max(sent, sent(waitSeconds, bytes, senders, sender));
            }
        }
        return Math.max(received, sent) + OTHER_SHARE * Math.min(received, sent);
    }

    private double atLeast(double left, int link) {
        return link < 0
                ? left
                : Math.max(
                        left,
                        LEAST_LINK_SHARE * routes.topology().links().get(link).bytesPerSecond());
    }

    /** Hosts whose sending may be what the oldest task of a group waits for, unless it runs there itself. */
    int[] slowestSenders(TaskSet.Group group) {
        return tasks.slowestSenders().at(senders(group), headroom, nowNanos);
    }

    private double arriving(double waitSeconds, double bytes, int host) {
        double rate = headroom.ways(routes.fromCore(host), headroom.down(host));
        double queued = after(waitSeconds, bytes, context.bytesToReceive(host), Receiver.capacity(routes, host));
        return Math.max(seconds(bytes, rate), queued);
    }

    /** Of bytes that begin to come so many seconds later, from then on, where others are ahead of them. */
    private static double after(double waitSeconds, double bytes, double ahead, double rate) {
        return Math.max(seconds(bytes, rate), seconds(bytes + ahead, rate) - waitSeconds);
    }

    private static double seconds(double bytes, double rate) {
        return bytes <= 0 || Double.isInfinite(rate) ? 0 : bytes / rate;
    }

    private double diskRead(int host) {
        return disk(host, routes.diskRead(host));
    }

    private double diskWrite(int host) {
        return disk(host, routes.diskWrite(host));
    }

    private double disk(int host, double most) {
        NodeStatus status = context.network().view().status(host);
        double busy = status.diskBusy();
        double moves = status.diskReadBytesPerSecond() + status.diskWriteBytesPerSecond();
        double whole = most;
        if (Double.isInfinite(most)) {
            if (busy <= 0.5 || moves < LEAST_STREAM) {
                return most;
            }
            whole = moves / busy;
        }
        busy = Math.max(busy, Math.min(1, moves / whole)); // a limit that lies before the device keeps its queue short
        int running = context.slots(host, tasks.kind()) - context.freeSlots(host, tasks.kind());
        double left = (1 - Math.min(1, busy)) * whole;
        return Math.max(
                left, Math.min(whole, Math.max(moves + left, LEAST_SHARE * whole)) / (Math.max(0, running) + 1));
    }
}
