package org.fairlead.spark.schedule;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;

/** Tasks that run, and when they are predicted to end: from which the planner knows when places become free. */
final class RunningTasks {
    private final ConcurrentHashMap<Long, Running> byId = new ConcurrentHashMap<>();

    /** @param expectedSeconds from its launch to its end; NaN when nothing was predicted */
    record Running(String host, long launchedNanos, double expectedSeconds, StageKey stage) {}

    void launched(long taskId, Running running) {
        byId.put(taskId, running);
    }

    void ended(long taskId) {
        byId.remove(taskId);
    }

    Collection<Running> all() {
        return byId.values();
    }
}
