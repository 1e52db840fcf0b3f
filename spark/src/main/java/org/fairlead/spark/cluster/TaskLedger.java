// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.fairlead.protocol.message.FlowRequests;

/**
 * Keeps what running tasks have still to receive, and has it count in the load model from launch until it is there: over the path that is held for it, over all of them alike where none is. Safe for threads;
 * no method waits.
 */
final class TaskLedger {
    /** Tasks kept; what further ones carry does not count. */
    static final int MOST = 200_000;

    private static final int MANY = RequestedFlows.MANY;

    private final Topology topology;
    private final Routes routes;
    private final PathResolver evenly;
    private final LoadModel model;
    private final Map<Long, Task> tasks = new ConcurrentHashMap<>();
    private final AtomicLongArray toReceive;
    private final AtomicLongArray toRead;
    private final ToSend toSend;
    private final PathProposals proposals;
    /** By which paths what runs is charged. Of whoever takes views in. */
    private Charged charged = new Charged(PathPlan.NONE, false);

    private record Charged(PathPlan plan, boolean valid) {
        boolean isOf(PathPlan now, boolean nowValid) {
            return plan.sharesPaths(now) && valid == nowValid;
        }
    }

    /** A running task; what changes is guarded by itself. */
    private static final class Task {
        private final int source;
        private final int host;
        private final long bytes;
        private final double bytesPerSecond;
        private final MapOutputLocations senders;
        private final PathChoice counted;
        /** In the load model; empty where nothing crosses the network, or nothing any more. */
        private Optional<Entered> entered = Optional.empty();

        private TaskProgress progress = TaskProgress.NONE;
        private boolean ended;

        Task(int source, int host, long bytes, double bytesPerSecond, MapOutputLocations senders, PathChoice counted) {
            this.source = source;
            this.host = host;
            this.bytes = bytes;
            this.bytesPerSecond = bytesPerSecond;
            this.senders = senders;
            this.counted = counted;
        }

        boolean crossesNetwork() {
            return host >= 0 && source != host;
        }

        FlowUnit unit() {
            return new FlowUnit(source, host, TrafficClass.BLOCK_READ);
        }

        synchronized TaskProgress progress() {
            return progress;
        }

        synchronized long received() {
            return Math.max(0, source == MANY ? progress.shuffleBytesRead() : progress.bytesRead());
        }

        synchronized long left() {
            return ended ? 0 : Math.max(0, bytes - received());
        }
    }

    /**
     * A transfer in the load model.
     *
     * @param received by the task before
     */
    private record Entered(long number, Transfer transfer, long received) {
        boolean isAlong(Transfer other) {
            return transfer.links().equals(other.links()) && transfer.shares().equals(other.shares());
        }
    }

    TaskLedger(Topology topology, LoadModel model, PathProposals.Counts counts) {
        this.topology = topology;
        routes = topology.routes();
        evenly = new EvenSplit(routes);
        this.model = model;
        proposals = new PathProposals(counts);
        toReceive = new AtomicLongArray(topology.nodes().size());
        toRead = new AtomicLongArray(topology.nodes().size());
        toSend = new ToSend(topology.nodes().size());
    }

    /** @param counted the path that its launch counts on; the network's own where it counts on none */
    void launched(
            long taskId,
            int source,
            int host,
            double bytes,
            MapOutputLocations senders,
            PathChoice counted,
            long nowNanos) {
        ended(taskId, nowNanos);
        if (tasks.size() >= MOST) {
            return;
        }
        long whole = Math.max(0, (long) bytes);
        boolean crosses = host >= 0 && source != host && whole > 0;
        double rate = crosses ? rate(source, host, nowNanos) : 0;
        PathChoice proposed = crosses && source != MANY ? counted : PathChoice.NETWORK;
        Task task = new Task(source, host, whole, rate, senders, proposed);
        if (crosses) {
            task.entered = Optional.of(enter(transfer(taskId, task, whole, paths(nowNanos)), 0, nowNanos));
            proposals.launched(task.unit(), proposed);
        }
        if (host >= 0 && source == MANY) {
            toReceive.addAndGet(host, whole);
            toSend.change(senders, host, 0, whole);
        } else if (source >= 0) {
            toRead.addAndGet(source, whole);
        }
        tasks.put(taskId, task);
    }

    private double rate(int source, int host, long nowNanos) {
        Headroom headroom = new Headroom(routes, model.availableBandwidth(), nowNanos);
        double rate = source == MANY ? headroom.down(host) : headroom.between(source, host, TrafficClass.BLOCK_READ);
        return Double.isInfinite(rate) ? 0 : rate;
    }

    private Steering steering() {
        return model.availableBandwidth().view().steering();
    }

    private PathResolver paths(long nowNanos) {
        Steering now = steering();
        return now == Steering.NONE ? evenly : new HeldPaths(routes, now, nowNanos);
    }

    private Transfer transfer(long taskId, Task task, long bytes, PathResolver paths) {
        return task.source == MANY
                ? task.senders.transfer(paths, task.host, bytes, task.bytesPerSecond, taskId)
                : Transfer.along(
                        paths,
                        List.of(routes.host(task.source), routes.host(task.host)),
                        TrafficClass.BLOCK_READ,
                        bytes,
                        task.bytesPerSecond);
    }

    private Entered enter(Transfer transfer, long received, long nowNanos) {
        return new Entered(model.commit(transfer, nowNanos), transfer, received);
    }

    /** A view was taken in: what runs is charged over the paths that are held by it, and what was proposed may be granted. */
    void viewed(long nowNanos) {
        Steering now = steering();
        proposals.seen(now, nowNanos);
        boolean valid = now.plan().isValid(nowNanos);
        if (charged.isOf(now.plan(), valid)) {
            return;
        }
        charged = new Charged(now.plan(), valid);
        PathResolver paths = paths(nowNanos);
        tasks.forEach((id, task) -> charge(id, task, paths, nowNanos));
    }

    private void charge(long taskId, Task task, PathResolver paths, long nowNanos) {
        synchronized (task) {
            if (task.ended || task.entered.isEmpty()) {
                return;
            }
            Entered before = task.entered.get();
            Transfer wanted = transfer(taskId, task, task.left(), paths);
            if (!before.isAlong(wanted)) {
                model.finish(before.number(), nowNanos);
                task.entered = Optional.of(enter(wanted, task.received(), nowNanos));
            }
        }
    }

    /** What a running task has read so far; ignored of tasks that are not running. */
    void progress(long taskId, TaskProgress newer, long nowNanos) {
        Task task = tasks.get(taskId);
        if (task == null) {
            return;
        }
        synchronized (task) {
            long before = task.left();
            task.progress = newer;
            if (task.ended) {
                return;
            }
            received(task, before, task.left());
            if (before > 0 && task.left() == 0) {
                task.entered.ifPresent(entered -> model.finish(entered.number(), nowNanos));
                task.entered = Optional.empty();
            } else {
                task.entered.ifPresent(entered -> model.progressed(
                        entered.number(), Math.max(0, task.received() - entered.received()), nowNanos));
            }
        }
    }

    void ended(long taskId, long nowNanos) {
        Task task = tasks.remove(taskId);
        if (task == null) {
            return;
        }
        synchronized (task) {
            received(task, task.left(), 0);
            task.ended = true;
            task.entered.ifPresent(entered -> model.finish(entered.number(), nowNanos));
            task.entered = Optional.empty();
        }
        proposals.ended(task.unit(), task.counted);
    }

    /**
     * Has what runs count in the ledger of a larger network, in which hosts have the same numbers. Launches and ends go to that one already; who
     * ends a task reports it here first: so either it is found ended here, or ended there later.
     */
    void moveTo(TaskLedger larger, long nowNanos) {
        tasks.forEach((id, task) -> {
            larger.launched(id, task.source, task.host, (double) task.bytes, task.senders, task.counted, nowNanos);
            larger.progress(id, task.progress(), nowNanos);
            if (!tasks.remove(id, task)) {
                larger.ended(id, nowNanos);
            }
        });
    }

    /** A task had so much left to receive, and now has that. */
    private void received(Task task, long before, long now) {
        if (task.host >= 0 && task.source == MANY) {
            toReceive.addAndGet(task.host, now - before);
            toSend.change(task.senders, task.host, before, now);
        } else if (task.source >= 0) {
            toRead.addAndGet(task.source, now - before);
        }
    }

    double bytesToReceive(int host) {
        return toReceive.get(host);
    }

    double bytesToSend(int host) {
        return toSend.from(host);
    }

    double bytesToRead(int host) {
        return toRead.get(host);
    }

    Optional<TaskProgress> progress(long taskId) {
        return Optional.ofNullable(tasks.get(taskId)).map(Task::progress);
    }

    /** What is fetched ahead, as controllers are told that admit it. */
    List<FlowRequests.Fetch> fetches(List<InputFetch> fetches) {
        return fetches.stream()
                .limit(FlowRequests.MOST_FLOWS)
                .map(each -> new FlowRequests.Fetch(
                        each.id(),
                        topology.nodes().get(each.source()).name(),
                        topology.nodes().get(each.host()).name(),
                        each.bytes(),
                        each.leadMillis(),
                        each.job(),
                        each.residualTasks()))
                .toList();
    }

    /** What is still to come, as controllers are told, and by which paths. */
    List<FlowRequests.Flow> flows(List<InputFetch> fetches) {
        RequestedFlows flows = new RequestedFlows();
        fetches.forEach(each ->
                flows.add(each.source(), each.host(), MapOutputLocations.UNKNOWN, each.bytes(), each.bytesPerSecond()));
        for (Task task : tasks.values()) {
            long left = task.left();
            if (task.crossesNetwork() && left > 0) {
                flows.add(task.source, task.host, task.senders, left, task.bytesPerSecond);
            }
        }
        return flows.flows(topology, proposals);
    }
}
