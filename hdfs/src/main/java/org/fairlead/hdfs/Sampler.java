// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.concurrent.atomic.AtomicLong;

/** Says yes at most so often a second, at even distances. Takes no lock. */
public final class Sampler {
    private final long distanceNanos;
    private final AtomicLong nextNanos;

    Sampler(int perSecond, long nowNanos) {
        this.distanceNanos = 1_000_000_000L / perSecond;
        nextNanos = new AtomicLong(nowNanos);
    }

    public boolean admits(long nowNanos) {
        long next = nextNanos.get();
        return nowNanos - next >= 0 && nextNanos.compareAndSet(next, nowNanos + distanceNanos);
    }
}
