// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Under steady load no host's rank goes back and forth.
 *
 * <p>A host ranks above another while its links have twice as much left; in between nothing changes. A change from above to below, or
 * back, is a flip of both. Flips at one moment count once for a host.
 */
final class Ranks {
    private static final double CLEARLY = 2;
    private static final double MOST_A_MINUTE = 1;

    private Ranks() {}

    static RuleVerdict stayInSteadyLoad(ChaosHistory history) {
        Map<String, Integer> flips = new HashMap<>();
        double minutes = 0;
        for (FaultFreeSpans.Stretch stretch : FaultFreeSpans.stretches(history)) {
            List<ChaosHistory.Sample> samples = history.samples().stream()
                    .filter(sample -> stretch.contains(sample.at(), sample.at()))
                    .toList();
            if (samples.size() > 1) {
                minutes +=
                        (samples.get(samples.size() - 1).at() - samples.get(0).at()) / 60;
                count(samples, flips);
            }
        }
        List<String> restless = new ArrayList<>();
        // One flip in a short time says nothing of how many a minute has.
        double most = Math.max(1, MOST_A_MINUTE * minutes);
        flips.forEach((host, count) -> {
            if (count > most) {
                restless.add(String.format(Locale.ROOT, "%s flipped %d times", host, count));
            }
        });
        if (history.samples().isEmpty()) {
            restless.add("nobody asked the controller");
        }
        restless.sort(null);
        return new RuleVerdict(
                "no host's rank flips more than once a minute under steady load",
                String.format(Locale.ROOT, "%.1f minutes", minutes),
                restless);
    }

    private static void count(List<ChaosHistory.Sample> samples, Map<String, Integer> flips) {
        Map<String, Boolean> above = new HashMap<>();
        for (ChaosHistory.Sample sample : samples) {
            Set<String> flipped = new HashSet<>();
            List<String> hosts = List.copyOf(sample.free().keySet());
            for (int i = 0; i < hosts.size(); i++) {
                for (int j = i + 1; j < hosts.size(); j++) {
                    double one = sample.free().get(hosts.get(i));
                    double other = sample.free().get(hosts.get(j));
                    if (one >= CLEARLY * other || other >= CLEARLY * one) {
                        boolean now = one > other;
                        Boolean before = above.put(hosts.get(i) + " " + hosts.get(j), now);
                        if (before != null && before != now) {
                            flipped.add(hosts.get(i));
                            flipped.add(hosts.get(j));
                        }
                    }
                }
            }
            flipped.forEach(host -> flips.merge(host, 1, Integer::sum));
        }
    }
}
