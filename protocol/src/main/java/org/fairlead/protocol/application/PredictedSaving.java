// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * What ours chose, or would have, against what stock would have done with the same slots; predicted, one slot at a time.
 *
 * @param compared launches of which both are known
 * @param moved tasks for which ours differs by more than a twentieth of the time; each counts once
 * @param stockSeconds that these are predicted to take where stock would have had them, summed
 * @param oursSeconds likewise with ours, waiting included
 */
public record PredictedSaving(long compared, long moved, double stockSeconds, double oursSeconds) {
    public static final PredictedSaving NONE = new PredictedSaving(0, 0, 0, 0);

    public PredictedSaving and(PredictedSaving more) {
        return new PredictedSaving(
                compared + more.compared,
                moved + more.moved,
                stockSeconds + more.stockSeconds,
                oursSeconds + more.oursSeconds);
    }

    /** Tasks that were looked at: a slot that is left free comes before the launch of its task. */
    public long tasks() {
        return Math.max(compared, moved);
    }

    /** Negative where ours is predicted to take longer. */
    public double savedSeconds() {
        return stockSeconds - oursSeconds;
    }
}
