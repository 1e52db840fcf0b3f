// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.topology.Link;
import org.fairlead.network.DriverException;
import org.fairlead.network.rate.HtbGrant.Queue;

/** Looks at the classes of a device: whether ours are what {@code fairlead network rates} prints, and whether others leave room for what is granted. */
final class HtbQueues {
    private static final double ROUNDING = 1e-6;
    private static final double NEARLY = 0.01;
    private static final double TICKS_A_SECOND = 1e9 / 64;

    private final HtbGrant grant;
    private final TrafficControl kernel;

    HtbQueues(HtbGrant grant, TrafficControl kernel) {
        this.grant = grant;
        this.kernel = kernel;
    }

    /**
     * All queues, as they stand.
     *
     * @throws DriverException if one is missing, is not ours, or if there is no room; in one line
     */
    Map<Queue, HtbClass> read() throws DriverException {
        Map<Queue, HtbClass> found = new LinkedHashMap<>();
        for (Link link : grant.links()) {
            String device = grant.rates().device(link);
            Map<Integer, HtbClass> standing = new HashMap<>();
            kernel.classes(device).forEach(each -> standing.put(each.handle(), each));
            for (int codepoint : grant.rates().codepoints().numbers()) {
                HtbClass own = standing.remove(grant.rates().handle(codepoint));
                if (own == null || !isOurs(own, codepoint)) {
                    throw new DriverException("%s: class %s %s; run what 'fairlead network rates' prints for %s"
                            .formatted(
                                    device,
                                    grant.rates().classId(codepoint),
                                    own == null ? "is missing" : "is somebody else's and is left alone",
                                    grant.device().name()));
                }
                found.put(new Queue(link, codepoint), own);
            }
            checkRoom(link, standing);
        }
        return found;
    }

    /** By what nobody else has: its place, and a queue of our number. */
    private boolean isOurs(HtbClass own, int codepoint) {
        return own.parent() == grant.rates().parentHandle() && own.queue() == (LinuxRates.BASE + codepoint) << 16;
    }

    private void checkRoom(Link link, Map<Integer, HtbClass> others) throws DriverException {
        HtbClass parent = others.get(grant.rates().parentHandle());
        if (parent == null) {
            throw new DriverException(grant.rates().device(link) + ": there is no class "
                    + grant.rates().parent() + " of HTB");
        }
        double taken = others.values().stream()
                .filter(each -> each.parent() == parent.handle())
                .mapToDouble(HtbClass::bytesPerSecond)
                .sum();
        double granted = grant.rates().share() * link.bytesPerSecond();
        if (taken + granted > parent.bytesPerSecond() * (1 + ROUNDING)) {
            throw new DriverException(
                    "%s: class %s has %.1f Mbit/s and guarantees %.1f of them to others; that leaves no room for the %.1f that are granted"
                            .formatted(
                                    grant.rates().device(link),
                                    grant.rates().parent(),
                                    parent.bytesPerSecond() * 8 / 1e6,
                                    taken * 8 / 1e6,
                                    granted * 8 / 1e6));
        }
    }

    boolean areAtRest(Map<Queue, HtbClass> queues) {
        return queues.entrySet().stream()
                .allMatch(each -> isAtRest(each.getKey().link(), each.getValue()));
    }

    private static boolean isAtRest(Link link, HtbClass queue) {
        long rest = Math.round(RateGrant.LEAST_BYTES_PER_SECOND);
        double ticks = LinuxRates.burstBytes((double) rest) * TICKS_A_SECOND / rest;
        return queue.bytesPerSecond() == rest
                && Math.abs(queue.ceilBytesPerSecond() - link.bytesPerSecond()) <= 1
                && Math.abs(queue.burstTicks() - ticks) <= NEARLY * ticks
                && queue.priority() == 1;
    }
}
