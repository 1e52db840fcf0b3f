// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

/** Moves bytes for exchanges. */
public interface Carrier {
    double nowSeconds();

    /**
     * Begins to move bytes.
     *
     * @param bytes above 0
     * @param number what {@link Exchanges#ended} is given when all are there
     * @return the transfer's number
     */
    int begin(Leg leg, double bytes, int number);

    /** A transfer has ended by itself. */
    void ended(int transfer, Leg leg);

    /** A transfer is taken away; what is left of it does not arrive. */
    void cancel(int transfer, Leg leg);

    /** What all exchanges together may bring to a machine from now on, in bytes per second; infinite for as much as there comes. */
    void pace(int machine, double bytesPerSecond);
}
