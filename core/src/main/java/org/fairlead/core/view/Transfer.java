// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;

/**
 * Bytes that are about to cross the network because of a decision.
 *
 * @param links what they cross, all hops of a replication pipeline together; a link that is crossed twice stands twice
 * @param shares of the bytes that cross each of these, 0 to 1: what comes from many hosts crosses each one's link in part
 * @param bytes payload, as it is expected
 * @param mostBytes payload that it can be at most: of a block that is written, the block's size
 * @param bytesPerSecond the rate that was expected when it was decided
 * @param equalPaths whether links that are crossed in part are those of equal paths, of which the network takes one; else what comes from many hosts
 */
public record Transfer(
        List<Link> links, List<Double> shares, long bytes, long mostBytes, double bytesPerSecond, boolean equalPaths) {
    public Transfer {
        links = List.copyOf(links);
        shares = List.copyOf(shares);
        if (links.size() != shares.size()) {
            throw new IllegalArgumentException(shares.size() + " shares of " + links.size() + " links");
        }
    }

    /**
     * What goes from host to host to host, by the paths that are known.
     *
     * @param hosts in the order of travel; the same host twice in a row crosses nothing
     */
    public static Transfer along(
            PathResolver paths, List<Host> hosts, TrafficClass trafficClass, long bytes, double bytesPerSecond) {
        List<Link> all = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = 1; i < hosts.size(); i++) {
            Map<Integer, Double> crossed = new LinkedHashMap<>();
            paths.resolve(
                    hosts.get(i - 1).index(),
                    hosts.get(i).index(),
                    trafficClass,
                    (link, share) -> crossed.merge(link, share, Double::sum));
            crossed.forEach((link, share) -> {
                all.add(paths.topology().links().get(link));
                shares.add(share);
            });
        }
        return new Transfer(all, shares, bytes, bytes, bytesPerSecond, true);
    }

    /** Its size is known. */
    public Transfer(List<Link> links, List<Double> shares, long bytes, double bytesPerSecond) {
        this(links, shares, bytes, bytes, bytesPerSecond, false);
    }

    /** All of it crosses every link. */
    public Transfer(List<Link> links, long bytes, double bytesPerSecond) {
        this(links, Collections.nCopies(links.size(), 1.0), bytes, bytesPerSecond);
    }

    /** The same, at another rate. */
    public Transfer at(double expected) {
        return new Transfer(links, shares, bytes, mostBytes, expected, equalPaths);
    }

    /** The same, which may become larger than expected. */
    public Transfer upTo(long most) {
        return new Transfer(links, shares, bytes, Math.max(bytes, most), bytesPerSecond, equalPaths);
    }
}
