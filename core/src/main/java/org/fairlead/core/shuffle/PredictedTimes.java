// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * What a plan is predicted to take, from its beginning until the last task has read its input. Infinite where something that is needed gives nothing.
 *
 * @param seconds of the plan
 * @param stockSeconds of stock's way: tasks spread over hosts in turn, or where they are planned, fetch all at once from their senders' disks, and what is
 *     beyond the cap goes to the disk of the host that reads it, and back
 * @param boundSeconds below which no plan can be with the same owners: the busiest link, and what a store beside it gives
 */
public record PredictedTimes(double seconds, double stockSeconds, double boundSeconds) {
    /** By how much less than stock's time the plan's is, as a share of stock's; below 0 where it is more, 0 where neither is known. */
    public double gain() {
        if (seconds == stockSeconds) {
            return 0;
        }
        return Double.isInfinite(stockSeconds) ? 1 : 1 - seconds / stockSeconds;
    }
}
