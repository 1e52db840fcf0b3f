// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.protocol.time.TimeSource;

/** A time that stands still until a test lets it pass; of all clocks of a machine at once. Thread-safe. */
public final class HandDrivenTime implements TimeSource {
    private static final long START_NANOS = 1_000_000_000_000L;
    /** 2026-10-01. */
    private static final long START_MILLIS = 1_790_812_800_000L;

    private final AtomicLong nanos = new AtomicLong(START_NANOS);

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long currentTimeMillis() {
        return START_MILLIS + (nanos.get() - START_NANOS) / 1_000_000;
    }
}
