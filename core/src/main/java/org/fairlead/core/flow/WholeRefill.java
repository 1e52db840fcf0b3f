package org.fairlead.core.flow;

/**
 * Progressive filling from the bottom for {@link SharingRule#MAX_MIN}, in tight loops: for systems in which a change moves nearly every
 * rate, so that finding out what stays costs more than filling all anew. Gives the same rates as {@link Refilling}.
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
    private final LevelHeap levels = new LevelHeap();
    private final LevelHeap tops = new LevelHeap();
    /** By resource: what those who have stopped leave. */
    private final double[] room;

    private final double[] rising;
    private final double[] peak;
    private boolean[] rises = new boolean[16];
    private double[] before = new double[16];

    WholeRefill(Resources resources, Variables variables) {
        this.resources = resources;
        this.variables = variables;
        room = new double[resources.size()];
        rising = new double[resources.size()];
        peak = new double[resources.size()];
    }

    /**
     * Finds all rates and tells {@code refilling} which of them changed.
     *
     * @return how many changed by more than rounding
     */
    int refill(Refilling refilling) {
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
                    stop(variable, top, variables.cap[variable]);
                }
            } else {
                close(levels.lowest(), level);
            }
        }
        for (int resource = 0; resource < room.length; resource++) {
            resources.load[resource] =
                    resources.users[resource] == 0 ? 0 : resources.capacity[resource] - room[resource];
        }
        return tell(refilling);
    }

    private int tell(Refilling refilling) {
        int moved = 0;
        for (int variable = 0; variable < variables.size; variable++) {
            double rate = variables.rate[variable];
            if (rate != before[variable] && variables.count[variable] > 0) {
                refilling.changed(variable);
                moved += Math.abs(rate - before[variable]) > ROUNDING * rate ? 1 : 0;
            }
        }
        return moved;
    }

    private void begin() {
        if (rises.length < variables.size) {
            rises = new boolean[variables.count.length];
            before = new double[variables.count.length];
        }
        for (int resource = 0; resource < room.length; resource++) {
            room[resource] = resources.capacity[resource];
            rising[resource] = 0;
            resources.level[resource] = Double.POSITIVE_INFINITY;
        }
        int[] slotResource = variables.slotResource;
        double[] slotUsage = variables.slotUsage;
        for (int variable = 0; variable < variables.size; variable++) {
            int count = variables.count[variable];
            before[variable] = variables.rate[variable];
            if (count > 0 && variables.uses[variable] > 0) {
                rises[variable] = true;
                double weights = count * variables.weight[variable];
                int end = variables.first[variable] + variables.uses[variable];
                for (int slot = variables.first[variable]; slot < end; slot++) {
                    rising[slotResource[slot]] += slotUsage[slot] * weights;
                }
                if (variables.top[variable] != Double.POSITIVE_INFINITY) {
                    tops.set(variable, variables.top[variable]);
                }
            }
        }
        for (int resource = 0; resource < room.length; resource++) {
            peak[resource] = rising[resource];
            if (rising[resource] > 0) {
                levels.set(resource, room[resource] / rising[resource]);
            }
        }
    }

    /** Stops the users of a resource, if it is full at the level that it waited for. */
    private void close(int resource, double reached) {
        boolean lost =
                room[resource] < SMALL * resources.capacity[resource] || rising[resource] < SMALL * peak[resource];
        if (lost) {
            sumAnew(resource);
        }
        if (!(rising[resource] > 0)) {
            levels.remove(resource);
            return;
        }
        double level = Math.max(reached, room[resource] / rising[resource]);
        if (level > reached + ROUNDING * reached) {
            levels.set(resource, level);
            return;
        }
        levels.remove(resource);
        resources.level[resource] = level;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int variable = variables.slotVariable[slots[i]];
            if (rises[variable]) {
                stop(variable, level, Math.min(variables.cap[variable], variables.weight[variable] * level));
            }
        }
        rising[resource] = 0;
    }

    private void sumAnew(int resource) {
        double left = resources.capacity[resource];
        double sum = 0;
        int[] slots = resources.slots[resource];
        for (int i = 0; i < resources.users[resource]; i++) {
            int slot = slots[i];
            int variable = variables.slotVariable[slot];
            double taken = variables.count[variable] * variables.slotUsage[slot];
            if (rises[variable]) {
                sum += taken * variables.weight[variable];
            } else {
                left -= taken * variables.rate[variable];
            }
        }
        room[resource] = left;
        rising[resource] = sum;
        peak[resource] = sum;
    }

    private void stop(int variable, double level, double rate) {
        rises[variable] = false;
        variables.level[variable] = level;
        variables.rate[variable] = rate;
        double weights = variables.count[variable] * variables.weight[variable];
        double load = variables.count[variable] * rate;
        int end = variables.first[variable] + variables.uses[variable];
        for (int slot = variables.first[variable]; slot < end; slot++) {
            int resource = variables.slotResource[slot];
            double usage = variables.slotUsage[slot];
            room[resource] -= usage * load;
            rising[resource] -= usage * weights;
        }
    }
}
