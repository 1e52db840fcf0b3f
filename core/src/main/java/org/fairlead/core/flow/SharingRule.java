package org.fairlead.core.flow;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How what rises together rises: the rate that a flow of weight w, minimum g and cap c has at a common level λ ≥ 0. Each rule
 * raises λ until a resource of the flow is full, then the flow stays.
 */
public enum SharingRule {
    /** x = min(c, λ·w): weighted max-min fairness; minima are not looked at. */
    MAX_MIN,
    /** x = min(c, max(g, λ·w)): weighted max-min fairness where nobody gets less than its minimum. */
    MAX_MIN_WITH_MINIMA,
    /** x = min(c, g + λ·w): what Linux's HTB gives its classes, with guaranteed rate g, ceiling c and quantum w. */
    HTB;

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
