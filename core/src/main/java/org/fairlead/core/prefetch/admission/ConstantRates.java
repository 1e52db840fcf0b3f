// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Flows that hold one rate each until their deadline, and what that leaves of links. */
final class ConstantRates {
    private static final double ROUNDING = FreeRates.ROUNDING;

    /** @param rate in bytes per second, on every link of its path */
    record Held(PrefetchFlow flow, double rate) {}

    private static final class LinkShare {
        private final Map<Long, Held> held = new LinkedHashMap<>();
        private double free;
        private double used;
    }

    private final Map<Long, Held> held = new LinkedHashMap<>();
    private final Map<Integer, LinkShare> links = new HashMap<>();
    private FreeRates free;

    /** Begins a pass: what is free is known anew. */
    void begin(FreeRates pass) {
        free = pass;
        links.values().removeIf(share -> share.held.isEmpty());
        links.forEach((link, share) -> {
            share.free = pass.of(link);
            // Summed anew, so that roundings do not add up.
            share.used = share.held.values().stream().mapToDouble(Held::rate).sum();
        });
    }

    /** Whose flow it is and what it holds; null if nothing. */
    Held of(long id) {
        return held.get(id);
    }

    /** All that hold a rate, those that have held it longest first. */
    List<Held> all() {
        return new ArrayList<>(held.values());
    }

    /** Those over a link, those that have held it longest first. */
    Collection<Held> on(int link) {
        return share(link).held.values();
    }

    /** What the link has left, in bytes per second; below 0 where less is free than is held. */
    double left(int link) {
        LinkShare share = share(link);
        return share.free - share.used;
    }

    /** Whether so much is enough for a rate, but for roundings. */
    static boolean covers(double available, double rate) {
        return available >= rate - ROUNDING * Math.max(1, rate);
    }

    boolean fits(PrefetchFlow flow, double rate) {
        return flow.links().stream().allMatch(link -> covers(left(link), rate));
    }

    void hold(PrefetchFlow flow, double rate) {
        release(flow.id());
        Held now = new Held(flow, rate);
        held.put(flow.id(), now);
        for (int link : flow.links()) {
            LinkShare share = share(link);
            share.held.put(flow.id(), now);
            share.used += rate;
        }
    }

    /** Changes what is known of a flow that holds a rate, and the rate; its turn stays. */
    void change(PrefetchFlow flow, double rate) {
        double before = held.get(flow.id()).rate();
        Held now = new Held(flow, rate);
        held.replace(flow.id(), now);
        for (int link : flow.links()) {
            LinkShare share = share(link);
            share.held.replace(flow.id(), now);
            share.used += rate - before;
        }
    }

    void release(long id) {
        Held before = held.remove(id);
        if (before == null) {
            return;
        }
        for (int link : before.flow().links()) {
            LinkShare share = share(link);
            share.held.remove(id);
            share.used -= before.rate();
        }
    }

    /**
     * Where less is free than is held, flows are released until the rest fits: those of jobs with the most residual tasks first, of equal ones
     * those with the highest rate.
     */
    List<Held> releaseExcess() {
        List<Held> released = new ArrayList<>();
        for (int link : new ArrayList<>(links.keySet())) {
            List<Held> over = new ArrayList<>(on(link));
            over.sort(mostResidualFirst());
            for (Held each : over) {
                if (covers(share(link).free, share(link).used)) {
                    break;
                }
                release(each.flow().id());
                released.add(each);
            }
        }
        return released;
    }

    static Comparator<Held> mostResidualFirst() {
        return Comparator.<Held>comparingInt(each -> each.flow().residualTasks())
                .reversed()
                .thenComparing(Comparator.comparingDouble(Held::rate).reversed());
    }

    Map<Long, FlowRate> rates(long nowNanos) {
        Map<Long, FlowRate> rates = new LinkedHashMap<>();
        held.forEach((id, each) -> {
            if (each.flow().deadlineNanos() > nowNanos) {
                rates.put(id, new FlowRate(each.rate(), 0));
            }
        });
        return rates;
    }

    /** The next deadline, with which a rate ends. */
    long nextChangeNanos(long nowNanos) {
        return held.values().stream()
                .mapToLong(each -> each.flow().deadlineNanos())
                .filter(deadline -> deadline > nowNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private LinkShare share(int link) {
        return links.computeIfAbsent(link, index -> {
            LinkShare share = new LinkShare();
            share.free = free.of(index);
            return share;
        });
    }
}
