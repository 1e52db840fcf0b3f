package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Routes;

/**
 * The pending tasks of one stage, grouped by the hosts that hold their input, so that a choice looks at groups and not at tasks. One
 * owner, the scheduler; not safe for threads. Tasks go by their number in the set, hosts by index.
 *
 * <p>Groups stand in lines in the order in which they were added: one line for each host, one for each rack, one for those without
 * hosts, one for all. A group leaves its lines with its last task, at a cost that its number of replicas bounds: no line ever
 * holds an empty group.
 */
public final class TaskSet {
    private static final long NEVER = Long.MIN_VALUE;

    private final long id;
    private final InputKind kind;
    private final Routes routes;
    private final Map<Integer, Line> byHost = new HashMap<>();
    private final Map<Integer, Line> byRack = new HashMap<>();
    private final Line all = new Line(-1);
    private final Line nowhere = new Line(-1);
    private final Map<Hosts, Group> byHosts = new HashMap<>();
    private final List<Line> holders = new ArrayList<>();
    private final Patience patience = new Patience();
    /** By task; null where it is not pending. */
    private Group[] groupOf = new Group[16];

    /** When each task was first refused; {@link #NEVER} for those that were not. Longer than none only once one was. */
    private long[] refusedSinceNanos = {};

    private Senders senders = Senders.UNKNOWN;
    private SlowestSenders slowestSenders = new SlowestSenders(senders);
    private long groups;
    /** The next that comes before all. */
    private long firstNumber = -1;

    private int pending;
    private double computeSecondsPerByte;
    private double fixedSeconds;
    private double overheadSeconds;

    /** Pending tasks whose input lies on the same hosts. */
    public static final class Group {
        private final int[] hosts;
        private final long number;
        private final Seat[] seats;
        private final PendingTasks tasks = new PendingTasks();

        private Group(int[] hosts, long number, int seats) {
            this.hosts = hosts;
            this.number = number;
            this.seats = new Seat[seats];
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

        /** Its place in the order of all groups of its set, the oldest first. */
        long number() {
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

    /** A group's place in one line. */
    private static final class Seat {
        private final Group group;
        private final Line line;
        private Seat before;
        private Seat after;

        Seat(Group group, Line line) {
            this.group = group;
            this.line = line;
        }
    }

    private static final class Line implements Holder {
        private final int host;
        private Seat first;
        private Seat last;
        private int tasks;
        /** Its place among the holders. */
        private int place = -1;

        Line(int host) {
            this.host = host;
        }

        @Override
        public int host() {
            return host;
        }

        @Override
        public Group oldest() {
            return first.group;
        }

        @Override
        public int tasks() {
            return tasks;
        }

        void join(Seat seat) {
            seat.before = last;
            if (last == null) {
                first = seat;
            } else {
                last.after = seat;
            }
            last = seat;
        }

        void joinFirst(Seat seat) {
            seat.after = first;
            if (first == null) {
                last = seat;
            } else {
                first.before = seat;
            }
            first = seat;
        }

        void leave(Seat seat) {
            if (seat.before == null) {
                first = seat.after;
            } else {
                seat.before.after = seat.after;
            }
            if (seat.after == null) {
                last = seat.before;
            } else {
                seat.after.before = seat.before;
            }
        }

        List<Group> some(int most) {
            List<Group> found = new ArrayList<>(Math.min(most, 8));
            for (Seat seat = first; seat != null && found.size() < most; seat = seat.after) {
                found.add(seat.group);
            }
            return found;
        }
    }

    /** A set of hosts as a key. */
    private static final class Hosts {
        private final int[] sorted;
        private final int hash;

        Hosts(int[] sorted) {
            this.sorted = sorted;
            hash = Arrays.hashCode(sorted) * 0x9E3779B1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hosts hosts && Arrays.equals(sorted, hosts.sorted);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * @param id of the set, for the seed of what is left to chance
     * @param routes tell a host's rack
     */
    public TaskSet(long id, InputKind kind, Routes routes) {
        this.id = id;
        this.kind = kind;
        this.routes = routes;
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

    /** What assigners remember of this set. */
    public Patience patience() {
        return patience;
    }

    /** Seconds that one processor takes for a byte of input, as learned from tasks that ended; 0 before any did. */
    public double computeSecondsPerByte() {
        return computeSecondsPerByte;
    }

    /** Seconds that a task takes whatever its input, as learned; 0 before any did. */
    public double fixedSeconds() {
        return fixedSeconds;
    }

    /** Seconds that a task takes before it reads and after it has computed, as learned; 0 before any did. */
    public double overheadSeconds() {
        return overheadSeconds;
    }

    /** Tells what was learned of how long tasks of this set compute. */
    public void learned(double secondsPerByte, double seconds) {
        learned(secondsPerByte, seconds, 0);
    }

    /** The same where what comes before and after is known. */
    public void learned(double secondsPerByte, double seconds, double overhead) {
        computeSecondsPerByte = secondsPerByte;
        fixedSeconds = seconds;
        overheadSeconds = overhead;
    }

    /** Who sends what the tasks of a shuffle receive. */
    public Senders senders() {
        return senders;
    }

    SlowestSenders slowestSenders() {
        return slowestSenders;
    }

    /** Tells who sends what the tasks of a shuffle receive. */
    public void sentBy(Senders known) {
        senders = known;
        slowestSenders = new SlowestSenders(known);
    }

    /**
     * Adds a pending task; one that failed or was ended is added again.
     *
     * @param task its number, at least 0; the set's tasks are numbered densely
     * @param hosts that hold its input, in any order; of no particular place when empty
     * @param bytes of its input
     */
    public void add(int task, int[] hosts, double bytes) {
        if (task < refusedSinceNanos.length) {
            refusedSinceNanos[task] = NEVER;
        }
        Group group = groupFor(task, hosts, false);
        group.tasks.add(task, bytes);
        entered(task, group);
    }

    /**
     * Adds a task that was taken and not launched after all, as {@link #add} does, but before all others, and as long refused as it
     * was.
     */
    public void putBack(int task, int[] hosts, double bytes) {
        Group group = groupFor(task, hosts, true);
        group.tasks.addFirst(task, bytes);
        entered(task, group);
    }

    private Group groupFor(int task, int[] hosts, boolean first) {
        if (isPending(task)) {
            throw new IllegalStateException("task " + task + " is pending already");
        }
        int[] sorted = sorted(hosts);
        return byHosts.computeIfAbsent(new Hosts(sorted), unused -> enter(sorted, first));
    }

    private void entered(int task, Group group) {
        count(group, 1);
        if (task >= groupOf.length) {
            groupOf = Arrays.copyOf(groupOf, Math.max(task + 1, 2 * groupOf.length));
        }
        groupOf[task] = group;
    }

    private static int[] sorted(int[] hosts) {
        int[] sorted = hosts.clone();
        Arrays.sort(sorted);
        int distinct = Math.min(1, sorted.length);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] != sorted[distinct - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return distinct == sorted.length ? sorted : Arrays.copyOf(sorted, distinct);
    }

    /**
     * Makes a group and puts it at the end of its lines, or as the first: of its hosts, in their order; then of its racks, of all, and of
     * nowhere.
     */
    private Group enter(int[] hosts, boolean first) {
        int[] racks = new int[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            racks[i] = routes.rackOf(hosts[i]);
        }
        racks = sorted(racks);
        long number = first ? firstNumber-- : groups++;
        Group group = new Group(hosts, number, hosts.length + racks.length + (hosts.length == 0 ? 2 : 1));
        int seat = 0;
        for (int host : hosts) {
            Line line = byHost.computeIfAbsent(host, Line::new);
            if (line.first == null) {
                line.place = holders.size();
                holders.add(line);
            }
            sit(group, seat++, line, first);
        }
        for (int rack : racks) {
            sit(group, seat++, byRack.computeIfAbsent(rack, unused -> new Line(-1)), first);
        }
        sit(group, seat++, all, first);
        if (hosts.length == 0) {
            sit(group, seat, nowhere, first);
        }
        return group;
    }

    private static void sit(Group group, int at, Line line, boolean first) {
        group.seats[at] = new Seat(group, line);
        if (first) {
            line.joinFirst(group.seats[at]);
        } else {
            line.join(group.seats[at]);
        }
    }

    private void count(Group group, int more) {
        pending += more;
        for (int i = 0; i < group.hosts.length; i++) {
            group.seats[i].line.tasks += more;
        }
    }

    /** Tells that a task was launched, or is not pending for another reason. */
    public void launched(int task) {
        if (!isPending(task)) {
            throw new IllegalStateException("task " + task + " is not pending");
        }
        Group group = groupOf[task];
        group.tasks.remove(task);
        groupOf[task] = null;
        count(group, -1);
        patience.settle(task);
        if (group.tasks.size() == 0) {
            leave(group);
        }
    }

    public boolean isPending(int task) {
        return task >= 0 && task < groupOf.length && groupOf[task] != null;
    }

    private void leave(Group group) {
        byHosts.remove(new Hosts(group.hosts));
        for (Seat seat : group.seats) {
            Line line = seat.line;
            line.leave(seat);
            if (line.first == null && line.place >= 0) {
                Line moved = holders.remove(holders.size() - 1);
                if (moved != line) {
                    moved.place = line.place;
                    holders.set(line.place, moved);
                }
                line.place = -1;
            }
        }
    }

    /** Notes that a host did not get a pending task which it could have run. */
    void refused(int task, long nowNanos) {
        if (task >= refusedSinceNanos.length) {
            int known = refusedSinceNanos.length;
            refusedSinceNanos = Arrays.copyOf(refusedSinceNanos, Math.max(task + 1, groupOf.length));
            Arrays.fill(refusedSinceNanos, known, refusedSinceNanos.length, NEVER);
        }
        if (refusedSinceNanos[task] == NEVER) {
            refusedSinceNanos[task] = nowNanos;
        }
    }

    /** Since its first refusal, nanoseconds; 0 of a task that was not refused. */
    long waitedNanos(int task, long nowNanos) {
        boolean refused = task < refusedSinceNanos.length && refusedSinceNanos[task] != NEVER;
        return refused ? nowNanos - refusedSinceNanos[task] : 0;
    }

    /** Groups with input on a host, the oldest first, at most so many. */
    public List<Group> onHost(int host, int most) {
        return some(byHost, host, most);
    }

    /** Groups with input in a rack, the oldest first, at most so many. */
    public List<Group> inRack(int rack, int most) {
        return some(byRack, rack, most);
    }

    /** Groups of all, the oldest first, at most so many. */
    public List<Group> anywhere(int most) {
        return all.some(most);
    }

    /** Groups whose input is nowhere in particular: at most one. */
    public List<Group> withoutHosts() {
        return nowhere.some(1);
    }

    /** How many hosts hold input of pending tasks. */
    public int holders() {
        return holders.size();
    }

    /** One of them, from 0; the order is the same for the same additions and launches, and means nothing. */
    public Holder holder(int at) {
        return holders.get(at);
    }

    /** Pending tasks with input on a host. */
    public int pendingOn(int host) {
        Line line = byHost.get(host);
        return line == null ? 0 : line.tasks;
    }

    /** How far a task of a group would run from its input on a host. */
    public Locality localityOf(Group group, int host) {
        if (group.hosts.length == 0 || group.isOn(host)) {
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
    Routes routes() {
        return routes;
    }

    private static List<Group> some(Map<Integer, Line> lines, int key, int most) {
        Line line = lines.get(key);
        return line == null ? new ArrayList<>() : line.some(most);
    }
}
