// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * One pass of the level over what changed: the algorithm of {@link FairRates}, which says what is released and when.
 *
 * <p>While the level rises, a released variable contributes {@code intercept + slope·level} to the load of its resources until its next
 * bend; all others contribute their fixed rates ({@link RisingLoads}). A resource waits for the level of what happens to it next: it becomes full, or it
 * reaches the level it had before, where those who were stopped by it are released. At one level, variables bend before resources
 * act, and lower numbers come first.
 *
 * <p>A resource's sums are made anew before anybody stops because of it.
 */
final class Refilling {
    /** Levels that differ by this share are the same. */
    private static final double ROUNDING = 1e-13;
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

    private final RisingLoads loads;
    /** By resource: the pass that last came to it. */
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
        loads = new RisingLoads(resources, variables, slopes);
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
            loads.end(touched[i]);
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
                loads.leave(variable);
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
        } else if (loads.hasRisingUsers(resource)) {
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
        if (loads.isFullAt(resource, before)) {
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
        loads.sumAnew(resource);
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
        loads.sumAnew(resource);
    }

    /** Stops the users of a resource that is full, unless the sums, made anew, say that it is not yet. */
    private void fill(int resource) {
        if (!closed[resource]) {
            loads.sumAnew(resource);
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
        for (int i = 0; loads.hasRisingUsers(resource) && i < resources.users[resource]; i++) {
            int variable = variables.slotVariable[slots[i]];
            if (slopes.rises[variable]) {
                loads.leave(variable);
                stop(variable, level);
            }
        }
    }

    private void touch(int resource) {
        if (touchedIn[resource] != pass) {
            touchedIn[resource] = pass;
            touched[touchedCount++] = resource;
            loads.begin(resource);
            holds[resource] = resources.level[resource] != Double.POSITIVE_INFINITY;
            open[resource] = false;
            closed[resource] = false;
            guesses[resource] = 0;
        }
    }

    /** Puts a resource where it belongs among those that wait. */
    private void await(int resource) {
        double level;
        if (loads.hasRisingUsers(resource)) {
            loads.refresh(resource);
            level = closed[resource] ? resources.level[resource] : fullAt(resource, loads.safety(resource));
        } else {
            level = !open[resource] && loads.isOverloaded(resource) ? reached : Double.POSITIVE_INFINITY;
        }
        levels.set(resource, holds[resource] ? Math.min(level, resources.level[resource]) : level);
    }

    /** The level at which it will be full with those that rise now, no lower than the one reached. */
    private double fullAt(int resource, double safety) {
        double room = loads.room(resource) - safety;
        double rising = loads.rising(resource);
        if (rising > 0) {
            return Math.max(reached, room / rising);
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
            loads.release(resource, before * variables.slotUsage[slot]);
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
            loads.join(resource, variable, variables.count[variable] * variables.slotUsage[slot]);
            await(resource);
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
            loads.stop(resource, variables.count[variable] * variables.slotUsage[slot] * rate);
            await(resource);
        }
    }
}
