// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.List;

/**
 * What a driver tells an executor: which blocks of a shuffle to copy from whom, in the order in which they are wanted.
 *
 * @param shuffle whose blocks these are; −1 where nothing is to be copied
 * @param sources executors that have the originals
 * @param source of each block, its place among these
 * @param map of each block, the unique id of the map task
 * @param reduce of each block, its partition
 * @param bytes of each block, exactly
 * @param window sources of which something is asked at the same time
 * @param paceBytesPerSecond at which blocks come at most; 0: as fast as they do
 * @param over nobody wants copies of the shuffle any more, or of any
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record CopyOrder(
        int shuffle,
        List<Source> sources,
        int[] source,
        long[] map,
        int[] reduce,
        long[] bytes,
        int window,
        double paceBytesPerSecond,
        boolean over) {
    /** An executor, as Spark's block transfer reaches it. */
    public record Source(String host, int port, String executor) {}

    public CopyOrder {
        sources = List.copyOf(sources);
        if (map.length != source.length || reduce.length != source.length || bytes.length != source.length) {
            throw new IllegalArgumentException(source.length + " sources of " + map.length + " maps, " + reduce.length
                    + " partitions and " + bytes.length + " sizes");
        }
    }

    /** All that is held and wanted is to go. */
    public static CopyOrder allOver() {
        return over(-1);
    }

    /** All that is held and wanted of a shuffle is to go. */
    public static CopyOrder over(int shuffle) {
        return new CopyOrder(shuffle, List.of(), new int[0], new long[0], new int[0], new long[0], 1, 0, true);
    }

    int count() {
        return source.length;
    }

    Source sourceOf(int block) {
        return sources.get(source[block]);
    }

    CopyKey key(int block) {
        return new CopyKey(shuffle, map[block], reduce[block]);
    }
}
