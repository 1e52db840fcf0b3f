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
    /** What was known stays for so long while nobody answers. */
    private static final long UNANSWERED_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final int MOST_WAITING = 20_000;

    private final HostAddresses source;
    private final TimeSource time;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor resolver;

    /**
     * What is known of a host.
     *
     * @param answeredNanos when the name service said so
     * @param askedNanos when it was asked last
     * @param pending a question is under way
     */
    private record Entry(Optional<Set<InetAddress>> addresses, long answeredNanos, long askedNanos, boolean pending) {
        boolean isKnown() {
            return addresses.isPresent() && !addresses.get().isEmpty();
        }
    }

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
            entries.put(host, new Entry(before, entry == null ? nowNanos : entry.answeredNanos, nowNanos, true));
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
        boolean wasAnswered = entry.isKnown() && entry.answeredNanos == entry.askedNanos;
        return nowNanos - entry.askedNanos > (wasAnswered ? KNOWN_NANOS : UNKNOWN_NANOS);
    }

    private void ask(String host) {
        Optional<Set<InetAddress>> answer = Optional.empty();
        try {
            answer = Optional.of(Set.copyOf(source.of(host)));
        } catch (IOException | RuntimeException e) {
            // a name service that does not answer cannot be told from a host that has no address
        } finally { // after an Error, too: otherwise nobody would ask again
            long now = time.nanoTime();
            entries.put(host, answer.isPresent() ? new Entry(answer, now, now, false) : unanswered(host, now));
        }
    }

    private Entry unanswered(String host, long nowNanos) {
        Entry before = entries.get(host);
        boolean stays = before != null && before.isKnown() && nowNanos - before.answeredNanos < UNANSWERED_NANOS;
        return stays
                ? new Entry(before.addresses, before.answeredNanos, nowNanos, false)
                : new Entry(Optional.of(Set.of()), nowNanos, nowNanos, false);
    }

    @Override
    public void close() {
        resolver.shutdownNow();
    }
}
