// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import java.util.Optional;
import java.util.OptionalInt;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;

/**
 * Which decisions are asked for.
 *
 * @param stage empty: of all
 * @param task its number in the stage; empty: all of them
 * @param last the newest so many launches, and as many declines
 */
public record Question(Optional<StageAttempt> stage, OptionalInt task, int last) {
    /** An attempt at a stage. */
    public record StageAttempt(int stage, int attempt) {
        /** @throws IllegalArgumentException if it is neither {@code 3} nor {@code 3.1} */
        public static StageAttempt of(String text) {
            if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
                throw new IllegalArgumentException(
                        "--stage " + text + ": a stage's number is expected, such as 3, or 3.1 for its second attempt");
            }
            int dot = text.indexOf('.');
            return dot < 0
                    ? new StageAttempt(Integer.parseInt(text), 0)
                    : new StageAttempt(
                            Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
        }

        @Override
        public String toString() {
            return attempt == 0 ? Integer.toString(stage) : stage + "." + attempt;
        }
    }

    boolean isAbout(int ofStage, int ofAttempt) {
        return stage.isEmpty() || (stage.get().stage() == ofStage && stage.get().attempt() == ofAttempt);
    }

    boolean isAbout(LaunchReport launch) {
        return isAbout(launch.stage(), launch.attempt()) && (task.isEmpty() || task.getAsInt() == launch.task());
    }

    boolean isAbout(DeclineReport decline) {
        return isAbout(decline.stage(), decline.attempt());
    }
}
