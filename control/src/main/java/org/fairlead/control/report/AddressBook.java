// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;

/** Addresses of hosts, asked for on a thread of its own and kept for a while: no request waits for a name service. */
final class AddressBook implements AutoCloseable {
    private static final long KNOWN_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_WAITING = 20_000;

    private final HostAddresses source;
    private final TimeSource time;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor resolver;

    /** @param pending a question is under way */
    private record Entry(Optional<Set<InetAddress>> addresses, long atNanos, boolean pending) {}

    AddressBook(HostAddresses source, TimeSource time) {
        this.source = source;
        this.time = time;
        resolver = new ThreadPoolExecutor(
                2,
                2,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                LastingThread.workers("fairlead-addresses"));
        resolver.allowCoreThreadTimeOut(true);
    }

    /**
     * What is known now; asks again when that is old.
     *
     * @param host of the topology: there are no more entries than hosts
     * @return empty when nothing is known yet; an empty set when the host has no address
     */
    Optional<Set<InetAddress>> of(String host, long nowNanos) {
        Entry entry = entries.get(host);
        boolean ask = entry == null || (!entry.pending && isOld(entry, nowNanos));
        if (ask) {
            Optional<Set<InetAddress>> before = entry == null ? Optional.empty() : entry.addresses;
            entries.put(host, new Entry(before, nowNanos, true));
            try {
                resolver.execute(() -> ask(host));
            } catch (RejectedExecutionException e) {
                entries.remove(host); // the next report asks again
            }
            return before;
        }
        return entry.addresses;
    }

    void retain(Set<String> hosts) {
        entries.keySet().retainAll(hosts);
    }

    private static boolean isOld(Entry entry, long nowNanos) {
        boolean known = entry.addresses.isPresent() && !entry.addresses.get().isEmpty();
        return nowNanos - entry.atNanos > (known ? KNOWN_NANOS : UNKNOWN_NANOS);
    }

    private void ask(String host) {
        Set<InetAddress> addresses = Set.of();
        try {
            addresses = Set.copyOf(source.of(host));
        } catch (IOException | RuntimeException e) {
            // it has none
        } finally { // after an Error, too: otherwise nobody would ask again
            entries.put(host, new Entry(Optional.of(addresses), time.nanoTime(), false));
        }
    }

    @Override
    public void close() {
        resolver.shutdownNow();
    }
}
