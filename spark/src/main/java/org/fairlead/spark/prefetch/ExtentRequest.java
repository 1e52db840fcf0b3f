// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

/**
 * What an executor is to fetch.
 *
 * @param id by which it is answered
 * @param fileSystem the file system's URI, {@code hdfs://…}, or {@code s3a://…} for an object
 * @param path of the file; the NameNode checks that the executor's user may read it, the store that the executor's identity may
 * @param blockStart where in the file the block begins; 0 of an object
 * @param blockBytes of the block, or of the object
 * @param source the DataNode to fetch from: its host's name, address, or either with a port; nothing of an object
 * @param leftMillis until the task is expected to read it; below 0 if it should be reading already
 * @param bytesPerSecond at which it may be fetched at most, for {@link org.fairlead.core.prefetch.admission.TransferPace#VALID_NANOS}; 0: as fast as it can
 */
public record ExtentRequest(
        long id,
        String fileSystem,
        String path,
        long blockStart,
        long blockBytes,
        Extent extent,
        String source,
        long leftMillis,
        long bytesPerSecond) {
    public ExtentRequest {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException(path + ": a quota of at least 0 is expected, not " + bytesPerSecond);
        }
        if (blockStart < 0 || extent.end() > blockBytes) {
            throw new IllegalArgumentException(
                    path + ": block " + extent.block().id() + " of " + blockBytes + " bytes at " + blockStart
                            + " has no bytes " + extent.offset() + " to " + extent.end());
        }
    }

    /** When the task is expected to read it, on the same clock. */
    long deadlineNanos(long nowNanos) {
        return nowNanos + leftMillis * 1_000_000;
    }

    /** The same with another time that is left. */
    public ExtentRequest withLeft(long millis) {
        return new ExtentRequest(id, fileSystem, path, blockStart, blockBytes, extent, source, millis, bytesPerSecond);
    }

    /** The same at another rate at most. */
    public ExtentRequest withQuota(long most) {
        return new ExtentRequest(id, fileSystem, path, blockStart, blockBytes, extent, source, leftMillis, most);
    }
}
