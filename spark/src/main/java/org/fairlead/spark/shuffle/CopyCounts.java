// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts in an executor since it began. Safe for threads. */
final class CopyCounts {
    private final AtomicLongArray counts = new AtomicLongArray(CopyCount.number());

    void add(CopyCount count, long more) {
        counts.addAndGet(count.place(), more);
    }

    void set(CopyCount count, long now) {
        counts.set(count.place(), now);
    }

    /** In the order of {@link CopyCount}. */
    long[] all() {
        long[] all = new long[counts.length()];
        for (int i = 0; i < all.length; i++) {
            all[i] = counts.get(i);
        }
        return all;
    }
}
