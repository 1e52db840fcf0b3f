// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.List;

/**
 * What a host's newest tasks say of its pace.
 *
 * @param figures how many tasks, those that are more forgotten than the newest in part
 * @param longer mean of the logarithms of how many times as long as usual they took, newer ones weighing more, without the one that raises it most where there are several
 * @param variance of that mean without the newest, as a multiple of one task's
 * @param kept share of it that is not forgotten
 */
record PaceEvidence(double figures, double longer, double variance, double kept) {
    static final PaceEvidence NONE = new PaceEvidence(0, 0, 1, 0);
    /** From so many tasks on it counts in full. */
    private static final int ENOUGH = 3;
    /** How many times as much as what chance explains is left out of account. */
    private static final double DOUBT = 5.6;

    /**
     * One task.
     *
     * @param longer logarithm of how many times as long as usual it took
     * @param kept share of it that is not forgotten, above 0
     */
    record Figure(double longer, double kept) {}

    /**
     * @param figures the newest first
     * @param ratio weight of a task over that of the next newer one, below 1
     */
    static PaceEvidence of(List<Figure> figures, double ratio) {
        if (figures.isEmpty()) {
            return NONE;
        }
        double[] weights = new double[figures.size()];
        double kept = 0;
        double figuresKept = 0;
        double weight = 1;
        for (int i = 0; i < weights.length; i++) {
            double figureKept = figures.get(i).kept;
            weights[i] = weight * figureKept;
            weight *= ratio;
            kept = Math.max(kept, figureKept);
            figuresKept += figureKept;
        }
        if (weights.length == 1) {
            return new PaceEvidence(1, figures.get(0).longer, 1, kept);
        }
        double longer = Double.POSITIVE_INFINITY;
        for (int i = 0; i < weights.length; i++) {
            longer = Math.min(longer, meanWithout(i, figures, weights));
        }
        return new PaceEvidence(figuresKept / kept, longer, varianceWithoutNewest(weights), kept);
    }

    private static double meanWithout(int left, List<Figure> figures, double[] weights) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < weights.length; i++) {
            if (i != left) {
                sum += weights[i] * figures.get(i).longer;
                all += weights[i];
            }
        }
        return sum / all;
    }

    private static double varianceWithoutNewest(double[] weights) {
        double squares = 0;
        double all = 0;
        for (int i = 1; i < weights.length; i++) {
            squares += weights[i] * weights[i];
            all += weights[i];
        }
        return squares / (all * all);
    }

    /**
     * Logarithm of the pace, at least 0: of what the host is slower than others, how much is believed.
     *
     * @param others what hosts differ by from what is usual, in the middle
     * @param deviation of a task from the mean of its host, as tasks of other hosts have it
     * @param spread of hosts' means about the middle
     */
    double pace(double others, double deviation, double spread) {
        double above = longer - Math.max(0, others);
        double doubt = DOUBT * Math.max(deviation * Math.sqrt(variance), spread);
        if (figures <= 1 || above <= doubt) {
            return 0;
        }
        double sure = Math.min(1, (figures - 1) / (ENOUGH - 1.0));
        return kept * sure * (above - doubt * doubt / above);
    }
}
