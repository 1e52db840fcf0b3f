// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.List;

/**
 * What a driver tells an executor: which blocks of a shuffle to copy from whom, in the order in which they are wanted; or that no more are wanted.
 *
 * @param what it says
 * @param shuffle of which it says that; −1: of all
 * @param sources executors that have the originals
 * @param source of each block, its place among these
 * @param map of each block, the unique id of the map task
 * @param reduce of each block, its partition
 * @param bytes of each block, exactly
 * @param window sources of which something is asked at the same time
 * @param paceBytesPerSecond at which blocks come at most; 0: as fast as they do
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record CopyOrder(
        What what,
        int shuffle,
        List<Source> sources,
        int[] source,
        long[] map,
        int[] reduce,
        long[] bytes,
        int window,
        double paceBytesPerSecond) {
    /** What an order says. */
    public enum What {
        /** These blocks are to be copied. */
        COPY,
        /** Nothing more is to be asked for: tasks fetch by themselves from now on. What is there, or on its way, is still wanted. */
        ENOUGH,
        /** All that is held and wanted is to go. */
        OVER
    }

    /** An executor, as Spark's block transfer reaches it. */
    public record Source(String host, int port, String executor) {}

    public CopyOrder {
        sources = List.copyOf(sources);
        if (map.length != source.length || reduce.length != source.length || bytes.length != source.length) {
            throw new IllegalArgumentException(source.length + " sources of " + map.length + " maps, " + reduce.length
                    + " partitions and " + bytes.length + " sizes");
        }
    }

    /** Of no shuffle anything is wanted any more. */
    public static CopyOrder allOver() {
        return of(What.OVER, -1);
    }

    /** All that read a shuffle have. */
    public static CopyOrder over(int shuffle) {
        return of(What.OVER, shuffle);
    }

    /** All that write a shuffle have. */
    public static CopyOrder enough(int shuffle) {
        return of(What.ENOUGH, shuffle);
    }

    private static CopyOrder of(What what, int shuffle) {
        return new CopyOrder(what, shuffle, List.of(), new int[0], new long[0], new int[0], new long[0], 1, 0);
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
