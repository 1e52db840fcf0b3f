// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Guarantees nothing.
 *
 * <p><b>Goals.</b> What the others are compared with, and what is left where the network takes no orders.
 *
 * <p><b>Constraints.</b> None.
 *
 * <p><b>Algorithm.</b> Every flow is best effort: it takes what TCP gives it.
 *
 * <p><b>Example.</b> Four fetches of 64 MB and sixteen shuffle flows on one link of 125 MB/s get 6.25 MB/s each, and the fetches take ten seconds, whatever their deadlines.
 *
 * <p><b>Source.</b> FlexFetch, section V-B, figure 10(a): the same without rates.
 */
final class BestEffort implements RateAdmission {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public Map<Long, Verdict> admit(List<PrefetchFlow> flows, IntToDoubleFunction freeBytesPerSecond, long nowNanos) {
        Map<Long, Verdict> verdicts = new LinkedHashMap<>();
        FreeRates free = new FreeRates(freeBytesPerSecond, nowNanos);
        FreeRates.byId(flows)
                .forEach((id, flow) -> verdicts.put(id, free.reasonAgainst(flow).orElse(Verdict.BEST_EFFORT)));
        return verdicts;
    }

    @Override
    public void ended(long id) {
        // It has nothing.
    }

    @Override
    public Map<Long, FlowRate> rates(long nowNanos) {
        return Map.of();
    }

    @Override
    public long nextChangeNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }
}
