// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;

/** Decides in which order a reader tries the replicas of a block. */
public interface ReplicaSelector {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * @param nowNanos on the clock of the bandwidth's view
     * @param seed decides among equals; the same arguments give the same order
     */
    ReadOrder order(ReadRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed);

    /** Whether it goes by what readers were given, and is asked with stock's first replica in front. */
    default boolean observes() {
        return false;
    }

    /**
     * A reader was given something.
     *
     * @param seconds for which it waited for that
     */
    default void gave(Host reader, Host source, double bytes, double seconds, long nowNanos) {}

    /**
     * From which source the rest of a block is read.
     *
     * @param sources that have it, at least one; the first one gives it now
     * @param bytes of the block that it has given
     * @param seconds for which the reader waited for these
     * @param left bytes of the block that are still to be read
     * @return its place among them; 0: as before
     */
    default int goOn(
            Host reader, List<Host> sources, double bytes, double seconds, double left, long nowNanos, long seed) {
        return 0;
    }
}
