// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.fairlead.core.topology.Routes;

/**
 * The groups of a {@link TaskSet} by where their input lies. They stand in lines in the order in which they were added: one line for each
 * host, one for each rack, one for those without hosts, one for all; besides, one for each host that holds some input in memory. A group leaves its lines with its last
 * task, at a cost that its number of replicas bounds: no line ever holds an empty group. A task of whose input something is held is a group of its own, and stands
 * behind all others.
 */
final class GroupLines {
    private final Routes routes;
    private final Map<Integer, Line> byHost = new HashMap<>();
    private final Map<Integer, Line> byRack = new HashMap<>();
    private final Map<Integer, Line> byHolder = new HashMap<>();
    private final Line all = Line.of(-1);
    private final Line nowhere = Line.of(-1);
    private final Map<Hosts, TaskSet.Group> byHosts = new HashMap<>();
    private final List<Line> holders = new ArrayList<>();
    private long groups;
    /** The next that comes before all. */
    private long firstNumber = -1;

    /** A group's place in one line. */
    static final class Seat {
        private final TaskSet.Group group;
        private final Line line;
        private Seat before;
        private Seat after;

        Seat(TaskSet.Group group, Line line) {
            this.group = group;
            this.line = line;
        }
    }

    private static final class Line implements TaskSet.Holder {
        private final int host;
        /** Whether those of whose input something is held stand in it with the newest first. */
        private final boolean newestHeldFirst;

        private Seat first;
        private Seat last;
        /** Of a group of whose input something is held: it and all after it. */
        private Seat firstHeld;

        private int tasks;
        /** Its place among the holders. */
        private int position = -1;

        Line(int host, boolean newestHeldFirst) {
            this.host = host;
            this.newestHeldFirst = newestHeldFirst;
        }

        static Line of(int host) {
            return new Line(host, true);
        }

        @Override
        public int host() {
            return host;
        }

        @Override
        public TaskSet.Group oldest() {
            return first.group;
        }

        @Override
        public int tasks() {
            return tasks;
        }

        /** @param toFront whether it counts as older than all others, and not as the newest; where something of its input is held, its number says that */
        void join(Seat seat, boolean toFront) {
            boolean held = !seat.group.held().isNone();
            Seat next = held ? nextHeld(seat.group.number()) : toFront ? first : firstHeld;
            seat.after = next;
            seat.before = next == null ? last : next.before;
            if (seat.before == null) {
                first = seat;
            } else {
                seat.before.after = seat;
            }
            if (next == null) {
                last = seat;
            } else {
                next.before = seat;
            }
            if (held && seat.after == firstHeld) {
                firstHeld = seat;
            }
        }

        /** The one that a group with such a number stands before: usually it is the newest. */
        private Seat nextHeld(long number) {
            if (newestHeldFirst) {
                Seat next = firstHeld;
                while (next != null && next.group.number() > number) {
                    next = next.after;
                }
                return next;
            }
            Seat before = last;
            while (before != null && before.group.number() > number) {
                before = before.before;
            }
            return before == null ? first : before.after;
        }

        void leave(Seat seat) {
            if (seat == firstHeld) {
                firstHeld = seat.after;
            }
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

        List<TaskSet.Group> some(int most) {
            List<TaskSet.Group> found = new ArrayList<>(Math.min(most, 8));
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

    GroupLines(Routes routes) {
        this.routes = routes;
    }

    /**
     * The group of some hosts, made where there is none.
     *
     * @param hosts in any order
     * @param first whether a new one comes before all others, and not after
     */
    TaskSet.Group group(int[] hosts, boolean first) {
        int[] sorted = sorted(hosts);
        return byHosts.computeIfAbsent(
                new Hosts(sorted), unused -> enter(sorted, HeldInput.NONE, number(first), first));
    }

    /** A new group for one task, of whose input something is held. */
    TaskSet.Group held(int[] hosts, HeldInput held) {
        return enter(sorted(hosts), held, number(false), false);
    }

    /**
     * The same for one that is put back.
     *
     * @param number that its group had when the task was taken; empty where it had none of its own
     */
    TaskSet.Group heldAgain(int[] hosts, HeldInput held, Optional<Long> number) {
        return enter(sorted(hosts), held, number.orElseGet(() -> number(true)), true);
    }

    private long number(boolean first) {
        return first ? firstNumber-- : groups++;
    }

    /** The same groups in the same order, with those tasks of which this is so; without those that have none of them. */
    GroupLines copy(IntPredicate kept) {
        GroupLines copy = new GroupLines(routes);
        for (Seat seat = all.first; seat != all.firstHeld; seat = seat.after) {
            copy.enter(seat.group, kept).ifPresent(group -> copy.byHosts.put(new Hosts(group.hosts()), group));
        }
        for (Seat seat = all.firstHeld == null ? null : all.last;
                seat != null;
                seat = seat == all.firstHeld ? null : seat.before) {
            copy.enter(seat.group, kept);
        }
        copy.holders.clear();
        for (Line holder : holders) {
            Line line = copy.byHost.get(holder.host);
            if (line != null) {
                line.position = copy.holders.size();
                copy.holders.add(line);
            }
        }
        copy.groups = groups;
        copy.firstNumber = firstNumber;
        return copy;
    }

    /** The newest group from now on is one with those tasks of another's of which this is so; empty if it has none. */
    private Optional<TaskSet.Group> enter(TaskSet.Group other, IntPredicate kept) {
        PendingTasks tasks = other.tasks().copy(kept);
        if (tasks.size() == 0) {
            return Optional.empty();
        }
        TaskSet.Group group = enter(other.hosts(), other.held(), other.number(), false, tasks);
        count(group, tasks.size());
        return Optional.of(group);
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
     * Makes a group and has it join its lines as the newest, or as the oldest: of its hosts, in their order; then of its racks, of all, of
     * nowhere, and of the hosts that hold its input in memory.
     */
    private TaskSet.Group enter(int[] hosts, HeldInput held, long number, boolean first) {
        return enter(hosts, held, number, first, new PendingTasks());
    }

    private TaskSet.Group enter(int[] hosts, HeldInput held, long number, boolean first, PendingTasks tasks) {
        int[] racks = new int[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            racks[i] = routes.rackOf(hosts[i]);
        }
        racks = sorted(racks);
        int lines = hosts.length + racks.length + (hosts.length == 0 ? 2 : 1) + held.hosts().length;
        TaskSet.Group group = new TaskSet.Group(hosts, held, number, tasks, lines);
        int seat = 0;
        for (int host : hosts) {
            Line line = byHost.computeIfAbsent(host, Line::of);
            if (line.first == null) {
                line.position = holders.size();
                holders.add(line);
            }
            sit(group, seat++, line, first);
        }
        for (int rack : racks) {
            sit(group, seat++, byRack.computeIfAbsent(rack, unused -> Line.of(-1)), first);
        }
        sit(group, seat++, all, first);
        if (hosts.length == 0) {
            sit(group, seat++, nowhere, first);
        }
        for (int holder : held.hosts()) {
            sit(group, seat++, byHolder.computeIfAbsent(holder, unused -> new Line(-1, false)), first);
        }
        return group;
    }

    private static void sit(TaskSet.Group group, int at, Line line, boolean first) {
        group.seats()[at] = new Seat(group, line);
        line.join(group.seats()[at], first);
    }

    /** Notes that a group has so many tasks more. */
    static void count(TaskSet.Group group, int more) {
        for (int i = 0; i < group.hosts().length; i++) {
            group.seats()[i].line.tasks += more;
        }
    }

    /** The group has no task left. */
    void leave(TaskSet.Group group) {
        if (group.held().isNone()) {
            byHosts.remove(new Hosts(group.hosts()));
        }
        for (Seat seat : group.seats()) {
            Line line = seat.line;
            line.leave(seat);
            if (line.first == null && line.position >= 0) {
                Line moved = holders.remove(holders.size() - 1);
                if (moved != line) {
                    moved.position = line.position;
                    holders.set(line.position, moved);
                }
                line.position = -1;
            }
        }
    }

    List<TaskSet.Group> onHost(int host, int most) {
        return some(byHost, host, most);
    }

    /** Those of whose input a host holds something in memory. */
    List<TaskSet.Group> heldOn(int host, int most) {
        return byHolder.isEmpty() ? List.of() : some(byHolder, host, most);
    }

    List<TaskSet.Group> inRack(int rack, int most) {
        return some(byRack, rack, most);
    }

    List<TaskSet.Group> anywhere(int most) {
        return all.some(most);
    }

    List<TaskSet.Group> withoutHosts() {
        return nowhere.some(1);
    }

    /** Hosts with input of pending tasks; not to be changed. */
    List<? extends TaskSet.Holder> holders() {
        return holders;
    }

    int tasksOn(int host) {
        Line line = byHost.get(host);
        return line == null ? 0 : line.tasks;
    }

    private static List<TaskSet.Group> some(Map<Integer, Line> lines, int key, int most) {
        Line line = lines.get(key);
        return line == null ? new ArrayList<>() : line.some(most);
    }
}
