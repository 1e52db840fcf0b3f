// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * The hosts whose agents carry out paths: those that have asked for their own lately. What others send goes as the network decides, so nobody plans it. Safe for threads.
 */
final class PathFollowers {
    /** An agent that has heard nothing for so long has gone back to the network's own paths. */
    static final long LATELY_NANOS = 3_000_000_000L;

    private static final int MOST = 100_000;
    private static final String EVERYBODY = "";

    private final Map<String, Long> askedNanos = new ConcurrentHashMap<>();

    /**
     * An agent has asked for what its host is to do, or a driver of switches for what all are.
     *
     * @param host empty: all
     * @return whether it had not, lately
     */
    boolean asked(String host, long nowNanos) {
        if (askedNanos.size() >= MOST && !askedNanos.containsKey(host)) {
            return false;
        }
        Long before = askedNanos.put(host, nowNanos);
        return before == null || nowNanos - before > LATELY_NANOS;
    }

    /** Those of a topology, by index. */
    BitSet in(Topology topology, long nowNanos) {
        askedNanos.values().removeIf(asked -> nowNanos - asked > LATELY_NANOS);
        BitSet followers = new BitSet();
        if (askedNanos.containsKey(EVERYBODY)) {
            topology.hosts().forEach(host -> followers.set(host.index()));
        }
        askedNanos.keySet().forEach(name -> {
            if (topology.node(name).orElse(null) instanceof Host host) {
                followers.set(host.index());
            }
        });
        return followers;
    }
}
