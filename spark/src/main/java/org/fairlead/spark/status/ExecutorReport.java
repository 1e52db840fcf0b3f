// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.List;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.protocol.message.Heartbeat;

/**
 * What an executor reports to its driver each time that it was asked to.
 *
 * @param executor its id
 * @param host the name or address that Spark has of its host
 * @param linkBytesPerSecond of its network device; 0 when the kernel does not tell
 * @param memory that it has for kept blocks and shuffles; a pool of 0 bytes when nobody reports it
 * @param samples what it counted of its host now; empty when it was not asked to
 */
record ExecutorReport(
        String executor, String host, double linkBytesPerSecond, ExecutorMemory memory, List<Heartbeat> samples) {
    ExecutorReport {
        if (executor == null || host == null) {
            throw new IllegalArgumentException("executor, host: both are expected");
        }
        memory = memory == null ? ExecutorMemory.UNKNOWN : memory;
        samples = samples == null ? List.of() : List.copyOf(samples);
    }
}
