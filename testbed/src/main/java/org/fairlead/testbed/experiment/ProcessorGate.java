// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.List;
import java.util.Locale;

/**
 * Decides whether a round counts whose processors were busy: rounds are to wait for the network, and where the processors
 * are the bottleneck their times are longer than the network alone would have made them.
 *
 * <p>With {@link #ALL} no such round counts. With {@link #BASELINE} one does unless it is the baseline's, its double's or the
 * bound's: a contender's times are then only known to be <em>at most</em> what was measured, so that "faster than the baseline" holds and is
 * understated, while "slower" cannot be said. It counts whatever it measured, so that nothing is selected by its outcome. A
 * baseline that the processors hold back would overstate every gain; a bound, every share of what could be gained.
 */
public enum ProcessorGate {
    ALL,
    BASELINE;

    static final List<String> NAMES = List.of("all", "baseline");

    /**
     * @param notCountedBecause empty when the round counts
     * @param processorBound whether it counts although the processors were busy
     */
    record Verdict(String notCountedBecause, boolean processorBound) {}

    /**
     * Judges a round.
     *
     * @param yardstick whether others are measured by this one: the baseline, its double, the bound
     * @param busy share of the processors, 0 to 1
     * @param limit largest share that is no bottleneck, 0 to 1
     */
    Verdict judge(boolean yardstick, double busy, double limit) {
        if (busy <= limit) {
            return new Verdict("", false);
        }
        if (this == BASELINE && !yardstick) {
            return new Verdict("", true);
        }
        return new Verdict(
                String.format(
                        Locale.ROOT, "processors busy: %.0f %%, above the limit of %.0f %%", 100 * busy, 100 * limit),
                false);
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ProcessorGate of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
