// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;
import org.fairlead.core.network.TrafficClass;

/**
 * Which path each host pair and class is to take, from now on for some time; what it does not name goes as the network decides. Whole in each message.
 *
 * @param epoch of the controller: the plan of a higher one counts
 * @param plan grows with each plan of this controller; 0 before the first
 * @param topologyId of the {@link TopologyMessage} by which paths are numbered
 * @param enforced whether hosts are to send by it; if not, it only says what would be
 * @param validMillis from now on; 0: it has ended
 * @param pairs of which a path is planned
 */
public record PathsMessage(
        String controller,
        long epoch,
        long plan,
        String topologyId,
        boolean enforced,
        long validMillis,
        List<Pair> pairs) {
    public static final int MOST_PAIRS = 100_000;
    public static final long LONGEST_VALID_MILLIS = 60_000;

    public PathsMessage {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.count("plan", plan);
        Bounds.name("topology_id", topologyId);
        Bounds.within("valid_millis", validMillis, 0, LONGEST_VALID_MILLIS);
        pairs = Bounds.list("pairs", pairs, MOST_PAIRS);
    }

    /**
     * A pair and its path.
     *
     * @param from the host that sends, by its name in the topology
     * @param to the host that receives
     * @param trafficClass what is sent: {@code replication}, {@code block-read} or {@code shuffle}
     * @param path among the equal-cost paths between the two, from 0
     * @param bytesPerSecond that it was promised; 0 where nothing was
     */
    public record Pair(String from, String to, String trafficClass, int path, long bytesPerSecond) {
        /** Numbers are below it. */
        public static final int MOST_PATHS = 1 << 16;

        public Pair {
            Bounds.name("pairs.from", from);
            Bounds.name("pairs.to", to);
            TrafficClass.named(trafficClass);
            Bounds.within("pairs.path", path, 0, MOST_PATHS - 1);
            Bounds.count("pairs.bytes_per_second", bytesPerSecond);
        }
    }
}
