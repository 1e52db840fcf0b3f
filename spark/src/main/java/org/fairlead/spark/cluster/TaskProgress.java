// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

/**
 * What a running task had read when its executor last reported.
 *
 * @param bytesRead of its input
 * @param shuffleBytesRead of earlier tasks' output
 * @param waits whether its thread waited for another then, as it does for blocks of a shuffle
 * @param atNanos when that came, on {@link org.fairlead.protocol.time.TimeSource#nanoTime()}
 */
public record TaskProgress(long bytesRead, long shuffleBytesRead, boolean waits, long atNanos) {
    /** Of a task of which nothing was reported yet. */
    static final TaskProgress NONE = new TaskProgress(0, 0, false, Long.MIN_VALUE);

    /** All that it had read. */
    public long bytes() {
        return bytesRead + shuffleBytesRead;
    }
}
