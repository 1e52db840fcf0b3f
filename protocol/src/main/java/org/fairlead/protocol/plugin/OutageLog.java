// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Reports in the log when something that was there has gone, and when it is back: a line for each, both at most once a minute however often it comes
 * and goes. Safe for threads.
 */
public final class OutageLog {
    private static final long PAUSE_NANOS = 60_000_000_000L;

    private final Logger log;
    private boolean toldGone;
    private boolean toldEver;
    private long reportedNanos;

    public OutageLog(Logger log) {
        this.log = log;
    }

    /**
     * How it is now; called every second or so.
     *
     * @param gone says what is missing and what is used instead
     * @param back says what is used again
     */
    public synchronized void renew(boolean isGone, Supplier<String> gone, Supplier<String> back, long nowNanos) {
        if (isGone == toldGone || (toldEver && nowNanos - reportedNanos < PAUSE_NANOS && isGone)) {
            return;
        }
        log.warn("{}", isGone ? gone.get() : back.get());
        toldGone = isGone;
        toldEver = true;
        reportedNanos = nowNanos;
    }
}
