// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** Bytes of map output that running tasks of all jobs have still to fetch. Hosts by index. */
public interface MapOutputFetches {
    /** Bytes that tasks which run on a host have still to fetch, from others and from itself. */
    double bytesToReceive(int host);

    /** Bytes on a host that tasks which run on others have still to fetch, as far as it is known who sends ({@link MapOutputLocations}). */
    double bytesToSend(int host);
}
