// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.util.List;
import java.util.Locale;

/** What an executor counts of its fetched input. They travel and are shown in this order, by these names. */
public enum PrefetchCount {
    /** Bytes that arrived. */
    BYTES_FETCHED,
    /** Bytes that arrived and were read from memory; each once. */
    BYTES_READ,
    /** Bytes that arrived and left memory unread. */
    BYTES_WASTED,
    /** Bytes that arrived, are in memory, and that nobody has read. */
    BYTES_UNREAD,
    /** Bytes of extents that were cancelled. */
    BYTES_CANCELLED,
    /** Bytes of extents that gave way to others. */
    BYTES_EVICTED,
    /** Bytes for which there was no room. */
    BYTES_REFUSED,
    /** Bytes of extents whose fetch failed, or that their task overtook. */
    BYTES_FAILED,
    /** Bytes of extents with a wrong checksum. */
    BYTES_CORRUPT,
    /** Bytes that readers of held blocks took from DataNodes, since they were not held. */
    BYTES_BESIDE,
    /** Milliseconds, over all threads, for which fetches left the link to tasks. */
    MILLIS_GIVEN_WAY,
    /** Requests that were answered with held. */
    HELD,
    /** Requests that were answered with arriving. */
    ARRIVING,
    /** Requests that were refused. */
    REFUSED,
    /** Of the refused: those for which the JVM gave no direct memory. */
    DIRECT_MEMORY_FULL,
    /** Fetches that failed or found another block than was asked for. */
    FETCHES_FAILED,
    /** Reads of blocks that were answered from memory, in part at least. */
    HITS,
    /** Failures of ours while answering a read; Hadoop's own reader took over. */
    FAILURES;

    private static final List<PrefetchCount> ALL = List.of(values());

    /** As metrics are called: {@code bytes.fetched}, {@code fetches_failed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("^bytes_", "bytes.");
    }

    /** Where it is among all that were counted. */
    int place() {
        return ALL.indexOf(this);
    }

    /** This one of all that were counted, which are in the order of these. */
    public long in(long[] totals) {
        return totals[place()];
    }

    /** The same of an executor that is gone: what nobody had read left memory with it. */
    public static long[] withoutNow(long[] totals) {
        long[] left = totals.clone();
        left[BYTES_WASTED.place()] += totals[BYTES_UNREAD.place()];
        left[BYTES_UNREAD.place()] = 0;
        return left;
    }

    /** How many there are. */
    public static int number() {
        return ALL.size();
    }
}
