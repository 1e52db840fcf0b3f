// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.fairlead.protocol.message.FlowRequests;

/**
 * Keeps what running tasks have still to receive, and has it count in the load model from launch until it is there. Safe for threads;
 * no method waits.
 */
final class TaskLedger {
    /** Tasks kept; what further ones carry does not count. */
    static final int MOST = 200_000;

    private static final int MANY = -1;

    private final Topology topology;
    private final Routes routes;
    private final PathResolver paths;
    private final LoadModel model;
    private final Map<Long, Task> tasks = new ConcurrentHashMap<>();
    private final AtomicLongArray toReceive;
    private final AtomicLongArray toRead;
    private final ToSend toSend;

    /** A running task; what changes is guarded by itself. */
    private static final class Task {
        private final int source;
        private final int host;
        private final long bytes;
        private final double bytesPerSecond;
        private final long transfer;
        private final MapOutputLocations senders;
        private TaskProgress progress = TaskProgress.NONE;
        private boolean ended;

        Task(int source, int host, long bytes, double bytesPerSecond, long transfer, MapOutputLocations senders) {
            this.source = source;
            this.host = host;
            this.bytes = bytes;
            this.bytesPerSecond = bytesPerSecond;
            this.transfer = transfer;
            this.senders = senders;
        }

        boolean crossesNetwork() {
            return host >= 0 && source != host;
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

    TaskLedger(Topology topology, LoadModel model) {
        this.topology = topology;
        routes = topology.routes();
        paths = new EvenSplit(routes);
        this.model = model;
        toReceive = new AtomicLongArray(topology.nodes().size());
        toRead = new AtomicLongArray(topology.nodes().size());
        toSend = new ToSend(topology.nodes().size());
    }

    void launched(long taskId, int source, int host, double bytes, MapOutputLocations senders, long nowNanos) {
        ended(taskId, nowNanos);
        if (tasks.size() >= MOST) {
            return;
        }
        long whole = Math.max(0, (long) bytes);
        double rate = 0;
        long transfer = 0;
        if (host >= 0 && source != host && whole > 0) {
            Headroom headroom = new Headroom(routes, model.availableBandwidth(), nowNanos);
            rate = source == MANY ? headroom.down(host) : headroom.between(source, host);
            rate = Double.isInfinite(rate) ? 0 : rate;
            transfer = model.commit(
                    source == MANY
                            ? senders.transfer(paths, host, whole, rate, taskId)
                            : Transfer.along(paths, pair(source, host), TrafficClass.BLOCK_READ, whole, rate),
                    nowNanos);
        }
        if (host >= 0 && source == MANY) {
            toReceive.addAndGet(host, whole);
            toSend.change(senders, host, 0, whole);
        } else if (source >= 0) {
            toRead.addAndGet(source, whole);
        }
        tasks.put(taskId, new Task(source, host, whole, rate, transfer, senders));
    }

    private List<Host> pair(int source, int host) {
        return List.of(routes.host(source), routes.host(host));
    }

    /** What a running task has read so far; ignored of tasks that are not running. */
    void progress(long taskId, TaskProgress newer, long nowNanos) {
        Task task = tasks.get(taskId);
        if (task == null) {
            return;
        }
        boolean complete;
        synchronized (task) {
            long before = task.left();
            task.progress = newer;
            complete = before > 0 && task.left() == 0;
            if (!task.ended) {
                received(task, before, task.left());
            }
        }
        if (complete && task.crossesNetwork()) {
            model.finish(task.transfer, nowNanos);
        } else if (task.crossesNetwork()) {
            model.progressed(task.transfer, task.received(), nowNanos);
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
        }
        if (task.crossesNetwork()) {
            model.finish(task.transfer, nowNanos);
        }
    }

    /**
     * Has what runs count in the ledger of a larger network, in which hosts have the same numbers. Launches and ends go to that one already; who
     * ends a task reports it here first: so either it is found ended here, or ended there later.
     */
    void moveTo(TaskLedger larger, long nowNanos) {
        tasks.forEach((id, task) -> {
            larger.launched(id, task.source, task.host, (double) task.bytes, task.senders, nowNanos);
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

    /**
     * What is still to come, by host pair and class; of too many pairs those with most bytes. What a task receives of a shuffle is one flow from each sender, where the senders are known and
     * there are not too many pairs; else one from many.
     */
    List<FlowRequests.Flow> flows() {
        Map<Received, Sum> received = new HashMap<>();
        for (Task task : tasks.values()) {
            long left = task.left();
            if (task.crossesNetwork() && left > 0) {
                received.computeIfAbsent(new Received(task.source, task.host, task.senders), unused -> new Sum())
                        .add(left, task.bytesPerSecond);
            }
        }
        boolean few = received.keySet().stream().mapToInt(Received::pairs).sum() <= FlowRequests.MOST_FLOWS;
        Map<Pair, Sum> flows = new HashMap<>();
        received.forEach((of, sum) -> of.split(few, (pair, share) -> flows.computeIfAbsent(pair, unused -> new Sum())
                .add((long) (share * sum.bytes), share * sum.bytesPerSecond)));
        return flows.entrySet().stream()
                .filter(flow -> flow.getValue().bytes > 0)
                .sorted(Comparator.comparingLong((Map.Entry<Pair, Sum> flow) -> -flow.getValue().bytes))
                .limit(FlowRequests.MOST_FLOWS)
                .map(flow -> flow(flow.getKey(), flow.getValue()))
                .toList();
    }

    private FlowRequests.Flow flow(Pair pair, Sum sum) {
        return FlowRequests.Flow.of(
                pair.id(),
                pair.source == MANY ? "" : name(pair.source),
                name(pair.host),
                pair.trafficClass,
                sum.bytes,
                (long) sum.bytesPerSecond);
    }

    private record Pair(int source, int host, TrafficClass trafficClass) {
        private static final long OF_SHUFFLE = 1L << 60;

        /** The same for the same pair and class. */
        long id() {
            long ofClass = trafficClass == TrafficClass.SHUFFLE ? OF_SHUFFLE : 0;
            return ofClass | ((long) (source + 1) << Integer.SIZE) | host;
        }
    }

    /** What tasks on one host receive in the same way. */
    private record Received(int source, int host, MapOutputLocations senders) {
        interface Part {
            void take(Pair pair, double share);
        }

        private boolean isOfKnownSenders() {
            return source == MANY && !senders.areUnknown();
        }

        int pairs() {
            return isOfKnownSenders() ? senders.count() : 1;
        }

        void split(boolean bySender, Part part) {
            if (!bySender || !isOfKnownSenders()) {
                TrafficClass of = source == MANY ? TrafficClass.SHUFFLE : TrafficClass.BLOCK_READ;
                part.take(new Pair(source, host, of), 1);
                return;
            }
            for (int i = 0; i < senders.count(); i++) {
                if (senders.host(i) != host) {
                    part.take(new Pair(senders.host(i), host, TrafficClass.SHUFFLE), senders.shareAt(i));
                }
            }
        }
    }

    private static final class Sum {
        private long bytes;
        private double bytesPerSecond;

        void add(long more, double rate) {
            bytes += more;
            bytesPerSecond += rate;
        }
    }

    private String name(int host) {
        return topology.nodes().get(host).name();
    }
}
