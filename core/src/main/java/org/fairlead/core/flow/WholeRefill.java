// SPDX-License-Identifier: Apache-2.0
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
     * Finds all rates and reports to {@code refilling} which of them changed by more than rounding; the others stay as they are.
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
                    stopAtCap(variable, refilling);
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
        stopUsers(resource, level, refilling);
    }

    /** Nearly all time is spent here: so arrays are local, and the sums of a full resource, which nobody needs any more, are left out. */
    private void stopUsers(int full, double level, Refilling refilling) {
        int[] slots = resources.slots[full];
        int[] slotVariable = variables.slotVariable;
        int[] slotResource = variables.slotResource;
        int[] slotNext = variables.slotNext;
        double[] slotSlope = variables.slotSlope;
        double[] levelOf = variables.level;
        boolean[] stillRises = rises;
        int users = resources.users[full];
        for (int i = 0; i < users; i++) {
            int slot = slots[i];
            int variable = slotVariable[slot];
            if (stillRises[variable]) {
                stillRises[variable] = false;
                for (int other = slotNext[slot]; other != slot; other = slotNext[other]) {
                    room[slotResource[other]] -= slotSlope[other] * level;
                    rising[slotResource[other]] -= slotSlope[other];
                }
                if (level != levelOf[variable]) {
                    move(variable, level, refilling);
                }
            }
        }
    }

    private void move(int variable, double level, Refilling refilling) {
        variables.level[variable] = level;
        variables.rate[variable] = Math.min(variables.cap[variable], variables.weight[variable] * level);
        refilling.changed(variable);
        moved++;
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

    private void stopAtCap(int variable, Refilling refilling) {
        double level = variables.top[variable];
        rises[variable] = false;
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            room[variables.slotResource[slot]] -= variables.slotSlope[slot] * level;
            rising[variables.slotResource[slot]] -= variables.slotSlope[slot];
        }
        if (level != variables.level[variable]) {
            move(variable, level, refilling);
        }
    }
}
