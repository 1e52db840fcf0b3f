// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import java.util.Optional;

/**
 * What became of a wish for a rate.
 *
 * @param allotted empty where it was refused
 * @param reason in words, why it was refused; else empty
 */
public record RateAnswer(Optional<RateAllotment> allotted, String reason) {
    static RateAnswer of(RateAllotment allotment) {
        return new RateAnswer(Optional.of(allotment), "");
    }

    static RateAnswer refused(String reason) {
        return new RateAnswer(Optional.empty(), reason);
    }
}
