// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.core.prefetch.memory.MemoryCounts;

/** Counts in an executor since it began. Safe for threads. */
public final class PrefetchCounts {
    private final Map<PrefetchCount, LongAdder> counts = new EnumMap<>(PrefetchCount.class);
    private final LongAdder fromMemory = new LongAdder();

    public PrefetchCounts() {
        for (PrefetchCount count : PrefetchCount.values()) {
            counts.put(count, new LongAdder());
        }
    }

    void add(PrefetchCount count) {
        add(count, 1);
    }

    void add(PrefetchCount count, long more) {
        counts.get(count).add(more);
    }

    /** So many bytes were read of what had come as a whole. */
    void fromMemory(long bytes) {
        fromMemory.add(bytes);
    }

    /** Bytes that were read of what had come as a whole, each as often as it was read. */
    long bytesFromMemory() {
        return fromMemory.sum();
    }

    /**
     * All of them in the order of {@link PrefetchCount}.
     *
     * @param unreadBytes that are in memory now
     */
    long[] with(MemoryCounts memory, long unreadBytes) {
        long[] all = new long[PrefetchCount.number()];
        counts.forEach((count, sum) -> all[count.place()] = sum.sum());
        all[PrefetchCount.BYTES_FETCHED.place()] = memory.fetched();
        all[PrefetchCount.BYTES_READ.place()] = memory.read();
        all[PrefetchCount.BYTES_WASTED.place()] = memory.wasted();
        all[PrefetchCount.BYTES_UNREAD.place()] = unreadBytes;
        all[PrefetchCount.BYTES_CANCELLED.place()] = memory.cancelled();
        all[PrefetchCount.BYTES_EVICTED.place()] = memory.evicted();
        all[PrefetchCount.BYTES_REFUSED.place()] += memory.refused();
        all[PrefetchCount.BYTES_FAILED.place()] = memory.failed();
        all[PrefetchCount.BYTES_CORRUPT.place()] = memory.dropped();
        return all;
    }
}
