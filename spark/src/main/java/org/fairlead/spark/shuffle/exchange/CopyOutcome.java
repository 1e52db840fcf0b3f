// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Locale;
import org.fairlead.core.shuffle.copy.EarlyCopies;

/** What became of a shuffle, once enough of its map tasks had ended to plan copies of their output. */
public enum CopyOutcome {
    /** Output is copied. */
    COPIED,
    /** It would be: the mode observes, or the canary did not draw the shuffle. */
    OBSERVED,
    /** All map tasks run at once. */
    ONE_WAVE,
    /** Nobody knows what is left of links. */
    BLIND,
    /** No executor has memory for copies. */
    NO_MEMORY,
    /** There is one executor that can be reached. */
    ONE_EXECUTOR,
    /** It would gain less than 5 % of the time. */
    LITTLE_GAIN,
    /** There are too many map tasks and partitions to look at. */
    TOO_LARGE,
    /** The stage is made again after a failure: stock's way alone. */
    REPEATED,
    /** All its map tasks had ended when it could be planned. */
    LATE,
    /** No plan could be made. */
    FAILED,
    /** Plans failed one after the other, and none is tried for a moment. */
    BROKEN;

    static CopyOutcome of(EarlyCopies.Aside why) {
        return switch (why) {
            case ONE_WAVE -> ONE_WAVE;
            case BLIND -> BLIND;
            case NO_MEMORY -> NO_MEMORY;
            case ONE_EXECUTOR -> ONE_EXECUTOR;
            case LITTLE_GAIN -> LITTLE_GAIN;
        };
    }

    /** As metrics are called. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
