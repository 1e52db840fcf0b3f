// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which extents of a {@link PrefetchMemory} give way, and in which order. It knows those that nobody reads: each is placed here, and displaced before anything changes that its place depends on. Not safe for threads.
 *
 * @param <K> an extent's name
 */
final class EvictionOrder<K> {
    private final long lapseNanos;
    /** What nobody reads, by whether somebody still waits for it. */
    private final TreeMap<KeptExtent.Turn, KeptExtent<K>> spent = new TreeMap<>();

    private final TreeMap<KeptExtent.Turn, KeptExtent<K>> waiting = new TreeMap<>();

    /** @param lapseNanos after its deadline, until an extent counts as forgotten; at least 0 */
    EvictionOrder(long lapseNanos) {
        this.lapseNanos = lapseNanos;
    }

    /** It may give way from now on; what is being read may not. */
    void place(KeptExtent<K> entry) {
        if (entry.readers == 0) {
            (entry.isSpent() ? spent : waiting).put(entry.turn(), entry);
        }
    }

    /** It does not give way until it is placed again. */
    void displace(KeptExtent<K> entry) {
        spent.remove(entry.turn());
        waiting.remove(entry.turn());
    }

    /** Whether nobody comes for an extent any more. */
    boolean isLapsed(KeptExtent<K> entry, long nowNanos) {
        return entry.isLapsed(lapseNanos, nowNanos);
    }

    /**
     * Who would have to give way for a new extent: the spent, then the lapsed, then those that are due later than it. All stay where they are.
     *
     * @param missing bytes of room; none give way where it is 0 or less
     * @param deadlineNanos of the new extent, on the clock of {@code nowNanos}
     * @return the first to go first; empty where all of them would not be enough
     */
    Optional<List<KeptExtent<K>>> victims(long missing, long deadlineNanos, long nowNanos) {
        List<KeptExtent<K>> victims = new ArrayList<>();
        long left = missing;
        for (KeptExtent<K> entry : spent.values()) {
            if (left <= 0) {
                break;
            }
            victims.add(entry);
            left -= entry.room;
        }
        for (KeptExtent<K> entry : waiting.values()) {
            if (left <= 0 || nowNanos - entry.deadlineNanos <= lapseNanos) {
                break;
            }
            if (isLapsed(entry, nowNanos)) {
                victims.add(entry);
                left -= entry.room;
            }
        }
        for (KeptExtent<K> entry : waiting.descendingMap().values()) {
            if (left <= 0 || entry.deadlineNanos - deadlineNanos <= 0) {
                break;
            }
            if (!isLapsed(entry, nowNanos)) {
                victims.add(entry);
                left -= entry.room;
            }
        }
        return left <= 0 ? Optional.of(victims) : Optional.empty();
    }
}
