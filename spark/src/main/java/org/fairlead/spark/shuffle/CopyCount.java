// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.List;
import java.util.Locale;

/** What an executor counts of copies of shuffle blocks. They travel and are shown in this order, by these names. */
public enum CopyCount {
    /** Bytes that senders were asked for. */
    BYTES_ASKED,
    /** Bytes that came, kept or not. */
    BYTES_ARRIVED,
    /** Bytes that came and were kept. */
    BYTES_COPIED,
    /** Bytes that tasks read from copies in place of fetching them. */
    BYTES_READ,
    /** Bytes that tasks fetched from the originals of blocks that were to be copied to their executor. */
    BYTES_REFETCHED,
    /** Bytes that Spark's memory manager took back. */
    BYTES_EVICTED,
    /** Bytes that gave way since tasks need the memory. */
    BYTES_GIVEN_WAY,
    /** Bytes that came when a task had begun to fetch the original: they crossed the network twice. */
    BYTES_LATE,
    /** Bytes that left memory unread since nobody wants them any more, or came when nobody did. */
    BYTES_WASTED,
    /** Bytes of copies whose length or checksum differs; the originals were read. */
    BYTES_CORRUPT,
    /** Bytes that are in memory now. */
    BYTES_HELD,
    /** Bytes for which there is room now. */
    BYTES_ROOM,
    /** Times that something waits and there is no memory for it. */
    CREDITS_REFUSED,
    /** Blocks for which the memory manager had no room when they came. */
    BLOCKS_REFUSED,
    /** Blocks that did not come. */
    FETCHES_FAILED,
    /** Lengths of map output that could not be told to the driver. */
    LENGTHS_UNTOLD,
    /** Failures of ours in front of a read; Spark's own reader took over. */
    FAILURES;

    private static final List<CopyCount> ALL = List.of(values());

    /** As metrics are called: {@code bytes.copied}, {@code fetches_failed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("^bytes_", "bytes.");
    }

    /** What stays counted of an executor that is gone: nothing of what was as of now. */
    public static long[] withoutNow(long[] totals) {
        long[] stays = totals.clone();
        stays[BYTES_HELD.place()] = 0;
        stays[BYTES_ROOM.place()] = 0;
        return stays;
    }

    int place() {
        return ALL.indexOf(this);
    }

    /** This one of all that were counted, which are in the order of these. */
    public long in(long[] totals) {
        return totals[place()];
    }

    /** How many there are. */
    public static int number() {
        return ALL.size();
    }
}
