// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Finds which running tasks have received no byte for a while. Not safe for threads; times are on one monotonic clock of the caller's. */
public final class StalledTasks {
    private final long afterNanos;
    private final Map<Long, Received> received = new HashMap<>();

    /** What a task had when it was first seen with so much. */
    private record Received(long bytes, long sinceNanos) {}

    /** @param afterNanos without a byte after which a task is stalled */
    public StalledTasks(long afterNanos) {
        this.afterNanos = afterNanos;
    }

    /**
     * Whether a running task is stalled; to be asked of each again and again.
     *
     * @param bytes that it has received
     */
    public boolean isStalled(long task, long bytes, long nowNanos) {
        Received before = received.get(task);
        if (before == null || before.bytes() != bytes) {
            received.put(task, new Received(bytes, nowNanos));
            return false;
        }
        return nowNanos - before.sinceNanos() >= afterNanos;
    }

    /** It does something else than to receive, or something is done about it: it is seen anew. */
    public void forget(long task) {
        received.remove(task);
    }

    /** All others no longer run, or nobody asks any more. */
    public void keep(Set<Long> tasks) {
        received.keySet().retainAll(tasks);
    }

    public void forgetAll() {
        received.clear();
    }
}
