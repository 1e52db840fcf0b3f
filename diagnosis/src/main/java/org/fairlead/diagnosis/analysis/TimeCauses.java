// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.sources.SourceDiagnosis;

/**
 * Why task time was spent, where a file of decisions tells from whom tasks have read.
 *
 * @param sources what the file tells of those who gave; empty where there is no file of this application
 * @param causes with some time, the largest first; what has no cause comes last
 * @param coverage of how much the file tells
 * @param slotWaitMillis for which tasks waited for a slot, summed: before their own time begins
 */
public record TimeCauses(
        Optional<SourceDiagnosis> sources, List<TimeCause> causes, Coverage coverage, double slotWaitMillis) {
    public static final TimeCauses NONE = new TimeCauses(Optional.empty(), List.of(), new Coverage(0, 0, 0), 0);

    /**
     * How much of what ended well the file tells.
     *
     * @param told attempts of which it is known what they have read
     * @param attempts that ended well
     * @param share of the time of these, 0 to 1
     */
    public record Coverage(long told, long attempts, double share) {}

    public TimeCauses {
        causes = List.copyOf(causes);
    }

    public boolean areKnown() {
        return sources.isPresent();
    }

    /** Share of task time that has a cause. */
    public double share() {
        return 1
                - causes.stream()
                        .filter(each -> each.kind() == TimeCause.Kind.UNKNOWN)
                        .mapToDouble(TimeCause::share)
                        .sum();
    }
}
