// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Watches, while a request is answered, how many hosts the plug-in counts as slow. One thread of its own until it is closed. */
final class SlowHostWatch implements AutoCloseable {
    private static final String SLOW = "hosts.slow";
    private static final Duration EVERY = Duration.ofMillis(200);

    private final long begunNanos = System.nanoTime();
    private final Thread thread = new Thread(this::watch, "slow-host-watch");
    private boolean isKnown;
    private long hostNanos;
    private long firstNanos = -1;
    private long lastNanos = -1;

    private SlowHostWatch() {}

    static SlowHostWatch start() {
        SlowHostWatch watch = new SlowHostWatch();
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        long last = begunNanos;
        try {
            while (!Thread.interrupted()) {
                TimeUnit.MILLISECONDS.sleep(EVERY.toMillis());
                long now = System.nanoTime();
                Long slow = PluginGauges.now().get(SLOW);
                if (slow == null) {
                    return;
                }
                count(slow, now, now - last);
                last = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private synchronized void count(long slow, long nowNanos, long forNanos) {
        isKnown = true;
        hostNanos += slow * forNanos;
        if (slow > 0) {
            lastNanos = nowNanos - begunNanos;
            firstNanos = firstNanos < 0 ? lastNanos : firstNanos;
        }
    }

    /** Hosts times milliseconds, and the milliseconds until a host was first counted and until one was last, where one was; empty where nobody counts. */
    synchronized Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        if (isKnown) {
            counts.put(SLOW + ".millis", TimeUnit.NANOSECONDS.toMillis(hostNanos));
        }
        if (firstNanos >= 0) {
            counts.put(SLOW + ".first_millis", TimeUnit.NANOSECONDS.toMillis(firstNanos));
            counts.put(SLOW + ".last_millis", TimeUnit.NANOSECONDS.toMillis(lastNanos));
        }
        return counts;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
