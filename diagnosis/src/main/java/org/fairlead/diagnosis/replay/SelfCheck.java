// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.Arrays;
import org.fairlead.report.Quantiles;

/**
 * An application again as it was, beside what its log says.
 *
 * @param loggedMillis from the application's start to the end of its last stage
 * @param replayedMillis the same, replayed; NaN if no slot was left
 * @param stagesOff by how much the time of stages is off, as a share of each one's logged time, in the median of those that took a tenth of a second or more
 */
public record SelfCheck(double loggedMillis, double replayedMillis, double stagesOff) {
    /** Above that nothing is answered. */
    public static final double TOLERANCE = 0.1;

    private static final double SHORTEST_STAGE_MILLIS = 100;

    /** @param stageMillis of each stage, by its place, from its submission to its end */
    public static SelfCheck of(Schedule schedule, double totalMillis, double[] stageMillis) {
        double[] off = new double[stageMillis.length];
        int count = 0;
        for (int stage = 0; stage < stageMillis.length; stage++) {
            double logged = schedule.loggedMillis(stage);
            if (logged >= SHORTEST_STAGE_MILLIS) {
                off[count++] = Math.abs(stageMillis[stage] / logged - 1);
            }
        }
        double[] sorted = Arrays.copyOf(off, count);
        Arrays.sort(sorted);
        return new SelfCheck(schedule.loggedMillis(), totalMillis, count == 0 ? 0 : Quantiles.of(sorted, 0.5));
    }

    /** By how much the whole is off, as a share of what was logged; below 0 where replayed is less. */
    public double off() {
        return loggedMillis > 0 ? replayedMillis / loggedMillis - 1 : 0;
    }

    public boolean holds() {
        return Math.abs(off()) <= TOLERANCE;
    }
}
