// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;
import java.util.List;

/**
 * Fair rates straight from their definition, as slowly as that is: find the lowest level at which some resource overflows when all who
 * are not yet stopped have it, stop its users there, begin again. The level of a resource is found from a sorted list of the bends of
 * its users' rates. Written apart from the solver; shares nothing with it but the inputs.
 */
final class BruteForceRates {
    private final SharingRule rule;
    private final double[] capacities;
    private final List<RandomSystem.Wish> wishes;
    private final double[] levels;

    private BruteForceRates(SharingRule rule, double[] capacities, List<RandomSystem.Wish> wishes) {
        this.rule = rule;
        this.capacities = capacities;
        this.wishes = wishes;
        levels = new double[wishes.size()];
        Arrays.fill(levels, Double.NaN);
    }

    static double[] of(SharingRule rule, double[] capacities, List<RandomSystem.Wish> wishes) {
        BruteForceRates system = new BruteForceRates(rule, capacities, wishes);
        return system.rates();
    }

    private double[] rates() {
        boolean[] done = new boolean[capacities.length];
        while (true) {
            double lowest = Double.POSITIVE_INFINITY;
            int tightest = -1;
            for (int r = 0; r < capacities.length; r++) {
                double level = done[r] ? Double.POSITIVE_INFINITY : levelOf(r);
                if (level < lowest) {
                    lowest = level;
                    tightest = r;
                }
            }
            if (tightest < 0) {
                break;
            }
            done[tightest] = true;
            for (int v = 0; v < levels.length; v++) {
                if (Double.isNaN(levels[v]) && usage(v, tightest) > 0) {
                    levels[v] = lowest;
                }
            }
        }
        double[] rates = new double[levels.length];
        for (int v = 0; v < rates.length; v++) {
            rates[v] = rate(v, Double.isNaN(levels[v]) ? 1e300 : levels[v]);
        }
        return rates;
    }

    private double usage(int v, int resource) {
        RandomSystem.Wish wish = wishes.get(v);
        double sum = 0;
        for (int i = 0; i < wish.used.length; i++) {
            sum += wish.used[i] == resource ? wish.usages[i] : 0;
        }
        return sum * wish.flows;
    }

    /** The definition of the rules, with a level from −1 (nothing) over 0 (minima) up. */
    private double rate(int v, double level) {
        Demand d = wishes.get(v).demand;
        double g = rule == SharingRule.MAX_MIN ? 0 : Math.min(d.minimum(), d.cap());
        if (level <= 0) {
            return g * (1 + level);
        }
        double raised = level * d.weight();
        return switch (rule) {
            case MAX_MIN -> Math.min(d.cap(), raised);
            case MAX_MIN_WITH_MINIMA -> Math.min(d.cap(), Math.max(g, raised));
            case HTB -> Math.min(d.cap(), g + raised);
        };
    }

    /** Where the load of a resource reaches its capacity; infinite if it never does, or if nobody is left to stop. */
    private double levelOf(int resource) {
        double[] bends = new double[2 + 3 * levels.length];
        int count = 0;
        bends[count++] = -1;
        bends[count++] = 0;
        boolean any = false;
        for (int v = 0; v < levels.length; v++) {
            if (usage(v, resource) > 0) {
                if (!Double.isNaN(levels[v])) {
                    bends[count++] = levels[v];
                    continue;
                }
                any = true;
                Demand d = wishes.get(v).demand;
                bends[count++] = d.minimum() / d.weight();
                if (Double.isFinite(d.cap())) {
                    bends[count++] = d.cap() / d.weight();
                    bends[count++] = Math.max(0, d.cap() - Math.min(d.minimum(), d.cap())) / d.weight();
                }
            }
        }
        if (!any) {
            return Double.POSITIVE_INFINITY;
        }
        bends = Arrays.copyOf(bends, count);
        Arrays.sort(bends);
        double below = bends[0];
        double loadBelow = load(resource, below);
        for (int i = 1; i <= count; i++) {
            double above = i < count ? bends[i] : bends[count - 1] + 1e12;
            double loadAbove = load(resource, above);
            if (loadAbove > capacities[resource]) {
                double level = below + (above - below) * ((capacities[resource] - loadBelow) / (loadAbove - loadBelow));
                return Math.max(level, Double.NEGATIVE_INFINITY);
            }
            below = above;
            loadBelow = loadAbove;
        }
        return Double.POSITIVE_INFINITY;
    }

    private double load(int resource, double level) {
        double sum = 0;
        for (int v = 0; v < levels.length; v++) {
            double used = usage(v, resource);
            if (used > 0) {
                sum += used * rate(v, Double.isNaN(levels[v]) ? level : Math.min(level, levels[v]));
            }
        }
        return sum;
    }
}
