package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * Progressive filling from the bottom for {@link SharingRule#MAX_MIN}, in tight loops: for systems in which a change moves many
 * rates, so that finding out what stays costs more than filling all anew. Gives the same rates as {@link Refilling}.
 *
 * <p>While users of a resource stop, the level at which it will be full only grows. So resources wait with the level they had when
 * they were last looked at, and are looked at again when it is reached.
 */
final class WholeRefill {
    private static final double ROUNDING = 1e-13;
    /** What has sunk below this share of what it was has lost too many digits. */
    private static final double SMALL = 1e-3;

    private final Resources resources;
    private final Variables variables;
    private final Tournament levels = new Tournament();
    private final LevelHeap tops = new LevelHeap();
    /** By resource: the slopes of all its users. */
    private final double[] slopes;
    /** What those who have stopped leave. */
    private final double[] room;
    /** The slopes of those who have not stopped. */
    private final double[] rising;
    /** What {@code rising} was when it was summed: what is left of it loses digits, unlike the room, whose sum would be no better. */
    private final double[] peak;

    /** The levels of the last solution: a level that differs from it by rounding is the same, so that nobody seems to move. */
    private final double[] before;

    private boolean[] rises = new boolean[16];
    private int moved;

    WholeRefill(Resources resources, Variables variables) {
        this.resources = resources;
        this.variables = variables;
        slopes = new double[resources.size()];
        room = new double[resources.size()];
        rising = new double[resources.size()];
        peak = new double[resources.size()];
        before = new double[resources.size()];
    }

    /**
     * Finds all rates and tells {@code refilling} which of them changed by more than rounding; the others stay as they are.
     *
     * @return how many changed
     */
    int refill(Refilling refilling) {
        moved = 0;
        begin();
        while (true) {
            double level = levels.lowestKey();
            double top = tops.lowestKey();
            if (top <= level) {
                if (top == Double.POSITIVE_INFINITY) {
                    break;
                }
                int variable = tops.lowest();
                tops.remove(variable);
                if (rises[variable]) {
                    stop(variable, top, -1, refilling);
                }
            } else {
                close(levels.lowest(), level, refilling);
            }
        }
        for (int resource = 0; resource < room.length; resource++) {
            boolean full = resources.level[resource] != Double.POSITIVE_INFINITY;
            resources.load[resource] = resources.capacity[resource] - (full ? 0 : room[resource]);
        }
        return moved;
    }

    private void begin() {
        if (rises.length < variables.size) {
            rises = new boolean[variables.count.length];
        }
        Arrays.fill(rises, 0, variables.size, true);
        for (int resource = 0; resource < room.length; resource++) {
            if (resources.usersChanged[resource]) {
                resources.usersChanged[resource] = false;
                slopes[resource] = slopeOfUsers(resource);
            }
            room[resource] = resources.capacity[resource];
            rising[resource] = slopes[resource];
            peak[resource] = slopes[resource];
            before[resource] = resources.level[resource];
            resources.level[resource] = Double.POSITIVE_INFINITY;
            levels.setLater(
                    resource, rising[resource] > 0 ? room[resource] / rising[resource] : Double.POSITIVE_INFINITY);
        }
        levels.restore();
        for (int variable = 0; variables.capped > 0 && variable < variables.size; variable++) {
            if (variables.uses[variable] > 0) {
                tops.set(variable, variables.top[variable]);
            }
        }
    }

    private double slopeOfUsers(int resource) {
        double sum = 0;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            sum += variables.slotSlope[slots[i]];
        }
        return sum;
    }

    /** Stops the users of a resource, if it is full at the level that it waited for. */
    private void close(int resource, double reached, Refilling refilling) {
        if (rising[resource] < SMALL * peak[resource]) {
            sumSlopesAnew(resource);
        }
        if (!(rising[resource] > 0)) {
            levels.set(resource, Double.POSITIVE_INFINITY);
            return;
        }
        double level = Math.max(reached, room[resource] / rising[resource]);
        if (level > reached + ROUNDING * reached) {
            levels.set(resource, level);
            return;
        }
        levels.set(resource, Double.POSITIVE_INFINITY);
        if (Math.abs(level - before[resource]) <= ROUNDING * level) {
            level = before[resource];
        }
        resources.level[resource] = level;
        int[] slots = resources.slots[resource];
        int[] slotVariable = variables.slotVariable;
        for (int i = 0; i < resources.users[resource]; i++) {
            int variable = slotVariable[slots[i]];
            if (rises[variable]) {
                stop(variable, level, resource, refilling);
            }
        }
    }

    private void sumSlopesAnew(int resource) {
        double sum = 0;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            if (rises[variables.slotVariable[slots[i]]]) {
                sum += variables.slotSlope[slots[i]];
            }
        }
        rising[resource] = sum;
        peak[resource] = sum;
    }

    /** @param full the resource that stops it, whose sums are not needed any more; −1 when it is the cap */
    private void stop(int variable, double level, int full, Refilling refilling) {
        rises[variable] = false;
        if (level != variables.level[variable]) {
            variables.level[variable] = level;
            variables.rate[variable] = Math.min(variables.cap[variable], variables.weight[variable] * level);
            refilling.changed(variable);
            moved++;
        }
        int slot = variables.first[variable];
        int end = slot + variables.uses[variable];
        for (; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            if (resource != full) {
                double slope = variables.slotSlope[slot];
                room[resource] -= slope * level;
                rising[resource] -= slope;
            }
        }
    }
}
