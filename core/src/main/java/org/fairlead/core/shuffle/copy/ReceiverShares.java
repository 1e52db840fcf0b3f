// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * What each of several receivers gets of the network when all of them receive at the same time, as much from each other: its part of its host's link, and of each link between the network's core and its host. Bytes
 * per second.
 *
 * <p>Example: twelve receivers in four racks, host links of 50, rack links of 75 Mbit/s. Of what a receiver is sent, 9 of 11 parts come from other racks, so three of them get 3 · 9/11 · x = 75, and x = 30.6 Mbit/s; not the 50 that
 * one of them would get alone.
 */
public final class ReceiverShares {
    private final Routes routes;
    private final int[] hosts;
    private final double[] own;
    /** By link that receivers are behind. */
    private final Map<Integer, Behind> behind = new HashMap<>();

    /** Receivers behind a link: how many, how many by the parts of theirs that go over it, and what they receive over it already. */
    private static final class Behind {
        private int receivers;
        private double parts;
        private double own;
    }

    private ReceiverShares(Routes routes, int[] hosts, double[] own) {
        this.routes = routes;
        this.hosts = hosts;
        this.own = own;
        for (int receiver = 0; receiver < hosts.length; receiver++) {
            enter(receiver);
        }
    }

    /**
     * Of what others leave: what tasks on all of them would fetch at.
     *
     * @param hosts by receiver, its host's index; one host may have several
     */
    public static double[] left(Routes routes, Headroom headroom, int[] hosts) {
        return new ReceiverShares(routes, hosts, new double[hosts.length]).shares(headroom::left);
    }

    /**
     * Of what nobody uses, but for what these receivers get already of what is to be shared: traffic that could be faster gets what is left, and nothing here takes it away.
     *
     * @param own by receiver, what it gets already, which is measured with everything else
     */
    public static double[] idle(Routes routes, Headroom headroom, int[] hosts, double[] own) {
        return new ReceiverShares(routes, hosts, own.clone()).shares(headroom::idle);
    }

    private void enter(int receiver) {
        int down = routes.downLink(hosts[receiver]);
        if (down >= 0) {
            enter(down, receiver, 1);
        }
        EqualCostRoutes paths = routes.fromCore(hosts[receiver]);
        for (int hop = 0; hop < paths.hops(); hop++) {
            int[] links = links(paths, hop);
            for (int link : links) {
                enter(link, receiver, 1.0 / links.length);
            }
        }
    }

    private void enter(int link, int receiver, double part) {
        Behind those = behind.computeIfAbsent(link, unused -> new Behind());
        those.receivers++;
        those.parts += part;
        those.own += part * own[receiver];
    }

    private static int[] links(EqualCostRoutes paths, int hop) {
        int[] links = new int[paths.count()];
        Arrays.setAll(links, path -> paths.link(path, hop));
        return Arrays.stream(links).distinct().toArray();
    }

    private double[] shares(IntToDoubleFunction free) {
        double[] shares = new double[hosts.length];
        for (int receiver = 0; receiver < shares.length; receiver++) {
            int down = routes.downLink(hosts[receiver]);
            double least = down < 0 ? Double.POSITIVE_INFINITY : share(down, free);
            EqualCostRoutes paths = routes.fromCore(hosts[receiver]);
            for (int hop = 0; hop < paths.hops(); hop++) {
                least = Math.min(
                        least,
                        Arrays.stream(links(paths, hop))
                                .mapToDouble(link -> share(link, free))
                                .average()
                                .orElse(0));
            }
            shares[receiver] = least;
        }
        return shares;
    }

    /** What a receiver behind a link gets in all, as far as the link limits it. */
    private double share(int link, IntToDoubleFunction free) {
        Behind those = behind.get(link);
        double crossing = crossing(those.receivers);
        if (crossing == 0) {
            return Double.POSITIVE_INFINITY; // all senders are behind it, too
        }
        double capacity = routes.topology().links().get(link).bytesPerSecond();
        double shared = Math.min(capacity, free.applyAsDouble(link) + crossing * those.own);
        return shared / (crossing * those.parts);
    }

    /** The part of what a receiver is sent that crosses a link which so many receivers are behind: senders are the receivers, each other one as much. */
    private double crossing(int receivers) {
        return receivers == 1 ? 1 : (hosts.length - receivers) / (hosts.length - 1.0);
    }
}
