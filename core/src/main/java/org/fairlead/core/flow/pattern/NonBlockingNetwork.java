// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.pattern;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * What flows would get if hosts' own links alone bound them, max-min fairly: the ideal by which the paths of a network are judged.
 *
 * <p>Algorithm: from one start or end of a flow to the next, each flow has its max-min fair rate over the up-link of its sender and the down-link of its receiver.
 *
 * <p>Example: links of 10; a→c with 20 bytes and b→c with 60 begin together. Both have 5 until 4 s, when the first ends with a mean of 5; the other has 10 for the 40 that are left, ends
 * at 8 s, and has a mean of 7.5.
 */
public final class NonBlockingNetwork {
    private NonBlockingNetwork() {}

    /**
     * A flow; one of seconds and bytes may be infinite.
     *
     * @param seconds for which it sends at most, from its start
     * @param bytes that it sends at most
     */
    public record Flow(Host from, Host to, double startSeconds, double seconds, double bytes) {
        public Flow {
            boolean endless = Double.isInfinite(startSeconds + seconds) && Double.isInfinite(bytes);
            if (!(startSeconds >= 0) || !(seconds > 0) || !(bytes > 0) || endless) {
                throw new IllegalArgumentException("a flow has an end: " + seconds + " s and " + bytes + " bytes from "
                        + startSeconds + " s on are not expected");
            }
        }

        private double endSeconds() {
            return startSeconds + seconds;
        }
    }

    /**
     * Mean rates from start to end, in bytes per second.
     *
     * @param payload share of what links carry that belongs to the flows' bytes; above 0, up to 1
     * @throws IllegalArgumentException if a host has more than one link
     */
    public static double[] meanRates(Topology topology, List<Flow> flows, double payload) {
        double[] capacities = topology.links().stream()
                .mapToDouble(link -> payload * link.bytesPerSecond())
                .toArray();
        List<int[]> links = flows.stream().map(flow -> links(topology, flow)).toList();
        double[] left = flows.stream().mapToDouble(Flow::bytes).toArray();
        double[] moved = new double[left.length];
        double[] means = new double[left.length];
        boolean[] ended = new boolean[left.length];
        double now = 0;
        while (true) {
            List<Integer> going = new ArrayList<>();
            double until = Double.POSITIVE_INFINITY;
            for (int flow = 0; flow < ended.length; flow++) {
                if (flows.get(flow).startSeconds() > now) {
                    until = Math.min(until, flows.get(flow).startSeconds());
                } else if (!ended[flow]) {
                    going.add(flow);
                }
            }
            if (going.isEmpty() && Double.isInfinite(until)) {
                return means;
            }
            double[] rates = MaxMinFairRates.of(
                    capacities, going.stream().map(links::get).toList());
            double[] ends = new double[rates.length];
            for (int i = 0; i < ends.length; i++) {
                ends[i] = Math.min(flows.get(going.get(i)).endSeconds(), now + left[going.get(i)] / rates[i]);
                until = Math.min(until, ends[i]);
            }
            for (int i = 0; i < ends.length; i++) {
                int flow = going.get(i);
                double bytes = rates[i] * (until - now);
                moved[flow] += bytes;
                left[flow] -= bytes;
                if (ends[i] <= until) {
                    ended[flow] = true;
                    means[flow] = moved[flow] / (until - flows.get(flow).startSeconds());
                }
            }
            now = until;
        }
    }

    private static int[] links(Topology topology, Flow flow) {
        int up = topology.routes().upLink(flow.from().index());
        int down = topology.routes().downLink(flow.to().index());
        if (up < 0 || down < 0) {
            throw new IllegalArgumentException(
                    (up < 0 ? flow.from() : flow.to()).name() + " has more than one link: what bounds it is not known");
        }
        return new int[] {up, down};
    }
}
