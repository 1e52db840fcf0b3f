// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/**
 * Admits whole jobs, and has each flow's bytes wait as long as its deadline lets them, so that others go first.
 *
 * <p><b>Goals.</b> As many jobs as possible of which all input is there in time; of two that exclude each other, the one with fewer residual tasks.
 *
 * <p><b>Constraints.</b> All flows of a job are admitted, or none: one with a flow that cannot be in time any more has none. At most {@value #MOST_INSTANTS} instants. A plan has no slack: a flow that falls behind its floors where links are full
 * is not admitted again. Floors lie as late as they can: who leaves the spare to others is never ahead when others come, and rejects more.
 *
 * <p><b>Algorithm.</b> The time to the last deadline is cut into {@link Instants}. Jobs are taken in the order of their residual tasks; of equal ones first those that were admitted before, in their order then, and after them those whose needed rates,
 * bytes over time left, take less of the link that they take most of. Jobs of which a flow was late while others are still under way come last: they are delayed already. Of a job the flow with the first deadline is put
 * in first: into the instant of its deadline as much as all links of its path have left there, then into the one before, back to now. If a flow does not go in, its job is taken out. What a flow has in an instant is its floor there.
 * If somebody who was admitted would lose that, a second plan is made in which those come first, and taken if more jobs are in time. The spare of the links goes, earliest deadline first, to the
 * admitted, so that they are ahead of their floors when others come.
 *
 * <p><b>Example.</b> A link of 64 MB/s, two blocks of 64 MB that are due in one second and in two. At constant rates they need 64 + 32 and one is refused. Packed, the one has the first second, and the other the second from 1 s to 2 s and
 * a floor of 0 before. A third block, due in two seconds, is refused, unless its job has fewer residual tasks than one of theirs.
 *
 * <p><b>Source.</b> Fewest residual tasks first: FlexFetch, section III-B. The latest possible start is backward scheduling, by due date. Whole jobs, floors by instant and the second plan are ours.
 */
final class PackedAdmission implements RateAdmission {
    static final String NAME = "cardinal-packed";

    private static final int MOST_INSTANTS = 96;
    private static final int NO_TURN = Integer.MAX_VALUE;

    private Map<Long, Packing.Packed> admitted = new LinkedHashMap<>();
    /** Those of the last pass that were not admitted. */
    private List<PrefetchFlow> bestEffort = List.of();
    /** Jobs with flows under way, of which another was late. */
    private final Set<Long> lateJobs = new HashSet<>();
    /** Of jobs that were admitted in the last pass, in which order they were packed. */
    private final Map<Long, Integer> turns = new HashMap<>();

    private FreeRates free;
    private Instants instants;

    /**
     * A job of which all flows may be in time.
     *
     * @param turn in which it was packed in the last pass
     * @param footprint the largest share of a link that its needed rates take
     * @param flows the first deadline first
     */
    private record Job(
            long number, boolean wasLate, int residualTasks, int turn, double footprint, List<PrefetchFlow> flows) {
        boolean held() {
            return turn < NO_TURN;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<Long, Verdict> admit(List<PrefetchFlow> flows, IntToDoubleFunction freeBytesPerSecond, long nowNanos) {
        Map<Long, PrefetchFlow> byId = FreeRates.byId(flows);
        free = new FreeRates(freeBytesPerSecond, nowNanos);
        Map<Long, Verdict> verdicts = new LinkedHashMap<>();
        Map<Long, List<PrefetchFlow>> byJob = new LinkedHashMap<>();
        for (PrefetchFlow flow : byId.values()) {
            verdicts.put(flow.id(), free.reasonAgainst(flow).orElse(Verdict.NO_ROOM));
            byJob.computeIfAbsent(flow.job(), unused -> new ArrayList<>()).add(flow);
        }
        noteLate(byId, nowNanos);
        turns.clear();
        admitted.values().forEach(each -> turns.putIfAbsent(each.flow().job(), turns.size()));
        List<Job> jobs = new ArrayList<>();
        byJob.forEach((job, ofJob) -> {
            if (ofJob.stream().allMatch(flow -> verdicts.get(flow.id()) == Verdict.NO_ROOM)) {
                jobs.add(job(job, ofJob, nowNanos));
            } else {
                ofJob.forEach(flow -> verdicts.replace(flow.id(), Verdict.NO_ROOM, Verdict.JOB_IS_LATE));
            }
        });
        lateJobs.retainAll(byJob.keySet());
        Map<Long, Packing.Packed> before = admitted;
        admitted = plan(jobs, nowNanos);
        before.keySet().forEach(id -> verdicts.replace(id, Verdict.NO_ROOM, Verdict.ABANDONED));
        admitted.keySet().forEach(id -> verdicts.put(id, Verdict.ADMITTED));
        bestEffort = new ArrayList<>(byId.values());
        bestEffort.removeIf(flow -> admitted.containsKey(flow.id()));
        return verdicts;
    }

    /** What was guaranteed nothing and ended with its deadline or after it is taken to have been late. */
    private void noteLate(Map<Long, PrefetchFlow> byId, long nowNanos) {
        for (PrefetchFlow flow : bestEffort) {
            if (!byId.containsKey(flow.id()) && flow.deadlineNanos() <= nowNanos) {
                lateJobs.add(flow.job());
            }
        }
    }

    private Job job(long number, List<PrefetchFlow> flows, long nowNanos) {
        List<PrefetchFlow> sorted = new ArrayList<>(flows);
        sorted.sort(Comparator.comparingLong(PrefetchFlow::deadlineNanos));
        Map<Integer, Double> needed = new HashMap<>();
        for (PrefetchFlow flow : flows) {
            double rate = flow.neededBytesPerSecond(nowNanos);
            flow.links().forEach(link -> needed.merge(link, rate, Double::sum));
        }
        double footprint = 0;
        for (Map.Entry<Integer, Double> each : needed.entrySet()) {
            if (each.getValue() > 0) {
                footprint = Math.max(footprint, each.getValue() / free.of(each.getKey()));
            }
        }
        int residual =
                flows.stream().mapToInt(PrefetchFlow::residualTasks).max().orElse(0);
        int turn = turns.getOrDefault(number, NO_TURN);
        return new Job(number, lateJobs.contains(number), residual, turn, footprint, sorted);
    }

    /** The plan for these jobs: in their order if that leaves no fewer of them in time than with those that were admitted before first. */
    private Map<Long, Packing.Packed> plan(List<Job> jobs, long nowNanos) {
        if (jobs.isEmpty()) {
            instants = null;
            return new LinkedHashMap<>();
        }
        instants = new Instants(
                jobs.stream()
                        .flatMap(job -> job.flows().stream())
                        .mapToLong(PrefetchFlow::deadlineNanos)
                        .toArray(),
                nowNanos,
                MOST_INSTANTS);
        Comparator<Job> smallest = Comparator.comparingInt(Job::residualTasks)
                .thenComparingInt(Job::turn)
                .thenComparingDouble(Job::footprint)
                .thenComparingLong(Job::number);
        List<List<Packing.Packed>> best = packed(jobs, wholeFirst().thenComparing(smallest));
        Set<Long> kept = new HashSet<>();
        best.forEach(job -> kept.add(job.get(0).flow().job()));
        if (jobs.stream().anyMatch(job -> job.held() && !kept.contains(job.number()))) {
            List<List<Packing.Packed>> nobodyDisplaced =
                    packed(jobs, wholeFirst().thenComparingInt(Job::turn).thenComparing(smallest));
            best = whole(nobodyDisplaced) > whole(best) ? nobodyDisplaced : best;
        }
        Map<Long, Packing.Packed> plan = new LinkedHashMap<>();
        best.forEach(job -> job.forEach(each -> plan.put(each.flow().id(), each)));
        return plan;
    }

    private static Comparator<Job> wholeFirst() {
        return Comparator.comparing(Job::wasLate);
    }

    private long whole(List<List<Packing.Packed>> packed) {
        return packed.stream()
                .filter(job -> !lateJobs.contains(job.get(0).flow().job()))
                .count();
    }

    /** Those jobs that go in, one after the other, each with its flows. */
    private List<List<Packing.Packed>> packed(List<Job> jobs, Comparator<Job> order) {
        jobs.sort(order);
        Packing packing =
                new Packing(jobs.stream().flatMap(job -> job.flows().stream()).toList(), free, instants);
        List<List<Packing.Packed>> packed = new ArrayList<>();
        for (Job job : jobs) {
            List<Packing.Packed> flows = packing.add(job.flows());
            if (!flows.isEmpty()) {
                packed.add(flows);
            }
        }
        return packed;
    }

    @Override
    public void ended(long id) {
        admitted.remove(id);
    }

    /** The floors of now, and the spare of the links: earliest deadline first. */
    @Override
    public Map<Long, FlowRate> rates(long nowNanos) {
        Map<Long, FlowRate> rates = new LinkedHashMap<>();
        List<Packing.Packed> live = admitted.values().stream()
                .filter(each -> each.flow().deadlineNanos() > nowNanos)
                .sorted(Comparator.comparingLong(
                                (Packing.Packed each) -> each.flow().deadlineNanos())
                        .thenComparingLong(each -> each.flow().id()))
                .toList();
        int instant = instants == null ? 0 : instants.at(nowNanos);
        Map<Integer, Double> left = new HashMap<>();
        for (Packing.Packed each : live) {
            for (int link : each.flow().links()) {
                left.put(link, left.getOrDefault(link, free.of(link)) - each.floor(instant));
            }
        }
        for (Packing.Packed each : live) {
            double spare = Double.POSITIVE_INFINITY;
            for (int link : each.flow().links()) {
                spare = Math.min(spare, left.get(link));
            }
            double most = Math.max(0, spare);
            each.flow().links().forEach(link -> left.merge(link, -most, Double::sum));
            rates.put(each.flow().id(), new FlowRate(each.floor(instant), most));
        }
        return rates;
    }

    @Override
    public long nextChangeNanos(long nowNanos) {
        long next = Long.MAX_VALUE;
        for (Packing.Packed each : admitted.values()) {
            if (each.flow().deadlineNanos() > nowNanos) {
                next = Math.min(next, each.flow().deadlineNanos());
            }
        }
        return next == Long.MAX_VALUE ? next : Math.min(next, instants.endNanos(instants.at(nowNanos)));
    }
}
