// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.Offer;

/**
 * Duplicates a task whose progress is far below the average, as Hadoop 1 does.
 *
 * <p><b>Goals.</b> One slow host does not hold up a job. <b>Constraints.</b> One speculative attempt at a task, on another host; no cap.
 *
 * <p><b>Algorithm.</b> The first task in the given order whose progress is below the set's average (ended tasks count 1, others their best
 * attempt) − 0.2, which was launched 60 s ago or earlier and has one attempt.
 *
 * <p><b>Example.</b> Nine tasks have ended, the tenth is at 0.6 after 70 s: 0.6 &lt; 0.96 − 0.2, a speculative attempt. It need not be slow: it may have begun
 * late, which is the rule's defect ({@link GuardedSpeculation}).
 *
 * <p><b>Source.</b> Status-aware scheduling, section 2.5.
 */
final class HadoopSpeculation implements Speculation {
    private final SpeculationOptions.Hadoop options;

    HadoopSpeculation(SpeculationOptions.Hadoop options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "stock-hadoop";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        Map<Integer, Double> best = new HashMap<>();
        running.forEach(attempt -> best.merge(attempt.task(), attempt.progress(), Math::max));
        double sum = ended.seconds().size();
        for (Attempt attempt : running) {
            Double progress = best.remove(attempt.task());
            sum += progress == null ? 0 : progress;
        }
        double average = sum / Math.max(1, ended.tasks());
        for (Attempt attempt : running) {
            if (attempt.attempts() == 1
                    && attempt.host() != offer.host()
                    && attempt.ageSeconds(nowNanos) >= options.leastAgeSeconds()
                    && attempt.progress() < average - options.gap()) {
                return new Verdict.Duplicate(attempt.task());
            }
        }
        return new Verdict.None();
    }
}
