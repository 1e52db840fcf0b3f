// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Watches, while a request is answered, how many hosts the plug-in counts as slow, and how many disks. One thread of its own until it is closed. */
final class SlowHostWatch implements AutoCloseable {
    private static final List<String> WATCHED = List.of("hosts.slow", "disks.slow");
    private static final Duration EVERY = Duration.ofMillis(200);

    private final long begunNanos = System.nanoTime();
    private final Thread thread = new Thread(this::watch, "slow-host-watch");
    private final Map<String, Watched> seen = new TreeMap<>();

    /** One gauge, so far. */
    private static final class Watched {
        private long hostNanos;
        private long firstNanos = -1;
        private long lastNanos = -1;

        void count(long slow, long sinceBegunNanos, long forNanos) {
            hostNanos += slow * forNanos;
            if (slow > 0) {
                lastNanos = sinceBegunNanos;
                firstNanos = firstNanos < 0 ? lastNanos : firstNanos;
            }
        }

        void enter(String name, Map<String, Long> counts) {
            counts.put(name + ".millis", TimeUnit.NANOSECONDS.toMillis(hostNanos));
            if (firstNanos >= 0) {
                counts.put(name + ".first_millis", TimeUnit.NANOSECONDS.toMillis(firstNanos));
                counts.put(name + ".last_millis", TimeUnit.NANOSECONDS.toMillis(lastNanos));
            }
        }
    }

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
                if (!count(PluginGauges.now(), now, now - last)) {
                    return;
                }
                last = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** @return whether anybody counts */
    private synchronized boolean count(Map<String, Long> gauges, long nowNanos, long forNanos) {
        for (String name : WATCHED) {
            Long slow = gauges.get(name);
            if (slow != null) {
                seen.computeIfAbsent(name, unused -> new Watched()).count(slow, nowNanos - begunNanos, forNanos);
            }
        }
        return !seen.isEmpty();
    }

    /** Of hosts and of disks: how many times for how many milliseconds they counted as slow, and the milliseconds until one did first and until one did last, where one did; empty where nobody counts. */
    synchronized Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        seen.forEach((name, watched) -> watched.enter(name, counts));
        return counts;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
