// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * The hosts whose agents carry out paths, and of which classes: those that have asked for their own lately. What others send goes as the network decides, so nobody plans it. Safe for threads.
 */
final class PathFollowers {
    /** An agent that has heard nothing for so long has gone back to the network's own paths. */
    static final long LATELY_NANOS = 3_000_000_000L;

    private static final int MOST = 300_000;
    private static final String EVERYBODY = "";

    private final Map<Asked, Long> askedNanos = new ConcurrentHashMap<>();

    /** @param host empty: all */
    private record Asked(String host, TrafficClass trafficClass) {}

    /**
     * An agent has asked for what its host is to do, or a driver of switches for what all are.
     *
     * @param host empty: all
     * @param classes that it can carry out
     * @return whether it had not, lately
     */
    boolean asked(String host, Set<TrafficClass> classes, long nowNanos) {
        boolean news = false;
        for (TrafficClass each : classes) {
            Asked asked = new Asked(host, each);
            if (askedNanos.size() < MOST || askedNanos.containsKey(asked)) {
                Long before = askedNanos.put(asked, nowNanos);
                news |= before == null || nowNanos - before > LATELY_NANOS;
            }
        }
        return news;
    }

    /** Those of a topology. */
    Followers in(Topology topology, long nowNanos) {
        askedNanos.values().removeIf(asked -> nowNanos - asked > LATELY_NANOS);
        Map<TrafficClass, BitSet> followers = new EnumMap<>(TrafficClass.class);
        askedNanos.keySet().forEach(asked -> {
            BitSet hosts = followers.computeIfAbsent(asked.trafficClass(), unused -> new BitSet());
            if (asked.host().equals(EVERYBODY)) {
                topology.hosts().forEach(host -> hosts.set(host.index()));
            } else if (topology.node(asked.host()).orElse(null) instanceof Host host) {
                hosts.set(host.index());
            }
        });
        return new Followers(followers);
    }
}
