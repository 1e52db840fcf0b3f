// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.time.Duration;

/** How a thread of a store sees time and lets it pass. */
interface ServiceTime {
    /** The machine's. */
    ServiceTime REAL = new ServiceTime() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pass(Duration time) throws InterruptedException {
            Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
        }
    };

    /** Nanoseconds since a moment that stays the same. */
    long nanos();

    void pass(Duration time) throws InterruptedException;
}
