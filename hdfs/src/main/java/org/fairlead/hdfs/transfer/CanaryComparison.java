package org.fairlead.hdfs.transfer;

/**
 * How long blocks took to be written, ours against stock's: from a decision to the next block of the same file. A block that is
 * its file's last has no such end and does not count, on either side.
 */
public final class CanaryComparison {
    /** Normal quantile of a two-sided 95 % interval; with fewer blocks than this on a side, no interval is given. */
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
     * @param meanOurs seconds per block
     * @param meanStock seconds per block
     * @param gain share of stock's time that ours saves; negative when ours takes longer
     * @param low end of the 95 % interval of the gain (Welch); NaN with fewer than 30 blocks on either side
     * @param high its other end
     */
    public record Result(
            long blocksOurs,
            long blocksStock,
            double meanOurs,
            double meanStock,
            double gain,
            double low,
            double high) {}

    private Side ours = new Side();
    private Side stock = new Side();

    /** @param seconds that a block took */
    public synchronized void add(boolean byUs, double seconds) {
        (byUs ? ours : stock).add(seconds);
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
