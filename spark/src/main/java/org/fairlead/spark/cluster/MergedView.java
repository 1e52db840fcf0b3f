// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Arrays;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Staleness;

/**
 * Puts a controller's view and executors' samples together: of a link the controller's figure, and the samples' where the controller
 * knows nothing, or no more; of a host likewise. Whose paths are kept the controller alone says.
 */
final class MergedView {
    private MergedView() {}

    /** @param version of the view that is made */
    static ClusterView of(ClusterView reported, ClusterView sampled, Staleness staleness, long version, long nowNanos) {
        Topology topology = reported.topology();
        int links = topology.links().size();
        double[] smoothed = new double[links];
        double[] latest = new double[links];
        long[] measuredAtNanos = new long[links];
        Origin[] origins = new Origin[links];
        double[] committed = new double[links];
        for (int link = 0; link < links; link++) {
            boolean silent = reported.knowledge(link, nowNanos) == Freshness.UNKNOWN;
            ClusterView best = silent && sampled.measuredAtNanos(link) != ClusterView.NEVER ? sampled : reported;
            smoothed[link] = best.smoothed(link);
            latest[link] = best.latest(link);
            measuredAtNanos[link] = best.measuredAtNanos(link);
            origins[link] = best.origin(link);
            committed[link] = reported.committed(link);
        }
        NodeStatus[] statuses = new NodeStatus[topology.nodes().size()];
        Arrays.setAll(statuses, node -> {
            NodeStatus told = status(reported, node, nowNanos);
            return told.equals(NodeStatus.NONE) ? status(sampled, node, nowNanos) : told;
        });
        return new ClusterView(topology, version, staleness, smoothed, latest, measuredAtNanos, origins, statuses)
                .withCommitted(committed)
                .withSteering(reported.steering());
    }

    /** What a view lacks of a host that the host itself could count. */
    static MissingCounters gap(ClusterView reported, Host host, long nowNanos) {
        boolean silent = status(reported, host.index(), nowNanos).equals(NodeStatus.NONE);
        int up = reported.topology().routes().upLink(host.index());
        if (up < 0 ? silent : reported.knowledge(up, nowNanos) == Freshness.UNKNOWN) {
            return MissingCounters.LINKS;
        }
        return silent ? MissingCounters.DISKS : MissingCounters.NONE;
    }

    /** {@link NodeStatus#NONE} also of a host that has said nothing for too long. */
    private static NodeStatus status(ClusterView view, int node, long nowNanos) {
        return view.isHeard(node, nowNanos) ? view.status(node) : NodeStatus.NONE;
    }
}
