// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** What running tasks have still to read from hosts that store blocks. Hosts by index. */
@FunctionalInterface
public interface BlockReads {
    /** Where the engine does not count it. */
    BlockReads NONE = source -> 0;

    /** Bytes of blocks that running tasks, wherever they run, have still to read from a host. */
    double bytesToRead(int source);
}
