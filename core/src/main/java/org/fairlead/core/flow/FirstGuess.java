// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

/**
 * A level not above the one at which an overloaded resource will be full, from its own users alone. It only says where to begin: the
 * nearer it is to the true level, the fewer users are released in vain.
 *
 * <p>Why it is not above: the users with a level above the guess are lowered to it, all others keep theirs; in truth nobody else on the
 * resource takes more than the room that remains for these.
 */
final class FirstGuess {
    private static final int ROUNDS = 12;

    private final SharingRule rule;
    private final Resources resources;
    private final Variables variables;

    FirstGuess(SharingRule rule, Resources resources, Variables variables) {
        this.rule = rule;
        this.resources = resources;
        this.variables = variables;
    }

    double below(int resource, boolean[] rises) {
        return rule == SharingRule.MAX_MIN ? byShares(resource, rises) : rule.bottom();
    }

    /** Rates are λ·w up to the variable's own level: the level if only those above the last guess share what others leave. */
    private double byShares(int resource, boolean[] rises) {
        double guess = -1;
        int[] slots = resources.slots[resource];
        for (int round = 0; round < ROUNDS; round++) {
            double left = resources.capacity[resource];
            double weights = 0;
            for (int i = 0; i < resources.users[resource]; i++) {
                int slot = slots[i];
                int variable = variables.slotVariable[slot];
                double taken = variables.count[variable] * variables.slotUsage[slot];
                if (rises[variable] || variables.level[variable] > guess) {
                    weights += taken * variables.weight[variable];
                } else {
                    left -= taken * variables.rate[variable];
                }
            }
            double next = weights > 0 ? left / weights : guess;
            if (!(next > guess)) {
                break;
            }
            guess = next;
        }
        return Math.max(rule.bottom(), guess);
    }
}
