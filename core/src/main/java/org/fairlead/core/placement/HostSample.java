// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * The hosts that one decision looks at: some racks, and some eligible hosts of each, so that a decision in a cluster of ten
 * thousand hosts costs what it costs in one of a few hundred. The source's rack is always among them. Racks are drawn by their
 * hosts: a rack of twice as many is twice as likely. Not safe for threads.
 */
final class HostSample {
    static final int MOST_RACKS = 20;
    static final int MOST_HOSTS_OF_RACK = 6;

    /** Hosts of one rack stand side by side, from {@code first[rack]} to {@code first[rack + 1]} − 1. */
    final int[] first;

    final int[] racks;
    final int[] hosts;
    /** What each can take from its switch and write. */
    final double[] in;
    /** What each can send on. */
    final double[] up;
    /** What comes from the network's core to each one's switch. */
    final double[] beyond;

    final int rackCount;
    final int unknown;
    private final Routes routes;

    HostSample(Routes routes, Targets targets, Headroom headroom, Draw draw) {
        this.routes = routes;
        int most = Math.min(
                routes.racks(),
                Math.max(MOST_RACKS, 2 * (targets.remaining() + targets.rule().spanned())));
        racks = new int[most];
        first = new int[most + 1];
        hosts = new int[most * MOST_HOSTS_OF_RACK];
        rackCount = drawRacks(targets, draw, most);
        int filled = 0;
        for (int i = 0; i < rackCount; i++) {
            first[i] = filled;
            filled = drawHosts(racks[i], targets, draw, filled);
        }
        first[rackCount] = filled;
        in = new double[filled];
        up = new double[filled];
        beyond = new double[filled];
        int silent = 0;
        for (int i = 0; i < filled; i++) {
            int host = hosts[i];
            in[i] = Math.min(headroom.down(host), headroom.write(host));
            up[i] = headroom.up(host);
            boolean asBefore = i > 0 && routes.isPlain(host) && routes.edgeOf(host) == routes.edgeOf(hosts[i - 1]);
            beyond[i] = asBefore ? beyond[i - 1] : headroom.paths(routes.fromCore(host), Double.MAX_VALUE);
            silent += headroom.isUnknown(host) ? 1 : 0;
        }
        unknown = silent;
    }

    int size() {
        return in.length;
    }

    /** Where a rack stands in {@link #racks}; -1 when it is not in the sample. */
    int placeOf(int rack) {
        for (int place = 0; place < rackCount; place++) {
            if (racks[place] == rack) {
                return place;
            }
        }
        return -1;
    }

    int from(int rackSlot) {
        return rackSlot < 0 ? 0 : first[rackSlot];
    }

    int to(int rackSlot) {
        return rackSlot < 0 ? 0 : first[rackSlot + 1];
    }

    private int drawRacks(Targets targets, Draw draw, int most) {
        int count = 0;
        int source = targets.source();
        if (source >= 0) {
            racks[count++] = routes.rackOf(source);
        }
        if (most == routes.racks()) {
            int start = draw.below(most);
            for (int i = 0; i < most; i++) {
                count = addRack((start + i) % most, count);
            }
            return count;
        }
        List<Host> all = routes.topology().hosts();
        for (int tries = 0; tries < 4 * most && count < most; tries++) {
            count = addRack(routes.rackOf(all.get(draw.below(all.size())).index()), count);
        }
        return count;
    }

    private int addRack(int rack, int count) {
        for (int i = 0; i < count; i++) {
            if (racks[i] == rack) {
                return count;
            }
        }
        racks[count] = rack;
        return count + 1;
    }

    private int drawHosts(int rack, Targets targets, Draw draw, int filled) {
        int[] all = routes.hostsOf(rack);
        int start = draw.below(all.length);
        int from = filled;
        for (int i = 0; i < all.length && filled < from + MOST_HOSTS_OF_RACK; i++) {
            int host = all[(start + i) % all.length];
            if (targets.isFree(host)) {
                hosts[filled++] = host;
            }
        }
        return filled;
    }

    /** What comes from a host to each host of the sample, the sender's own link included; from the core when it is -1. */
    double[] reach(int source, Headroom headroom) {
        double[] reach = new double[size()];
        double up = source < 0 ? Double.MAX_VALUE : headroom.up(source);
        for (int i = 0; i < reach.length; i++) {
            boolean asBefore =
                    i > 0 && routes.isPlain(hosts[i]) && routes.edgeOf(hosts[i]) == routes.edgeOf(hosts[i - 1]);
            if (source < 0) {
                reach[i] = beyond[i];
            } else {
                reach[i] = asBefore ? reach[i - 1] : headroom.paths(routes.inner(source, hosts[i]), up);
            }
        }
        return reach;
    }

    Candidate candidate(int place, double bytesPerSecond) {
        int host = hosts[place];
        int down = routes.downLink(host);
        boolean own = down < 0 || in[place] <= bytesPerSecond;
        String limit = !own
                ? "the path to " + routes.host(host).rack()
                : down < 0
                        ? routes.host(host).name()
                        : routes.topology().links().get(down).name();
        return new Candidate(routes.host(host), bytesPerSecond, limit);
    }

    /** Marks what may be chosen from: not above the even share of storage when that has to be evened out. */
    boolean[] open(StorageBalance balance) {
        boolean[] open = new boolean[size()];
        Arrays.fill(open, true);
        if (!balance.isFree()) {
            for (int i = 0; i < open.length; i++) {
                open[i] = !balance.isAboveMean(hosts[i]);
            }
        }
        return open;
    }
}
