// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * The exact fair rates of a system that changes: variables come and go, resources change capacity, and {@link #solve} finds the new
 * rates at a cost of what changes, not of the whole system. A variable stands for one or many alike flows. Deterministic; not safe for
 * threads.
 *
 * <p>Model: variable v has n(v) flows, each with a rate x(v); each takes a(v,r)·x(v) of resource r, which carries at most C(r). The
 * {@link SharingRule} gives x(v) = X(v, λ) at level λ, never above the cap.
 *
 * <pre>
 *   for each resource r:  Σ { n(v)·a(v,r)·x(v) } ≤ C(r)
 *   for each variable v:  x(v) = X(v, λ(v)),  0 ≤ x(v) ≤ cap(v)
 * </pre>
 *
 * Among the levels that satisfy these, the fair ones are those where none can be raised without lowering one that is not higher. The
 * rates are unique, and are those for which every variable has its cap or a <em>bottleneck</em>: a full resource on which no level is
 * higher. So they follow from one level a resource, Λ(r), infinite where it is not full: λ(v) = min { Λ(r) : a(v,r) &gt; 0 }.
 *
 * <p>Goals: a relative error under 1e-9; a change that touches little costs little; no allocation per change.
 *
 * <p>Constraints: capacities are finite and at least 0. A variable that no resource bounds has its cap as its rate.
 *
 * <p>Algorithm: progressive filling (Bertsekas and Gallager, Data Networks, 6.5.2) that begins where something changes. The level
 * rises; below the level reached, all is final. A variable is <em>released</em>, that is, rises with the level again,
 * <ul>
 *   <li>at the level Λ(r) of its bottleneck, when the load of r changed so that r is no longer full;
 *   <li>at the level at which another of its resources becomes full, when its own level was higher.
 * </ul>
 * It stops at its cap, or when the level has filled one of its resources. All others keep their rates. Since the level only rises, and
 * what is released later was at a higher level, one pass finds the rates, and the first pass is plain progressive filling. Where a pass has looked
 * at a large share of all variables, the next passes fill all anew in tighter loops, until few rates move again.
 *
 * <p>Example: links of 10 in a row, one flow over both, one over the first and two over the second alone. All rise to 10/3, where the
 * second link is full; the one on the first link alone goes on to 20/3. When that one ends, the first link is no longer full; nobody
 * else has it as a bottleneck, so nothing else is looked at.
 */
public final class FairRates {
    private static final double[] ONCE = {};
    /** When a pass looks at more than one variable for this many in the system (and resources), the next fills all anew, which costs less for each. */
    private static final int OFTEN = 8;
    /** When fewer than one in this many rates moved several times in a row, the next pass looks only at what changes again. */
    private static final int RARELY = 32;

    private static final int PATIENCE = 4;
    /** Below this, it does not matter. */
    private static final int FEW = 16;

    private final SharingRule rule;
    private final Resources resources;
    private final Variables variables = new Variables();
    private final Refilling refilling;
    /** Resources whose load or capacity changed since the last solution, and who is among them. */
    private int[] dirty = new int[16];

    private int dirtyCount;
    private final boolean[] isDirty;
    private final Whole whole;
    private final WholeRefill wholeRefill;
    private int present;
    /** How many of the next passes fill all anew. */
    private int wholePasses;

    /** When a pass fills all anew, if the rule allows it. The rates are the same; tests force it. */
    enum Whole {
        WHEN_MANY_MOVE,
        ALWAYS,
        NEVER
    }

    /** @param capacities of each resource, at least 0 and finite */
    public FairRates(SharingRule rule, double[] capacities) {
        this(rule, capacities, Whole.WHEN_MANY_MOVE);
    }

    FairRates(SharingRule rule, double[] capacities, Whole whole) {
        this.rule = rule;
        this.whole = rule == SharingRule.MAX_MIN ? whole : Whole.NEVER;
        for (double capacity : capacities) {
            checkCapacity(capacity);
        }
        resources = new Resources(capacities);
        refilling = new Refilling(rule, resources, variables);
        wholeRefill = new WholeRefill(resources, variables);
        isDirty = new boolean[capacities.length];
    }

    private static void checkCapacity(double capacity) {
        if (!(capacity >= 0) || Double.isInfinite(capacity)) {
            throw new IllegalArgumentException("a resource's capacity must be at least 0 and finite, not " + capacity);
        }
    }

    /**
     * Adds flows that use each resource once.
     *
     * @param flows how many, at least 1
     * @param used resources
     * @return the variable's number; numbers of removed ones are used again
     */
    public int add(Demand demand, int flows, int[] used) {
        return add(demand.weight(), demand.minimum(), demand.cap(), flows, used, ONCE, used.length);
    }

    /** @param usages of each of {@code used}, at least 0 and finite; 0 bounds nothing */
    public int add(Demand demand, int flows, int[] used, double[] usages) {
        return add(demand.weight(), demand.minimum(), demand.cap(), flows, used, checked(used, usages), used.length);
    }

    /** The same for callers that add millions: {@code usages} may be empty, for once each; only the first {@code length} uses count. */
    public int add(double weight, double minimum, double cap, int flows, int[] used, double[] usages, int length) {
        checkCount(flows);
        int variable = variables.add(slotsFor(used, usages, length));
        present++;
        variables.count[variable] = flows;
        variables.rate[variable] = 0;
        int filled = variables.first[variable];
        for (int i = 0; i < length; i++) {
            double usage = usages.length == 0 ? 1 : usages[i];
            if (earlier(used, usages, i) >= 0) {
                addUsage(variable, used[i], usage);
            } else if (usage > 0) {
                variables.slotResource[filled] = used[i];
                variables.slotUsage[filled] = usage;
                resources.enter(filled, variables);
                filled++;
            }
        }
        refilling.forget(variable);
        change(variable, flows, weight, minimum, cap);
        return variable;
    }

    private static double[] checked(int[] used, double[] usages) {
        if (usages.length != used.length) {
            throw new IllegalArgumentException(usages.length + " usages for " + used.length + " resources");
        }
        return usages;
    }

    private static int slotsFor(int[] used, double[] usages, int length) {
        int slots = 0;
        for (int i = 0; i < length; i++) {
            double usage = usages.length == 0 ? 1 : usages[i];
            if (!(usage >= 0) || Double.isInfinite(usage)) {
                throw new IllegalArgumentException("a usage must be at least 0 and finite, not " + usage);
            }
            slots += usage > 0 && earlier(used, usages, i) < 0 ? 1 : 0;
        }
        return slots;
    }

    /** Where a resource stood before in a list, with a usage; −1 if it did not. */
    private static int earlier(int[] used, double[] usages, int at) {
        for (int i = 0; i < at; i++) {
            if (used[i] == used[at] && (usages.length == 0 || usages[i] > 0)) {
                return i;
            }
        }
        return -1;
    }

    /** One that stands several times is one use with the sum. */
    private void addUsage(int variable, int resource, double usage) {
        for (int slot = variables.first[variable]; ; slot++) {
            if (variables.slotResource[slot] == resource) {
                variables.slotUsage[slot] += usage;
                return;
            }
        }
    }

    private static void checkCount(int flows) {
        if (flows < 1) {
            throw new IllegalArgumentException("a variable needs at least 1 flow, not " + flows);
        }
    }

    /** Takes a variable away. */
    public void remove(int variable) {
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            resources.load[resource] -=
                    variables.count[variable] * variables.slotUsage[slot] * variables.rate[variable];
            resources.leave(slot, variables);
            touch(resource);
        }
        variables.remove(variable);
        present--;
    }

    /** How many flows a variable stands for from now on. */
    public void flows(int variable, int flows) {
        checkCount(flows);
        int end = variables.first[variable] + variables.uses[variable];
        double more = (double) (flows - variables.count[variable]) * variables.rate[variable];
        variables.count[variable] = flows;
        double slope = flows * variables.weight[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            resources.load[resource] += more * variables.slotUsage[slot];
            variables.slotSlope[slot] = slope * variables.slotUsage[slot];
            touch(resource);
        }
    }

    /** How many flows a variable stands for, and what each wants, from now on. */
    public void change(int variable, int flows, double weight, double minimum, double cap) {
        checkCount(flows);
        Demand.check(weight, minimum, cap);
        variables.want(variable, rule, weight, minimum, cap);
        int first = variables.first[variable];
        int end = first + variables.uses[variable];
        double level = variables.top[variable];
        for (int slot = first; slot < end; slot++) {
            level = Math.min(level, resources.level[variables.slotResource[slot]]);
        }
        double before = variables.count[variable] * variables.rate[variable];
        variables.count[variable] = flows;
        variables.level[variable] = level;
        if (level == Double.POSITIVE_INFINITY && first < end) {
            variables.rate[variable] = 0;
            refilling.releaseAtBottom(variable);
        } else {
            variables.rate[variable] = variables.rateAt(variable, level);
            refilling.changed(variable);
        }
        double more = flows * variables.rate[variable] - before;
        for (int slot = first; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            resources.load[resource] += more * variables.slotUsage[slot];
            variables.slotSlope[slot] = flows * weight * variables.slotUsage[slot];
            touch(resource);
        }
    }

    /** @param capacity from now on, at least 0 and finite */
    public void capacity(int resource, double capacity) {
        checkCapacity(capacity);
        resources.capacity[resource] = capacity;
        touch(resource);
    }

    private void touch(int resource) {
        if (!isDirty[resource]) {
            isDirty[resource] = true;
            resources.usersChanged[resource] = true;
            if (dirtyCount == dirty.length) {
                dirty = Arrays.copyOf(dirty, dirtyCount * 2);
            }
            dirty[dirtyCount++] = resource;
        }
    }

    /** Finds the rates after all changes since the last call. */
    public void solve() {
        int size = present + resources.size();
        if (wholePasses > 0 || whole == Whole.ALWAYS) {
            boolean many = refilling.refillWhole(wholeRefill) > size / RARELY;
            wholePasses = many ? PATIENCE : wholePasses - 1;
        } else {
            refilling.refill(dirty, dirtyCount);
            boolean many = present >= FEW && refilling.lookedAt().size() > size / OFTEN;
            wholePasses = many && whole != Whole.NEVER ? PATIENCE : 0;
        }
        for (int i = 0; i < dirtyCount; i++) {
            isDirty[dirty[i]] = false;
        }
        dirtyCount = 0;
    }

    /** Bytes per second of each flow of a variable, as of the last solution. */
    public double rate(int variable) {
        return variables.rate[variable];
    }

    /** Flows of a variable. */
    public int flows(int variable) {
        return variables.count[variable];
    }

    /** Bytes per second that a resource carries. */
    public double load(int resource) {
        return resources.load[resource];
    }

    /** The capacity that a resource has now. */
    public double capacity(int resource) {
        return resources.capacity[resource];
    }

    /**
     * Adds to a sum of each resource, the first ones if there are fewer sums, what it could have carried besides in so many seconds at the present rates.
     *
     * @param sums in bytes, by resource
     */
    public void addLeft(double seconds, double[] sums) {
        double[] capacity = resources.capacity;
        double[] load = resources.load;
        for (int resource = 0; resource < sums.length; resource++) {
            sums[resource] += seconds * Math.max(0, capacity[resource] - load[resource]);
        }
    }

    /** How many variables the last solution looked at: all whose rate may have changed, some of them gone since. */
    public int lookedAt() {
        return refilling.lookedAt().size();
    }

    /** One of the variables the last solution looked at. */
    public int lookedAt(int index) {
        return refilling.lookedAt().get(index);
    }
}
