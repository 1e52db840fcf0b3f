// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.prefetch.admission.SolvedCase.Fetch;

/** A case as time goes by: flows come, get what they are given and end, or are late; a pass is made whenever something happens. */
final class FetchRun {
    /** Of a flow's bytes; roundings of several passes. */
    private static final double NOTHING = 1e-5;

    private final SolvedCase solved;
    private final RateAdmission admission;
    private final boolean sharesSpare;
    private final List<Fetch> toCome;
    private final Map<Long, Under> underWay = new LinkedHashMap<>();
    private final Set<Long> lateJobs = new HashSet<>();
    private long now;

    private static final class Under {
        private final Fetch fetch;
        private double left;

        private Under(Fetch fetch) {
            this.fetch = fetch;
            left = fetch.bytes();
        }

        private PrefetchFlow flow(long id, long now) {
            long deadline = now < fetch.correctedNanos() ? fetch.toldNanos() : fetch.deadlineNanos();
            return new PrefetchFlow(id, fetch.job(), fetch.residualTasks(), fetch.links(), (long) left, deadline);
        }
    }

    /** @param sharesSpare whether what links have left goes to flows that are guaranteed nothing, in max-min fair shares */
    FetchRun(SolvedCase solved, RateAdmission admission, boolean sharesSpare) {
        this.solved = solved;
        this.admission = admission;
        this.sharesSpare = sharesSpare;
        toCome = new ArrayList<>(solved.fetches());
    }

    /** How many jobs have all of their input in time. */
    int jobsInTime() {
        for (long number = 0; !toCome.isEmpty() || !underWay.isEmpty(); number++) {
            if (number > 100_000) {
                throw new IllegalStateException(solved.network() + " " + solved.seed() + " does not end");
            }
            while (!toCome.isEmpty() && toCome.get(0).arrivalNanos() <= now) {
                underWay.put((long) solved.fetches().size() - toCome.size(), new Under(toCome.remove(0)));
            }
            List<PrefetchFlow> flows = new ArrayList<>();
            underWay.forEach((id, each) -> flows.add(each.flow(id, now)));
            admission.admit(flows, solved.linkBytesPerSecond()::get, now);
            Map<Long, Double> rates = rates();
            long next = next(rates);
            double seconds = (next - now) / 1e9;
            rates.forEach((id, rate) -> underWay.get(id).left -= rate * seconds);
            now = next;
            end();
        }
        return solved.jobs() - lateJobs.size();
    }

    private void end() {
        for (Map.Entry<Long, Under> each : List.copyOf(underWay.entrySet())) {
            Under under = each.getValue();
            boolean isThere = under.left <= NOTHING * under.fetch.bytes();
            if (isThere || under.fetch.deadlineNanos() <= now) {
                underWay.remove(each.getKey());
                admission.ended(each.getKey());
                if (!isThere) {
                    lateJobs.add(under.fetch.job());
                }
            }
        }
    }

    private long next(Map<Long, Double> rates) {
        long next = admission.nextChangeNanos(now);
        if (!toCome.isEmpty()) {
            next = Math.min(next, toCome.get(0).arrivalNanos());
        }
        for (Map.Entry<Long, Under> each : underWay.entrySet()) {
            Fetch fetch = each.getValue().fetch;
            next = Math.min(next, fetch.deadlineNanos());
            if (fetch.correctedNanos() > now) {
                next = Math.min(next, fetch.correctedNanos());
            }
            double rate = rates.getOrDefault(each.getKey(), 0.0);
            if (rate > 0) {
                next = Math.min(next, (long) Math.ceil(now + each.getValue().left / rate * 1e9));
            }
        }
        return next;
    }

    private Map<Long, Double> rates() {
        double[] left = solved.linkBytesPerSecond().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        Map<Long, Double> rates = new LinkedHashMap<>();
        admission.rates(now).forEach((id, rate) -> {
            double both = rate.floorBytesPerSecond() + rate.spareBytesPerSecond();
            rates.put(id, both);
            underWay.get(id).fetch.links().forEach(link -> left[link] -= both);
        });
        if (Arrays.stream(left).anyMatch(rate -> rate < -1)) {
            throw new IllegalStateException("more than there is: " + Arrays.toString(left));
        }
        if (sharesSpare) {
            List<Long> others = underWay.keySet().stream()
                    .filter(id -> !rates.containsKey(id))
                    .toList();
            List<int[]> paths = others.stream()
                    .map(id -> underWay.get(id).fetch.links().stream()
                            .mapToInt(Integer::intValue)
                            .toArray())
                    .toList();
            double[] shares = MaxMinFairRates.of(
                    Arrays.stream(left).map(rate -> Math.max(rate, 1e-3)).toArray(), paths);
            for (int i = 0; i < shares.length; i++) {
                rates.put(others.get(i), shares[i]);
            }
        }
        return rates;
    }
}
