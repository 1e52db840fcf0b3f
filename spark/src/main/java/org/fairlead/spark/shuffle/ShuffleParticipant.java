// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.network.buffer.ManagedBuffer;

/** Who of ours takes part in the shuffles of this process, if anybody does. What it throws costs nothing but its part. */
public interface ShuffleParticipant {
    /** Nobody. */
    ShuffleParticipant NONE = new ShuffleParticipant() {};

    /**
     * A map task has written its output.
     *
     * @param map its unique id
     * @param lengths bytes by partition, exactly
     */
    default void wrote(int shuffle, long map, long[] lengths) {}

    /** Nobody reads a shuffle any more, nor will. */
    default void removed(int shuffle) {}

    /** Whether any block of a shuffle was copied to this process, or is to be. */
    default boolean hasCopies(int shuffle) {
        return false;
    }

    /**
     * Copies of blocks that a task is about to read, each as it came. They stay until they are released, at the latest when the task ends. Those that are not here are not waited for.
     *
     * @param sizes of the blocks, as Spark knows them
     * @param inBatches whether Spark reads a map task's blocks as one: then there are copies of all of them, or of none
     */
    default Map<CopyKey, ManagedBuffer> copies(
            List<CopyKey> blocks, List<Long> sizes, boolean inBatches, TaskContext task) {
        return Map.of();
    }

    /** Something of ours failed in front of a read. */
    default void failed(Throwable cause) {}
}
