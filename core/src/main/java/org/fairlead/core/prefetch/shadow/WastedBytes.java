// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.profile.StageAttempt;

/** Bytes that were fetched ahead and not read, by stage, of those whose request is over. */
final class WastedBytes {
    private final double mostShare;
    private final long leastFetched;
    private final Map<StageAttempt, Count> byStage = new HashMap<>();

    private record Count(long fetched, long unread) {
        static final Count NONE = new Count(0, 0);
    }

    /**
     * @param mostShare of the fetched bytes that may go unread
     * @param leastFetched bytes before anything is said of a stage
     */
    WastedBytes(double mostShare, long leastFetched) {
        this.mostShare = mostShare;
        this.leastFetched = leastFetched;
    }

    void add(StageAttempt stage, long fetched, long unread) {
        byStage.merge(
                stage,
                new Count(fetched, unread),
                (one, other) -> new Count(one.fetched + other.fetched, one.unread + other.unread));
    }

    long fetched(StageAttempt stage) {
        return byStage.getOrDefault(stage, Count.NONE).fetched;
    }

    long unread(StageAttempt stage) {
        return byStage.getOrDefault(stage, Count.NONE).unread;
    }

    /** Whether so much went unread that no more is to be fetched. */
    boolean isTooMuch(StageAttempt stage) {
        return fetched(stage) >= leastFetched && unread(stage) > mostShare * fetched(stage);
    }

    void forget(StageAttempt stage) {
        byStage.remove(stage);
    }
}
