// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.BitSet;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;

/**
 * Whether a cluster is uncontended: nobody else is to be kept away from.
 *
 * <p><b>Goals.</b> Where no place is better than another but by distance, nothing need wait for a better decision.
 *
 * <p><b>Constraints.</b> When nothing is known of the moment, it is not uncontended. Links of which nothing is known say nothing.
 *
 * <p><b>Algorithm.</b> Others leave at least {@value #LEAST_LEFT} of each link that is known of, and no disk is busy for {@value #DISKS_APART} more of the time
 * than another: what is alike everywhere gives nothing to choose.
 *
 * <p><b>Example.</b> Of ten links of 125 MB/s one carries 40 MB/s of others: others leave 0.68 of it, so it is not uncontended. Were the 40 MB/s ours, it would be.
 *
 * <p><b>Source.</b> Ours.
 */
public final class UncontendedCheck {
    static final double LEAST_LEFT = 0.75;
    static final double DISKS_APART = 0.5;

    private UncontendedCheck() {}

    public static boolean isUncontended(AvailableBandwidth bandwidth, long nowNanos) {
        return !bandwidth.isBlind(nowNanos)
                && contendedLinks(bandwidth, nowNanos).isEmpty()
                && areDisksAlike(bandwidth.view());
    }

    /** The links, by index, of which others use more than the rest. */
    public static BitSet contendedLinks(AvailableBandwidth bandwidth, long nowNanos) {
        BitSet contended = new BitSet();
        for (Link link : bandwidth.view().topology().links()) {
            if (!isFree(link, bandwidth, nowNanos)) {
                contended.set(link.index());
            }
        }
        return contended;
    }

    private static boolean isFree(Link link, AvailableBandwidth bandwidth, long nowNanos) {
        double left =
                switch (bandwidth.knowledge(link.index(), nowNanos)) {
                    case FRESH -> bandwidth.left(link.index(), nowNanos);
                    case LATE -> link.bytesPerSecond() - bandwidth.view().smoothed(link.index());
                    case UNKNOWN -> link.bytesPerSecond();
                };
        return left >= LEAST_LEFT * link.bytesPerSecond();
    }

    /**
     * The hosts, by index, that are to be kept away from: others use more than the rest of one of their own links, or their disk is busy for {@value #DISKS_APART} more of the
     * time than another. All where nothing is known of the moment.
     */
    public static BitSet contendedHosts(AvailableBandwidth bandwidth, long nowNanos) {
        ClusterView view = bandwidth.view();
        double busy = DISKS_APART
                + view.topology().hosts().stream()
                        .map(host -> view.status(host.index()))
                        .filter(status -> !status.equals(NodeStatus.NONE))
                        .mapToDouble(NodeStatus::diskBusy)
                        .min()
                        .orElse(1);
        boolean blind = bandwidth.isBlind(nowNanos);
        BitSet contended = new BitSet();
        for (Host host : view.topology().hosts()) {
            int index = host.index();
            if (blind
                    || view.status(index).diskBusy() >= busy
                    || !isFree(view.topology().routes().upLink(index), bandwidth, nowNanos)
                    || !isFree(view.topology().routes().downLink(index), bandwidth, nowNanos)) {
                contended.set(index);
            }
        }
        return contended;
    }

    private static boolean isFree(int link, AvailableBandwidth bandwidth, long nowNanos) {
        return link < 0 || isFree(bandwidth.view().topology().links().get(link), bandwidth, nowNanos);
    }

    /** Whether no disk is busy for {@value #DISKS_APART} more of the time than another. */
    public static boolean areDisksAlike(ClusterView view) {
        double least = 1;
        double most = 0;
        for (Host host : view.topology().hosts()) {
            NodeStatus status = view.status(host.index());
            if (!status.equals(NodeStatus.NONE)) {
                least = Math.min(least, status.diskBusy());
                most = Math.max(most, status.diskBusy());
            }
        }
        return most - least < DISKS_APART;
    }
}
