// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

import java.util.List;

/**
 * The answer to a request for memory.
 *
 * @param state of the extent that was asked for
 * @param begins whether its bytes are to be fetched now; false for what is held, arrives already, or is refused
 * @param gaveWay extents that are gone for its sake: whoever carries them ends their transfers and frees their bytes
 */
public record MemoryAnswer<K>(State state, boolean begins, List<K> gaveWay) {
    /** Of an extent that was asked for. */
    public enum State {
        /** All of it is in memory. */
        HELD,
        /** Its memory is taken, and its bytes come. */
        ARRIVING,
        /** There is no room for it. */
        REFUSED
    }

    public MemoryAnswer {
        gaveWay = List.copyOf(gaveWay);
    }
}
