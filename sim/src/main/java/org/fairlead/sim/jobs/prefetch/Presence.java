// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/** How much of a part is where its task runs. */
public enum Presence {
    /** Nothing, and nothing is on its way. */
    ABSENT,
    ARRIVING,
    /** All of it. */
    HELD
}
