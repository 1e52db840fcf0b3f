// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;
import org.fairlead.core.network.TrafficClass;

/**
 * Which rate a host or switch guarantees to each host pair and class, from now on for some time; to all others it guarantees nothing. Whole in each message.
 *
 * @param controller who says so
 * @param epoch of the controller: what one with a higher epoch says counts
 * @param number grows with each change of this controller; 0 before the first
 * @param topologyId of the {@link TopologyMessage} by whose paths rates are guaranteed
 * @param validMillis from now on; 0: nothing is guaranteed any more
 * @param allotments one for each host pair and class that has a rate
 */
public record RatesMessage(
        String controller, long epoch, long number, String topologyId, long validMillis, List<Allotment> allotments) {
    public static final int MOST_ALLOTMENTS = 16_384;
    public static final long LONGEST_VALID_MILLIS = 60_000;

    public RatesMessage {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.count("number", number);
        Bounds.name("topology_id", topologyId);
        Bounds.within("valid_millis", validMillis, 0, LONGEST_VALID_MILLIS);
        allotments = Bounds.list("allotments", allotments, MOST_ALLOTMENTS);
    }

    /**
     * A rate.
     *
     * @param from the host that sends, by its name in the topology
     * @param to the host that receives
     * @param trafficClass what is sent: {@code replication}, {@code block-read} or {@code shuffle}
     * @param codepoint that the packets bear, 1 to 63
     * @param bytesPerSecond on the wire: with the headers of every packet
     */
    public record Allotment(String from, String to, String trafficClass, int codepoint, long bytesPerSecond) {
        private static final int LAST_CODEPOINT = 63;

        public Allotment {
            Bounds.name("allotments.from", from);
            Bounds.name("allotments.to", to);
            TrafficClass.named(trafficClass);
            Bounds.within("allotments.codepoint", codepoint, 1, LAST_CODEPOINT);
            Bounds.within("allotments.bytes_per_second", bytesPerSecond, 1, Long.MAX_VALUE);
        }
    }
}
