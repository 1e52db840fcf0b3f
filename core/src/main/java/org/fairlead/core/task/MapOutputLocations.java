// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.Transfer;

/**
 * The hosts that hold the output which the tasks of a set receive, each with its share of it. Every task is taken to receive from each by
 * these shares. Hosts by index. Immutable.
 */
public final class MapOutputLocations {
    /** Of a set of which nobody knows who sends. */
    public static final MapOutputLocations UNKNOWN = new MapOutputLocations(Map.of());

    private static final int MOST_WAYS = 16;

    private final int[] hosts;
    private final double[] shares;
    private final double largestShare;

    /** @param bytes by host, of all tasks of the set together */
    public MapOutputLocations(Map<Integer, Double> bytes) {
        hosts = bytes.entrySet().stream()
                .filter(sender -> sender.getValue() > 0)
                .mapToInt(Map.Entry::getKey)
                .sorted()
                .toArray();
        double sum = Arrays.stream(hosts).mapToDouble(bytes::get).sum();
        shares = Arrays.stream(hosts).mapToDouble(host -> bytes.get(host) / sum).toArray();
        largestShare = Arrays.stream(shares).max().orElse(0);
    }

    public boolean areUnknown() {
        return hosts.length == 0;
    }

    /** How many there are. */
    public int count() {
        return hosts.length;
    }

    /** One of them, from 0, by increasing index. */
    public int host(int at) {
        return hosts[at];
    }

    /** Share of the bytes that lies on a host, 0 to 1. */
    public double share(int host) {
        int at = Arrays.binarySearch(hosts, host);
        return at < 0 ? 0 : shares[at];
    }

    /** The largest of all shares, 0 to 1. */
    public double largestShare() {
        return largestShare;
    }

    /**
     * What a task of the set carries over the network: over the way from each sender that sender's share; of more than {@value #MOST_WAYS} senders, so
     * many stand for all.
     *
     * @param host that receives
     * @param bytes of the task, from its own host too
     * @param bytesPerSecond expected of all together
     * @param seed decides who stands for all
     */
    public Transfer transfer(PathResolver paths, int host, long bytes, double bytesPerSecond, long seed) {
        List<Link> links = new ArrayList<>();
        List<Double> crossing = new ArrayList<>();
        List<Link> all = paths.topology().links();
        int down = paths.topology().routes().downLink(host);
        if (down >= 0) {
            links.add(all.get(down));
            crossing.add(1 - share(host));
        }
        int counted = Math.min(MOST_WAYS, hosts.length);
        int first = (int) Math.floorMod(seed * MOST_WAYS, (long) Math.max(1, hosts.length));
        for (int i = 0; i < counted; i++) {
            int at = (first + i) % hosts.length;
            if (hosts[at] != host) {
                double share = Math.min(1, shares[at] * hosts.length / counted);
                paths.resolve(hosts[at], host, TrafficClass.SHUFFLE, (link, part) -> {
                    if (link != down) {
                        links.add(all.get(link));
                        crossing.add(share * part);
                    }
                });
            }
        }
        return new Transfer(links, crossing, bytes, bytesPerSecond);
    }
}
