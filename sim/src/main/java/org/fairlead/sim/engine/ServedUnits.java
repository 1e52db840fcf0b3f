// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;

/** Counts what every resource of the engine carried, exactly, whenever somebody reads the counters. Costs nothing until it is switched on. */
public final class ServedUnits {
    private final Engine engine;
    private double[] counted = new double[64];
    private double[] amounts = new double[64];
    private int[][] resources = new int[64][];
    private double[][] usages = new double[64][];
    private double[] sums = new double[0];
    private boolean on;

    public ServedUnits(Engine engine) {
        this.engine = engine;
    }

    /** @param count of the engine's resources */
    public void switchOn(int count) {
        on = true;
        sums = new double[count];
    }

    public void begun(int activity, double amount, int[] used, double[] each) {
        if (!on) {
            return;
        }
        if (activity >= amounts.length) {
            amounts = Arrays.copyOf(amounts, Math.max(activity + 1, amounts.length * 2));
            counted = Arrays.copyOf(counted, amounts.length);
            resources = Arrays.copyOf(resources, amounts.length);
            usages = Arrays.copyOf(usages, amounts.length);
        }
        resources[activity] = used;
        usages[activity] = each;
        amounts[activity] = amount;
        counted[activity] = 0;
    }

    /** Before an activity goes on over other resources. */
    public void moves(int activity, double remaining, int[] used, double[] each) {
        if (on) {
            count(activity, remaining);
            resources[activity] = used;
            usages[activity] = each;
        }
    }

    /** Before an activity leaves the engine. */
    public void leaves(int activity, double remaining) {
        if (on) {
            count(activity, remaining);
        }
    }

    private void count(int activity, double remaining) {
        double served = amounts[activity] - remaining;
        double more = served - counted[activity];
        counted[activity] = served;
        int[] used = resources[activity];
        double[] each = usages[activity];
        for (int i = 0; i < used.length; i++) {
            sums[used[i]] += each.length == 0 ? more : more * each[i];
        }
    }

    /** Units that each resource has served since the start; not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    public double[] read() {
        for (int activity = 0; activity < engine.bound(); activity++) {
            if (engine.runs(activity)) {
                count(activity, engine.remaining(activity));
            }
        }
        return sums;
    }
}
