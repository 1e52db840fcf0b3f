// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;

/**
 * A stage as its engine knows it. Asked by who plans, and by nobody else; tasks go by their number in the stage, hosts by the names of their
 * executors.
 */
public interface StageTasks {
    StageAttempt id();

    /** Decides what is left to chance. */
    long seed();

    /** Tasks of the stage, pending or not. */
    int count();

    /** Whether a task waits to be launched; may be a moment old. */
    boolean isPending(int task);

    /** Whether a task is left to the engine, since failures keep it from some executors. */
    boolean isRestricted(int task);

    /** Whether no task of the stage is launched on an executor. */
    boolean isClosed(String executorId, String host);

    /** Where a task prefers to run; empty if it does not care. Not to be changed. */
    List<String> preferredHosts(int task);

    int coresPerTask();

    /** What its tasks read; may take a while, and is asked once. */
    Input input();

    /** Bytes by host that its next task there fetches besides its input; may take a while. */
    ToDoubleFunction<String> bytesBesides();

    /** The pool of its job, by name, where jobs are served first come, first served; empty where they share fairly. */
    Optional<String> fifoPool();

    /** Of its job in a FIFO pool, the smallest first. */
    int priority();

    /** What became of its tasks since it was last asked. */
    PendingChanges changes();

    /**
     * What tasks read.
     *
     * @param bytes of a task; NaN when they are not known
     * @param meanBytes of those that are known; NaN when none are
     * @param mapOutput of earlier tasks, that they receive
     * @param scans numbers of what is read; stages of which one is the same read the same blocks
     */
    record Input(
            InputKind kind, IntToDoubleFunction bytes, double meanBytes, MapOutput mapOutput, Set<Integer> scans) {}

    /**
     * Earlier tasks' output by the task that receives it and the host that holds it, as the engine names hosts.
     *
     * @param hosts their names
     * @param bytes by places in {@code hosts}
     */
    record MapOutput(List<String> hosts, MapOutputMatrix bytes) {
        /** Of tasks that receive none, or nobody knows. */
        public static final MapOutput NONE = new MapOutput(List.of(), MapOutputMatrix.UNKNOWN);

        public MapOutput {
            hosts = List.copyOf(hosts);
        }
    }
}
