// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.nio.ByteBuffer;
import java.util.Optional;

/** The memory that keeps copies, and may take it back from those that are not pinned. */
interface CopyStorage {
    /** @return whether there was room */
    boolean put(CopyKey key, byte[] content);

    /** The content, which stays until it is unpinned by the same task; empty when it is not there any more. */
    Optional<ByteBuffer> pin(CopyKey key);

    /** @param task the attempt that pinned it; on any thread */
    void unpin(CopyKey key, long task);

    /** Nobody has it pinned. */
    void remove(CopyKey key);

    boolean contains(CopyKey key);

    /** Bytes that tasks, cached blocks and copies share. */
    long poolBytes();

    /** Bytes of these that nobody uses. */
    long freeBytes();
}
