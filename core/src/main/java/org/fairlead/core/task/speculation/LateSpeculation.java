// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.task.Offer;

/**
 * Duplicates the slow task with the most time left, on a host that is not slow: LATE.
 *
 * <p><b>Goals.</b> Speculative attempts where they shorten the job most. <b>Constraints.</b> At most a tenth of all slots for speculative attempts (one at least); one speculative attempt at a task, on
 * another host; none for tasks under 60 s of age; none on slow hosts.
 *
 * <p><b>Algorithm.</b> Rate = progress / age. A task is slow if its rate is below the 25th percentile of the rates of all attempts of the set,
 * ended ones included (1 / seconds); a host if the mean rate of its running attempts is below the 25th percentile of the hosts' (one
 * that runs none is not slow). Of the slow tasks, the one with the largest (1 − progress) / rate; the first of equals.
 *
 * <p><b>Example.</b> Five tasks of age 100 s are at 0.2, 0.3, 0.8, 0.8 and 0.8: the 25th percentile is 0.003, only the first is below; 400 s
 * left, so it gets a speculative attempt.
 *
 * <p><b>Source.</b> M. Zaharia et al., Improving MapReduce Performance in Heterogeneous Environments, OSDI 2008. A host's history beyond
 * this set is not known here.
 */
final class LateSpeculation implements Speculation {
    private final SpeculationOptions.Late options;

    LateSpeculation(SpeculationOptions.Late options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "late";
    }

    @Override
    public Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos) {
        if (ended.speculating() + 1 > Math.max(1, options.cap() * ended.slots())
                || isSlow(offer.host(), running, nowNanos)) {
            return new Verdict.None();
        }
        List<Double> rates = new ArrayList<>();
        ended.seconds().forEach(seconds -> rates.add(1 / Math.max(1e-9, seconds)));
        running.forEach(attempt -> rates.add(rate(attempt, nowNanos)));
        rates.sort(Comparator.naturalOrder());
        double cutOff = SortedDurations.percentile(rates, options.slowest());
        return running.stream()
                .filter(attempt -> attempt.attempts() == 1 && attempt.host() != offer.host())
                .filter(attempt -> attempt.ageSeconds(nowNanos) >= options.leastAgeSeconds())
                .filter(attempt -> rate(attempt, nowNanos) < cutOff)
                .min(Comparator.comparingDouble(attempt -> -attempt.secondsLeft(nowNanos)))
                .<Verdict>map(attempt -> new Verdict.Duplicate(attempt.task()))
                .orElse(new Verdict.None());
    }

    private boolean isSlow(int host, List<Attempt> running, long nowNanos) {
        Map<Integer, List<Double>> byHost = new TreeMap<>();
        for (Attempt attempt : running) {
            byHost.computeIfAbsent(attempt.host(), unused -> new ArrayList<>()).add(rate(attempt, nowNanos));
        }
        if (!byHost.containsKey(host)) {
            return false;
        }
        List<Double> means =
                byHost.values().stream().map(SortedDurations::mean).sorted().toList();
        return SortedDurations.mean(byHost.get(host)) < SortedDurations.percentile(means, options.slowest());
    }

    private static double rate(Attempt attempt, long nowNanos) {
        return attempt.progress() / Math.max(1e-9, attempt.ageSeconds(nowNanos));
    }
}
