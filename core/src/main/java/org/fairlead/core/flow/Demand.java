// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

/**
 * What each flow of a variable wants, apart from the resources it uses.
 *
 * @param weight how fast its rate rises with the common level; above 0 and finite
 * @param minimum bytes per second at least, at least 0 and finite; {@link SharingRule} says which rules heed it
 * @param cap bytes per second at most, at least 0; infinite for none
 */
public record Demand(double weight, double minimum, double cap) {
    /** Weight 1, no minimum, no cap. */
    public static final Demand PLAIN = new Demand(1, 0, Double.POSITIVE_INFINITY);

    public Demand {
        check(weight, minimum, cap);
    }

    static void check(double weight, double minimum, double cap) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("a flow's weight must be above 0 and finite, not " + weight);
        }
        if (!(minimum >= 0) || Double.isInfinite(minimum)) {
            throw new IllegalArgumentException("a flow's minimum must be at least 0 and finite, not " + minimum);
        }
        if (!(cap >= 0)) {
            throw new IllegalArgumentException("a flow's cap must be at least 0, not " + cap);
        }
    }

    public static Demand cappedAt(double cap) {
        return new Demand(1, 0, cap);
    }
}
