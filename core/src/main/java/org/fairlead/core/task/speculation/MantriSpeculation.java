// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.Comparator;
import java.util.List;
import org.fairlead.core.task.Offer;

/**
 * Restarts a task that would end sooner if it began anew, and duplicates one where a speculative attempt saves resources: Mantri's two rules.
 *
 * <p><b>Goals.</b> Outliers end sooner, and the cluster does less work than if they had gone on.
 *
 * <p><b>Constraints.</b> At most 3 restarts of a task and 2 attempts at the same time; on another host; no cap on all speculative attempts.
 *
 * <p><b>Algorithm.</b> t_rem is what an attempt has left at its pace, t_new the times of the tasks that ended, c its attempts. Largest t_rem
 * first: restart if t_rem > E(t_new) + Δ; duplicate if P(t_rem > t_new·(c + 1)/c) > 0.25. Nothing before a task has ended, and for an
 * attempt without progress not before it is as old as E(t_new). A task with two attempts is not restarted.
 *
 * <p><b>Example.</b> Half of the tasks took 6 s, half 14 s: E = 10 s; Δ = 10 s. One has 30 s left: restarted. One with 19 s: 19 &lt; 20, but
 * P(19 > 2 · t_new) = 0.5, so duplicated. One with 11 s: left alone.
 *
 * <p><b>Source.</b> G. Ananthanarayanan et al., Reining in the Outliers in Map-Reduce Clusters using Mantri, OSDI 2010. There restarts are
 * for when tasks wait for slots; here both rules serve every free slot.
 */
final class MantriSpeculation implements Speculation {
    private final SpeculationOptions.Mantri options;

    MantriSpeculation(SpeculationOptions.Mantri options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "mantri";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        if (ended.seconds().isEmpty()) {
            return new Verdict.None();
        }
        double fresh = SortedDurations.mean(ended.seconds());
        List<Attempt> longest = running.stream()
                .filter(attempt -> attempt.host() != offer.host() && attempt.attempts() < options.mostAttempts())
                .filter(attempt -> attempt.progress() > 0 || attempt.ageSeconds(nowNanos) >= fresh)
                .sorted(Comparator.comparingDouble(attempt -> -attempt.secondsLeft(nowNanos)))
                .toList();
        for (Attempt attempt : longest) {
            double left = attempt.secondsLeft(nowNanos);
            boolean single = attempt.attempts() == 1;
            if (single && left > fresh + options.marginSeconds() && attempt.launches() <= options.mostRestarts()) {
                return new Verdict.Restart(attempt.task());
            }
            double attempts = attempt.attempts();
            double likelihood = SortedDurations.shareBelow(ended.seconds(), left * attempts / (attempts + 1));
            if (likelihood > options.likelihood()) {
                return new Verdict.Duplicate(attempt.task());
            }
        }
        return new Verdict.None();
    }
}
