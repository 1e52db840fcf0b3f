// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

/**
 * An executor's memory, in bytes; 0 where the log does not say.
 *
 * @param heapBytes of its JVM, as was asked for
 * @param unifiedBytes of its unified memory, as it reports: for kept blocks and for what tasks sort, join and shuffle, on the heap and beside it
 */
public record ExecutorMemory(long heapBytes, long unifiedBytes) {
    public static final ExecutorMemory UNKNOWN = new ExecutorMemory(0, 0);
}
