// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.fairlead.core.prefetch.admission.ConstantRates.Held;

/**
 * Guarantees flows the constant rate that their deadline needs, as CARDINAL does, without its slips in bookkeeping.
 *
 * <p><b>Goals.</b> Of what constant rates and decisions flow by flow can give, all: what a better admission gains is then not due to slips.
 *
 * <p><b>Constraints.</b> Flow by flow, in the order in which they came, at constant rates: it cannot have one flow wait for another. A job whose flow was abandoned keeps its others.
 *
 * <p><b>Algorithm.</b> A held rate is what the bytes still to come need until the deadline; one that has risen and does not fit any more is asked for anew. A flow without a rate, also one that was rejected or abandoned
 * before, needs B / (d − t). On each link of its path in turn, what is missing is that less what the link has left and less what victims found so far free there. Victims are flows of jobs with more
 * residual tasks: most residual first, of equal ones the highest rate. If they do not suffice on some link, nobody gives way. Else all do, the flow gets its rate, and victims that still
 * fit beside it are given theirs back, fewest residual tasks first.
 *
 * <p><b>Example.</b> A link of 100 carries 60 of a job with 9 residual tasks and 30 of one with 5. A flow that needs 95 for a job with 2 finds 10 left and 85 missing: both give way, which Algorithm 1 refuses. One that needs 35 finds 25 missing: the first gives way, and nobody else.
 *
 * <p><b>Source.</b> FlexFetch, Algorithm 1; the repairs are ours.
 */
final class RepairedCardinal implements RateAdmission {
    static final String NAME = "cardinal-repaired";

    private final ConstantRates rates = new ConstantRates();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<Long, Verdict> admit(List<PrefetchFlow> flows, IntToDoubleFunction freeBytesPerSecond, long nowNanos) {
        Map<Long, PrefetchFlow> byId = FreeRates.byId(flows);
        FreeRates free = new FreeRates(freeBytesPerSecond, nowNanos);
        Map<Long, Verdict> refused = new HashMap<>();
        Set<Long> before = new HashSet<>();
        rates.all().forEach(each -> before.add(each.flow().id()));
        renew(byId, free, nowNanos);
        rates.releaseExcess();
        for (PrefetchFlow flow : byId.values()) {
            if (rates.of(flow.id()) == null) {
                Optional<Verdict> against = free.reasonAgainst(flow);
                if (against.isPresent()) {
                    refused.put(flow.id(), against.get());
                } else {
                    ask(flow, flow.neededBytesPerSecond(nowNanos));
                }
            }
        }
        Map<Long, Verdict> verdicts = new LinkedHashMap<>();
        byId.keySet().forEach(id -> {
            Verdict without = refused.getOrDefault(id, before.contains(id) ? Verdict.ABANDONED : Verdict.NO_ROOM);
            verdicts.put(id, rates.of(id) != null ? Verdict.ADMITTED : without);
        });
        return verdicts;
    }

    /** Rates of those that hold one, by what is known of them now: those that fall, then those that rise. */
    private void renew(Map<Long, PrefetchFlow> byId, FreeRates free, long nowNanos) {
        List<PrefetchFlow> rising = new ArrayList<>();
        for (Held each : rates.all()) {
            PrefetchFlow told = byId.get(each.flow().id());
            if (told == null
                    || !told.links().equals(each.flow().links())
                    || free.reasonAgainst(told).isPresent()) {
                rates.release(each.flow().id());
            } else if (ConstantRates.covers(each.rate(), told.neededBytesPerSecond(nowNanos))) {
                rates.change(told, Math.min(each.rate(), told.neededBytesPerSecond(nowNanos)));
            } else {
                rising.add(told);
            }
        }
        rates.begin(free);
        for (PrefetchFlow flow : rising) {
            double held = rates.of(flow.id()).rate();
            double rate = flow.neededBytesPerSecond(nowNanos);
            if (flow.links().stream().allMatch(link -> ConstantRates.covers(rates.left(link) + held, rate))) {
                rates.change(flow, rate);
            } else {
                rates.release(flow.id());
            }
        }
    }

    private void ask(PrefetchFlow flow, double rate) {
        Map<Long, Held> victims = new LinkedHashMap<>();
        Map<Integer, Double> freed = new HashMap<>();
        for (int link : flow.links()) {
            double available = rates.left(link) + freed.getOrDefault(link, 0.0);
            if (ConstantRates.covers(available, rate)) {
                continue;
            }
            List<Held> lessCritical = rates.on(link).stream()
                    .filter(each -> each.flow().residualTasks() > flow.residualTasks())
                    .filter(each -> !victims.containsKey(each.flow().id()))
                    .sorted(ConstantRates.mostResidualFirst())
                    .toList();
            for (Held each : lessCritical) {
                victims.put(each.flow().id(), each);
                each.flow().links().forEach(other -> freed.merge(other, each.rate(), Double::sum));
                available += each.rate();
                if (ConstantRates.covers(available, rate)) {
                    break;
                }
            }
            if (!ConstantRates.covers(available, rate)) {
                return;
            }
        }
        victims.keySet().forEach(rates::release);
        rates.hold(flow, rate);
        List<Held> back = new ArrayList<>(victims.values());
        back.sort(Comparator.<Held>comparingInt(each -> each.flow().residualTasks())
                .thenComparingDouble(Held::rate));
        for (Held each : back) {
            if (rates.fits(each.flow(), each.rate())) {
                rates.hold(each.flow(), each.rate());
            }
        }
    }

    @Override
    public void ended(long id) {
        rates.release(id);
    }

    @Override
    public Map<Long, FlowRate> rates(long nowNanos) {
        return rates.rates(nowNanos);
    }

    @Override
    public long nextChangeNanos(long nowNanos) {
        return rates.nextChangeNanos(nowNanos);
    }
}
