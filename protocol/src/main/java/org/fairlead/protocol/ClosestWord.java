// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the word that somebody probably meant: the one that the fewest slips of the pen lead to. A slip is a letter too many, one too few, a
 * wrong one, or two neighbours in the wrong order (optimal string alignment).
 */
public final class ClosestWord {
    /** Of the longer word's letters, so many may be wrong. */
    private static final double MOST_WRONG = 0.34;

    private static final int LONGEST = 200;

    private ClosestWord() {}

    /** The accepted word that is most like what was written; empty when none is like it. Among equals the first of the alphabet. */
    public static Optional<String> closest(String written, Collection<String> accepted) {
        return accepted.stream()
                .filter(word -> isLike(written, word))
                .min(Comparator.<String>comparingInt(word -> slips(written, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isLike(String written, String word) {
        int longer = Math.max(written.length(), word.length());
        return longer <= LONGEST && slips(written, word) <= Math.max(1, (int) (MOST_WRONG * longer));
    }

    /** How many slips lead from one word to the other. */
    static int slips(String one, String other) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] now = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int wrong = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                now[j] = Math.min(Math.min(now[j - 1], last[j]) + 1, last[j - 1] + wrong);
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                if (swapped) {
                    now[j] = Math.min(now[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = now;
            now = free;
        }
        return last[other.length()];
    }
}
