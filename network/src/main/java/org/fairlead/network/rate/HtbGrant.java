// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.ClassPort;

/**
 * What an operator allows one host or switch to guarantee: a share of its links, by queues of granted codepoints; and a host to mark, so that it goes there: what it sends to hosts whose addresses were given, from and to ports
 * that were given for a class. All else is refused, whoever allotted it.
 *
 * @param rates what stands on the device
 * @param addresses of hosts, by index; empty on a switch
 * @param ports by which classes are known; empty on a switch
 */
record HtbGrant(
        Topology topology,
        Node device,
        LinuxRates rates,
        Map<Integer, String> addresses,
        Map<TrafficClass, List<ClassPort>> ports) {
    private static final double ROUNDING = 1e-9;

    HtbGrant {
        addresses = Map.copyOf(addresses);
        ports = Map.copyOf(ports);
    }

    List<Link> links() {
        return topology.linksFrom(device);
    }

    /**
     * The queues that may be guaranteed a rate, and whose.
     *
     * @param refused is told what is not guaranteed, and why
     */
    Map<Queue, RateAllotment> queues(List<RateAllotment> wanted, Map<FlowUnit, String> refused) {
        Map<Queue, RateAllotment> queues = new HashMap<>();
        Map<Link, Double> sums = new HashMap<>();
        for (RateAllotment each : wanted) {
            List<Link> own = each.links().stream()
                    .filter(link -> link.from().equals(device))
                    .toList();
            Optional<String> against = reasonAgainst(each).or(() -> reasonAgainst(each, own, queues, sums));
            if (against.isPresent()) {
                refused.put(each.unit(), against.get());
                continue;
            }
            for (Link link : own) {
                queues.put(new Queue(link, each.codepoint()), each);
                sums.merge(link, each.bytesPerSecond(), Double::sum);
            }
        }
        return queues;
    }

    private Optional<String> reasonAgainst(RateAllotment each) {
        if (!rates.codepoints().numbers().contains(each.codepoint())) {
            return Optional.of("codepoint " + each.codepoint() + " is not granted");
        }
        if (!(each.bytesPerSecond() >= RateGrant.LEAST_BYTES_PER_SECOND)) {
            return Optional.of("at least 3 Mbit/s can be guaranteed");
        }
        if (each.unit().source() != device.index()) {
            return Optional.empty();
        }
        if (!addresses.containsKey(each.unit().destination())) {
            return Optional.of("the receiving host has no address among those that were given");
        }
        return ports.containsKey(each.unit().trafficClass())
                ? Optional.empty()
                : Optional.of(
                        "no port is granted for " + each.unit().trafficClass().label());
    }

    private Optional<String> reasonAgainst(
            RateAllotment each, List<Link> own, Map<Queue, RateAllotment> queues, Map<Link, Double> sums) {
        for (Link link : own) {
            double granted = rates.share() * link.bytesPerSecond();
            if (sums.getOrDefault(link, 0.0) + each.bytesPerSecond() > granted * (1 + ROUNDING)) {
                return Optional.of("guarantees on link " + link.name()
                        + " would be more than the %.1f Mbit/s granted".formatted(granted * 8 / 1e6));
            }
            if (queues.containsKey(new Queue(link, each.codepoint()))) {
                return Optional.of("codepoint " + each.codepoint() + " is another's on link " + link.name());
            }
        }
        return Optional.empty();
    }

    /** All queues of the device, link by link. */
    List<Queue> all() {
        List<Queue> all = new ArrayList<>();
        for (Link link : links()) {
            rates.codepoints().numbers().forEach(codepoint -> all.add(new Queue(link, codepoint)));
        }
        return all;
    }

    /** A queue of a link. */
    record Queue(Link link, int codepoint) {}
}
