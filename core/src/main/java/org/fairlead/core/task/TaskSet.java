// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.fairlead.core.topology.Routes;

/**
 * The pending tasks of one stage, grouped by the hosts that hold their input, so that a choice looks at groups and not at tasks. One
 * owner, the scheduler; not safe for threads. Tasks go by their number in the set, hosts by index.
 */
public final class TaskSet {
    private final long id;
    private final InputKind kind;
    private final Routes routes;
    private final GroupLines lines;
    /** By task, pending or not. */
    private final Map<Integer, HeldInput> held = new HashMap<>();
    /** Of tasks that were taken: where they stood among those of whose input something is held. */
    private final Map<Integer, Long> heldNumbers = new HashMap<>();

    private PolicyStates states = new PolicyStates();
    /** By task; null where it is not pending. */
    private Group[] groupOf = new Group[16];

    private MapOutputMatrix mapOutput = MapOutputMatrix.UNKNOWN;
    private final SlowestMapOutputs slowestSenders = new SlowestMapOutputs();
    private int pending;
    private LearnedTimes times = LearnedTimes.NONE;

    /** Pending tasks whose input lies on the same hosts. */
    public static final class Group {
        private final int[] hosts;
        private final long number;
        private final GroupLines.Seat[] seats;
        private final PendingTasks tasks;
        private HeldInput held;

        /** @param seats in how many lines it is to stand */
        Group(int[] hosts, HeldInput held, long number, PendingTasks tasks, int seats) {
            this.hosts = hosts;
            this.held = held;
            this.number = number;
            this.tasks = tasks;
            this.seats = new GroupLines.Seat[seats];
        }

        /** Hosts that hold the input; not to be changed; empty when it is nowhere in particular. */
        @SuppressWarnings("MixedArrayDimensions")
        public int[] hosts() {
            return hosts;
        }

        /** Input of the next task, bytes. */
        public double bytes() {
            return tasks.firstBytes();
        }

        public int size() {
            return tasks.size();
        }

        /** The task that is launched next. */
        public int first() {
            return tasks.first();
        }

        public boolean isOn(int host) {
            for (int holder : hosts) {
                if (holder == host) {
                    return true;
                }
            }
            return false;
        }

        /** What hosts hold of its input in memory: of its only task, then; {@link HeldInput#NONE} where it has several. */
        public HeldInput held() {
            return held;
        }

        /** Whether a host holds all input of the next task in memory. */
        public boolean isHeldOn(int host) {
            double there = held.on(host);
            return there > 0 && there >= bytes();
        }

        /** Input of the next task that a host does not hold in memory, bytes. */
        public double bytesMissingOn(int host) {
            return Math.max(0, bytes() - held.on(host));
        }

        PendingTasks tasks() {
            return tasks;
        }

        GroupLines.Seat[] seats() {
            return seats;
        }

        /** Its place in the order of all groups of its set, the oldest first. */
        public long number() {
            return number;
        }
    }

    /** A host on which input of pending tasks lies. */
    public interface Holder {
        /** Its index. */
        int host();

        /** The oldest group with input there. */
        Group oldest();

        /** Pending tasks with input there. */
        int tasks();
    }

    /**
     * @param id of the set, for the seed of what is left to chance
     * @param routes tell a host's rack
     */
    public TaskSet(long id, InputKind kind, Routes routes) {
        this(id, kind, routes, new GroupLines(routes));
    }

    private TaskSet(long id, InputKind kind, Routes routes, GroupLines lines) {
        this.id = id;
        this.kind = kind;
        this.routes = routes;
        this.lines = lines;
    }

    /**
     * A set of its own with the same tasks in the same order, to look ahead with: what becomes of one changes nothing of the other. Policies remember the same, as far as they
     * can be copied ({@link PolicyState#copy}).
     *
     * @param kept which of its tasks
     */
    public TaskSet copy(IntPredicate kept) {
        TaskSet copy = new TaskSet(id, kind, routes, lines.copy(kept));
        copy.groupOf = new Group[groupOf.length];
        for (Group group : copy.lines.anywhere(Integer.MAX_VALUE)) {
            group.tasks.forEach(task -> copy.groupOf[task] = group);
            copy.pending += group.size();
        }
        copy.held.putAll(held);
        copy.heldNumbers.putAll(heldNumbers);
        copy.mapOutput = mapOutput;
        copy.times = times;
        copy.states = states.copy();
        return copy;
    }

    public long id() {
        return id;
    }

    public InputKind kind() {
        return kind;
    }

    /** Tasks that are pending. */
    public int size() {
        return pending;
    }

    /**
     * What a policy remembers of this set.
     *
     * @param type the policy's own
     * @param first makes it when it is asked for first
     */
    public <S extends PolicyState> S state(Class<S> type, Supplier<S> first) {
        return states.of(type, first);
    }

    /** What tasks of this set take besides fetching, as far as it is known. */
    public LearnedTimes times() {
        return times;
    }

    /** Takes what was learned of how long tasks of this set compute. */
    public void learned(double secondsPerByte, double seconds) {
        learned(secondsPerByte, seconds, 0, 0);
    }

    /** The same where it is known what comes before and after, and what it costs to be the first on a host. */
    public void learned(double secondsPerByte, double seconds, double overhead, double cold) {
        times = new LearnedTimes(secondsPerByte, seconds, overhead, cold);
    }

    /** Who sends what each task of a shuffle receives. */
    public MapOutputMatrix mapOutput() {
        return mapOutput;
    }

    /** Who sends what the tasks of a shuffle receive together. */
    public MapOutputLocations senders() {
        return mapOutput.whole();
    }

    public SlowestMapOutputs slowestSenders() {
        return slowestSenders;
    }

    /** Whether hosts are named for tasks that need not be there: they receive a shuffle, all by the same shares. */
    public boolean receivesAlike() {
        return kind == InputKind.SHUFFLE && !mapOutput.differs();
    }

    /** Takes who sends what each task of a shuffle receives. */
    public void sentBy(MapOutputMatrix known) {
        mapOutput = known;
    }

    /**
     * Adds a pending task; one that failed or was ended is added again.
     *
     * @param task its number, at least 0; the set's tasks are numbered densely
     * @param hosts that hold its input, in any order; of no particular place when empty
     * @param bytes of its input
     */
    public void add(int task, int[] hosts, double bytes) {
        enter(task, hosts, bytes);
        states.added(task);
    }

    /**
     * Adds a task that was taken and not launched after all, as {@link #add} does, but before all others, and policies remember
     * what they knew of it.
     */
    public void putBack(int task, int[] hosts, double bytes) {
        requireNotPending(task);
        HeldInput known = held.get(task);
        Group group = known == null
                ? lines.group(hosts, true)
                : lines.heldAgain(hosts, known, Optional.ofNullable(heldNumbers.get(task)));
        group.tasks.addFirst(task, bytes);
        entered(task, group);
    }

    private void requireNotPending(int task) {
        if (isPending(task)) {
            throw new IllegalStateException("task " + task + " is pending already");
        }
    }

    /**
     * So much of a task's input is in a host's memory by now. It counts there as input that is read at once; where it is all of it, as input on the host. On other hosts the task comes after all that nobody holds
     * anything of, and of several such the one that was held last comes first.
     *
     * @param task pending or not
     * @param bytes of its input; 0: nothing is, or none any more
     * @throws IllegalArgumentException if the bytes are below 0, or no number
     */
    public void held(int task, int host, double bytes) {
        HeldInput before = held.getOrDefault(task, HeldInput.NONE);
        HeldInput now = before.with(host, bytes);
        if (now.isNone()) {
            held.remove(task);
            heldNumbers.remove(task);
        } else {
            held.put(task, now);
        }
        if (!isPending(task)) {
            return;
        }
        if (!now.isNone() && Arrays.equals(now.hosts(), groupOf[task].held.hosts())) {
            groupOf[task].held = now;
        } else if (!now.isNone() || !before.isNone()) {
            regroup(task);
        }
    }

    private void regroup(int task) {
        int[] hosts = groupOf[task].hosts;
        double bytes = bytesOf(task);
        takeOut(task);
        enter(task, hosts, bytes);
    }

    private void enter(int task, int[] hosts, double bytes) {
        requireNotPending(task);
        HeldInput known = held.get(task);
        Group group = known == null ? lines.group(hosts, false) : lines.held(hosts, known);
        group.tasks.add(task, bytes);
        entered(task, group);
    }

    /** Bytes of a task's input that a host holds in memory, whether or not the task is pending. */
    public double heldBytes(int task, int host) {
        return held.getOrDefault(task, HeldInput.NONE).on(host);
    }

    private void entered(int task, Group group) {
        pending++;
        GroupLines.count(group, 1);
        if (task >= groupOf.length) {
            groupOf = Arrays.copyOf(groupOf, Math.max(task + 1, 2 * groupOf.length));
        }
        groupOf[task] = group;
    }

    /** Reports that a task was launched, or is not pending for another reason. */
    public void launched(int task) {
        if (!isPending(task)) {
            throw new IllegalStateException("task " + task + " is not pending");
        }
        takeOut(task);
        states.launched(task);
    }

    private void takeOut(int task) {
        Group group = groupOf[task];
        if (!group.held.isNone()) {
            heldNumbers.put(task, group.number());
        }
        group.tasks.remove(task);
        groupOf[task] = null;
        pending--;
        GroupLines.count(group, -1);
        if (group.tasks.size() == 0) {
            lines.leave(group);
        }
    }

    /** The group of a pending task. */
    public Group groupOf(int task) {
        return groupOf[task];
    }

    /** Input of a pending task, bytes. */
    public double bytesOf(int task) {
        return groupOf[task].tasks.bytesOf(task);
    }

    public boolean isPending(int task) {
        return task >= 0 && task < groupOf.length && groupOf[task] != null;
    }

    /** Groups with input on a host, the oldest first, at most so many. */
    public List<Group> onHost(int host, int most) {
        return lines.onHost(host, most);
    }

    /** Groups of whose input a host holds something in memory, the oldest first, at most so many. */
    public List<Group> heldOn(int host, int most) {
        return lines.heldOn(host, most);
    }

    /** Groups with input in a rack, the oldest first, at most so many. */
    public List<Group> inRack(int rack, int most) {
        return lines.inRack(rack, most);
    }

    /** Groups of all, the oldest first, at most so many. */
    public List<Group> anywhere(int most) {
        return lines.anywhere(most);
    }

    /** Groups whose input is nowhere in particular: at most one. */
    public List<Group> withoutHosts() {
        return lines.withoutHosts();
    }

    /** How many hosts hold input of pending tasks. */
    public int holders() {
        return lines.holders().size();
    }

    /** One of them, from 0; the order is the same for the same additions and launches, and means nothing. */
    public Holder holder(int at) {
        return lines.holders().get(at);
    }

    /** Pending tasks with input on a host. */
    public int pendingOn(int host) {
        return lines.tasksOn(host);
    }

    /** How far a task of a group would run from its input on a host. */
    public Locality localityOf(Group group, int host) {
        if (group.hosts.length == 0 || group.isOn(host) || group.isHeldOn(host)) {
            return Locality.HOST;
        }
        for (int holder : group.hosts) {
            if (routes.rackOf(holder) == routes.rackOf(host)) {
                return Locality.RACK;
            }
        }
        return Locality.ANY;
    }

    /** The network that the hosts are in. */
    public Routes routes() {
        return routes;
    }
}
