// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

/**
 * What each resource carries in a pass while the level rises: {@code base + rising·level}, in bytes per second. Variables whose rate stays are in the base; one that rises adds its
 * intercept to the base and its slope to what rises ({@link RateSlopes}), each times its flows and its usage.
 *
 * <p>Sums that rise and fall lose digits, so they can be made anew from a resource's users.
 */
final class RisingLoads {
    /** What a sum may be off by, as a share of what was summed. */
    private static final double ROUNDING = 1e-13;
    /** A load may exceed its capacity by this share from the rounding of sums. */
    private static final double EXCESS = 1e-14;
    /** What has sunk below this share of what it was has lost too many digits. */
    private static final double SMALL = 1e-2;

    private final Resources resources;
    private final Variables variables;
    private final RateSlopes slopes;

    /** By resource: what it carries of those that do not rise, plus the intercepts of those that do. */
    private final double[] base;

    private final double[] rising;
    /** The most that {@code rising} was since it was summed anew. */
    private final double[] peak;

    /** How many of its users rise. */
    private final int[] users;

    RisingLoads(Resources resources, Variables variables, RateSlopes slopes) {
        this.resources = resources;
        this.variables = variables;
        this.slopes = slopes;
        int size = resources.size();
        base = new double[size];
        rising = new double[size];
        peak = new double[size];
        users = new int[size];
    }

    /** A pass comes to a resource: none of its users rises yet. */
    void begin(int resource) {
        base[resource] = resources.load[resource];
        rising[resource] = 0;
        peak[resource] = 0;
        users[resource] = 0;
    }

    /** The pass is over, in which nobody rises any longer: what a resource carries is its load. */
    void end(int resource) {
        resources.load[resource] = base[resource];
    }

    /** A user of a resource, which carried so much of it, is about to rise. */
    void release(int resource, double carried) {
        base[resource] -= carried;
        users[resource]++;
    }

    /** A variable that rises has joined its slope: its part of the load of a resource that carries so many times its rate. */
    void join(int resource, int variable, double taken) {
        base[resource] += taken * slopes.intercept[variable];
        rising[resource] += taken * slopes.slope[variable];
        peak[resource] = Math.max(peak[resource], rising[resource]);
    }

    /** A variable leaves its slope, on all its resources. */
    void leave(int variable) {
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            base[resource] -= taken * slopes.intercept[variable];
            rising[resource] -= taken * slopes.slope[variable];
        }
    }

    /** A user of a resource, which carries so much of it, stays as it is. */
    void stop(int resource, double carried) {
        base[resource] += carried;
        users[resource]--;
    }

    boolean hasRisingUsers(int resource) {
        return users[resource] > 0;
    }

    /** Bytes per second that a resource carries more with each unit of the level. */
    double rising(int resource) {
        return rising[resource];
    }

    /** Capacity that is left at level 0. */
    double room(int resource) {
        return resources.capacity[resource] - base[resource];
    }

    /** Whether what does not rise exceeds the capacity, by more than rounding. */
    boolean isOverloaded(int resource) {
        return base[resource] > resources.capacity[resource] * (1 + EXCESS);
    }

    /** What the rounding of sums may amount to, where it would be felt: then the resource is looked at a little too early. */
    double safety(int resource) {
        double scale = resources.capacity[resource] + resources.load[resource];
        return room(resource) < SMALL * scale ? ROUNDING * scale : 0;
    }

    /** Makes the sums anew, if so little of them is left that it has too few digits. */
    void refresh(int resource) {
        if (rising[resource] < SMALL * peak[resource]) {
            sumAnew(resource);
        }
    }

    void sumAnew(int resource) {
        double sum = 0;
        double rate = 0;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int slot = slots[i];
            int variable = variables.slotVariable[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            if (slopes.rises[variable]) {
                sum += taken * slopes.intercept[variable];
                rate += taken * slopes.slope[variable];
            } else {
                sum += taken * variables.rate[variable];
            }
        }
        base[resource] = sum;
        rising[resource] = rate;
        peak[resource] = rate;
    }

    /** Whether a resource would be full at its old level again, were those it had stopped to rise from there. */
    boolean isFullAt(int resource, double level) {
        double fixed = 0;
        double bound = 0;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int slot = slots[i];
            int variable = variables.slotVariable[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            if (slopes.rises[variable] || variables.level[variable] == level) {
                bound += taken
                        * (slopes.rises[variable]
                                ? slopes.intercept[variable] + slopes.slope[variable] * level
                                : variables.rate[variable]);
            } else {
                fixed += taken * variables.rate[variable];
            }
        }
        double room = resources.capacity[resource] - fixed;
        return bound > 0 && Math.abs(room - bound) <= ROUNDING * bound;
    }
}
