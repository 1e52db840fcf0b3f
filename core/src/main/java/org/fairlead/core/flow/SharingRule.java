// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How what rises together rises: the rate x that a flow of weight w, minimum g and cap c has at a common level λ. Each rule raises
 * λ until a resource of the flow is full, then the flow stays. A rate never falls while λ rises, and it is made of straight pieces.
 *
 * <p>Minima come first. Where they fit, the level of every resource is at least 0, and every flow has its minimum. Where they do not,
 * the flows of the full resource stop at a level between −1 and 0, with the share 1 + λ of their minima; flows elsewhere do not suffer
 * from it. A minimum above the cap counts as the cap.
 *
 * <pre>
 *                          −1 ≤ λ &lt; 0        0 ≤ λ
 *   MAX_MIN                0                  min(c, λ·w)
 *   MAX_MIN_WITH_MINIMA    (1 + λ)·g          min(c, max(g, λ·w))
 *   HTB                    (1 + λ)·g          min(c, g + λ·w)
 * </pre>
 *
 * <p>Example, a link of 100: a flow with a minimum of 30 beside four with a minimum of 5, all of weight 1. MAX_MIN gives 20 to each.
 * MAX_MIN_WITH_MINIMA gives 30 to the first and 17.5 to the others. HTB shares the spare 50 evenly: 40 to the first, 15 to the others.
 */
public enum SharingRule {
    /** Weighted max-min fairness; minima are not looked at. */
    MAX_MIN,
    /** Weighted max-min fairness where nobody gets less than its minimum. */
    MAX_MIN_WITH_MINIMA,
    /** What Linux's HTB gives its classes, with guaranteed rate g, ceiling c and quantum w (tc-htb(8)): the spare by quantum. */
    HTB;

    /** The level at which all rates are 0. */
    double bottom() {
        return this == MAX_MIN ? 0 : -1;
    }

    /** The rate at level 0. */
    double floor(double minimum, double cap) {
        return this == MAX_MIN ? 0 : Math.min(minimum, cap);
    }

    /** From this level on the rate rises with the weight. */
    double from(double weight, double floor) {
        return this == MAX_MIN_WITH_MINIMA ? floor / weight : 0;
    }

    /** While the rate rises with the weight it is this and λ·w. */
    double offset(double floor) {
        return this == HTB ? floor : 0;
    }

    /** The lowest level with the full rate. */
    double top(double weight, double floor, double cap) {
        return floor >= cap ? 0 : (cap - offset(floor)) / weight;
    }

    /** As options and files name it: {@code max-min}, {@code max-min-with-minima}, {@code htb}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws IllegalArgumentException that says which names there are */
    public static SharingRule named(String label) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no sharing rule '" + label + "'; there are "
                        + Arrays.stream(values()).map(SharingRule::label).collect(Collectors.joining(", "))));
    }
}
