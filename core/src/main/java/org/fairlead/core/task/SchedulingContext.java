// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Optional;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * What an assigner may know at a decision, by subject: measurements as old as the last reports, and what the scheduler itself has decided. An assigner
 * takes the subjects that it needs. Asked many times in a decision: answers must be quick and must not block. Hosts by index.
 */
public interface SchedulingContext {
    /** What is measured and committed of links and hosts. */
    AvailableBandwidth network();

    /** What slots there are, and when they become free. */
    Slots slots();

    /** Map output that running tasks have still to fetch. */
    MapOutputFetches mapOutput();

    /** Broadcast variables that the set's tasks have still to fetch; {@link BroadcastFetches#NONE} where the engine has none. */
    BroadcastFetches broadcasts();

    /** Blocks that running tasks have still to read; {@link BlockReads#NONE} where the engine does not count them. */
    BlockReads blockReads();

    /** Sources that give their blocks slowly; empty where the engine does not watch how fast blocks are read. */
    Optional<SlowSourceReads> slowSources();
}
