// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import org.fairlead.core.view.AvailableBandwidth;

/**
 * What an assigner may know at a decision: measurements as old as the last reports, and what the scheduler itself has decided.
 * Asked many times in a decision: answers must be quick and must not block. Hosts by index.
 */
public interface SchedulingContext {
    /** What is measured and committed of links and hosts. */
    AvailableBandwidth network();

    /** Slots for tasks of this kind on a host. */
    int slots(int host, InputKind kind);

    int freeSlots(int host, InputKind kind);

    /** Tasks that run now, of all jobs, everywhere. */
    int running();

    /**
     * Predicted seconds until a slot for this kind is offered on a host: 0 when one is free and offered at once; infinite when nothing is
     * known.
     */
    double secondsToFreeSlot(int host, InputKind kind);

    /** Least seconds between two launches on a host: a heartbeat, where one task is launched with each; 0 where nothing limits them. */
    default double secondsBetweenLaunches() {
        return 0;
    }

    /** Whether all free slots are offered one after the other, so that declining one for another that is free makes no task wait. */
    default boolean offersAllFree() {
        return false;
    }

    /** Whether the slot that is offered is only predicted to become free, so that a decline makes no task wait. */
    default boolean isForeseen() {
        return false;
    }

    /** Bytes that the set's next task on a host fetches besides its input: broadcast variables that no task there has fetched yet. */
    default double bytesBesides(int host) {
        return 0;
    }

    /** Bytes of map output that tasks which run on a host have still to fetch, from others and from itself. */
    double bytesToReceive(int host);

    /** Bytes of map output on a host that tasks which run on others have still to fetch, as far as it is known who sends ({@link MapOutputLocations}). */
    double bytesToSend(int host);

    /**
     * Bytes per second that a host lately gave to all who read blocks from it, together, where these took far longer than other tasks of their set;
     * infinite where nobody looks, or where nothing was odd.
     */
    default double readRate(int source) {
        return Double.POSITIVE_INFINITY;
    }

    /** Bytes of blocks that running tasks, wherever they run, have still to read from a host; 0 where nobody looks. */
    default double bytesToRead(int source) {
        return 0;
    }

    /** Bytes of blocks that sets whose turn comes before have still to begin to read from a slow source; 0 where nobody looks. */
    default double bytesAhead(int source) {
        return 0;
    }
}
