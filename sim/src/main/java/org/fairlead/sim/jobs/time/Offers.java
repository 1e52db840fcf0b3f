// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

/** When slots are offered. */
public interface Offers {
    /** Tasks became pending. */
    void pending();

    /** A slot that an application has on a machine became free. */
    void freed(int machine, int application);

    /** The timer of one machine, or of all. */
    void timer(int machine);
}
