// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.List;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.diagnosis.zones.ZoneTraffic;

/**
 * Why an application took as long as it did.
 *
 * @param subject which application
 * @param times how long it took
 * @param split of its task time, in milliseconds
 * @param blocked of its tasks, in milliseconds
 * @param bounds one for each cause
 * @param stages that had tasks, the one with most task time first
 * @param stragglers the one that costs most first
 * @param compared what was looked at for that
 * @param skews the largest first
 * @param untold the largest first
 * @param zones what crossed; {@link ZoneTraffic#NONE} where no zones are known
 * @param causes why task time was spent; {@link TimeCauses#NONE} where no file of decisions tells
 * @param verdict the cause that costs most
 */
public record Diagnosis(
        Subject subject,
        Times times,
        Split split,
        Blocked blocked,
        List<Bound> bounds,
        List<StageFindings> stages,
        List<Straggler> stragglers,
        Compared compared,
        List<Skew> skews,
        List<Untold> untold,
        ZoneTraffic zones,
        TimeCauses causes,
        Verdict verdict) {
    /**
     * Which application.
     *
     * @param attempt of the application; empty where it has but one
     * @param version of Spark; empty where the log does not say
     * @param whole whether the log reports its end
     * @param compacted whether a history server has left out of the log what had ended when it looked
     * @param tasks attempts that ended
     * @param slots on which tasks ran, over all the time
     * @param executors on which tasks ran
     * @param damage what of the log could not be read
     */
    public record Subject(
            String id,
            String name,
            String attempt,
            String version,
            boolean whole,
            boolean compacted,
            int hosts,
            int slots,
            Executors executors,
            long tasks,
            ApplicationLog.Damage damage) {}

    /**
     * In milliseconds.
     *
     * @param application from its start to its end, or to the end of the log
     * @param jobs while at least one job ran: what savings are shares of
     * @param logged from its start to the end of its last stage
     * @param replayed the same, replayed as it was
     */
    public record Times(double application, double jobs, double logged, double replayed) {}

    /**
     * What was looked at for hosts that are slower.
     *
     * @param hosts that could be compared with others
     * @param pairs of a host and a stage
     */
    public record Compared(int hosts, int pairs) {}

    /** The bound of a cause. */
    public Bound bound(Cause cause) {
        return bounds.stream()
                .filter(bound -> bound.cause() == cause)
                .findFirst()
                .orElseThrow();
    }

    /** All unexplained time as a share of all task time. */
    public double untoldShare() {
        return split.total() > 0 ? split.millis().unexplained() / split.total() : 0;
    }
}
