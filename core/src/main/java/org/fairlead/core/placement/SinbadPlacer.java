// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Headroom;

/**
 * Chooses targets as Sinbad does: the least-loaded rack link, then the least-loaded host link in that rack.
 *
 * <p><b>Goals.</b> The published rule, for comparison ({@link PipelinePlacer} is ours).
 *
 * <p><b>Constraints.</b> Those of {@link RackRule}, with at least two fault domains: the second replica leaves the first one's rack.
 * The writer's own copy is fixed. When more of the candidates than {@link org.fairlead.core.view.Staleness#mostUnknown()} are
 * unknown, stock decides.
 *
 * <p><b>Algorithm.</b> Greedily, replica by replica: of the racks that may take it, the one into which most is available; of that
 * rack's eligible hosts, the one to which most is available. Equals are drawn by the seed. All racks are looked at.
 *
 * <p>Assumed, as the paper does not say it: the third replica shares the second's rack, HDFS's default; the writer is the first
 * target when it can store; a rack's link is the mean over equal-cost paths from the core to its switch.
 *
 * <p><b>Example.</b> Racks r2, r3, r4 have 30, 90 and 60 MB/s left on their down-links: r3. Of its hosts, h7 has 10, h8 and h9 have
 * 100 MB/s left: h8 or h9, and the other one of them for the third replica.
 *
 * <p><b>Source.</b> Chowdhury, Kandula, Stoica: Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM 2013.
 */
public final class SinbadPlacer implements ReplicaPlacer {
    @Override
    public String name() {
        return "sinbad";
    }

    @Override
    public Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        if (bandwidth.isBlind(nowNanos)) {
            return new Placement.LeftToStock("nothing was measured lately", List.of());
        }
        Routes routes = bandwidth.view().topology().routes();
        Headroom headroom = new Headroom(routes, bandwidth, nowNanos);
        Targets targets = new Targets(routes, request);
        Draw draw = new Draw(seed);
        targets.takeWriter();
        List<Candidate> considered = new ArrayList<>();
        double narrowest = Double.POSITIVE_INFINITY;
        while (targets.remaining() > 0) {
            Looked looked = new Looked(routes, headroom, targets, draw);
            int rack = targets.preferredRack();
            if (rack < 0 || looked.bestHost(rack) < 0) {
                rack = looked.bestRack();
            }
            int host = rack < 0 ? targets.drawAnywhere(draw, 0) : looked.bestHost(rack);
            if (host < 0) {
                return targets.none();
            }
            if (looked.unknown > bandwidth.view().staleness().mostUnknown() * looked.hosts) {
                return new Placement.LeftToStock(
                        looked.unknown + " of " + looked.hosts + " candidates are unknown", considered);
            }
            double rate = Math.min(headroom.paths(routes.fromCore(host), headroom.down(host)), headroom.down(host));
            narrowest = Math.min(narrowest, rate);
            considered.add(new Candidate(routes.host(host), rate, headroom.narrowest(routes.fromCore(host))));
            targets.take(host);
        }
        return new Placement.Chosen(
                new ArrayList<>(targets.taken()),
                narrowest,
                "the least-loaded rack, then its least-loaded host",
                considered);
    }

    /** One replica's search; counts the hosts that it looked at. */
    private static final class Looked {
        private final Routes routes;
        private final Headroom headroom;
        private final Targets targets;
        private final Draw draw;
        private int hosts;
        private int unknown;

        Looked(Routes routes, Headroom headroom, Targets targets, Draw draw) {
            this.routes = routes;
            this.headroom = headroom;
            this.targets = targets;
            this.draw = draw;
        }

        int bestRack() {
            int best = -1;
            int equals = 0;
            double most = -1;
            for (int rack = 0; rack < routes.racks(); rack++) {
                int host = firstAllowed(rack);
                if (host < 0) {
                    continue;
                }
                hosts++;
                unknown += headroom.isUnknown(host) ? 1 : 0;
                double room = headroom.paths(routes.fromCore(host), Double.MAX_VALUE);
                if (room > most) {
                    equals = 0;
                    most = room;
                }
                if (room == most && draw.below(++equals) == 0) {
                    best = rack;
                }
            }
            return best;
        }

        private int firstAllowed(int rack) {
            for (int host : routes.hostsOf(rack)) {
                if (targets.isAllowedByStock(host)) {
                    return host;
                }
            }
            return -1;
        }

        int bestHost(int rack) {
            int best = -1;
            int equals = 0;
            double most = -1;
            for (int host : routes.hostsOf(rack)) {
                if (!targets.isAllowedByStock(host)) {
                    continue;
                }
                hosts++;
                unknown += headroom.isUnknown(host) ? 1 : 0;
                double room = headroom.down(host);
                if (room > most) {
                    equals = 0;
                    most = room;
                }
                if (room == most && draw.below(++equals) == 0) {
                    best = host;
                }
            }
            return best;
        }
    }
}
