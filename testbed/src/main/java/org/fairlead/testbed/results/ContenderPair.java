// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;

/**
 * Two contenders beside the baseline, of which one is compared with the other as all are with the baseline.
 *
 * @param with who stands in the baseline's place
 */
public record ContenderPair(String contender, String with) {
    private static final char BETWEEN = ':';

    /**
     * A pair whose names were looked at.
     *
     * @param others the contenders beside the baseline
     * @throws IllegalArgumentException that says which name is wrong and what is accepted
     */
    public static ContenderPair of(String contender, String with, List<String> others) {
        for (String each : List.of(contender, with)) {
            if (!others.contains(each)) {
                throw new IllegalArgumentException("'" + each + "' is no contender beside the baseline; accepted: "
                        + (others.isEmpty() ? "none, there is no other" : String.join(", ", others)));
            }
        }
        if (contender.equals(with)) {
            throw new IllegalArgumentException("'" + with + "' would be compared with itself");
        }
        return new ContenderPair(contender, with);
    }

    /**
     * A pair as a command line has it, {@code CONTENDER:OTHER}.
     *
     * @throws IllegalArgumentException see {@link #of}
     */
    public static ContenderPair parse(String text, List<String> others) {
        int between = text.indexOf(BETWEEN);
        if (between < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' does not name two contenders; accepted: CONTENDER:OTHER");
        }
        return of(
                text.substring(0, between).strip(), text.substring(between + 1).strip(), others);
    }
}
