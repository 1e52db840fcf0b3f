// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/** Predicts how many seconds a task takes on a host that reads a block there, from the replica where that is least. Made for one decision. */
public final class BlockCompletion {
    private final Routes routes;
    private final Headroom headroom;
    private final BlockFetch fetch;
    private final TaskCosts costs;

    BlockCompletion(Routes routes, Headroom headroom, BlockFetch fetch, TaskCosts costs) {
        this.routes = routes;
        this.headroom = headroom;
        this.fetch = fetch;
        this.costs = costs;
    }

    /** What a host can receive, for many questions. */
    public ReceiveRates reach(int host) {
        return new ReceiveRates(routes, headroom, host, TrafficClass.BLOCK_READ);
    }

    public ReceiveRates reachOfFew(int host) {
        return ReceiveRates.ofFew(routes, headroom, host, TrafficClass.BLOCK_READ);
    }

    /** Of a task that reads so much from a host, where {@code reach} leads. */
    double reading(double bytes, int source, ReceiveRates reach) {
        return costs.withInput(fetch.seconds(0, bytes, source, reach), bytes, reach.destination());
    }

    /** Of the oldest task of a group if it reads from a host, where {@code reach} leads, what is not in memory there. */
    public double reading(TaskSet.Group group, int source, ReceiveRates reach) {
        return readingAfter(0, group, source, reach);
    }

    /** Of one that begins so many seconds later, from then on. */
    double readingAfter(double waitSeconds, TaskSet.Group group, int source, ReceiveRates reach) {
        return costs.withInput(fetching(waitSeconds, group, source, reach), group.bytes(), reach.destination());
    }

    /** What is held comes at once. */
    private double fetching(double waitSeconds, TaskSet.Group group, int source, ReceiveRates reach) {
        return group.isHeldOn(reach.destination())
                ? 0
                : fetch.seconds(waitSeconds, group.bytesMissingOn(reach.destination()), source, reach);
    }

    /** What such a task takes most of its time for. */
    CompletionLimit limit(double waitSeconds, TaskSet.Group group, int source, ReceiveRates reach) {
        int host = reach.destination();
        return costs.exceed(fetching(waitSeconds, group, source, reach), group.bytes(), host)
                ? costs.limit(group.bytes(), host)
                : fetch.limit(waitSeconds, group.bytesMissingOn(host), source, reach);
    }

    /** Of the oldest task of a group; where it lies on several hosts, from the one where it ends first. */
    public double soonest(TaskSet.Group group, ReceiveRates reach) {
        return soonestAfter(0, group, reach);
    }

    /** Of one that begins so many seconds later, from then on. */
    public double soonestAfter(double waitSeconds, TaskSet.Group group, ReceiveRates reach) {
        if (group.hosts().length == 0) {
            return costs.unhindered(group.bytes(), reach.destination());
        }
        double soonest = Double.POSITIVE_INFINITY;
        for (int source : group.hosts()) {
            soonest = Math.min(soonest, readingAfter(waitSeconds, group, source, reach));
        }
        return soonest;
    }

    /** The host from which the oldest task of a group ends first, the reading host itself among equals, and where it holds all in memory; −1 without hosts. */
    public int bestSource(TaskSet.Group group, ReceiveRates reach) {
        if (group.hosts().length == 0) {
            return -1;
        }
        if (group.isHeldOn(reach.destination())) {
            return reach.destination();
        }
        double least = soonest(group, reach);
        int best = -1;
        for (int source : group.hosts()) {
            boolean equal = reading(group, source, reach) <= least;
            if (equal && (best < 0 || source == reach.destination())) {
                best = source;
            }
        }
        return best;
    }

    /**
     * Seconds for which the oldest task of a group waits on a host, once a slot is free, for the others with input there. Where one is free now, no more than it loses in the mean by waiting for it: if
     * others take it, the task has the offered slot, or one like it, all the same.
     *
     * @param seconds that it takes there
     * @param offeredSeconds that it takes in the offered slot
     */
    public static double turnSeconds(
            TaskSet tasks, Slots slots, TaskSet.Group group, int host, double seconds, double offeredSeconds) {
        if (group.isHeldOn(host)) {
            return 0; // it comes before all others there
        }
        int ahead = tasks.pendingOn(host) - (group.isOn(host) ? 1 : 0);
        double share = 1.0 / Math.max(1, group.hosts().length);
        int parallel = Math.max(1, slots.slots(host, tasks.kind()));
        double turn = ahead * share * Math.max(seconds / parallel, slots.secondsBetweenLaunches());
        int free = slots.freeSlots(host, tasks.kind());
        boolean offeredAgain =
                free > 0 && slots.secondsToFreeSlot(host, tasks.kind()) == 0 && slots.secondsBetweenLaunches() == 0;
        return offeredAgain && Double.isFinite(offeredSeconds)
                ? Math.min(turn, Math.max(0, offeredSeconds - seconds) * chanceOfAtLeast(free, ahead, share))
                : turn;
    }

    /** The chance that of some tasks, each with a chance of its own, at least so many come. */
    private static double chanceOfAtLeast(int least, int tasks, double chance) {
        if (tasks < least || chance == 1) {
            return tasks < least ? 0 : 1;
        }
        double exactly = Math.pow(1 - chance, tasks);
        double fewer = 0;
        for (int come = 0; come < least; come++) {
            fewer += exactly;
            exactly *= (tasks - come) / (come + 1.0) * chance / (1 - chance);
        }
        return Math.max(0, 1 - fewer);
    }
}
