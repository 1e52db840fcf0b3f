// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Optional;
import java.util.OptionalLong;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.protocol.time.TimeSource;

/** The driver's picture of the cluster. Reading takes no lock and never blocks. */
public interface ClusterPicture {
    /** Empty until a topology and a view are known. */
    Optional<ClusterSnapshot> snapshot();

    /**
     * A task was launched: what it will carry counts until it ends. Quick, never blocks.
     *
     * @param sourceHost index of the host that its input is read from; −1 when it receives from many, as a reduce task does
     * @param host index of the host that it runs on; −1 when that is unknown, and then nothing counts
     * @param bytes of its input
     * @param senders of a task that receives from many; {@link MapOutputLocations#UNKNOWN} when nobody knows them
     * @param path that its launch counts on, proposed to whoever keeps paths; the network's own where it counts on none
     */
    void launched(long taskId, int sourceHost, int host, double bytes, MapOutputLocations senders, PathChoice path);

    /** A task ended, however it did; unknown ones are ignored. Quick, never blocks. */
    void ended(long taskId);

    /** What a running task has read so far; empty when nobody reported it. Quick, never blocks. */
    Optional<TaskProgress> progress(long taskId);

    /**
     * When the host fell silent, on {@link TimeSource#nanoTime()}, that did so last of those that are suspected to be cut off, dead or hung, or on probation after that; empty when there is
     * none. Quick, never blocks.
     */
    default OptionalLong newestSuspicionNanos() {
        return OptionalLong.empty();
    }

    /** Whether some host is suspected, or on probation. */
    default boolean suspectsAny() {
        return newestSuspicionNanos().isPresent();
    }

    /**
     * Whether the decision of a seed has to do without an executor's host, since it is suspected. Quick, never blocks.
     *
     * @param host its name or address
     */
    default boolean bars(String host, long seed) {
        return false;
    }

    /**
     * When the silence of a host that is suspected began, on {@link TimeSource#nanoTime()}; empty when it is not suspected, or on probation. Quick, never blocks.
     *
     * @param host its name or address
     */
    default OptionalLong suspectedSinceNanos(String host) {
        return OptionalLong.empty();
    }

    /**
     * Somebody could not reach a host, or what ran there is lost. Quick, never blocks.
     *
     * @param host its name or address
     * @param complainer two of the same are one
     */
    default void failed(String host, String complainer) {}

    /** Whether controllers are followed, and none answers, or nothing is measured: nobody admits what is fetched ahead, nor is it known what there is for it. Quick, never blocks. */
    default boolean lacksController() {
        return false;
    }

    /** Tasks of this application's running stages that have not begun. */
    void residualTasks(long tasks);
}
