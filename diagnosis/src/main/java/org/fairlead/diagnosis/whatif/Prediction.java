// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.Optional;

/**
 * What an application would have taken with a change, from its start to the end of its last stage.
 *
 * @param leastMillis the shortest that can be expected
 * @param mostMillis the longest that can be expected
 * @param doubt why there is more than one time between them; empty where there is not
 */
public record Prediction(Change change, double leastMillis, double mostMillis, Optional<Doubt> doubt) {
    /** So far from the middle the ends of an answer are at most, as a share of the middle. */
    public static final double TOLERANCE = 0.1;

    /** Whether it ends at all: not where no slot is left. */
    public boolean isFinite() {
        return Double.isFinite(leastMillis) && Double.isFinite(mostMillis);
    }

    /** Whether it is no answer: its interval is wider than {@link #TOLERANCE} each way, so that nobody could rely on a figure in it. */
    public boolean isDeclined() {
        return !isFinite() || mostMillis - leastMillis > TOLERANCE * (mostMillis + leastMillis);
    }
}
