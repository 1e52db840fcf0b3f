package org.fairlead.sim.jobs;

/** When places are offered. */
interface Offers {
    /** Tasks became pending. */
    void pending();

    /** A place of a machine became free. */
    void freed(int machine);

    /** The timer of one machine, or of all. */
    void timer(int machine);
}
