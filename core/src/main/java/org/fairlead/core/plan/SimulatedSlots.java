// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.profile.HostPaces;
import org.fairlead.core.profile.LaunchedTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.profile.StageProfiles;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * The executors' slots while a plan is made: offered in the order in which they are free, or are predicted to become free by tasks that run and
 * by those that are planned. A host is offered what is free and as many again as it has. Of one thread.
 *
 * <p>Times are seconds from the plan's beginning; policies are asked as of the slot's turn: how long others' slots take from then.
 */
final class SimulatedSlots implements SchedulingContext, Slots, MapOutputFetches, BroadcastFetches, SlowSourceReads {
    /** The turn of a slot of which nobody knows when it becomes free: after all others. */
    private static final double SOMETIME = 1e9;

    private final ClusterSnapshot snapshot;
    private final long nowNanos;
    private final PlannedTransfers load;
    private final HostSlots[] byHost;
    private final SlotTurns turns;
    private final PriorityQueue<Transfer> transfers =
            new PriorityQueue<>(Comparator.comparingDouble(Transfer::endSeconds));
    private final PlannedMapOutput plannedOutput;
    private final double[] plannedToRead;
    private final SlowSources sources;
    private final TaskSet pending;
    /** Free slots that were declined, until somebody else took a task. */
    private final List<HostSlots> declined = new ArrayList<>();

    private boolean launchedSince;
    /** Tasks of other stages to which no slot was left yet. */
    private int pendingBesides;

    private int running;
    /** Hosts with a free slot that were not asked yet: who declines before they are, declines to an idle cluster only in name. */
    private int unasked;

    private double leastSeconds;
    private double nowSeconds;
    private boolean foreseen;

    private record Transfer(double endSeconds, int task, int source, int host, double bytes) {}

    /** Slots of a host, which may go by several names. */
    private static final class HostSlots {
        private final int host;
        private final List<String> names = new ArrayList<>(1);
        private double bytesBesides;
        private double pace = 1;
        private final PriorityQueue<Double> ends = new PriorityQueue<>();
        private int count;
        private int free;
        private int turnsLeft;
        private boolean unasked;

        HostSlots(int host) {
            this.host = host;
        }

        /** Slots whose task has ended, or begun, at this moment, so that they are neither free nor taken by one that is known. */
        void addBetweenTasks() {
            while (free + ends.size() < count) {
                ends.add(0.0);
            }
        }
    }

    /**
     * @param stage that is planned: executors that it is not offered, who sends what it receives
     * @param sources as they are for it
     * @param pendingBesides tasks of other stages that wait to be launched: each slot that is left goes to one of them
     * @param seed decides who comes first among equals
     */
    SimulatedSlots(
            ExecutorSlots executors,
            LaunchedTasks launched,
            StageProfiles profiles,
            ClusterSnapshot snapshot,
            PlannedStage stage,
            SlowSources sources,
            int pendingBesides,
            long seed,
            long nowNanos) {
        StageTasks tasks = stage.tasks();
        int coresPerTask = tasks.coresPerTask();
        this.snapshot = snapshot;
        this.nowNanos = nowNanos;
        load = new PlannedTransfers(snapshot.network(), snapshot.paths());
        int nodes = snapshot.topology().nodes().size();
        byHost = new HostSlots[nodes];
        pending = stage.pending();
        plannedOutput = new PlannedMapOutput(pending.mapOutput(), nodes);
        plannedToRead = new double[nodes];
        this.sources = sources;
        this.pendingBesides = pendingBesides;
        Map<String, Double> paces = profiles.slowHosts();
        Map<String, HostSlots> byName = new HashMap<>();
        List<HostSlots> all = new ArrayList<>();
        for (ExecutorSlots.Executor executor : executors.all()) {
            if (tasks.isClosed(executor.id(), executor.host())) {
                continue;
            }
            HostSlots slots = byName.computeIfAbsent(executor.host(), name -> named(name, all));
            if (slots != null) {
                slots.bytesBesides = stage.bytesBesides(executor.host());
                slots.pace = Math.max(slots.pace, paces.getOrDefault(executor.host(), 1.0));
                slots.count += executor.cores() / coresPerTask;
                slots.free += executor.freeCores() / coresPerTask;
            }
        }
        addRunning(launched, profiles, byName, tasks.id());
        int count = all.stream().mapToInt(slots -> slots.count).sum();
        int free = all.stream().mapToInt(slots -> slots.free).sum();
        turns = new SlotTurns(nodes, count, count - free + pending.size() + pendingBesides);
        Draw draw = new Draw(seed);
        for (int left = all.size(); left > 0; left--) {
            HostSlots next = all.set(draw.below(left), all.get(left - 1));
            next.addBetweenTasks();
            next.turnsLeft = next.count == 0 ? 0 : next.free + next.count;
            next.unasked = next.turnsLeft > 0 && next.free > 0;
            unasked += next.unasked ? 1 : 0;
            schedule(next);
        }
    }

    /** @return null of a host that the topology does not know */
    private HostSlots named(String name, List<HostSlots> all) {
        int host = snapshot.host(name);
        if (host < 0) {
            return null;
        }
        if (byHost[host] == null) {
            byHost[host] = new HostSlots(host);
            all.add(byHost[host]);
        }
        byHost[host].names.add(name);
        return byHost[host];
    }

    private void addRunning(
            LaunchedTasks launched, StageProfiles profiles, Map<String, HostSlots> byName, StageAttempt planned) {
        Map<StageAttempt, OptionalDouble> means = new HashMap<>();
        boolean slow = !profiles.slowHosts().isEmpty();
        boolean counts = slow && profiles.seconds(planned).isEmpty();
        double usual = slow ? profiles.usualSeconds(nowNanos) : 0;
        leastSeconds = counts ? usual : 0;
        launched.forEachInSlots((unused, task) -> {
            running++;
            HostSlots slots = byName.get(task.host());
            if (counts && slots != null && slots.pace <= 1 && task.stage().equals(planned)) {
                leastSeconds = Math.max(leastSeconds, (nowNanos - task.launchedNanos()) / 1e9);
            }
            double seconds = task.isPredicted()
                    ? task.expectedSeconds()
                    : means.computeIfAbsent(task.stage(), profiles::seconds)
                            .orElse(slots == null ? 0 : slots.pace * usual);
            if (slots != null) {
                slots.ends.add(task.secondsLeft(seconds, nowNanos));
                if (task.stage().equals(planned)) {
                    slots.bytesBesides = 0; // is fetching them, or has
                }
            }
        });
    }

    private void schedule(HostSlots slots) {
        if (slots.turnsLeft == 0) {
            return;
        }
        slots.turnsLeft--;
        double at = SOMETIME;
        if (slots.free > 0) {
            at = nowSeconds;
        } else if (!slots.ends.isEmpty()) {
            at = Math.max(nowSeconds, slots.ends.peek());
        }
        turns.add(slots.host, at, slots.count, slots.free, pending.pendingOn(slots.host));
    }

    Topology topology() {
        return snapshot.topology();
    }

    /** A host's name in the topology. */
    String nodeName(int host) {
        return snapshot.topology().nodes().get(host).name();
    }

    /** Goes on to the next slot's turn; its host's index, or −1 after the last. */
    int next() {
        if (launchedSince && turns.nextSeconds() > nowSeconds) {
            declined.forEach(this::schedule);
            pendingBesides += declined.size();
            declined.clear();
            launchedSince = false;
        }
        SlotTurns.Turn turn = turns.poll();
        if (turn == null) {
            return -1;
        }
        nowSeconds = turn.atSeconds();
        for (Transfer first = transfers.peek();
                first != null && first.endSeconds <= nowSeconds;
                first = transfers.peek()) {
            transfers.poll();
            load.change(first.source, first.host, -1);
            count(first.task, first.source, first.host, -first.bytes);
        }
        HostSlots slots = byHost[turn.host()];
        if (slots.unasked) {
            slots.unasked = false;
            unasked--;
        }
        foreseen = slots.free == 0;
        if (foreseen) {
            slots.ends.poll();
            slots.free = 1;
        }
        return slots.host;
    }

    /** Whether the slot whose turn it is is only predicted to become free. */
    boolean isForeseen() {
        return foreseen;
    }

    /** Seconds from the plan's beginning to the turn of the slot that is offered. */
    double turnSeconds() {
        return nowSeconds;
    }

    /** Names of a host's executors. */
    List<String> names(int host) {
        return byHost[host].names;
    }

    /**
     * The slot whose turn it is got a task, which is pending no more.
     *
     * @param holders hosts with its input
     * @param seconds that it is predicted to take; NaN when nothing is known
     */
    void launched(int task, int[] holders, int host, int source, double bytes, double seconds) {
        HostSlots slots = byHost[host];
        slots.bytesBesides = 0;
        slots.free--;
        running++;
        load.change(source, host, 1);
        count(task, source, host, bytes);
        launchedSince = true;
        if (Double.isFinite(seconds)) {
            slots.ends.add(nowSeconds + seconds);
            transfers.add(new Transfer(nowSeconds + seconds, task, source, host, bytes));
        }
        schedule(slots);
        for (int holder : holders) {
            turns.renew(holder, freeSlots(holder, pending.kind()), pending.pendingOn(holder));
        }
    }

    private void count(int task, int source, int host, double bytes) {
        if (source >= 0) {
            plannedToRead[source] += bytes;
        } else {
            plannedOutput.add(task, host, bytes);
        }
    }

    /** The slot whose turn it is got no task; one that is free is asked again once others have taken some. */
    void declined(int host) {
        pendingBesides--;
        if (!foreseen) {
            declined.add(byHost[host]);
        }
    }

    @Override
    public Slots slots() {
        return this;
    }

    @Override
    public MapOutputFetches mapOutput() {
        return this;
    }

    @Override
    public BroadcastFetches broadcasts() {
        return this;
    }

    @Override
    public BlockReads blockReads() {
        return this;
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return Optional.of(this);
    }

    @Override
    public AvailableBandwidth network() {
        return load;
    }

    @Override
    public int slots(int host, InputKind kind) {
        return byHost[host] == null ? 0 : byHost[host].count;
    }

    @Override
    public int freeSlots(int host, InputKind kind) {
        return byHost[host] == null ? 0 : byHost[host].free;
    }

    @Override
    public int running() {
        return running + unasked;
    }

    @Override
    public int pendingBesides() {
        return Math.max(0, pendingBesides);
    }

    @Override
    public double secondsToFreeSlot(int host, InputKind kind) {
        HostSlots slots = byHost[host];
        if (slots == null || slots.count == 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (slots.free > 0) {
            return 0;
        }
        return slots.ends.isEmpty() ? Double.POSITIVE_INFINITY : Math.max(0, slots.ends.peek() - nowSeconds);
    }

    @Override
    public double secondsBetweenLaunches() {
        return 0;
    }

    @Override
    public double leastSeconds() {
        return leastSeconds;
    }

    @Override
    public double pace(int host) {
        return byHost[host] == null ? 1 : byHost[host].pace;
    }

    /** Whether a host is slow enough for a slot elsewhere to be better. */
    boolean isSlow(int host) {
        return pace(host) >= HostPaces.SLOW_FROM;
    }

    @Override
    public double bytesBesides(int host) {
        return byHost[host] == null ? 0 : byHost[host].bytesBesides;
    }

    @Override
    public double bytesToReceive(int host) {
        return snapshot.bytesToReceiveAfter(nowSeconds, host, nowNanos) + plannedOutput.toReceive(host);
    }

    @Override
    public double bytesToSend(int host) {
        return snapshot.bytesToSend(host) + plannedOutput.toSend(host);
    }

    @Override
    public double readRate(int source) {
        return sources.readRate(source);
    }

    @Override
    public double bytesToRead(int source) {
        return sources.bytesToRead(source) + plannedToRead[source];
    }

    @Override
    public double bytesAhead(int source) {
        return sources.bytesAhead(source);
    }
}
