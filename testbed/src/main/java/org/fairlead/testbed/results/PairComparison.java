// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;

/**
 * A {@link ContenderPair} over paired repetitions.
 *
 * @param comparisons as with the baseline, which is {@code with} here; empty when no repetition has both
 * @param slowdowns likewise
 */
public record PairComparison(String contender, String with, List<Comparison> comparisons, List<Slowdown> slowdowns) {
    /** Who is compared with whom. */
    public ContenderPair pair() {
        return new ContenderPair(contender, with);
    }
}
