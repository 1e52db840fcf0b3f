// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.List;

/**
 * What one application would have taken.
 *
 * @param id the application's; may be empty
 * @param name the application's; may be empty
 * @param check how far the log's own time is met
 * @param predictions one for each change, in their order; none where the log's own time is not met
 */
public record WhatIfAnswer(String id, String name, SelfCheck check, List<Prediction> predictions) {
    public WhatIfAnswer {
        predictions = List.copyOf(predictions);
    }

    /**
     * The log replayed as it was, beside what it says.
     *
     * @param loggedMillis from the application's start to the end of its last stage
     * @param replayedMillis the same, replayed; NaN if no slot was left
     * @param stagesOff by how much the time of stages is off, as a share of each one's logged time, in the median of those that took a tenth of a second or more
     */
    public record SelfCheck(double loggedMillis, double replayedMillis, double stagesOff) {
        /** Above that nothing is answered. */
        public static final double TOLERANCE = 0.1;

        /** By how much the whole is off, as a share of what was logged; below 0 where replayed is less. */
        public double off() {
            return loggedMillis > 0 ? replayedMillis / loggedMillis - 1 : 0;
        }

        public boolean holds() {
            return Math.abs(off()) <= TOLERANCE;
        }
    }
}
