// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** What links have free as of one pass, each asked once, and which flows could be in time if they were alone. */
final class FreeRates {
    /** Of a flow's bytes, and of rates: times are whole nanoseconds, bytes whole. */
    static final double ROUNDING = 1e-6;

    private final IntToDoubleFunction bytesPerSecond;
    private final long now;
    private final Map<Integer, Double> asked = new HashMap<>();

    /** @param bytesPerSecond by link */
    FreeRates(IntToDoubleFunction bytesPerSecond, long nowNanos) {
        this.bytesPerSecond = bytesPerSecond;
        now = nowNanos;
    }

    /** Bytes per second that a link has for all flows together, at least 0. */
    double of(int link) {
        return asked.computeIfAbsent(link, index -> {
            double rate = bytesPerSecond.applyAsDouble(index);
            return rate > 0 ? rate : 0;
        });
    }

    /** Flows by their numbers, in their order. */
    static Map<Long, PrefetchFlow> byId(Collection<PrefetchFlow> flows) {
        Map<Long, PrefetchFlow> byId = new LinkedHashMap<>();
        for (PrefetchFlow flow : flows) {
            if (byId.put(flow.id(), flow) != null) {
                throw new IllegalArgumentException("flow " + flow.id() + " is there twice");
            }
        }
        return byId;
    }

    /** Why it cannot be in time; empty if it can. */
    Optional<Verdict> reasonAgainst(PrefetchFlow flow) {
        double lead = flow.leadSeconds(now);
        if (!(lead > 0)) {
            return Optional.of(Verdict.LATE);
        }
        double bytes = flow.bytes() * (1 - ROUNDING);
        for (int link : flow.links()) {
            if (bytes > of(link) * lead) {
                return Optional.of(Verdict.TOO_LARGE);
            }
        }
        return Optional.empty();
    }
}
