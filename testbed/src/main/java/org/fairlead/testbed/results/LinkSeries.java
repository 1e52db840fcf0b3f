// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;

/**
 * What one directed link carried during a round.
 *
 * @param capacity in bytes per second on the wire; above 0
 * @param bytesPerSecond one mean rate a second from the start of the round, on the wire; finite
 */
public record LinkSeries(String link, double capacity, List<Double> bytesPerSecond) {
    public LinkSeries {
        if (!(capacity > 0 && Double.isFinite(capacity))) {
            throw new IllegalArgumentException("the capacity of link " + link + " is " + capacity + ", not above 0");
        }
        for (double rate : bytesPerSecond) {
            if (!Double.isFinite(rate)) {
                throw new IllegalArgumentException(
                        "a rate on link " + link + " is " + rate + ", not a finite number of bytes per second");
            }
        }
    }
}
