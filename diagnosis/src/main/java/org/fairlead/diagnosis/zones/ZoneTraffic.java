// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import java.util.List;

/**
 * What shuffles brought from zone to zone, in bytes.
 *
 * @param pairs each with something, the largest first
 * @param inside bytes that stayed in their zone
 * @param across bytes that went to another zone
 * @param unplaced bytes of which the log does not tell who sent them, or nobody in which zone sender or receiver is
 * @param saved how much less would have crossed at most, had the reading tasks of each stage all run in the zone with most of its map output
 */
public record ZoneTraffic(List<Pair> pairs, double inside, double across, double unplaced, double saved) {
    public static final ZoneTraffic NONE = new ZoneTraffic(List.of(), 0, 0, 0, 0);

    /** From one zone to another, or within one. */
    public record Pair(String from, String to, double bytes) {}

    public boolean isKnown() {
        return !pairs.isEmpty() || unplaced > 0;
    }
}
