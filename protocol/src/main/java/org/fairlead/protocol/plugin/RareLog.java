// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/** Logs what may happen thousands of times a second: each kind at once, and then every minute with the number left out. */
public final class RareLog {
    private static final long PAUSE_NANOS = 60_000_000_000L;
    private static final int MOST_KINDS = 100;

    private record Kind(AtomicLong nextNanos, AtomicLong leftOut) {}

    private final Logger log;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    public RareLog(Logger log) {
        this.log = log;
    }

    /** @param cause its stack trace goes along; null when there is none */
    public void warn(String kind, String message, Throwable cause) {
        String key = kinds.size() < MOST_KINDS || kinds.containsKey(kind) ? kind : "other";
        long now = System.nanoTime();
        Kind known = kinds.computeIfAbsent(key, k -> new Kind(new AtomicLong(now), new AtomicLong()));
        long next = known.nextNanos().get();
        if (now - next < 0 || !known.nextNanos().compareAndSet(next, now + PAUSE_NANOS)) {
            known.leftOut().incrementAndGet();
            return;
        }
        log.warn(
                "{} ({} alike since the last message)", message, known.leftOut().getAndSet(0), cause);
    }
}
