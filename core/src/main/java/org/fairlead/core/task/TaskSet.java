package org.fairlead.core.task;

import java.util.ArrayDeque;
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
 * <p>Groups stand in the order in which they were added, per host, per rack, and all together; empty ones are dropped when they are
 * come across.
 */
public final class TaskSet {
    private final long id;
    private final InputKind kind;
    private final Routes routes;
    private final Map<Integer, ArrayDeque<Group>> byHost = new HashMap<>();
    private final Map<Integer, ArrayDeque<Group>> byRack = new HashMap<>();
    private final ArrayDeque<Group> all = new ArrayDeque<>();
    private final Map<List<Integer>, Group> byHosts = new HashMap<>();
    private final Patience patience = new Patience();
    private int pending;
    private double computeSecondsPerByte;
    private double fixedSeconds;

    /** Pending tasks whose input lies on the same hosts. */
    public static final class Group {
        private final int[] hosts;
        private final ArrayDeque<Integer> tasks = new ArrayDeque<>();
        private double bytes;

        private Group(int[] hosts) {
            this.hosts = hosts;
        }

        /** Hosts that hold the input; not to be changed; empty when it is nowhere in particular. */
        @SuppressWarnings("MixedArrayDimensions")
        public int[] hosts() {
            return hosts;
        }

        /** Input of the next task, bytes. */
        public double bytes() {
            return bytes;
        }

        public int size() {
            return tasks.size();
        }

        /** The task that is launched next. */
        public int first() {
            return tasks.getFirst();
        }

        public boolean isOn(int host) {
            for (int holder : hosts) {
                if (holder == host) {
                    return true;
                }
            }
            return false;
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

    /** Tells what was learned of how long tasks of this set compute. */
    public void learned(double secondsPerByte, double seconds) {
        computeSecondsPerByte = secondsPerByte;
        fixedSeconds = seconds;
    }

    /**
     * Adds a pending task.
     *
     * @param hosts that hold its input, in any order; of no particular place when empty
     * @param bytes of its input
     */
    public void add(int task, int[] hosts, double bytes) {
        int[] sorted = Arrays.stream(hosts).sorted().distinct().toArray();
        List<Integer> key = Arrays.stream(sorted).boxed().toList();
        Group group = byHosts.get(key);
        if (group == null || group.tasks.isEmpty()) { // an empty one may be dropped from some lists and not from others
            group = new Group(sorted);
            byHosts.put(key, group);
            enter(group);
        }
        group.bytes = bytes;
        group.tasks.addLast(task);
        pending++;
    }

    private void enter(Group group) {
        all.addLast(group);
        int[] racks = Arrays.stream(group.hosts).map(routes::rackOf).distinct().toArray();
        for (int host : group.hosts) {
            byHost.computeIfAbsent(host, unused -> new ArrayDeque<>()).addLast(group);
        }
        for (int rack : racks) {
            byRack.computeIfAbsent(rack, unused -> new ArrayDeque<>()).addLast(group);
        }
    }

    /** Tells that a task was launched, or is not pending for another reason. */
    public void launched(int task, Group group) {
        if (!group.tasks.remove(task)) {
            throw new IllegalStateException("task " + task + " is not pending in its group");
        }
        pending--;
    }

    /** Groups with input on a host, the oldest first, at most so many. */
    public List<Group> onHost(int host, int most) {
        return some(byHost.get(host), most);
    }

    /** Groups with input in a rack, the oldest first, at most so many. */
    public List<Group> inRack(int rack, int most) {
        return some(byRack.get(rack), most);
    }

    /** Groups of all, the oldest first, at most so many. */
    public List<Group> anywhere(int most) {
        return some(all, most);
    }

    private static List<Group> some(ArrayDeque<Group> groups, int most) {
        List<Group> found = new ArrayList<>();
        if (groups == null) {
            return found;
        }
        while (!groups.isEmpty() && groups.getFirst().tasks.isEmpty()) {
            groups.removeFirst();
        }
        for (Group group : groups) {
            if (found.size() == most) {
                break;
            }
            if (!group.tasks.isEmpty()) {
                found.add(group);
            }
        }
        return found;
    }
}
