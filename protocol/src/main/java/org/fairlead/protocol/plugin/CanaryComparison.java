// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.util.Optional;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.report.statistics.SampleMoments;

/** How much ours saves of what stock takes, from samples of both that a canary draws: of the means, by {@link Ratio#ofSamples}. */
public final class CanaryComparison {
    /** What is measured is skewed, so that an interval needs more samples of a side than Student's would. */
    private static final int FEWEST = 30;

    /**
     * @param samplesOurs how many there are of ours
     * @param samplesStock and of stock's
     * @param meanOurs in the samples' unit, such as seconds per block
     * @param meanStock likewise
     * @param gain share of stock's mean that ours saves; negative when ours takes more
     * @param low end of the 95 % interval of the gain; NaN with fewer than 30 samples on either side
     * @param high its other end
     */
    public record Result(
            long samplesOurs,
            long samplesStock,
            double meanOurs,
            double meanStock,
            double gain,
            double low,
            double high) {}

    private SampleMoments ours = SampleMoments.NONE;
    private SampleMoments stock = SampleMoments.NONE;

    /** @param sample what was measured; less is better */
    public synchronized void add(boolean byUs, double sample) {
        if (byUs) {
            ours = ours.and(sample);
        } else {
            stock = stock.and(sample);
        }
    }

    /** Starts anew, as when the mode changes. */
    public synchronized void reset() {
        ours = SampleMoments.NONE;
        stock = SampleMoments.NONE;
    }

    public synchronized Result result() {
        double gain = stock.mean() > 0 ? (stock.mean() - ours.mean()) / stock.mean() : 0;
        Optional<Interval> ratio = Math.min(ours.n(), stock.n()) < FEWEST
                ? Optional.empty()
                : Ratio.ofSamples(ours, stock).flatMap(Ratio::interval);
        return new Result(
                ours.n(),
                stock.n(),
                ours.mean(),
                stock.mean(),
                gain,
                ratio.map(ends -> 1 - ends.high()).orElse(Double.NaN),
                ratio.map(ends -> 1 - ends.low()).orElse(Double.NaN));
    }
}
