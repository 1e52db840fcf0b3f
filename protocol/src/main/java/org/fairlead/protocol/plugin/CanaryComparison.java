// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

/** How much ours saves of what stock takes, from samples of both that a canary draws: means, and Welch's interval of their difference. */
public final class CanaryComparison {
    /** Normal quantile of a two-sided 95 % interval; with fewer samples than this on a side, no interval is given. */
    private static final double Z = 1.96;

    private static final int FEWEST = 30;

    private static final class Side {
        long count;
        double mean;
        double squares;

        void add(double value) {
            count++;
            double delta = value - mean;
            mean += delta / count;
            squares += delta * (value - mean);
        }

        double varianceOfMean() {
            return count < 2 ? 0 : squares / (count - 1) / count;
        }
    }

    /**
     * @param samplesOurs how many there are of ours
     * @param samplesStock and of stock's
     * @param meanOurs in the samples' unit, such as seconds per block
     * @param meanStock likewise
     * @param gain share of stock's mean that ours saves; negative when ours takes more
     * @param low end of the 95 % interval of the gain (Welch); NaN with fewer than 30 samples on either side
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

    private Side ours = new Side();
    private Side stock = new Side();

    /** @param sample what was measured; less is better */
    public synchronized void add(boolean byUs, double sample) {
        (byUs ? ours : stock).add(sample);
    }

    /** Starts anew, as when the mode changes. */
    public synchronized void reset() {
        ours = new Side();
        stock = new Side();
    }

    public synchronized Result result() {
        double gain = stock.mean > 0 ? (stock.mean - ours.mean) / stock.mean : 0;
        boolean enough = ours.count >= FEWEST && stock.count >= FEWEST && stock.mean > 0;
        double half = enough ? Z * Math.sqrt(ours.varianceOfMean() + stock.varianceOfMean()) / stock.mean : Double.NaN;
        return new Result(ours.count, stock.count, ours.mean, stock.mean, gain, gain - half, gain + half);
    }
}
