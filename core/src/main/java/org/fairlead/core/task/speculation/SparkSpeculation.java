// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.List;
import org.fairlead.core.task.Offer;

/**
 * Duplicates a task that runs much longer than the median of those that ended, as Spark 4 does.
 *
 * <p><b>Goals.</b> The last tasks of a stage do not hold it up. <b>Constraints.</b> One speculative attempt at a task, on another host; no cap.
 *
 * <p><b>Algorithm.</b> Once 0.9 of the tasks have ended (at least one): the first task in the given order that has one attempt and has run
 * longer than max(3 · median, 0.1 s). Spark's check of a task's own processing rate ({@code spark.speculation.efficiency}) needs records
 * counted by task and is left out.
 *
 * <p><b>Example.</b> Nine of ten ended in 10 s each; the tenth gets a speculative attempt after 30 s.
 *
 * <p><b>Source.</b> Spark 4's {@code TaskSetManager.checkSpeculatableTasks} and its defaults.
 */
final class SparkSpeculation implements Speculation {
    private final SpeculationOptions.Spark options;

    SparkSpeculation(SpeculationOptions.Spark options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "stock-spark";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        int least = Math.max(1, (int) Math.floor(options.quantile() * ended.tasks()));
        if (ended.seconds().size() < least) {
            return new Verdict.None();
        }
        double threshold =
                Math.max(options.multiplier() * SortedDurations.median(ended.seconds()), options.leastAgeSeconds());
        for (Attempt attempt : running) {
            if (attempt.attempts() == 1 && attempt.host() != offer.host() && attempt.ageSeconds(nowNanos) > threshold) {
                return new Verdict.Duplicate(attempt.task());
            }
        }
        return new Verdict.None();
    }
}
