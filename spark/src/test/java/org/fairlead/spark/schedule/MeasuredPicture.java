// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.TaskProgress;
import org.fairlead.testkit.MeasuredSnapshot;

/** A picture of a cluster that is measured each second, with the loads that a test sets. */
public final class MeasuredPicture implements ClusterPicture {
    private static final long SECOND = 1_000_000_000L;

    private final Topology topology;
    private final LinkLoads loads;
    private final FairShareLoadModel model;
    private final Set<Long> running = ConcurrentHashMap.newKeySet();
    private volatile ToDoubleFunction<Link> share = link -> 0;
    private volatile boolean known = true;
    private volatile String suspected = "";
    private volatile long silentSeconds;
    private final Map<Long, TaskProgress> progress = new ConcurrentHashMap<>();
    private volatile long residual;
    private long measuredNanos;

    public MeasuredPicture(Topology topology) {
        this.topology = topology;
        loads = new LinkLoads(topology, SECOND);
        model = new FairShareLoadModel(topology, SECOND);
    }

    /** @param used share of each link that others use */
    MeasuredPicture loaded(ToDoubleFunction<Link> used) {
        share = used;
        return this;
    }

    /** From now on a host counts as silent for so long. */
    void suspect(String host, long seconds) {
        silentSeconds = seconds;
        suspected = host;
    }

    /** From now on no host counts as silent. */
    void trust() {
        suspected = "";
    }

    @Override
    public OptionalLong newestSuspicionNanos() {
        return suspectedSinceNanos(suspected);
    }

    @Override
    public OptionalLong suspectedSinceNanos(String host) {
        return !host.isEmpty() && host.equals(suspected)
                ? OptionalLong.of(System.nanoTime() - silentSeconds * SECOND)
                : OptionalLong.empty();
    }

    @Override
    public boolean bars(String host, long seed) {
        return host.equals(suspected);
    }

    /** From now on nothing is known. */
    void lost() {
        known = false;
    }

    /** Tasks that were launched and have not ended. */
    Set<Long> running() {
        return running;
    }

    @Override
    public synchronized Optional<ClusterSnapshot> snapshot() {
        if (!known) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        if (measuredNanos == 0 || now - measuredNanos > SECOND / 2) {
            measuredNanos = now;
            for (Link link : topology.links()) {
                loads.measured(link.index(), share.applyAsDouble(link) * link.bytesPerSecond(), now, Origin.SWITCH);
            }
            model.observe(loads.view(now), now);
        }
        return Optional.of(new MeasuredSnapshot(model.availableBandwidth()));
    }

    @Override
    public void launched(
            long taskId, int sourceHost, int host, double bytes, MapOutputLocations senders, PathChoice path) {
        running.add(taskId);
    }

    @Override
    public Optional<TaskProgress> progress(long taskId) {
        return Optional.ofNullable(progress.get(taskId));
    }

    /** A running task has read so much. */
    void progressed(long taskId, long bytes) {
        progress.put(taskId, new TaskProgress(bytes, 0, false, System.nanoTime()));
    }

    @Override
    public void residualTasks(long tasks) {
        residual = tasks;
    }

    long residual() {
        return residual;
    }

    @Override
    public void ended(long taskId) {
        running.remove(taskId);
    }
}
