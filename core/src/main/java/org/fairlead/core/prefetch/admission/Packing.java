// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What links have left in each instant, and how bytes are put there. */
final class Packing {
    private final Instants instants;
    private final Map<Integer, Integer> rows = new HashMap<>();
    /** Bytes per second, by row and instant. */
    private final double[] left;

    /** A flow with its floors. */
    static final class Packed {
        private final PrefetchFlow flow;
        private final double[] floors;

        private Packed(PrefetchFlow flow, int instants) {
            this.flow = flow;
            floors = new double[instants];
        }

        PrefetchFlow flow() {
            return flow;
        }

        /** In bytes per second; an instant is one until that of the flow's deadline. */
        double floor(int instant) {
            return floors[instant];
        }
    }

    Packing(List<PrefetchFlow> flows, FreeRates free, Instants instants) {
        this.instants = instants;
        for (PrefetchFlow flow : flows) {
            for (int link : flow.links()) {
                rows.putIfAbsent(link, rows.size());
            }
        }
        left = new double[rows.size() * instants.count()];
        rows.forEach(
                (link, row) -> Arrays.fill(left, row * instants.count(), (row + 1) * instants.count(), free.of(link)));
    }

    /** Puts all of the flows in; if they do not fit, changes nothing and gives none. */
    List<Packed> add(List<PrefetchFlow> flows) {
        List<Packed> packed = new ArrayList<>();
        for (PrefetchFlow flow : flows) {
            Packed next = new Packed(flow, instants.of(flow.deadlineNanos()) + 1);
            packed.add(next);
            if (!fill(flow, next.floors)) {
                packed.forEach(this::remove);
                return List.of();
            }
        }
        return packed;
    }

    private boolean fill(PrefetchFlow flow, double[] floors) {
        int[] starts = starts(flow);
        double rest = flow.bytes();
        double nothing = FreeRates.ROUNDING * rest;
        for (int instant = floors.length - 1; instant >= 0 && rest > nothing; instant--) {
            double seconds = instants.secondsUntil(instant, flow.deadlineNanos());
            double rate = rest / seconds;
            for (int start : starts) {
                rate = Math.min(rate, left[start + instant]);
            }
            if (rate > 0) {
                for (int start : starts) {
                    left[start + instant] -= rate;
                }
                floors[instant] = rate;
                rest -= rate * seconds;
            }
        }
        return rest <= nothing;
    }

    private void remove(Packed packed) {
        for (int start : starts(packed.flow)) {
            for (int instant = 0; instant < packed.floors.length; instant++) {
                left[start + instant] += packed.floors[instant];
            }
        }
    }

    private int[] starts(PrefetchFlow flow) {
        return flow.links().stream()
                .mapToInt(link -> rows.get(link) * instants.count())
                .toArray();
    }
}
