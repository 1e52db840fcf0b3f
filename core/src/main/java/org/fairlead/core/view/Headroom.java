// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Optional;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;

/**
 * What one decision can expect of links, paths and disks at its moment. Reads the bandwidth, remembers nothing; rates in bytes per
 * second, infinite where nothing is known to limit.
 */
public final class Headroom {
    /** A disk that is full of work still gives a newcomer this share. */
    private static final double LEAST_DISK_SHARE = 0.1;

    private final Routes routes;
    private final AvailableBandwidth bandwidth;
    private final long nowNanos;

    public Headroom(Routes routes, AvailableBandwidth bandwidth, long nowNanos) {
        this.routes = routes;
        this.bandwidth = bandwidth;
        this.nowNanos = nowNanos;
    }

    public double link(int link) {
        return bandwidth.available(link, nowNanos);
    }

    /** What a host can send; for one with several links, their paths tell. */
    public double up(int host) {
        int link = routes.upLink(host);
        return link < 0 ? Double.POSITIVE_INFINITY : link(link);
    }

    /** What a host can receive. */
    public double down(int host) {
        int link = routes.downLink(host);
        return link < 0 ? Double.POSITIVE_INFINITY : link(link);
    }

    /** What others leave of a host's link to send; see {@link AvailableBandwidth#left}. */
    public double leftUp(int host) {
        int link = routes.upLink(host);
        return link < 0 ? Double.POSITIVE_INFINITY : bandwidth.left(link, nowNanos);
    }

    /** What others leave of a host's link to receive. */
    public double leftDown(int host) {
        int link = routes.downLink(host);
        return link < 0 ? Double.POSITIVE_INFINITY : bandwidth.left(link, nowNanos);
    }

    /** What others leave of a link; of one that was not measured lately what they left then, of one that nobody measures all of it, since that says nothing. */
    public double left(int link) {
        double most = routes.topology().links().get(link).bytesPerSecond();
        return switch (bandwidth.knowledge(link, nowNanos)) {
            case FRESH -> bandwidth.left(link, nowNanos);
            case LATE -> Math.max(0, most - bandwidth.view().smoothed(link));
            case UNKNOWN -> most;
        };
    }

    /** What nobody uses of a link, our own transfers neither: what was measured last and what is committed since are taken off. */
    public double idle(int link) {
        if (bandwidth.knowledge(link, nowNanos) != Freshness.FRESH) {
            return left(link);
        }
        ClusterView view = bandwidth.view();
        double used = view.latest(link) + view.committed(link);
        double most = routes.topology().links().get(link).bytesPerSecond();
        return Math.max(0, Math.min(left(link), most - used));
    }

    /** What a host's disk can write besides what it writes. */
    public double write(int host) {
        double most = routes.diskWrite(host);
        return Double.isInfinite(most)
                ? most
                : Math.max(LEAST_DISK_SHARE * most, most - status(host).diskWriteBytesPerSecond());
    }

    /** What a host's disk can read besides what it reads. */
    public double read(int host) {
        double most = routes.diskRead(host);
        return Double.isInfinite(most)
                ? most
                : Math.max(LEAST_DISK_SHARE * most, most - status(host).diskReadBytesPerSecond());
    }

    private NodeStatus status(int host) {
        return bandwidth.view().status(host);
    }

    /** Mean over the paths, of which the network chooses one, of the least on each; 0 without a path. */
    public double paths(EqualCostRoutes paths, double bound) {
        if (paths.count() == 0) {
            return 0;
        }
        double sum = 0;
        for (int path = 0; path < paths.count(); path++) {
            double least = bound;
            for (int hop = 0; hop < paths.hops(); hop++) {
                least = Math.min(least, link(paths.link(path, hop)));
            }
            sum += least;
        }
        return sum / paths.count();
    }

    /** From host to host, both hosts' links included; infinite from a host to itself. */
    public double between(int source, int destination) {
        if (source == destination) {
            return Double.POSITIVE_INFINITY;
        }
        return paths(routes.inner(source, destination), Math.min(up(source), down(destination)));
    }

    /**
     * The same for one class: over the path that is held, or over the best of them where somebody keeps the pair's path and it is free to change.
     */
    public double between(int source, int destination, TrafficClass trafficClass) {
        if (source == destination) {
            return Double.POSITIVE_INFINITY;
        }
        return ofPaths(
                leasts(routes.inner(source, destination)),
                Math.min(up(source), down(destination)),
                new FlowUnit(source, destination, trafficClass));
    }

    /** What each of the paths has to give on its narrowest link. */
    public double[] leasts(EqualCostRoutes paths) {
        double[] least = new double[paths.count()];
        for (int path = 0; path < least.length; path++) {
            least[path] = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < paths.hops(); hop++) {
                least[path] = Math.min(least[path], link(paths.link(path, hop)));
            }
        }
        return least;
    }

    /**
     * What a transfer can expect of paths: the mean over them where the network chooses one, the most where somebody keeps the pair's path and it is free to
     * change, what the held one has where it is not; 0 without a path.
     *
     * @param least of each path, what its narrowest link has
     * @param bound what the hosts' own links have at most
     */
    public double ofPaths(double[] least, double bound, FlowUnit unit) {
        double sum = 0;
        double most = 0;
        for (double path : least) {
            double available = Math.min(path, bound);
            sum += available;
            most = Math.max(most, available);
        }
        if (isKept(least, unit)) {
            Optional<PathChoice> fixed = fixed(least, unit);
            return fixed.isPresent() ? Math.min(least[fixed.get().number()], bound) : most;
        }
        return least.length == 0 ? most : sum / least.length;
    }

    /** The path that {@link #ofPaths} stands on: the network's own where nobody keeps it, or where there is but one. */
    public PathChoice choice(double[] least, FlowUnit unit) {
        if (!isKept(least, unit)) {
            return PathChoice.NETWORK;
        }
        Optional<PathChoice> fixed = fixed(least, unit);
        if (fixed.isPresent()) {
            return fixed.get();
        }
        int taken = steering().taken(unit, nowNanos).number();
        int best = taken >= 0 && taken < least.length ? taken : 0;
        for (int path = 0; path < least.length; path++) {
            best = least[path] > least[best] ? path : best;
        }
        return new PathChoice(best);
    }

    private boolean isKept(double[] least, FlowUnit unit) {
        return least.length > 1 && steering().keeps(unit, nowNanos);
    }

    private Optional<PathChoice> fixed(double[] least, FlowUnit unit) {
        return steering().fixed(unit, nowNanos).filter(path -> path.number() < least.length);
    }

    private Steering steering() {
        return bandwidth.view().steering();
    }

    /** Whether nothing is known of a host's own links. */
    public boolean isUnknown(int host) {
        int up = routes.upLink(host);
        return up >= 0 && (isUnknownLink(up) || isUnknownLink(routes.downLink(host)));
    }

    public boolean isUnknownLink(int link) {
        return bandwidth.knowledge(link, nowNanos) == Freshness.UNKNOWN;
    }

    /** The link between two hosts that has least to give, their own included; −1 where no link is known. */
    public int narrowestLink(int source, int destination) {
        int narrowest = narrower(routes.upLink(source), routes.downLink(destination));
        EqualCostRoutes paths = routes.inner(source, destination);
        for (int path = 0; path < paths.count(); path++) {
            for (int hop = 0; hop < paths.hops(); hop++) {
                narrowest = narrower(narrowest, paths.link(path, hop));
            }
        }
        return narrowest;
    }

    private int narrower(int one, int other) {
        return one < 0 || (other >= 0 && link(other) < link(one)) ? other : one;
    }

    /** The link on these paths that has least to give, for people; empty on paths of no links. */
    public String narrowest(EqualCostRoutes paths) {
        int narrowest = -1;
        for (int path = 0; path < paths.count(); path++) {
            for (int hop = 0; hop < paths.hops(); hop++) {
                int link = paths.link(path, hop);
                narrowest = narrowest < 0 || link(link) < link(narrowest) ? link : narrowest;
            }
        }
        return narrowest < 0 ? "" : routes.topology().links().get(narrowest).name();
    }
}
