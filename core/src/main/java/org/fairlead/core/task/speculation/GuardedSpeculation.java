// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.Comparator;
import java.util.List;
import org.fairlead.core.task.Offer;

/**
 * Duplicates the attempt with the most time left, if a speculative attempt is predicted to end before it and nothing but the attempt itself holds it up.
 *
 * <p><b>Goals.</b> Speculative attempts that help, and none that adds to the congestion that delays the original.
 *
 * <p><b>Constraints.</b> At most a tenth of all slots for speculative attempts (one at least); one speculative attempt at a task, on another host; never of an attempt that waits for
 * contended input or for earlier tasks. Age counts from the launch, so what began late is not taken for slow; and it is measured
 * by the tasks that ended, so that short tasks are not out of reach.
 *
 * <p><b>Algorithm.</b> t = median time of the tasks that ended; none before one has. A candidate has run for at least t, has one attempt, waits for
 * nothing, and has more than 2 t left at its own pace ({@link SpeculationGuard}): less would cost the cluster more than it saves. The one with the most left; the
 * first of equals.
 *
 * <p><b>Example.</b> t = 20 s. A is at 0.3 after 30 s (70 s left), B at 0.3 too but waits for its input, C at 0.5 after 30 s (30 s left), D at
 * 0.1 after 5 s. A gets a speculative attempt, and the others none.
 *
 * <p><b>Source.</b> Ours, after status-aware scheduling, section 4.4; what a speculative attempt must save is that of Mantri (G. Ananthanarayanan et al., OSDI 2010).
 */
final class GuardedSpeculation implements Speculation {
    private final SpeculationOptions.Guarded options;

    GuardedSpeculation(SpeculationOptions.Guarded options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "guarded";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        int most = Math.max(1, (int) (options.cap() * ended.slots()));
        if (ended.seconds().isEmpty() || ended.speculating() >= most) {
            return new Verdict.None();
        }
        double attemptSeconds = SortedDurations.median(ended.seconds());
        return running.stream()
                .filter(attempt -> attempt.attempts() == 1 && attempt.host() != offer.host())
                .filter(attempt -> SpeculationGuard.admits(attempt, attemptSeconds, nowNanos))
                .min(Comparator.comparingDouble(attempt -> -attempt.secondsLeft(nowNanos)))
                .<Verdict>map(attempt -> new Verdict.Duplicate(attempt.task()))
                .orElse(new Verdict.None());
    }
}
