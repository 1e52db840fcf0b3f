// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/** The resources of a system in columns, and which variables use each. */
final class Resources {
    double[] capacity;
    /** Bytes per second of all its users, each times its usage; exact to rounding. */
    double[] load;
    /** The level at which it is full and its users stay; infinite when it is not full. */
    double[] level;
    /** Slots of its users, in no particular order. */
    int[][] slots;

    int[] users;
    /** Whether users came or went, or one wants another share, since {@link WholeRefill} last looked. */
    boolean[] usersChanged;

    Resources(double[] capacities) {
        capacity = capacities.clone();
        load = new double[capacities.length];
        level = new double[capacities.length];
        Arrays.fill(level, Double.POSITIVE_INFINITY);
        slots = new int[capacities.length][];
        users = new int[capacities.length];
        usersChanged = new boolean[capacities.length];
    }

    int size() {
        return capacity.length;
    }

    void enter(int slot, Variables variables) {
        int resource = variables.slotResource[slot];
        int place = users[resource]++;
        if (slots[resource] == null) {
            slots[resource] = new int[4];
        } else if (place == slots[resource].length) {
            slots[resource] = Arrays.copyOf(slots[resource], place * 2);
        }
        slots[resource][place] = slot;
        variables.slotNumber[slot] = place;
    }

    void leave(int slot, Variables variables) {
        int resource = variables.slotResource[slot];
        int place = variables.slotNumber[slot];
        int last = slots[resource][--users[resource]];
        slots[resource][place] = last;
        variables.slotNumber[last] = place;
        if (users[resource] == 0) {
            load[resource] = 0;
        }
    }
}
