// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * The variables of a system in columns, and which resources each uses. A variable's uses lie side by side as slots. Numbers and slots
 * of removed variables are used again.
 */
final class Variables {
    /** Bytes per second at level 0, per flow. */
    double[] floor = new double[16];
    /** The level from which the rate is {@code offset + weight·level}. */
    double[] from = new double[16];

    double[] offset = new double[16];
    double[] weight = new double[16];
    /** The lowest level with the rate {@code cap}. */
    double[] top = new double[16];

    double[] cap = new double[16];
    /** Flows; 0 for a number that is free. */
    int[] count = new int[16];
    /** The level at which its rate stays. */
    double[] level = new double[16];
    /** Bytes per second of each flow. */
    double[] rate = new double[16];
    /** Where its slots begin. */
    int[] first = new int[16];

    int[] uses = new int[16];
    /** One past the highest number given out. */
    int size;
    /** How many have a finite cap. */
    int capped;

    int[] slotResource = new int[64];
    double[] slotUsage = new double[64];
    /** Flows · weight · usage: how fast the load of the slot's resource rises with the level while the variable rises with its weight. */
    double[] slotSlope = new double[64];

    int[] slotVariable = new int[64];
    /** The next slot of the same variable; after the last one the first. */
    int[] slotNext = new int[64];
    /** Where the slot stands in its resource's list. */
    int[] slotNumber = new int[64];

    private int slots;
    private int freeNumber = -1;
    /** By the number of uses: where a free run of slots begins, or −1; the next one stands in its {@code slotNumber}. */
    private int[] freeRuns = new int[0];

    int add(int used) {
        int variable;
        if (freeNumber >= 0) {
            variable = freeNumber;
            freeNumber = first[variable];
        } else {
            if (size == count.length) {
                grow();
            }
            variable = size++;
        }
        cap[variable] = Double.POSITIVE_INFINITY;
        first[variable] = run(used, variable);
        uses[variable] = used;
        return variable;
    }

    void remove(int variable) {
        int length = uses[variable];
        if (length > 0) {
            slotNumber[first[variable]] = freeRuns[length];
            freeRuns[length] = first[variable];
        }
        capped -= isFinite(cap[variable]);
        cap[variable] = Double.POSITIVE_INFINITY;
        count[variable] = 0;
        uses[variable] = 0;
        first[variable] = freeNumber;
        freeNumber = variable;
    }

    private int run(int length, int variable) {
        if (length >= freeRuns.length) {
            int before = freeRuns.length;
            freeRuns = Arrays.copyOf(freeRuns, length + 1);
            Arrays.fill(freeRuns, before, length + 1, -1);
        }
        int start;
        if (length > 0 && freeRuns[length] >= 0) {
            start = freeRuns[length];
            freeRuns[length] = slotNumber[start];
        } else {
            start = slots;
            slots += length;
            if (slots > slotResource.length) {
                int room = Math.max(slots, slotResource.length * 2);
                slotResource = Arrays.copyOf(slotResource, room);
                slotUsage = Arrays.copyOf(slotUsage, room);
                slotSlope = Arrays.copyOf(slotSlope, room);
                slotVariable = Arrays.copyOf(slotVariable, room);
                slotNext = Arrays.copyOf(slotNext, room);
                slotNumber = Arrays.copyOf(slotNumber, room);
            }
        }
        for (int i = 0; i < length; i++) {
            slotVariable[start + i] = variable;
            slotNext[start + i] = start + (i + 1) % length;
        }
        return start;
    }

    private void grow() {
        int room = size * 2;
        floor = Arrays.copyOf(floor, room);
        from = Arrays.copyOf(from, room);
        offset = Arrays.copyOf(offset, room);
        weight = Arrays.copyOf(weight, room);
        top = Arrays.copyOf(top, room);
        cap = Arrays.copyOf(cap, room);
        count = Arrays.copyOf(count, room);
        level = Arrays.copyOf(level, room);
        rate = Arrays.copyOf(rate, room);
        first = Arrays.copyOf(first, room);
        uses = Arrays.copyOf(uses, room);
    }

    void want(int variable, SharingRule rule, double newWeight, double minimum, double newCap) {
        capped += isFinite(newCap) - isFinite(cap[variable]);
        double least = rule.floor(minimum, newCap);
        floor[variable] = least;
        from[variable] = rule.from(newWeight, least);
        offset[variable] = rule.offset(least);
        weight[variable] = newWeight;
        top[variable] = rule.top(newWeight, least, newCap);
        cap[variable] = newCap;
    }

    private static int isFinite(double rate) {
        return rate == Double.POSITIVE_INFINITY ? 0 : 1;
    }

    /** Bytes per second of a flow at a level. */
    double rateAt(int variable, double at) {
        if (at >= top[variable]) {
            return cap[variable];
        }
        if (at < 0) {
            return floor[variable] * (1 + at);
        }
        if (at < from[variable]) {
            return floor[variable];
        }
        return Math.min(cap[variable], offset[variable] + weight[variable] * at);
    }
}
