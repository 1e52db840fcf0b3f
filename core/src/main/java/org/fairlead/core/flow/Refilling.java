// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * One pass of the level over what changed: the algorithm of {@link FairRates}, which says what is released and when.
 *
 * <p>While the level rises, a released variable contributes {@code intercept + slope·level} to the load of its resources until its next
 * bend; all others contribute their fixed rates. A resource waits for the level of what happens to it next: it becomes full, or it
 * reaches the level it had before, where those who were stopped by it are released. At one level, variables bend before resources
 * act, and lower numbers come first.
 *
 * <p>Sums that rise and fall lose digits, so a resource's sums are made anew before anybody stops because of it.
 */
final class Refilling {
    /** Levels that differ by this share are the same. */
    private static final double ROUNDING = 1e-13;
    /** A load may exceed its capacity by this share from the rounding of sums. */
    private static final double EXCESS = 1e-14;
    /** What has sunk below this share of what it was has lost too many digits. */
    private static final double SMALL = 1e-2;
    /** How often a resource guesses at which level it will be full, instead of releasing its users where it seems to be full. */
    private static final int GUESSES = 3;

    private final SharingRule rule;
    private final Resources resources;
    private final Variables variables;
    private final FirstGuess guess;
    private int pass;

    private final ChangedVariables lookedAt = new ChangedVariables();
    /** By variable: the pass in which it was last released. */
    private int[] releasedIn = new int[16];

    private final RateSlopes slopes = new RateSlopes();
    private int[] fresh = new int[16];
    private int freshCount;
    private final LevelHeap bends = new LevelHeap();

    /** By resource: what it carries of those that do not rise, plus the intercepts of those that do. */
    private final double[] base;

    private final double[] rising;
    /** The most that {@code rising} was since it was summed anew. */
    private final double[] peak;

    private final int[] risingUsers;
    private final int[] touchedIn;
    /** Whether those stopped by it before wait for their level. */
    private final boolean[] holds;
    /** Whether all its users with a level above the present one have been released. */
    private final boolean[] open;
    /** Whether it has become full in this pass. */
    private final boolean[] closed;

    private final int[] guesses;

    private final int[] touched;
    private int touchedCount;
    private final LevelHeap levels = new LevelHeap();
    private double reached;

    Refilling(SharingRule rule, Resources resources, Variables variables) {
        this.rule = rule;
        this.resources = resources;
        this.variables = variables;
        guess = new FirstGuess(rule, resources, variables);
        int size = resources.size();
        base = new double[size];
        rising = new double[size];
        peak = new double[size];
        risingUsers = new int[size];
        touchedIn = new int[size];
        holds = new boolean[size];
        open = new boolean[size];
        closed = new boolean[size];
        guesses = new int[size];
        touched = new int[size];
        pass = 1;
    }

    /** A new variable takes the number: what is known of an older one does not count. */
    void forget(int variable) {
        if (variable >= releasedIn.length) {
            int room = Math.max(variable + 1, releasedIn.length * 2);
            releasedIn = Arrays.copyOf(releasedIn, room);
            slopes.makeRoom(room);
        }
        releasedIn[variable] = 0;
    }

    /** Notes a variable whose rate has changed. */
    void changed(int variable) {
        lookedAt.note(variable);
    }

    /** A variable that nothing bounds yet rises from the lowest level in the next pass. */
    void releaseAtBottom(int variable) {
        changed(variable);
        if (freshCount == fresh.length) {
            fresh = Arrays.copyOf(fresh, freshCount * 2);
        }
        fresh[freshCount++] = variable;
    }

    /** Those whose rate may have changed. */
    ChangedVariables lookedAt() {
        return lookedAt;
    }

    /** Fills all anew instead. */
    int refillWhole(WholeRefill whole) {
        lookedAt.begin();
        freshCount = 0;
        int moved = whole.refill(this);
        end();
        return moved;
    }

    private void end() {
        lookedAt.end();
        pass++;
    }

    void refill(int[] dirty, int dirtyCount) {
        lookedAt.begin();
        touchedCount = 0;
        reached = rule.bottom();
        for (int i = 0; i < dirtyCount; i++) {
            touch(dirty[i]);
        }
        for (int i = 0; i < freshCount; i++) {
            int variable = fresh[i];
            if (variables.count[variable] > 0
                    && variables.level[variable] == Double.POSITIVE_INFINITY
                    && releasedIn[variable] != pass) {
                release(variable);
            }
        }
        freshCount = 0;
        for (int i = 0; i < dirtyCount; i++) {
            await(dirty[i]);
        }
        rise();
        for (int i = 0; i < touchedCount; i++) {
            resources.load[touched[i]] = base[touched[i]];
        }
        end();
    }

    private void rise() {
        while (true) {
            double bend = bends.lowestKey();
            double level = levels.lowestKey();
            if (bend <= level) {
                if (bend == Double.POSITIVE_INFINITY) {
                    return;
                }
                reached = Math.max(reached, bend);
                int variable = bends.lowest();
                leaveSlope(variable);
                follow(variable);
            } else {
                reached = Math.max(reached, level);
                act(levels.lowest());
            }
        }
    }

    /** The level has reached what the resource waited for. */
    private void act(int resource) {
        if (holds[resource] && resources.level[resource] <= reached) {
            letGo(resource);
        } else if (!open[resource]) {
            double level = guesses[resource]++ < GUESSES ? guess.below(resource, slopes.rises) : reached;
            if (level > reached + ROUNDING * Math.abs(reached)) {
                levels.set(resource, holds[resource] ? Math.min(level, resources.level[resource]) : level);
                return;
            }
            open[resource] = true;
            releaseAbove(resource);
        } else if (risingUsers[resource] > 0) {
            fill(resource);
            return;
        }
        await(resource);
    }

    /** At its old level, a resource that is no longer full releases those whom it had stopped. */
    private void letGo(int resource) {
        holds[resource] = false;
        open[resource] = true;
        double before = resources.level[resource];
        if (isFullAt(resource, before)) {
            closed[resource] = true;
            stopUsers(resource, before);
            return;
        }
        resources.level[resource] = Double.POSITIVE_INFINITY;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int variable = variables.slotVariable[slots[i]];
            if (variables.level[variable] >= before && releasedIn[variable] != pass) {
                release(variable);
            }
        }
        sumAnew(resource);
    }

    /** Whether it would be full at its old level again, were those it had stopped to rise from there. */
    private boolean isFullAt(int resource, double level) {
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

    /** A resource that gets full lowers those with a higher level. */
    private void releaseAbove(int resource) {
        holds[resource] = false;
        resources.level[resource] = Double.POSITIVE_INFINITY;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int variable = variables.slotVariable[slots[i]];
            if (variables.level[variable] > reached && releasedIn[variable] != pass) {
                release(variable);
            }
        }
        sumAnew(resource);
    }

    /** Stops the users of a resource that is full, unless the sums, made anew, say that it is not yet. */
    private void fill(int resource) {
        if (!closed[resource]) {
            sumAnew(resource);
            double level = fullAt(resource, 0);
            if (level > reached + ROUNDING * Math.abs(reached)) {
                levels.set(resource, level);
                return;
            }
            closed[resource] = true;
            resources.level[resource] = reached;
        }
        stopUsers(resource, resources.level[resource]);
        levels.remove(resource);
    }

    private void stopUsers(int resource, double level) {
        int[] slots = resources.slots[resource];
        for (int i = 0; risingUsers[resource] > 0 && i < resources.users[resource]; i++) {
            int variable = variables.slotVariable[slots[i]];
            if (slopes.rises[variable]) {
                leaveSlope(variable);
                stop(variable, level);
            }
        }
    }

    private void sumAnew(int resource) {
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

    private void touch(int resource) {
        if (touchedIn[resource] != pass) {
            touchedIn[resource] = pass;
            touched[touchedCount++] = resource;
            base[resource] = resources.load[resource];
            rising[resource] = 0;
            peak[resource] = 0;
            risingUsers[resource] = 0;
            holds[resource] = resources.level[resource] != Double.POSITIVE_INFINITY;
            open[resource] = false;
            closed[resource] = false;
            guesses[resource] = 0;
        }
    }

    /** Puts a resource where it belongs among those that wait. */
    private void await(int resource) {
        double level;
        if (risingUsers[resource] > 0) {
            if (rising[resource] < SMALL * peak[resource]) {
                sumAnew(resource);
            }
            level = closed[resource] ? resources.level[resource] : fullAt(resource, safety(resource));
        } else {
            boolean overloaded = !open[resource] && base[resource] > resources.capacity[resource] * (1 + EXCESS);
            level = overloaded ? reached : Double.POSITIVE_INFINITY;
        }
        levels.set(resource, holds[resource] ? Math.min(level, resources.level[resource]) : level);
    }

    /** What the rounding of sums may amount to, where it would be felt: then the resource is looked at a little too early. */
    private double safety(int resource) {
        double scale = resources.capacity[resource] + resources.load[resource];
        double room = resources.capacity[resource] - base[resource];
        return room < SMALL * scale ? ROUNDING * scale : 0;
    }

    private double fullAt(int resource, double safety) {
        double room = resources.capacity[resource] - base[resource] - safety;
        if (rising[resource] > 0) {
            return Math.max(reached, room / rising[resource]);
        }
        return room < 0 && !open[resource] ? reached : Double.POSITIVE_INFINITY;
    }

    private void release(int variable) {
        if (variables.top[variable] <= reached) {
            return;
        }
        changed(variable);
        releasedIn[variable] = pass;
        slopes.rises[variable] = true;
        int end = variables.first[variable] + variables.uses[variable];
        double before = variables.count[variable] * variables.rate[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            touch(resource);
            base[resource] -= before * variables.slotUsage[slot];
            risingUsers[resource]++;
        }
        follow(variable);
    }

    /** Joins the loads at the slope that the variable has from the present level on, or stops it at its cap. */
    private void follow(int variable) {
        if (reached >= variables.top[variable]) {
            stop(variable, reached);
            return;
        }
        bends.set(variable, slopes.follow(variable, reached, variables));
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            base[resource] += taken * slopes.intercept[variable];
            rising[resource] += taken * slopes.slope[variable];
            peak[resource] = Math.max(peak[resource], rising[resource]);
            await(resource);
        }
    }

    private void leaveSlope(int variable) {
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            base[resource] -= taken * slopes.intercept[variable];
            rising[resource] -= taken * slopes.slope[variable];
        }
    }

    /** The variable stays at a level; it has left its slope. */
    private void stop(int variable, double level) {
        slopes.rises[variable] = false;
        bends.remove(variable);
        double stays = Math.min(level, variables.top[variable]);
        double rate = variables.rateAt(variable, stays);
        variables.level[variable] = stays;
        variables.rate[variable] = rate;
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            base[resource] += variables.count[variable] * variables.slotUsage[slot] * rate;
            risingUsers[resource]--;
            await(resource);
        }
    }
}
