// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

/** Predicts how long a block takes from the host that holds it to the one that reads it. */
interface BlockFetch {
    /**
     * Of a reading that begins so many seconds later, seconds from then on.
     *
     * @param source the host that holds it
     * @param reach of the host that reads it
     */
    double seconds(double waitSeconds, double bytes, int source, ReceiveRates reach);

    /** What such a reading waits for most. */
    CompletionLimit limit(double waitSeconds, double bytes, int source, ReceiveRates reach);
}
