// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What clients and tasks say of hosts that they could not reach, for a while. Who says it of many hosts at once is more likely cut off
 * itself: each of its complaints then weighs one over their number. Bounded; not safe for threads.
 */
final class UnreachableReports {
    /** How long a complaint counts. */
    static final long WINDOW_NANOS = 10_000_000_000L;

    private static final int MOST = 4096;

    private record Complaint(String complainer, int host) {}

    /** When, by who and about whom; the oldest first. */
    private final LinkedHashMap<Complaint, Long> all = new LinkedHashMap<>();

    void add(String complainer, int host, long nowNanos) {
        Complaint complaint = new Complaint(complainer, host);
        all.remove(complaint);
        all.put(complaint, nowNanos);
        if (all.size() > MOST) {
            all.remove(all.keySet().iterator().next());
        }
    }

    /** By host: how many who know of it only complain of it; less for those who complain of several. */
    Map<Integer, Weight> weigh(long nowNanos) {
        all.values().removeIf(at -> nowNanos - at > WINDOW_NANOS);
        if (all.isEmpty()) {
            return Map.of();
        }
        Map<String, Set<Integer>> byComplainer = new HashMap<>();
        all.keySet().forEach(one -> byComplainer
                .computeIfAbsent(one.complainer(), unused -> new HashSet<>())
                .add(one.host()));
        Map<Integer, Weight> weights = new HashMap<>();
        all.forEach((one, at) -> weights.merge(
                one.host(), new Weight(1.0 / byComplainer.get(one.complainer()).size(), at), Weight::plus));
        return weights;
    }

    /** @param sinceNanos of the earliest complaint that counts */
    record Weight(double sum, long sinceNanos) {
        static final Weight NOTHING = new Weight(0, Long.MAX_VALUE);

        Weight plus(Weight other) {
            return new Weight(sum + other.sum, Math.min(sinceNanos, other.sinceNanos));
        }
    }
}
