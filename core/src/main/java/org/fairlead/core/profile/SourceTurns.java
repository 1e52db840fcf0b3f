// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * In which order stages that run at once read from slow sources ({@link SourceRates}).
 *
 * <p><b>Goals.</b> Readers of a slow source share what it gives, so that all stages wait until about the last byte. One after the other they end
 * one after the other, and the last no later.
 *
 * <p><b>Constraints.</b> A source is never left idle for somebody's turn (policies see to that), and the order is Spark's within a pool that
 * serves jobs first come, first served.
 *
 * <p><b>Algorithm.</b> Ahead of a stage at a source is each other stage with less left to begin to read there, or as much, if it is older; within a FIFO pool
 * each with a smaller priority number, or an older one with the same. In front of it are the bytes that those have left.
 *
 * <p><b>Example.</b> From h6, stage 3 has 2 MB left, stage 5 has 1 MB, stage 8 has 2 MB, in pools of their own: nothing is ahead of 5, 1 MB is ahead of 3, 3 MB of 8.
 *
 * <p><b>Source.</b> Ours, after the fair sojourn protocol (Friedman and Henderson, SIGMETRICS 2003): nobody ends later than with equal shares if all are served in the order in
 * which they would end with these. Of the planner's thread alone.
 */
public final class SourceTurns {
    private final Map<StageAttempt, Claims> byStage = new LinkedHashMap<>();

    private record Claims(Optional<String> fifoPool, int priority, Map<Integer, Double> bytes) {
        boolean areAheadOf(StageAttempt own, StageAttempt other, Claims others, int source) {
            boolean older = own.stage() < other.stage();
            if (fifoPool.isPresent() && fifoPool.equals(others.fifoPool)) {
                return priority != others.priority ? priority < others.priority : older;
            }
            int order = Double.compare(bytes.get(source), others.bytes.get(source));
            return order != 0 ? order < 0 : older;
        }
    }

    /**
     * What a stage has left now.
     *
     * @param fifoPool that its job is in, by name; empty in one that shares fairly
     * @param priority of its job within a FIFO pool; the smallest first
     * @param bytes by the index of the source; none that is not slow
     */
    public void claim(StageAttempt stage, Optional<String> fifoPool, int priority, Map<Integer, Double> bytes) {
        if (bytes.isEmpty()) {
            byStage.remove(stage);
        } else {
            byStage.put(stage, new Claims(fifoPool, priority, bytes));
        }
    }

    /** A stage reads no more, or its plans do not count. */
    public void leave(StageAttempt stage) {
        byStage.remove(stage);
    }

    /** Bytes ahead of a stage by source, of those that it claimed. */
    public Map<Integer, Double> aheadOf(StageAttempt stage) {
        Claims own = byStage.get(stage);
        if (own == null) {
            return Map.of();
        }
        Map<Integer, Double> ahead = new HashMap<>();
        byStage.forEach((key, others) -> {
            for (int source : own.bytes.keySet()) {
                Double bytes = others.bytes.get(source);
                if (bytes != null && !key.equals(stage) && others.areAheadOf(key, stage, own, source)) {
                    ahead.merge(source, bytes, Double::sum);
                }
            }
        });
        return ahead;
    }
}
