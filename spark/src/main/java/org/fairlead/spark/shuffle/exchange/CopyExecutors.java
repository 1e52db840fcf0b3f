// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;

/** Executors that take part in copies: where they are, how many tasks they run, what they have counted. Safe for threads. */
final class CopyExecutors {
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, CopyOrder.Source> addresses = new HashMap<>();
    private final Map<String, long[]> counted = new HashMap<>();

    /** An executor that can be planned with. */
    record Executor(CopyOrder.Source address, int slots, long roomBytes) {
        String id() {
            return address.executor();
        }
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
        counted.computeIfPresent(executor, (unused, totals) -> CopyCount.withoutNow(totals));
    }

    synchronized void counted(String executor, long[] totals) {
        if (totals.length == CopyCount.number()) {
            counted.put(executor, totals.clone());
        }
    }

    /** Those that Spark has and that can be reached, by their ids. */
    synchronized List<Executor> all() {
        return addresses.values().stream()
                .filter(address -> slots.containsKey(address.executor()))
                .map(address -> new Executor(
                        address,
                        slots.get(address.executor()),
                        CopyCount.BYTES_ROOM.in(counted.get(address.executor()))))
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
