// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.time;

/**
 * The time that a daemon, a driver or an executor goes by. What is made first in a process names {@link #SYSTEM} and passes it on; a test passes its own.
 * Thread-safe.
 */
public interface TimeSource {
    /** This machine's. */
    TimeSource SYSTEM = new TimeSource() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }
    };

    /** @return ns since an arbitrary origin, never less than before, as {@link System#nanoTime()}; only differences mean something */
    long nanoTime();

    /** @return ms since 1970-01-01T00:00Z, which may be set anew at any time */
    long currentTimeMillis();
}
