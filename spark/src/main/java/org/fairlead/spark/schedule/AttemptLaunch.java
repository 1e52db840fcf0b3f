// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.fairlead.core.prefetch.progress.StageProgress;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.spark.record.Distance;

/**
 * An attempt that was launched.
 *
 * @param bytes of its input; NaN or below 0 where that is not known
 * @param distance from the host that it reads from
 * @param expectedSeconds from launch to end, as predicted; NaN where nothing was
 * @param planned whether a plan chose it
 */
record AttemptLaunch(
        StageAttempt stage,
        int task,
        long taskId,
        String executor,
        double bytes,
        Distance distance,
        double expectedSeconds,
        boolean planned) {
    /** Whether it reads blocks from another host, as far as that is known. */
    boolean isAwayFromInput() {
        return distance != Distance.LOCAL && distance != Distance.SHUFFLE;
    }

    /**
     * Of its input, what is neither on its host's disks nor in its memory, 0 to 1; {@link StageProgress#UNKNOWN_SHARE} where nobody knows.
     *
     * @param heldShare that was fetched for it and is there
     */
    double missingShare(double heldShare) {
        return switch (distance) {
            case LOCAL, SHUFFLE -> 0;
            case RACK, REMOTE -> 1 - heldShare;
            case UNKNOWN -> heldShare > 0 ? 1 - heldShare : StageProgress.UNKNOWN_SHARE;
        };
    }
}
