// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.time.Duration;

/**
 * How a store serves, whatever else is asked of it.
 *
 * @param latency what passes before anything of a request is answered
 * @param bytesPerSecond at which an answer's bytes are sent at most; answers do not share it. Infinite: as fast as the network takes them
 */
public record StoreService(Duration latency, double bytesPerSecond) {
    /** At once. */
    public static final StoreService IMMEDIATE = new StoreService(Duration.ZERO, Double.POSITIVE_INFINITY);

    /** @throws IllegalArgumentException when the latency is negative, or the rate is not above 0 */
    public StoreService {
        if (latency.isNegative() || !(bytesPerSecond > 0)) {
            throw new IllegalArgumentException(
                    "latency " + latency + ", " + bytesPerSecond + " bytes a second; accepted: 0 or more, above 0");
        }
    }

    public boolean hasRate() {
        return bytesPerSecond < Double.POSITIVE_INFINITY;
    }
}
