// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.List;
import org.fairlead.diagnosis.attribution.Part;

/**
 * A host whose tasks took longer than the others' of the same stages, by more than chance.
 *
 * @param everywhere whether it was slower in the application as a whole; else only in {@code stages}
 * @param stages in which it was slower by themselves, as {@code 3} or {@code 3.1}
 * @param chance that any host is named so wrongly, adjusted for all hosts and stages that were looked at
 * @param factor how many times as long its tasks took as others' with as much to read
 * @param excessMillis how much longer they took together
 * @param tasks that were compared
 * @param kind what most of the excess was spent on
 * @param kindShare that share of it
 * @param without what the application would save without the host
 * @param repaired what it would save if the host were like the others
 */
public record Straggler(
        String host,
        boolean everywhere,
        List<String> stages,
        double chance,
        double factor,
        double excessMillis,
        int tasks,
        Part kind,
        double kindShare,
        Saving without,
        Saving repaired) {
    /**
     * A share of the time in which jobs ran, below 0 where it would take longer; NaN where it cannot be said.
     *
     * @param low end of the 95 % interval
     * @param high end of the 95 % interval
     */
    public record Saving(double share, double low, double high) {
        public static final Saving UNKNOWN = new Saving(Double.NaN, Double.NaN, Double.NaN);

        public boolean isKnown() {
            return Double.isFinite(share);
        }
    }
}
