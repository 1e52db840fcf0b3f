package org.fairlead.spark.schedule;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;

/** Tasks that run, and when they are predicted to end: from which the planner knows when places become free. */
final class RunningTasks {
    private final ConcurrentHashMap<Long, Running> byId = new ConcurrentHashMap<>();

    /**
     * A task that runs.
     *
     * @param expectedSeconds from its launch to its end; NaN when nothing was predicted
     * @param lateSeconds how much of that is the host's {@link Lateness}
     * @param source the host that it reads a block from, by its name in the topology; empty when it reads from many, or nobody knows
     * @param reading what it reads from there
     */
    record Running(
            String host,
            long launchedNanos,
            double expectedSeconds,
            double lateSeconds,
            StageKey stage,
            String source,
            SourceRates.Reading reading) {
        /** Whether it reads on its own host. */
        boolean isNear() {
            return !source.isEmpty() && !reading.fromAfar();
        }
    }

    void launched(long taskId, Running running) {
        byId.put(taskId, running);
    }

    /** @return null when it is not known */
    Running ended(long taskId) {
        return byId.remove(taskId);
    }

    Collection<Running> all() {
        return byId.values();
    }
}
