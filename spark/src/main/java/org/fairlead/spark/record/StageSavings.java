// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.protocol.application.PredictedSaving;

/**
 * Sums what a stage's choices are predicted to save against stock's, slot by slot. A task counts as moved once: stock would have launched it once,
 * however many slots ours kept it from. What is predicted to differ by less than a twentieth does not count. Safe for threads.
 */
final class StageSavings {
    private static final double NEAR = 0.95;

    private final BitSet counted = new BitSet();
    private PredictedSaving sum = PredictedSaving.NONE;

    /** A task was launched as planned: against what stock would have launched there. */
    synchronized void planned(PlanExplanation grounds) {
        Optional<PlanExplanation.Stock> stock = grounds.stock();
        if (stock.isPresent()
                && Double.isFinite(stock.get().seconds())
                && !grounds.candidates().isEmpty()) {
            compared();
            count(
                    stock.get().task(),
                    stock.get().seconds(),
                    grounds.candidates().get(0).endSeconds());
        }
    }

    /** A slot was left free: its task ends where that is sooner. */
    synchronized void declined(PlanExplanation grounds) {
        count(grounds.task(), here(grounds), elsewhere(grounds));
    }

    /** Stock launched a task where ours would have launched another one, or none. */
    synchronized void observed(int task, PlanExplanation grounds, boolean declined) {
        compared();
        if (declined) {
            count(task, here(grounds), elsewhere(grounds));
        } else if (task != grounds.task()) {
            grounds.stock().ifPresent(stock -> count(task, stock.seconds(), here(grounds)));
        }
    }

    private void compared() {
        sum = sum.and(new PredictedSaving(1, 0, 0, 0));
    }

    private void count(int task, double stockSeconds, double oursSeconds) {
        boolean finite = Double.isFinite(stockSeconds) && Double.isFinite(oursSeconds);
        boolean near = Math.min(stockSeconds, oursSeconds) >= NEAR * Math.max(stockSeconds, oursSeconds);
        if (finite && !near && task >= 0 && !counted.get(task)) {
            counted.set(task);
            sum = sum.and(new PredictedSaving(0, 1, stockSeconds, oursSeconds));
        }
    }

    private static double here(PlanExplanation grounds) {
        List<PlanExplanation.Candidate> candidates = grounds.candidates();
        return candidates.isEmpty() ? Double.NaN : candidates.get(0).endSeconds();
    }

    private static double elsewhere(PlanExplanation grounds) {
        List<PlanExplanation.Candidate> candidates = grounds.candidates();
        return candidates.size() < 2 ? Double.NaN : candidates.get(1).endSeconds();
    }

    synchronized PredictedSaving sum() {
        return sum;
    }
}
