// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/** Why a request did not come to what it was for: all of a task's input on its executor when the task is launched there. */
public enum MissedRequest {
    /** Launched where it was foreseen, and its executor was not told to fetch anything by then. */
    NOT_ORDERED(End.LATE, "its executor was not told by then"),
    /** Launched where it was foreseen, sooner than foreseen. */
    LAUNCHED_EARLY(End.LATE, "launched sooner than foreseen"),
    /** Launched where and when it was foreseen, and its input had not come as a whole. */
    SLOW_FETCH(End.LATE, "fetched too slowly"),

    /** Launched elsewhere, before the scheduler counted on what was asked for. */
    NOT_COUNTED_ON(End.ELSEWHERE, "before plans counted on it"),
    /** Launched elsewhere by the engine's own choice, since no plan counted. */
    NOT_PLANNED(End.ELSEWHERE, "by stock's choice"),
    /** Launched elsewhere by plan, while the foreseen executor had no free slot. */
    SLOT_TAKEN(End.ELSEWHERE, "the foreseen slot was not free"),
    /** Launched elsewhere by plan, though the foreseen executor had a free slot. */
    CHOSEN_ELSEWHERE(End.ELSEWHERE, "by plan, though the foreseen slot was free"),

    /** Look-aheads had its task on another executor. */
    FORESEEN_ELSEWHERE(End.CANCELLED, "foreseen on another executor"),
    /** Look-aheads no longer had its task later than now, and away from its input. */
    NOT_FORESEEN(End.CANCELLED, "no longer foreseen"),
    /** Its executor is gone, with what it held. */
    EXECUTOR_GONE(End.CANCELLED, "its executor is gone"),
    /** Nothing of it can be fetched. */
    NOT_FETCHABLE(End.CANCELLED, "cannot be fetched: no HDFS, striped, or still written"),
    /** Its stage ended, or nothing is fetched ahead any more. */
    ENDED(End.CANCELLED, "nothing of its stage is fetched any more");

    /** What became of such a request. */
    public enum End {
        /** Its task was launched where it was foreseen. */
        LATE,
        /** Its task was launched on another executor. */
        ELSEWHERE,
        /** It was given up before its task was launched. */
        CANCELLED
    }

    private final End end;
    private final String words;

    MissedRequest(End end, String words) {
        this.end = end;
        this.words = words;
    }

    public End end() {
        return end;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /**
     * Of one whose task was launched where it was foreseen, and not all was there.
     *
     * @param ordered whether its executor was told to fetch any of it
     * @param foreseenNanos the newest time for which the launch was foreseen, on the clock of the other
     */
    public static MissedRequest late(boolean ordered, long foreseenNanos, long launchedNanos) {
        if (!ordered) {
            return NOT_ORDERED;
        }
        return launchedNanos - foreseenNanos < 0 ? LAUNCHED_EARLY : SLOW_FETCH;
    }

    /**
     * Of one whose task was launched on another executor.
     *
     * @param countedOn whether the scheduler had been told that the input is there, or on its way
     * @param planned whether a plan chose the launch
     * @param slotFree whether the foreseen executor had a free slot then
     */
    public static MissedRequest elsewhere(boolean countedOn, boolean planned, boolean slotFree) {
        if (!countedOn) {
            return NOT_COUNTED_ON;
        }
        if (!planned) {
            return NOT_PLANNED;
        }
        return slotFree ? CHOSEN_ELSEWHERE : SLOT_TAKEN;
    }
}
