// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

/**
 * One executor, or the driver where it runs tasks itself.
 *
 * @param cores as it was added; 0 where the log does not say
 * @param addedMillis since the epoch; {@link Long#MAX_VALUE} where the log does not say
 * @param removedMillis since the epoch; {@link Long#MAX_VALUE} where it was not
 */
public record ExecutorLog(
        String id, String host, int cores, long addedMillis, long removedMillis, ExecutorMemory memory) {
    private static final String DRIVER = "driver";

    /** Of whose memory nothing is known. */
    public ExecutorLog(String id, String host, int cores, long addedMillis, long removedMillis) {
        this(id, host, cores, addedMillis, removedMillis, ExecutorMemory.UNKNOWN);
    }

    ExecutorLog withMemory(ExecutorMemory other) {
        return new ExecutorLog(id, host, cores, addedMillis, removedMillis, other);
    }

    /** Whether the driver runs tasks itself (local mode). */
    public boolean isDriver() {
        return id.equals(DRIVER);
    }
}
