// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** Sources that give their blocks far more slowly than others, and what is read from them. Hosts by index. */
public interface SlowSourceReads extends BlockReads {
    /**
     * Bytes per second that a host lately gave to all who read blocks from it, together, where these took far longer than other tasks of their set;
     * infinite where nothing was odd.
     */
    double readRate(int source);

    /** Bytes of blocks that sets whose turn comes before have still to begin to read from a slow source. */
    double bytesAhead(int source);
}
