// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.topology.Topology;

/**
 * Decides for several applications together which of their fetches are guaranteed a rate, and gives each fetch a quota: the most at which it may go.
 *
 * <p><b>Goals.</b> What one application fetches does not spoil what another one is admitted for. What is not admitted goes on with what is left.
 *
 * <p><b>Constraints.</b> All fetches together may be guaranteed {@link #SHARE} of what everybody else leaves of a link. Others are not slowed down for them: a quota is a bound, and nothing of a link is kept free for a fetch but by the bounds of other fetches. No quota is below
 * {@value #LEAST_QUOTA} bytes per second, so that no transfer ends for being silent.
 *
 * <p><b>Algorithm.</b> A pass of a {@link RateAdmission} over the fetches of all applications, in the order of their names. What links carry of the fetches themselves is not others': of each what it was seen to move lately is counted back, at most what its deadline needs. Of a fetch that is new what it needs is counted back: its application has claimed that, and so
 * it is taken off what is left until counters speak. Of one whose deadline has passed it is what it moves from the beginning. An admitted
 * fetch may use its floor and what is spare for it. All others share evenly what those leave, on each link that they have in common with one. Who crosses no such link gets no quota: it goes as fast as the network lets it.
 * Where devices guarantee rates, others give way to them: there as much is free as devices guarantee, whatever is measured.
 *
 * <p><b>Example.</b> 90 bytes per second are free on a link. a fetches 400 bytes that are due in 5 s, and b as many for a job with more tasks left. Both need 80. a is admitted, b gets what a leaves. Others fill another link, and c is to come over it: it is late, has 400 bytes left and moves 2 a second. So 2 a second are free there.
 *
 * <p><b>Source.</b> FlexFetch's coordinator admits for one application; quotas for several are ours. Not safe for threads.
 */
public final class SharedAdmission {
    /** Of a link: what measurements get wrong, and others that begin, have the rest. */
    public static final double SHARE = 0.9;

    static final long LEAST_QUOTA = 64 << 10;
    private static final double LEAST_LEAD_SECONDS = 0.1;
    /** So long before its deadline a fetch is to be there whose rate devices guarantee: bytes and rates are told late. At most half of the time that is left. */
    private static final double MARGIN_SECONDS = 0.5;
    /** For so long a fetch is new. By then links have been reported twice in an ordinary cluster, and a claim counts no longer. */
    private static final long NEW_NANOS = 2_000_000_000L;
    /** Over so long at least what a fetch moves is counted: applications say several times a second what is still to come. */
    private static final long COUNTED_NANOS = 1_000_000_000L;

    private final RateAdmission admission;
    private final Topology topology;
    private Map<Named, Long> flows = new HashMap<>();
    private Map<Named, Long> jobs = new HashMap<>();
    /** Of those of the last pass, by the flow's number. */
    private Map<Long, Progress> progress = new HashMap<>();
    /** Those of the last pass, by the flow's number. */
    private Map<Long, Admitted> admitted = Map.of();

    private long numbers;

    /** What an application calls by a number. */
    private record Named(String application, long number) {}

    /**
     * The most at which a fetch may go.
     *
     * @param id the fetch's, as its application says
     * @param admitted whether so much is guaranteed to it, so that it is there in time
     */
    public record Quota(long id, double bytesPerSecond, boolean admitted) {}

    /**
     * What an admitted fetch needs so that it is there in time.
     *
     * @param source the host that gives it, by its index
     * @param destination the host that gets it, by its index
     * @param floorBytesPerSecond guaranteed to it now, together with those of all other admitted fetches; may be 0 for now
     * @param constantBytesPerSecond with which it is there by itself, half a second before its deadline, or in half of the time that is left if that is less than a second
     */
    public record Need(
            String application,
            int source,
            int destination,
            double floorBytesPerSecond,
            double constantBytesPerSecond,
            long deadlineNanos) {}

    /**
     * How a fetch gets on.
     *
     * @param firstNanos when it was seen first
     * @param bytes that were still to come at {@code atNanos}
     * @param bytesPerSecond that it moved before
     */
    private record Progress(long firstNanos, long bytes, long atNanos, double bytesPerSecond) {
        Progress with(long bytesNow, long nowNanos) {
            long nanos = nowNanos - atNanos;
            return nanos < COUNTED_NANOS
                    ? this
                    : new Progress(firstNanos, bytesNow, nowNanos, Math.max(0, bytes - bytesNow) * 1e9 / nanos);
        }
    }

    private record Admitted(String application, RequestedFetch fetch, double constantBytesPerSecond) {}

    public SharedAdmission(RateAdmission admission, Topology topology) {
        this.admission = admission;
        this.topology = topology;
    }

    /**
     * A pass where no device guarantees anything.
     *
     * @param requested by application, all that it fetches now
     * @param leftBytesPerSecond by link, what everybody leaves of it, these fetches among them, with what they claim and have not begun to move
     * @return by application, its quotas; what has none may go as fast as it can
     */
    public Map<String, List<Quota>> admit(
            Map<String, List<RequestedFetch>> requested,
            PathResolver paths,
            IntToDoubleFunction leftBytesPerSecond,
            long nowNanos) {
        return admit(requested, paths, leftBytesPerSecond, link -> 0, nowNanos);
    }

    /**
     * A pass.
     *
     * @param requested by application, all that it fetches now
     * @param leftBytesPerSecond by link, what everybody leaves of it, these fetches among them, with what they claim and have not begun to move
     * @param guaranteedBytesPerSecond by link, what its device guarantees to all fetches together whatever others send; 0 where it guarantees nothing
     * @return by application, its quotas; what has none may go as fast as it can
     */
    public Map<String, List<Quota>> admit(
            Map<String, List<RequestedFetch>> requested,
            PathResolver paths,
            IntToDoubleFunction leftBytesPerSecond,
            IntToDoubleFunction guaranteedBytesPerSecond,
            long nowNanos) {
        Map<Named, Long> known = flows;
        Map<Named, Long> knownJobs = jobs;
        flows = new HashMap<>();
        jobs = new HashMap<>();
        Map<Long, Named> names = new LinkedHashMap<>();
        Map<Long, RequestedFetch> fetches = new HashMap<>();
        List<PrefetchFlow> all = new ArrayList<>();
        requested.keySet().stream().sorted().forEach(application -> {
            for (RequestedFetch fetch : requested.get(application)) {
                Named name = new Named(application, fetch.id());
                long flow = number(name, known, flows);
                long job = number(new Named(application, fetch.job()), knownJobs, jobs);
                if (names.put(flow, name) == null) {
                    fetches.put(flow, fetch);
                    all.add(fetch.flow(flow, job, paths));
                }
            }
        });
        follow(all, nowNanos);
        Map<Integer, Double> free = free(all, leftBytesPerSecond, guaranteedBytesPerSecond, nowNanos);
        Map<Long, Verdict> verdicts = admission.admit(all, link -> SHARE * free.getOrDefault(link, 0.0), nowNanos);
        admitted = new LinkedHashMap<>();
        for (PrefetchFlow flow : all) {
            if (verdicts.get(flow.id()) == Verdict.ADMITTED) {
                double left = flow.leadSeconds(nowNanos);
                double lead = Math.max(LEAST_LEAD_SECONDS, Math.max(left / 2, left - MARGIN_SECONDS));
                admitted.put(
                        flow.id(),
                        new Admitted(names.get(flow.id()).application, fetches.get(flow.id()), flow.bytes() / lead));
            }
        }
        return quotas(all, names, verdicts, free, nowNanos);
    }

    /** What those need now that the last pass has admitted and whose deadlines have not passed. */
    public List<Need> needs(long nowNanos) {
        Map<Long, FlowRate> rates = admission.rates(nowNanos);
        List<Need> needs = new ArrayList<>();
        admitted.forEach((flow, each) -> {
            FlowRate rate = rates.get(flow);
            if (rate != null) {
                needs.add(new Need(
                        each.application,
                        each.fetch.source(),
                        each.fetch.destination(),
                        rate.floorBytesPerSecond(),
                        each.constantBytesPerSecond,
                        each.fetch.deadlineNanos()));
            }
        });
        return needs;
    }

    private long number(Named name, Map<Named, Long> before, Map<Named, Long> now) {
        return now.computeIfAbsent(name, unused -> before.containsKey(name) ? before.get(name) : numbers++);
    }

    /** Takes in how much is still to come of each. */
    private void follow(List<PrefetchFlow> all, long nowNanos) {
        Map<Long, Progress> before = progress;
        progress = new HashMap<>();
        for (PrefetchFlow flow : all) {
            Progress known = before.getOrDefault(flow.id(), new Progress(nowNanos, flow.bytes(), nowNanos, 0));
            progress.put(flow.id(), known.with(flow.bytes(), nowNanos));
        }
    }

    /** What is the fetch's own of what is taken off a link, in bytes per second. */
    private double own(PrefetchFlow flow, long nowNanos) {
        Progress known = progress.get(flow.id());
        double lead = flow.leadSeconds(nowNanos);
        double needed = flow.bytes() / Math.max(LEAST_LEAD_SECONDS, lead);
        boolean isClaimed = lead > 0 && nowNanos - known.firstNanos < NEW_NANOS;
        return isClaimed ? needed : Math.min(needed, known.bytesPerSecond);
    }

    /** By link that any of them crosses, what others leave of it, or have to leave. */
    private Map<Integer, Double> free(
            List<PrefetchFlow> all, IntToDoubleFunction left, IntToDoubleFunction guaranteed, long nowNanos) {
        Map<Integer, Double> own = new HashMap<>();
        for (PrefetchFlow flow : all) {
            double rate = own(flow, nowNanos);
            flow.links().forEach(link -> own.merge(link, rate, Double::sum));
        }
        Map<Integer, Double> free = new HashMap<>();
        own.forEach((link, rate) -> free.put(
                link,
                Math.min(
                        topology.links().get(link).bytesPerSecond(),
                        Math.max(left.applyAsDouble(link) + rate, guaranteed.applyAsDouble(link) / SHARE))));
        return free;
    }

    private Map<String, List<Quota>> quotas(
            List<PrefetchFlow> all,
            Map<Long, Named> names,
            Map<Long, Verdict> verdicts,
            Map<Integer, Double> free,
            long nowNanos) {
        Map<Long, FlowRate> rates = admission.rates(nowNanos);
        Map<Integer, Integer> others = new HashMap<>();
        Map<Integer, Double> guaranteed = new HashMap<>();
        for (PrefetchFlow flow : all) {
            boolean admitted = verdicts.get(flow.id()) == Verdict.ADMITTED;
            double rate = admitted ? most(rates.get(flow.id())) : 0;
            for (int link : flow.links()) {
                if (admitted) {
                    guaranteed.merge(link, rate, Double::sum);
                } else {
                    others.merge(link, 1, Integer::sum);
                }
            }
        }
        Map<String, List<Quota>> quotas = new HashMap<>();
        for (PrefetchFlow flow : all) {
            boolean admitted = verdicts.get(flow.id()) == Verdict.ADMITTED;
            double rate = admitted
                    ? most(rates.get(flow.id()))
                    : flow.links().stream()
                            .filter(guaranteed::containsKey)
                            .mapToDouble(link -> (free.get(link) - guaranteed.get(link)) / others.get(link))
                            .min()
                            .orElse(Double.POSITIVE_INFINITY);
            if (Double.isFinite(rate)) {
                Named name = names.get(flow.id());
                quotas.computeIfAbsent(name.application, unused -> new ArrayList<>())
                        .add(new Quota(name.number, Math.max(LEAST_QUOTA, rate), admitted));
            }
        }
        return quotas;
    }

    /** What an admitted flow may use by now; its deadline may have passed since. */
    private static double most(FlowRate rate) {
        return rate == null ? 0 : rate.floorBytesPerSecond() + rate.spareBytesPerSecond();
    }
}
