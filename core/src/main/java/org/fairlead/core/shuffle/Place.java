// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/** Where a block lies until its task reads it. */
public enum Place {
    /** In the memory of the host that runs its task. */
    OWNER_MEMORY,
    /** In the memory of the host that made it: its task fetches it from there. */
    SENDER_MEMORY,
    /** In the memory of a third host: it crosses the network twice. */
    OTHER_MEMORY,
    /** On the disk of a host; on its sender's it has not moved. */
    DISK,
    /** In the shared store. */
    STORE;

    /** Whether it counts for a host's cap. */
    public boolean isMemory() {
        return this == OWNER_MEMORY || this == SENDER_MEMORY || this == OTHER_MEMORY;
    }
}
