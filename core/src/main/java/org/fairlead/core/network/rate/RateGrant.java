// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;

/**
 * What an operator gives away. What it does not name is refused.
 *
 * @param codepoints that name queues; as many as it has are the units that can be guaranteed a rate on one link
 * @param linkShare of each link's capacity that guarantees may add up to, above 0, below 1
 * @param applicationShare of each link's capacity that one application's guarantees may add up to, above 0, at most {@code linkShare}
 * @param classes of traffic
 * @param hosts by their indices, both as sender and as receiver
 */
public record RateGrant(
        Codepoints codepoints,
        double linkShare,
        double applicationShare,
        Set<TrafficClass> classes,
        Set<Integer> hosts) {
    /**
     * The least rate that is guaranteed, in bytes per second: 3 Mbit/s. A queue pays for a packet in time, at its own rate, and a packet may be 64 KB large before the network card parts it. So at this
     * rate it may owe 0.18 s, and at a lower one a rate that is raised would act later than that.
     */
    public static final double LEAST_BYTES_PER_SECOND = 375_000;

    public RateGrant {
        classes = classes.isEmpty() ? EnumSet.noneOf(TrafficClass.class) : EnumSet.copyOf(classes);
        hosts = Set.copyOf(hosts);
        if (!(linkShare > 0 && linkShare < 1)) {
            throw new IllegalArgumentException(
                    "the share of a link is above 0 and below 1, so that something is left to all others; not "
                            + linkShare);
        }
        if (!(applicationShare > 0 && applicationShare <= linkShare)) {
            throw new IllegalArgumentException("an application's share of a link is above 0 and at most " + linkShare
                    + ", the share that is granted to all; not " + applicationShare);
        }
    }

    /** @return why a unit is given no rate, whatever the links have left; empty if it may be given one */
    Optional<String> reasonAgainst(FlowUnit unit, double bytesPerSecond) {
        if (!classes.contains(unit.trafficClass())) {
            return Optional.of("no rate is granted to this class");
        }
        if (!hosts.contains(unit.source()) || !hosts.contains(unit.destination())) {
            return Optional.of(
                    (hosts.contains(unit.source()) ? "the receiving" : "the sending") + " host is not granted");
        }
        if (!(bytesPerSecond >= LEAST_BYTES_PER_SECOND)) {
            return Optional.of("at least 3 Mbit/s can be guaranteed");
        }
        return Optional.empty();
    }
}
