// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.FlowRequests;

/**
 * Sums up what running tasks have still to receive, by host pair and class. What a task receives of a shuffle is one flow from each sender, where the senders are known and there are not too
 * many pairs; else one from many. Of one thread.
 */
final class RequestedFlows {
    static final int MANY = -1;

    private final Map<Received, Sum> received = new HashMap<>();

    /** @param source {@link #MANY} for a shuffle */
    void add(int source, int host, MapOutputLocations senders, long bytes, double bytesPerSecond) {
        received.computeIfAbsent(new Received(source, host, senders), unused -> new Sum())
                .add(bytes, bytesPerSecond);
    }

    /** Of too many pairs those with most bytes. */
    List<FlowRequests.Flow> flows(Topology topology, PathProposals proposals) {
        boolean few = received.keySet().stream().mapToInt(Received::pairs).sum() <= FlowRequests.MOST_FLOWS;
        Map<Pair, Sum> flows = new HashMap<>();
        received.forEach((of, sum) -> of.split(few, (pair, share) -> flows.computeIfAbsent(pair, unused -> new Sum())
                .add((long) (share * sum.bytes), share * sum.bytesPerSecond)));
        return flows.entrySet().stream()
                .filter(flow -> flow.getValue().bytes > 0)
                .sorted(Comparator.comparingLong((Map.Entry<Pair, Sum> flow) -> -flow.getValue().bytes))
                .limit(FlowRequests.MOST_FLOWS)
                .map(flow -> flow(topology, flow.getKey(), flow.getValue())
                        .over(proposals.of(flow.getKey().unit())))
                .toList();
    }

    private static FlowRequests.Flow flow(Topology topology, Pair pair, Sum sum) {
        return FlowRequests.Flow.of(
                pair.id(),
                pair.source == MANY ? "" : topology.nodes().get(pair.source).name(),
                topology.nodes().get(pair.host).name(),
                pair.trafficClass,
                sum.bytes,
                (long) sum.bytesPerSecond);
    }

    private record Pair(int source, int host, TrafficClass trafficClass) {
        private static final long OF_SHUFFLE = 1L << 60;

        /** The same for the same pair and class. */
        long id() {
            long ofClass = trafficClass == TrafficClass.SHUFFLE ? OF_SHUFFLE : 0;
            return ofClass | ((long) (source + 1) << Integer.SIZE) | host;
        }

        FlowUnit unit() {
            return new FlowUnit(source, host, trafficClass);
        }
    }

    /** What tasks on one host receive in the same way. */
    private record Received(int source, int host, MapOutputLocations senders) {
        interface Part {
            void take(Pair pair, double share);
        }

        private boolean isOfKnownSenders() {
            return source == MANY && !senders.areUnknown();
        }

        int pairs() {
            return isOfKnownSenders() ? senders.count() : 1;
        }

        void split(boolean bySender, Part part) {
            if (!bySender || !isOfKnownSenders()) {
                TrafficClass of = source == MANY ? TrafficClass.SHUFFLE : TrafficClass.BLOCK_READ;
                part.take(new Pair(source, host, of), 1);
                return;
            }
            for (int i = 0; i < senders.count(); i++) {
                if (senders.host(i) != host) {
                    part.take(new Pair(senders.host(i), host, TrafficClass.SHUFFLE), senders.shareAt(i));
                }
            }
        }
    }

    private static final class Sum {
        private long bytes;
        private double bytesPerSecond;

        void add(long more, double rate) {
            bytes += more;
            bytesPerSecond += rate;
        }
    }
}
