// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/** Where a block lies until its task reads it. */
public enum Place {
    /** In the memory of the host that runs its task. */
    OWNER_MEMORY(0),
    /** In the memory of the host that made it: its task fetches it from there. */
    SENDER_MEMORY(1),
    /** In the memory of a third host: it crosses the network twice. */
    OTHER_MEMORY(2),
    /** On the disk of a host; on its sender's it has not moved. */
    DISK(3),
    /** In the shared store. */
    STORE(4);

    private static final Place[] BY_CODE = values();

    /** Plans keep one for each of millions of blocks: a byte costs no more than that, a reference also what the collector notes of it. */
    final byte code;

    Place(int code) {
        this.code = (byte) code;
    }

    static Place of(byte code) {
        return BY_CODE[code];
    }

    /** Whether it counts for a host's cap. */
    public boolean isMemory() {
        return this == OWNER_MEMORY || this == SENDER_MEMORY || this == OTHER_MEMORY;
    }
}
