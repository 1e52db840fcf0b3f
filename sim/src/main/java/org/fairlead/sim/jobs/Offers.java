package org.fairlead.sim.jobs;

/** When places are offered. */
interface Offers {
    /** Tasks became pending. */
    void pending();

    /** A place of a machine became free. */
    void freed(int machine);

    /** When a machine tells of a task that ended at a time. */
    double toldAt(int machine, double seconds);

    /** The timer of one machine, or of all. */
    void timer(int machine);
}
