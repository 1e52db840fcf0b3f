// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import java.util.Optional;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * Predicts how many seconds a task of a set would take on a host: T = broadcasts + max(network, disk, computing) + overhead. First comes what the
 * first task on a host fetches besides its input, or what first tasks were measured to take longer; the next three overlap; overhead is what tasks of the set take anywhere. Computing and
 * overhead take as many times as long as the host is slow ({@link org.fairlead.core.task.Slots#pace}). What nothing is known of takes no time. Made for one decision, of parts: {@link TaskCosts}, {@link DiskRates}, and for each kind of input how it comes.
 */
public final class Completion {
    private final Headroom headroom;
    private final TaskCosts costs;
    private final Optional<SlowSourceQueue> slowSources;
    private final BlockCompletion blocks;
    private final MapOutputCompletion mapOutput;

    /** @param nowNanos on the clock of the context's view */
    public Completion(TaskSet tasks, SchedulingContext context, long nowNanos) {
        Routes routes = tasks.routes();
        headroom = new Headroom(routes, context.network(), nowNanos);
        FanRates rates = new FanRates(routes, headroom);
        DiskRates disks = new DiskRates(routes, context.network().view(), context.slots(), tasks.kind());
        costs = new TaskCosts(tasks, context.slots(), context.broadcasts(), rates);
        slowSources = context.slowSources().map(SlowSourceQueue::new);
        BlockFetch usual = new NetworkAndDiskFetch(disks, headroom);
        BlockFetch fetch = slowSources
                .<BlockFetch>map(queue -> new SlowSourceFetch(usual, queue))
                .orElse(usual);
        blocks = new BlockCompletion(routes, headroom, fetch, costs);
        mapOutput = new MapOutputCompletion(tasks, context.mapOutput(), headroom, rates, disks, costs, nowNanos);
    }

    /** Whether too little is measured of a host to predict anything. */
    public boolean isUnknown(int host) {
        return headroom.isUnknown(host);
    }

    public TaskCosts costs() {
        return costs;
    }

    /** Empty where the engine does not watch how fast blocks are read. */
    public Optional<SlowSourceQueue> slowSources() {
        return slowSources;
    }

    public BlockCompletion blocks() {
        return blocks;
    }

    public MapOutputCompletion mapOutput() {
        return mapOutput;
    }
}
