// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Tasks that run, and when they are predicted to end: from which the planner knows when slots become free. Safe for threads. */
public final class LaunchedTasks {
    /** Those that failed stay until newer ones take their place. */
    private static final int MOST_ENDED = 1 << 14;

    private final ConcurrentHashMap<Long, Running> byId = new ConcurrentHashMap<>();
    /** Of stages that are not planned. */
    private final ConcurrentHashMap<Long, Running> besides = new ConcurrentHashMap<>();

    private final Map<Long, Ended> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Ended> eldest) {
            return size() > MOST_ENDED;
        }
    };

    /**
     * A task that runs.
     *
     * @param executor in which, by its id
     * @param host the executor's
     * @param expectedSeconds from its launch to its end; NaN when nothing was predicted
     * @param cold whether no task of its stage had ended on its host before
     * @param reading of a block, from one host; empty when it reads from many, or nobody knows
     */
    public record Running(
            String executor,
            String host,
            long launchedNanos,
            double expectedSeconds,
            StageAttempt stage,
            boolean cold,
            Optional<SourceRates.Reading> reading) {
        public boolean isPredicted() {
            return Double.isFinite(expectedSeconds) && expectedSeconds > 0;
        }

        /**
         * Seconds to its end: one that is late, or of which nobody knows how long it takes, is taken to need as much again.
         *
         * @param seconds from its launch to its end, as far as that is known; 0 where it is not
         */
        public double secondsLeft(double seconds, long nowNanos) {
            return Math.abs(seconds - (nowNanos - launchedNanos) / 1e9);
        }
    }

    public void launched(long taskId, Running running) {
        byId.put(taskId, running);
        besides.remove(taskId); // its start may be reported first
    }

    /** A task runs, launched by whomever: where {@link #launched} has not said so, its stage is not planned, and all that it does is to take a slot. */
    public void begun(long taskId, Running running) {
        besides.put(taskId, running);
        boolean ours = byId.containsKey(taskId);
        synchronized (ended) {
            ours |= ended.containsKey(taskId);
        }
        if (ours) {
            besides.remove(taskId);
        }
    }

    /** One that has {@link #begun} takes no slot any more. */
    public void left(long taskId) {
        besides.remove(taskId);
    }

    /** Of a stage that is not planned no task runs any more. */
    public void completed(StageAttempt stage) {
        besides.values().removeIf(running -> running.stage().equals(stage));
    }

    /** @return null when it is not known */
    public Running ended(long taskId) {
        return byId.remove(taskId);
    }

    /**
     * A task that no longer runs, of which Spark has still to tell how it ended.
     *
     * @param seconds for which it ran
     */
    public record Ended(Running task, double seconds) {}

    public void keep(long taskId, Ended task) {
        synchronized (ended) {
            ended.put(taskId, task);
        }
    }

    /** Spark has reported that it ended well; empty of one that is not kept, or no longer. */
    public Optional<Ended> succeeded(long taskId) {
        synchronized (ended) {
            return Optional.ofNullable(ended.remove(taskId));
        }
    }

    /** Each with its attempt's number, in no order. */
    public void forEach(BiConsumer<Long, Running> each) {
        byId.forEach(each);
    }

    /** The same, and tasks of stages that are not planned: all that take a slot. */
    public void forEachInSlots(BiConsumer<Long, Running> each) {
        byId.forEach(each);
        besides.forEach(each);
    }

    public Collection<Running> all() {
        return byId.values();
    }
}
