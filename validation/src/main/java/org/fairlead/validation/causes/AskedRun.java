// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import java.util.List;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.testbed.causes.HiddenCause;

/**
 * What {@code what-if} said of one application.
 *
 * @param jobSeconds in which its jobs ran
 * @param replayedOff by how much the log replayed as it was is off, as a share of what was logged
 */
record AskedRun(HiddenCause cause, double jobSeconds, double replayedOff, List<Answer> answers) {
    AskedRun {
        answers = List.copyOf(answers);
    }

    /**
     * One answer.
     *
     * @param whatIf the question, in words
     * @param leastSeconds in which jobs would have run, at least; NaN where nothing is predicted
     * @param mostSeconds in which jobs would have run, at most; NaN where nothing is predicted
     * @param declined why that is no answer, or why nothing is predicted; empty where it is one
     * @param beside with what it is compared
     * @param counterpartSeconds in which the jobs of its counterpart ran; NaN where it is compared with something else
     */
    record Answer(
            String whatIf,
            double leastSeconds,
            double mostSeconds,
            String declined,
            Beside beside,
            double counterpartSeconds) {
        /** With applications without a cause, or with nothing. */
        Answer(String whatIf, double leastSeconds, double mostSeconds, String declined, boolean isMeasured) {
            this(
                    whatIf,
                    leastSeconds,
                    mostSeconds,
                    declined,
                    isMeasured ? Beside.WITHOUT_CAUSE : Beside.NOTHING,
                    Double.NaN);
        }

        boolean isDeclined() {
            return !declined.isEmpty();
        }

        boolean isInterval() {
            return Double.isFinite(leastSeconds) && Double.isFinite(mostSeconds);
        }

        /** The middle of the interval; NaN where it is declined. */
        double seconds() {
            return isDeclined() ? Double.NaN : (leastSeconds + mostSeconds) / 2;
        }

        /** Never where it is declined. */
        boolean holds(double seconds) {
            return !isDeclined() && leastSeconds <= seconds && seconds <= mostSeconds;
        }
    }

    /** What was run for which an answer holds. */
    enum Beside {
        NOTHING,
        /** Applications without a cause. */
        WITHOUT_CAUSE,
        /** The same on faster links. */
        FASTER_LINKS,
        /** The same without a host. */
        WITHOUT_HOST
    }

    /** Whether there is no cause that could be taken away: then nothing should be gained. */
    boolean isControl() {
        return cause.kind() == CauseKind.NONE;
    }
}
