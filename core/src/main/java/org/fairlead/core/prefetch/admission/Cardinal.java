// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.fairlead.core.prefetch.admission.ConstantRates.Held;

/**
 * Guarantees a new flow the constant rate that its deadline needs, and abandons flows of jobs with more residual tasks for it: CARDINAL as published.
 *
 * <p><b>Goals.</b> Where not all can be in time, the jobs with the fewest residual tasks are, since they are delayed by a single late task.
 *
 * <p><b>Constraints.</b> As in the paper, faults and all: a link without room for the new flow counts only what victims give, from 0, and not what it has left (line 8); a victim is not credited
 * to the other links of its path; one flow of a job is abandoned and its siblings keep their rates; of equal residual tasks nobody gives way; nothing that was rejected or abandoned is
 * asked again.
 *
 * <p><b>Algorithm.</b> The rate is B / (d − t), until the deadline. For each link of the path in turn that has less left: of the flows there whose jobs have more residual tasks, most residual
 * first, as many are marked as give the whole rate together. If they give less, the new flow is rejected and nobody is abandoned (line 17). Else all that were marked on any link are abandoned. A flow
 * whose deadline or path is told anew is a new one; other bytes change nothing. Ours, where the paper is silent: a deadline that has passed is rejected at once, and where a link has less free than is guaranteed,
 * flows are abandoned there, most residual first.
 *
 * <p><b>Example.</b> A link of 100 carries 60 of a job with 9 residual tasks and 30 of one with 5. A flow that needs 50 for a job with 2 finds 10 left, not enough. Counted from 0, the first gives 60, and is abandoned. A flow that needs
 * 95 would find 90 at most, and is rejected, though 100 were free then.
 *
 * <p><b>Source.</b> FlexFetch, section III-B, Algorithm 1.
 */
final class Cardinal implements RateAdmission {
    static final String NAME = "cardinal";

    private final ConstantRates rates = new ConstantRates();
    /** What became of those that hold no rate, as they were asked. */
    private final Map<Long, Refusal> refused = new HashMap<>();

    private record Refusal(Verdict verdict, PrefetchFlow flow) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<Long, Verdict> admit(List<PrefetchFlow> flows, IntToDoubleFunction freeBytesPerSecond, long nowNanos) {
        Map<Long, PrefetchFlow> byId = FreeRates.byId(flows);
        FreeRates free = new FreeRates(freeBytesPerSecond, nowNanos);
        refused.keySet().retainAll(byId.keySet());
        for (Held each : rates.all()) {
            PrefetchFlow told = byId.get(each.flow().id());
            if (told == null || !isSameRequest(told, each.flow())) {
                rates.release(each.flow().id());
            } else if (told.leadSeconds(nowNanos) <= 0) {
                refuse(told, Verdict.LATE);
            } else {
                rates.change(told, each.rate());
            }
        }
        rates.begin(free);
        rates.releaseExcess().forEach(each -> refuse(each.flow(), Verdict.ABANDONED));
        for (PrefetchFlow flow : byId.values()) {
            Refusal before = refused.get(flow.id());
            boolean isNew = before == null || !isSameRequest(before.flow(), flow);
            if (isNew && rates.of(flow.id()) == null) {
                free.reasonAgainst(flow).ifPresentOrElse(reason -> refuse(flow, reason), () -> ask(flow, nowNanos));
            }
        }
        Map<Long, Verdict> verdicts = new LinkedHashMap<>();
        byId.keySet()
                .forEach(id -> verdicts.put(
                        id,
                        rates.of(id) != null
                                ? Verdict.ADMITTED
                                : refused.get(id).verdict()));
        return verdicts;
    }

    private static boolean isSameRequest(PrefetchFlow one, PrefetchFlow other) {
        return one.deadlineNanos() == other.deadlineNanos() && one.links().equals(other.links());
    }

    private void refuse(PrefetchFlow flow, Verdict why) {
        rates.release(flow.id());
        refused.put(flow.id(), new Refusal(why, flow));
    }

    private void ask(PrefetchFlow flow, long nowNanos) {
        double rate = flow.neededBytesPerSecond(nowNanos);
        Map<Long, Held> abandoned = new LinkedHashMap<>();
        for (int link : flow.links()) {
            if (!ConstantRates.covers(rates.left(link), rate) && !markVictims(flow, rate, link, abandoned)) {
                refuse(flow, Verdict.NO_ROOM);
                return;
            }
        }
        abandoned.values().forEach(each -> refuse(each.flow(), Verdict.ABANDONED));
        refused.remove(flow.id());
        rates.hold(flow, rate);
    }

    /** Lines 6 to 18, of one link. */
    private boolean markVictims(PrefetchFlow flow, double rate, int link, Map<Long, Held> abandoned) {
        List<Held> lessCritical = rates.on(link).stream()
                .filter(each -> each.flow().residualTasks() > flow.residualTasks())
                .sorted(Comparator.<Held>comparingInt(each -> each.flow().residualTasks())
                        .reversed())
                .toList();
        double available = 0;
        for (Held each : lessCritical) {
            abandoned.put(each.flow().id(), each);
            available += each.rate();
            if (ConstantRates.covers(available, rate)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void ended(long id) {
        rates.release(id);
        refused.remove(id);
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
