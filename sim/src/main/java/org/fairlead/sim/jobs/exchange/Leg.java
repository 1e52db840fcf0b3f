// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

/**
 * A way of bytes of an exchange.
 *
 * @param from a machine; {@link #STORE} of what is read from the shared store
 * @param to a machine; {@link #STORE} of what is written there
 */
public record Leg(int from, int to, Kind kind) {
    /** In the place of a machine. */
    public static final int STORE = -1;

    /** What it uses besides links. */
    public enum Kind {
        /** From its maker's disk, unless that is cached, into memory. */
        BRING,
        /** The same, onto the disk of the other machine. */
        BRING_TO_DISK,
        /** The same, into the store. */
        STORE,
        /** From memory to the task that reads it. */
        FETCH,
        FETCH_FROM_DISK,
        FETCH_FROM_STORE
    }
}
