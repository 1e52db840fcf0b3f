// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.Map;
import org.fairlead.core.network.TrafficClass;

/**
 * Whose paths are kept, and which are held: a part of a {@link ViewMessage}. Senders and pairs are those that changed since the version on which the view builds; all else is in
 * each. Arrays of pairs have one length, an entry for each pair and class.
 *
 * @param pairShare share of the host pairs that is steered ({@link org.fairlead.core.network.PairShare})
 * @param pairSeed that draws it
 * @param holdMicros for so long since it was last given one, a pair keeps its path
 * @param plan the number of the plan in force
 * @param validMicros from now on; 0: it has ended
 * @param senders hosts whose sending is steered, by index among the topology's nodes, for each class: {@code replication}, {@code block-read}, {@code shuffle}; one that is not known here is left out.
 *     Null: as before
 * @param whole whether the pairs are all there are; else they are changes
 * @param from the host that sends
 * @param to the host that receives
 * @param trafficClass {@link #code}
 * @param path among the equal-cost paths between the two, from 0; −1: the network's own again
 * @param movedMicros since it was last given another path, or its first
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared; lists of boxes would be ten times the size
public record SteeringMessage(
        double pairShare,
        long pairSeed,
        long holdMicros,
        long plan,
        long validMicros,
        Map<String, int[]> senders,
        boolean whole,
        int[] from,
        int[] to,
        int[] trafficClass,
        int[] path,
        long[] movedMicros) {
    /** As {@link #path} has it where a pair is left to the network again. */
    public static final int NETWORKS = -1;

    /** Times are at most so long. */
    public static final long LONGEST_MICROS = Long.MAX_VALUE / 4000;

    private static final int MOST_CLASSES = 16;

    public SteeringMessage {
        if (senders != null) {
            Bounds.within("steering.senders", senders.size(), 0, MOST_CLASSES);
            senders.forEach((name, hosts) -> {
                Bounds.name("steering.senders", name);
                if (hosts == null) {
                    throw new IllegalArgumentException("steering.senders: hosts of " + name + " are expected");
                }
            });
        }
        Bounds.amount("steering.pair_share", pairShare);
        Bounds.within("steering.hold_micros", holdMicros, 0, LONGEST_MICROS);
        Bounds.count("steering.plan", plan);
        Bounds.within("steering.valid_micros", validMicros, 0, LONGEST_MICROS);
        if (from == null || to == null || trafficClass == null || path == null || movedMicros == null) {
            throw new IllegalArgumentException("steering: five arrays of pairs are expected");
        }
        Bounds.within("steering.from", from.length, 0, 2L * PathsMessage.MOST_PAIRS);
        Bounds.sameLength("steering.to", to.length, from.length);
        Bounds.sameLength("steering.traffic_class", trafficClass.length, from.length);
        Bounds.sameLength("steering.path", path.length, from.length);
        Bounds.sameLength("steering.moved_micros", movedMicros.length, from.length);
    }

    /** As {@link #trafficClass} has it. */
    public static int code(TrafficClass trafficClass) {
        return switch (trafficClass) {
            case REPLICATION -> 0;
            case BLOCK_READ -> 1;
            case SHUFFLE -> 2;
        };
    }
}
