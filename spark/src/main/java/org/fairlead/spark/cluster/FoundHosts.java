// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a topology of the hosts that executors tell of, where nobody describes the network: one switch, a link each way for every host, as fast
 * as its network device. Hosts are never taken out, so nodes and links keep their numbers while the network grows. Safe for threads.
 */
final class FoundHosts {
    static final double USUAL_BYTES_PER_SECOND = 1e9 / 8;

    private static final Logger LOG = LoggerFactory.getLogger(FoundHosts.class);
    private static final int MOST = 20_000;
    private static final double SLOWEST = 1e6 / 8;
    private static final double FASTEST = 1e13 / 8;
    /** No host's name, since it has a blank. */
    private static final String SWITCH = "the network";

    private final RackMapping racks;
    private final RareLog rareLog = new RareLog(LOG);
    /** Bytes per second by name, in the order in which hosts were found. */
    private final Map<String, Double> speeds = new LinkedHashMap<>();

    private final Map<String, String> rackOf = new LinkedHashMap<>();
    private boolean grown;

    FoundHosts(RackMapping racks) {
        this.racks = racks;
    }

    /** @param bytesPerSecond of its network device; what is not from 1 Mbit/s to 10 Tbit/s is not believed: then it is 1 Gbit/s */
    synchronized void add(String host, double bytesPerSecond) {
        if (speeds.size() >= MOST || speeds.containsKey(host)) {
            return;
        }
        boolean believable = bytesPerSecond >= SLOWEST && bytesPerSecond <= FASTEST;
        speeds.put(host, believable ? bytesPerSecond : USUAL_BYTES_PER_SECOND);
        grown = true;
    }

    /** The larger network, if hosts were added since the last call; may wait for the rack mapping. */
    Optional<Topology> grown() {
        Map<String, Double> now;
        synchronized (this) {
            if (!grown) {
                return Optional.empty();
            }
            grown = false;
            now = new LinkedHashMap<>(speeds);
        }
        Topology.Builder builder = new Topology.Builder("found").switchNode(SWITCH);
        now.forEach((host, speed) ->
                builder.host(host, rackOf.computeIfAbsent(host, this::rack)).cable(host, SWITCH, speed));
        return Optional.of(builder.build());
    }

    private String rack(String host) {
        try {
            return racks.rack(host);
        } catch (RuntimeException e) {
            rareLog.warn("rack", "The rack of a host is not known", e);
            return RackMapping.ONE.rack(host);
        }
    }
}
