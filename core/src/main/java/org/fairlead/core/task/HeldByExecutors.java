// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Bytes of tasks' input that executors hold in memory. Others of the same host cannot read them: a host counts as what that one of its executors has which has most. Of one thread. */
public final class HeldByExecutors {
    private final Map<Integer, Map<String, Held>> byTask = new HashMap<>();

    private record Held(String host, double bytes) {}

    /** @param bytes 0: nothing is, or none any more */
    public void put(int task, String executor, String host, double bytes) {
        Map<String, Held> byExecutor = byTask.computeIfAbsent(task, unused -> new LinkedHashMap<>());
        if (bytes > 0) {
            byExecutor.put(executor, new Held(host, bytes));
        } else {
            byExecutor.remove(executor);
        }
        if (byExecutor.isEmpty()) {
            byTask.remove(task);
        }
    }

    /** The most that one executor of a host has of a task's input. */
    public double most(int task, String host) {
        return byTask.getOrDefault(task, Map.of()).values().stream()
                .filter(held -> held.host.equals(host))
                .mapToDouble(Held::bytes)
                .max()
                .orElse(0);
    }

    /** Each task with the name of each host on which any of its input is held; more than once where several executors there have some. */
    public void forEach(BiConsumer<Integer, String> each) {
        byTask.forEach((task, byExecutor) -> byExecutor.values().forEach(held -> each.accept(task, held.host)));
    }

    /** Of the executors on certain hosts the one that has most of a task's input, of several such the first; empty: none has any. */
    public String holder(int task, Predicate<String> onHost) {
        String holder = "";
        double most = 0;
        for (Map.Entry<String, Held> each : byTask.getOrDefault(task, Map.of()).entrySet()) {
            if (each.getValue().bytes > most && onHost.test(each.getValue().host)) {
                holder = each.getKey();
                most = each.getValue().bytes;
            }
        }
        return holder;
    }
}
