// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;

/** Executors that take part in copies: where they are, how many tasks they run, what they have counted. Safe for threads. */
final class CopyExecutors {
    /** Executors report once a second what has changed: one that has said nothing for longer receives nothing. */
    private static final long QUIET_NANOS = 2_000_000_000L;
    /** Some reports follow another at once: what came between them says little of a rate. */
    private static final long LEAST_NANOS = 500_000_000L;

    private final TimeSource time;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, CopyOrder.Source> addresses = new HashMap<>();
    private final Map<String, long[]> counted = new HashMap<>();
    private final Map<String, Arrivals> arrivals = new HashMap<>();

    /**
     * An executor that can be planned with.
     *
     * @param copyingBytesPerSecond at which copies have come lately
     */
    record Executor(CopyOrder.Source address, int slots, long roomBytes, double copyingBytesPerSecond) {
        String id() {
            return address.executor();
        }

        String host() {
            return address.host();
        }
    }

    /**
     * Copies that came to an executor.
     *
     * @param bytes until then
     * @param bytesPerSecond since a report at least half a second before
     */
    private record Arrivals(long bytes, long atNanos, double bytesPerSecond) {}

    CopyExecutors(TimeSource time) {
        this.time = time;
    }

    synchronized void added(String executor, int tasks) {
        slots.put(executor, tasks);
    }

    synchronized void joined(CopyOrder.Source address, long[] totals) {
        addresses.put(address.executor(), address);
        counted(address.executor(), totals);
    }

    /** What it counted stays counted. */
    synchronized void left(String executor) {
        slots.remove(executor);
        addresses.remove(executor);
        arrivals.remove(executor);
        counted.computeIfPresent(executor, (unused, totals) -> CopyCount.withoutNow(totals));
    }

    synchronized void counted(String executor, long[] totals) {
        if (totals.length == CopyCount.number()) {
            counted.put(executor, totals.clone());
            arrived(executor, CopyCount.BYTES_ARRIVED.in(totals));
        }
    }

    private void arrived(String executor, long bytes) {
        long now = time.nanoTime();
        Arrivals before = arrivals.get(executor);
        if (before == null) {
            arrivals.put(executor, new Arrivals(bytes, now, 0));
        } else if (now - before.atNanos() >= LEAST_NANOS) {
            double seconds = (now - before.atNanos()) / 1e9;
            arrivals.put(executor, new Arrivals(bytes, now, (bytes - before.bytes()) / seconds));
        }
    }

    private double copying(String executor) {
        Arrivals known = arrivals.get(executor);
        return known == null || time.nanoTime() - known.atNanos() > QUIET_NANOS ? 0 : known.bytesPerSecond();
    }

    /** Those that Spark has and that can be reached, by their ids. */
    synchronized List<Executor> all() {
        return addresses.values().stream()
                .filter(address -> slots.containsKey(address.executor()))
                .map(address -> new Executor(
                        address,
                        slots.get(address.executor()),
                        CopyCount.BYTES_ROOM.in(counted.get(address.executor())),
                        copying(address.executor())))
                .sorted(Comparator.comparingInt((Executor each) -> each.id().length())
                        .thenComparing(Executor::id))
                .toList();
    }

    /** Tasks that an executor runs at once; 1 where it is not there any more. */
    synchronized int slots(String executor) {
        return slots.getOrDefault(executor, 1);
    }

    synchronized Optional<CopyOrder.Source> address(String executor) {
        return Optional.ofNullable(addresses.get(executor));
    }

    /** Sum over all executors that ever were. */
    synchronized long count(CopyCount count) {
        return counted.values().stream().mapToLong(count::in).sum();
    }
}
