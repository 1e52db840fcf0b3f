// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.fairlead.core.plan.ExecutorMemory;

/** Asks Spark's memory manager in this process. */
final class MemoryUse {
    private MemoryUse() {}

    /** A pool of 0 bytes when there is no executor here yet, or its Spark does not tell. */
    static ExecutorMemory ofThisExecutor() {
        try {
            MemoryManager memory =
                    SparkEnv.get() == null ? null : SparkEnv.get().memoryManager();
            if (memory == null) {
                return ExecutorMemory.UNKNOWN;
            }
            long execution = memory.executionMemoryUsed();
            // Spark counts what tasks use now as out of reach for blocks.
            long pool = memory.maxOnHeapStorageMemory() + memory.maxOffHeapStorageMemory() + execution;
            return new ExecutorMemory(pool, memory.storageMemoryUsed(), execution);
        } catch (LinkageError e) {
            return ExecutorMemory.UNKNOWN;
        }
    }
}
