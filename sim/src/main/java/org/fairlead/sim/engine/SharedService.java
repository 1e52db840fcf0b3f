// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import java.util.Arrays;
import org.fairlead.core.flow.FairRates;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.Tournament;

/**
 * Who is served at which rate: activities in bundles, bundles in groups, groups as variables of the solver. Changes wait until
 * {@link #settle}, which solves once for all of them.
 */
final class SharedService {
    private static final int MANY = 8;
    private static final double[] ONE = new double[1];

    private final FairRates rates;
    /** Divides the rate of a group among unlike bundles: one resource, whose capacity is that rate. */
    private final FairRates within;

    final Activities activities = new Activities();
    final Bundles bundles = new Bundles(activities);
    private final Groups groups = new Groups();
    /** Bundles by when their first activity ends. */
    final Tournament ends = new Tournament();

    /** By variable: its group; −1 for none. */
    private int[] groupOf = new int[16];
    /** By variable: the bundle of a group without an owner; −1 for others. */
    private int[] onlyBundleOf = new int[16];

    private int[] ownersGroups = new int[0];
    private int[] ownersCount = new int[0];
    private int[] pending = new int[16];
    private int pendingCount;
    private boolean changed;
    /** Whether so many ends are predicted anew that ordering them once costs less. */
    private boolean manyEnds;

    private int[] shares = new int[16];

    SharedService(SharingRule rule, double[] capacities) {
        rates = new FairRates(rule, capacities);
        within = new FairRates(rule, ONE);
    }

    FairRates rates() {
        return rates;
    }

    void capacity(int resource, double capacity) {
        rates.capacity(resource, capacity);
        changed = true;
    }

    int join(Want want, int[] path, double[] usages, double amount, long payload, double now) {
        int activity = activities.add(payload);
        enter(activity, want.weight, want.minimum, want.cap, want.owner, path, usages, amount, now);
        return activity;
    }

    /** What an activity wants, reused from call to call. */
    static final class Want {
        double weight = 1;
        double minimum;
        double cap = Double.POSITIVE_INFINITY;
        int owner = Groups.NOBODY;
    }

    private void enter(
            int activity,
            double weight,
            double minimum,
            double cap,
            int owner,
            int[] path,
            double[] usages,
            double amount,
            double now) {
        int group = group(owner, path, usages, weight, minimum, cap);
        int bundle = groups.firstBundle[group];
        while (bundle >= 0
                && !(bundles.weight[bundle] == weight
                        && bundles.minimum[bundle] == minimum
                        && bundles.cap[bundle] == cap)) {
            bundle = bundles.sibling[bundle];
        }
        if (bundle < 0) {
            bundle = bundles.add(group, weight, minimum, cap, now);
            bundles.sibling[bundle] = groups.firstBundle[group];
            groups.firstBundle[group] = bundle;
        }
        bundles.join(bundle, activity, amount, now);
        count(group, 1);
    }

    private int group(int owner, int[] path, double[] usages, double weight, double minimum, double cap) {
        int hash = Groups.hash(owner, path, weight, minimum, cap);
        for (int group = groups.first(hash); group >= 0; group = groups.after(group)) {
            int bundle = groups.firstBundle[group];
            boolean alike = owner != Groups.NOBODY
                    || (bundle >= 0
                            && bundles.weight[bundle] == weight
                            && bundles.minimum[bundle] == minimum
                            && bundles.cap[bundle] == cap);
            if (alike && groups.isOn(group, owner, path, usages)) {
                return group;
            }
        }
        int group = groups.add(hash, owner, path, usages);
        if (owner != Groups.NOBODY) {
            if (owner >= ownersGroups.length) {
                int before = ownersGroups.length;
                int room = Math.max(owner + 1, Math.max(16, before * 2));
                ownersGroups = Arrays.copyOf(ownersGroups, room);
                Arrays.fill(ownersGroups, before, room, -1);
                ownersCount = Arrays.copyOf(ownersCount, room);
            }
            groups.sibling[group] = ownersGroups[owner];
            ownersGroups[owner] = group;
        }
        return group;
    }

    private void count(int group, int more) {
        groups.count[group] += more;
        int owner = groups.owner[group];
        if (owner == Groups.NOBODY) {
            await(group);
            return;
        }
        ownersCount[owner] += more;
        for (int other = ownersGroups[owner]; other >= 0; other = groups.sibling[other]) {
            await(other);
        }
    }

    private void await(int group) {
        changed = true;
        if (!groups.pending[group]) {
            groups.pending[group] = true;
            if (pendingCount == pending.length) {
                pending = Arrays.copyOf(pending, pendingCount * 2);
            }
            pending[pendingCount++] = group;
        }
    }

    /** Takes an activity away; its number is free only after {@link Activities#remove}. */
    void leave(int activity, double now) {
        int bundle = activities.bundle[activity];
        bundles.advance(bundle, now);
        bundles.leave(bundle, activity);
        ends.set(bundle, bundles.nextEnd(bundle, now));
        count(bundles.group[bundle], -1);
    }

    double remaining(int activity, double now) {
        return bundles.remaining(activities.bundle[activity], activity, now);
    }

    double rate(int activity) {
        return bundles.rate[activities.bundle[activity]];
    }

    int[] path(int activity) {
        return groups.resources[bundles.group[activities.bundle[activity]]];
    }

    /** Goes on over another path with what remains. */
    void move(int activity, int[] path, double[] usages, double now) {
        int bundle = activities.bundle[activity];
        double left = bundles.remaining(bundle, activity, now);
        double weight = bundles.weight[bundle];
        double minimum = bundles.minimum[bundle];
        double cap = bundles.cap[bundle];
        int owner = groups.owner[bundles.group[bundle]];
        leave(activity, now);
        enter(activity, weight, minimum, cap, owner, path, usages, left, now);
    }

    /** Goes on with what remains, guaranteed another minimum. */
    void guarantee(int activity, double minimum, double now) {
        int bundle = activities.bundle[activity];
        if (bundles.minimum[bundle] == minimum) {
            return;
        }
        double left = bundles.remaining(bundle, activity, now);
        double weight = bundles.weight[bundle];
        double cap = bundles.cap[bundle];
        int group = bundles.group[bundle];
        int owner = groups.owner[group];
        int[] path = groups.resources[group];
        double[] usages = groups.usages[group];
        leave(activity, now);
        enter(activity, weight, minimum, cap, owner, path, usages, left, now);
    }

    /** Solves for all changes since the last call, and predicts the ends anew. */
    void settle(double now) {
        if (!changed) {
            return;
        }
        changed = false;
        for (int i = 0; i < pendingCount; i++) {
            submit(pending[i]);
        }
        rates.solve();
        manyEnds = rates.lookedAt() > ends.bound() / MANY;
        for (int i = 0; i < rates.lookedAt(); i++) {
            int variable = rates.lookedAt(i);
            if (onlyBundleOf[variable] >= 0) {
                serve(onlyBundleOf[variable], rates.rate(variable), now);
            } else if (groupOf[variable] >= 0 && !groups.pending[groupOf[variable]]) {
                divide(groupOf[variable], now);
            }
        }
        for (int i = 0; i < pendingCount; i++) {
            int group = pending[i];
            groups.pending[group] = false;
            if (groups.count[group] > 0) {
                divide(group, now);
            } else {
                drop(group);
            }
        }
        pendingCount = 0;
        if (manyEnds) {
            ends.restore();
        }
    }

    /** Gives the solver what a group is now. */
    private void submit(int group) {
        int variable = groups.variable[group];
        int count = groups.count[group];
        dropEmptyBundles(group);
        if (count == 0) {
            if (variable >= 0) {
                rates.remove(variable);
                groupOf[variable] = -1;
                onlyBundleOf[variable] = -1;
                groups.variable[group] = -1;
            }
            return;
        }
        int owner = groups.owner[group];
        if (owner == Groups.NOBODY && variable >= 0) {
            rates.flows(variable, count);
            return;
        }
        int bundle = groups.firstBundle[group];
        double weight = bundles.weight[bundle];
        double minimum = bundles.minimum[bundle];
        double cap = bundles.cap[bundle];
        if (owner != Groups.NOBODY) {
            weight = (double) count / ownersCount[owner];
            minimum = 0;
            cap = 0;
            for (int member = bundle; member >= 0; member = bundles.sibling[member]) {
                minimum += bundles.count[member] * bundles.minimum[member];
                cap += bundles.count[member] * bundles.cap[member];
            }
            count = 1;
        }
        if (variable >= 0) {
            rates.change(variable, count, weight, minimum, cap);
        } else {
            int[] path = groups.resources[group];
            add(group, rates.add(weight, minimum, cap, count, path, groups.usages[group], path.length));
        }
    }

    private void add(int group, int variable) {
        groups.variable[group] = variable;
        if (variable >= groupOf.length) {
            groupOf = Arrays.copyOf(groupOf, Math.max(variable + 1, groupOf.length * 2));
            onlyBundleOf = Arrays.copyOf(onlyBundleOf, groupOf.length);
        }
        groupOf[variable] = group;
        onlyBundleOf[variable] = groups.owner[group] == Groups.NOBODY ? groups.firstBundle[group] : -1;
    }

    private void dropEmptyBundles(int group) {
        int before = -1;
        int bundle = groups.firstBundle[group];
        while (bundle >= 0) {
            int next = bundles.sibling[bundle];
            if (bundles.count[bundle] > 0) {
                before = bundle;
            } else {
                if (before < 0) {
                    groups.firstBundle[group] = next;
                } else {
                    bundles.sibling[before] = next;
                }
                ends.set(bundle, Double.POSITIVE_INFINITY);
                bundles.remove(bundle);
            }
            bundle = next;
        }
    }

    private void drop(int group) {
        int owner = groups.owner[group];
        if (owner != Groups.NOBODY) {
            if (ownersGroups[owner] == group) {
                ownersGroups[owner] = groups.sibling[group];
            } else {
                int before = ownersGroups[owner];
                while (groups.sibling[before] != group) {
                    before = groups.sibling[before];
                }
                groups.sibling[before] = groups.sibling[group];
            }
        }
        groups.remove(group);
    }

    /** Gives the bundles of a group their rates. */
    private void divide(int group, double now) {
        double rate = rates.rate(groups.variable[group]);
        int first = groups.firstBundle[group];
        if (groups.owner[group] == Groups.NOBODY) {
            serve(first, rate, now);
        } else if (bundles.sibling[first] < 0 || rate == Double.POSITIVE_INFINITY) {
            for (int bundle = first; bundle >= 0; bundle = bundles.sibling[bundle]) {
                serve(bundle, Math.min(bundles.cap[bundle], rate / bundles.count[bundle]), now);
            }
        } else {
            divideUnlike(first, rate, now);
        }
    }

    private void divideUnlike(int first, double rate, double now) {
        within.capacity(0, rate);
        int[] path = {0};
        int count = 0;
        for (int bundle = first; bundle >= 0; bundle = bundles.sibling[bundle]) {
            if (count == shares.length) {
                shares = Arrays.copyOf(shares, count * 2);
            }
            shares[count++] = within.add(
                    bundles.weight[bundle],
                    bundles.minimum[bundle],
                    bundles.cap[bundle],
                    bundles.count[bundle],
                    path,
                    NO_USAGES,
                    1);
        }
        within.solve();
        count = 0;
        for (int bundle = first; bundle >= 0; bundle = bundles.sibling[bundle]) {
            serve(bundle, within.rate(shares[count]), now);
            within.remove(shares[count++]);
        }
    }

    static final double[] NO_USAGES = {};

    private void serve(int bundle, double rate, double now) {
        bundles.advance(bundle, now);
        bundles.rate[bundle] = rate;
        if (manyEnds) {
            ends.setLater(bundle, bundles.nextEnd(bundle, now));
        } else {
            ends.set(bundle, bundles.nextEnd(bundle, now));
        }
    }
}
