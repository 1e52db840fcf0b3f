// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.Nft;
import org.fairlead.network.rate.HtbGrant.Queue;
import org.fairlead.protocol.time.TimeSource;

/**
 * Guarantees rates on the links of a Linux host or switch, by the queues that {@code fairlead network rates} prints for it.
 *
 * <p><b>Goals.</b> A rate acts as soon as its packets bear its codepoint. Others' queues are never changed, and ours are as they were when nobody guarantees anything.
 *
 * <p><b>Constraints.</b> Kernels know no end of a class's rate. An element of nftables has one. Σ of what is guaranteed at a link is at most the granted share at any moment.
 *
 * <p><b>Algorithm.</b> Three steps: what is no longer guaranteed is marked no longer; all rates that change are changed by one datagram, first those that sink; then marks are written anew, for a lifetime. A queue that lost its marks keeps
 * its rate for {@link #DRAIN}, so that what is in it leaves, and is brought to rest by a later step.
 *
 * <p>When nobody renews, the marks end by themselves, and with them every effect: a class without traffic takes nothing from anybody. The figures themselves are brought back by a {@link RestGuard}, at once when this process
 * ends, however it does.
 *
 * <p><b>Example.</b> Codepoint 16 has 30 Mbit/s, codepoint 17 has 20 on a link of which 50 are granted; then the first is abandoned and the second raised to 50. Marks of 16 are removed; 17 is raised to 50; marks of 17 are
 * written. 16 is idle and at rest 0.2 s later.
 *
 * <p><b>Source.</b> Queues that are used again at other rates: FlexFetch, section IV-A. The rest is ours.
 */
final class HtbRates implements RateDriver {
    /** A queue of 15 ms at its link's rate is empty by then, unless others leave it nothing but its rate at rest. */
    static final Duration DRAIN = Duration.ofMillis(200);

    private final HtbGrant grant;
    private final Duration lifetime;
    private final TrafficControl kernel;
    private final RestGuard.Starter guards;
    private final RateMarks marks;
    private final TimeSource time;
    private final Map<Queue, HtbClass> rest;
    /** The rates that were set; a queue that is not here may have any. */
    private final Map<Queue, Long> rates = new HashMap<>();
    /** Until when a queue that lost its marks keeps its rate. */
    private final Map<Queue, Long> draining = new HashMap<>();

    private Map<Queue, RateAllotment> guaranteed = Map.of();
    private RestGuard guard;
    private boolean closed;
    private volatile Held held = new Held(Set.of(), 0);

    private record Held(Set<FlowUnit> units, long untilNanos) {}

    private HtbRates(
            HtbGrant grant,
            Duration lifetime,
            Nft nft,
            TrafficControl kernel,
            RestGuard.Starter guards,
            TimeSource time)
            throws DriverException {
        this.grant = grant;
        this.lifetime = lifetime;
        this.kernel = kernel;
        this.guards = guards;
        this.time = time;
        marks = new RateMarks(grant, lifetime, nft);
        HtbQueues queues = new HtbQueues(grant, kernel);
        Map<Queue, HtbClass> found = queues.read();
        marks.write(List.of());
        if (!queues.areAtRest(found)) { // a process before this one ended together with its guard
            startGuard().restore();
            found = queues.read();
            if (!queues.areAtRest(found)) {
                throw new DriverException("the queues of " + grant.device().name()
                        + " are not as 'fairlead network rates' prints them, and tc does not make them so");
            }
        }
        rest = found;
        rest.forEach((queue, each) -> rates.put(queue, each.bytesPerSecond()));
        guard = startGuard();
    }

    /**
     * @param kernel is the driver's from now on
     * @throws DriverException if the device was not told what that command prints, something else stands under one of its names, or others leave no room for the granted share
     */
    static HtbRates open(
            HtbGrant grant,
            Duration lifetime,
            Nft nft,
            TrafficControl kernel,
            RestGuard.Starter guards,
            TimeSource time)
            throws DriverException {
        boolean opened = false;
        try {
            HtbRates driver = new HtbRates(grant, lifetime, nft, kernel, guards, time);
            opened = true;
            return driver;
        } finally {
            if (!opened) {
                kernel.close();
            }
        }
    }

    private RestGuard startGuard() throws DriverException {
        return guards.start(grant.all().stream()
                .map(queue -> grant.rates().restored(queue.link(), queue.codepoint()))
                .toList());
    }

    @Override
    public boolean guarantees() {
        return true;
    }

    @Override
    public Duration lifetime() {
        return lifetime;
    }

    @Override
    public Set<FlowUnit> held() {
        Held now = held;
        return time.nanoTime() - now.untilNanos() < 0 ? now.units() : Set.of();
    }

    @Override
    public Map<FlowUnit, String> hold(List<RateAllotment> wanted) throws DriverException {
        if (closed) {
            throw new DriverException("the queues of " + grant.device().name() + " are closed");
        }
        if (!guard.stands()) {
            guard = startGuard();
        }
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Map<Queue, RateAllotment> next = grant.queues(wanted, refused);
        boolean marked = !guaranteed.isEmpty() || !next.isEmpty();
        withdraw(next);
        rerate(next);
        long until = time.nanoTime() + lifetime.toNanos();
        if (marked) { // else nothing stands, and nothing has to be renewed
            marks.write(allotments(next));
        }
        guaranteed = next;
        held = new Held(next.values().stream().map(RateAllotment::unit).collect(Collectors.toUnmodifiableSet()), until);
        return refused;
    }

    private static Set<RateAllotment> allotments(Map<Queue, RateAllotment> queues) {
        return new HashSet<>(queues.values());
    }

    /** Marks no longer what is not guaranteed any more, or is another's now. */
    private void withdraw(Map<Queue, RateAllotment> next) throws DriverException {
        Map<Queue, RateAllotment> stay = new HashMap<>(guaranteed);
        stay.entrySet()
                .removeIf(each -> !next.containsKey(each.getKey())
                        || !next.get(each.getKey())
                                .unit()
                                .equals(each.getValue().unit()));
        if (stay.size() == guaranteed.size()) {
            return;
        }
        marks.write(allotments(stay));
        long until = time.nanoTime() + DRAIN.toNanos();
        guaranteed.keySet().forEach(queue -> {
            if (!stay.containsKey(queue)) {
                draining.put(queue, until);
            }
        });
        guaranteed = stay;
    }

    private void rerate(Map<Queue, RateAllotment> next) throws DriverException {
        Set<Integer> marked = next.keySet().stream().map(Queue::codepoint).collect(Collectors.toSet());
        List<HtbClass> sinking = new ArrayList<>();
        List<HtbClass> rising = new ArrayList<>();
        Map<Queue, Long> after = new HashMap<>();
        long now = time.nanoTime();
        for (Map.Entry<Queue, HtbClass> each : rest.entrySet()) {
            Queue queue = each.getKey();
            RateAllotment allotment = next.get(queue);
            Long before = rates.get(queue);
            if (allotment != null) {
                draining.remove(queue);
            } else if (before != null && drains(queue, marked, now)) {
                continue;
            }
            HtbClass wanted = allotment == null
                    ? each.getValue()
                    : each.getValue()
                            .at(
                                    Math.round(allotment.bytesPerSecond()),
                                    LinuxRates.burstBytes(allotment.bytesPerSecond()));
            if (before == null || before != wanted.bytesPerSecond()) {
                (before == null || wanted.bytesPerSecond() < before ? sinking : rising).add(wanted);
                after.put(queue, wanted.bytesPerSecond());
            }
        }
        if (after.isEmpty()) {
            return;
        }
        rates.keySet().removeAll(after.keySet());
        sinking.addAll(rising);
        kernel.change(sinking);
        rates.putAll(after);
    }

    /** Whether a queue without a guarantee keeps its rate for the moment; not where packets still go there. */
    private boolean drains(Queue queue, Set<Integer> marked, long now) {
        Long until = draining.get(queue);
        if (until == null) {
            return false;
        }
        if (now - until < 0 && !marked.contains(queue.codepoint())) {
            return true;
        }
        draining.remove(queue);
        return false;
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        held = new Held(Set.of(), 0);
        try {
            marks.write(List.of());
        } finally {
            kernel.close();
            guard.restore();
        }
    }
}
