// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** Broadcast variables of a set, which the first task on a host fetches for all that follow there. Hosts by index. */
@FunctionalInterface
public interface BroadcastFetches {
    /** Of an engine, or a set, without broadcast variables. */
    BroadcastFetches NONE = host -> 0;

    /** Bytes that the set's next task on a host fetches besides its input: variables that no task there has fetched yet. */
    double bytesBesides(int host);
}
