// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.Map;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;

/**
 * What became of one attempt of a stage. Times in milliseconds.
 *
 * @param label as {@code 3} or {@code 3.1}
 * @param planned how many tasks it has; 0 where the log does not say
 * @param attempts of tasks that ended
 * @param beganMillis since the application's start
 * @param millis from its submission to its end
 * @param spilledBytes that its attempts spilled to disk
 * @param split of its task time
 * @param waits how long its tasks waited for a slot
 * @param atMost what the stage would save at most, as shares of its own time
 */
public record StageFindings(
        String label,
        String name,
        int planned,
        int attempts,
        double beganMillis,
        double millis,
        double spilledBytes,
        Split split,
        Blocked blocked,
        Waits waits,
        Map<Cause, Double> atMost) {
    /**
     * Waiting for a slot, in milliseconds.
     *
     * @param first from the stage's submission to its first launch
     * @param mean from the stage's submission to a task's launch
     */
    public record Waits(double first, double mean) {}
}
