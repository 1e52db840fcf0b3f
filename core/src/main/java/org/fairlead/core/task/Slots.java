// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** The slots of all hosts, by the kind of task that may run there. Hosts by index. */
public interface Slots {
    /** Slots for tasks of this kind on a host, taken or not. */
    int slots(int host, InputKind kind);

    int freeSlots(int host, InputKind kind);

    /** Tasks that run now, of all jobs, everywhere. */
    int running();

    /** Pending tasks of other sets, which take what this one leaves free, as far as the engine says so; 0 where it does not. */
    default int pendingBesides() {
        return 0;
    }

    /**
     * Predicted seconds until a slot for this kind is offered on a host: 0 when one is free and offered at once; infinite when nothing is
     * known.
     */
    double secondsToFreeSlot(int host, InputKind kind);

    /** Least seconds between two launches on a host: a heartbeat, where one task is launched with each; 0 where nothing limits them. */
    double secondsBetweenLaunches();

    /** Seconds between two heartbeats of a host, with which alone it tells that a task has ended; 0 where that is known at once. */
    default double secondsBetweenHeartbeats() {
        return 0;
    }

    /**
     * How many times as long a task takes on a host for computing and overhead as on hosts that are well, by what others took there; at least 1, which
     * is also where the engine does not watch it.
     */
    default double pace(int host) {
        return 1;
    }

    /** Seconds that a task is taken to last at least on a host that is well, by those of others that ended and its own that run, while a host is slow and none of its set has ended; 0 otherwise, and where the engine does not watch it. */
    default double leastSeconds() {
        return 0;
    }
}
