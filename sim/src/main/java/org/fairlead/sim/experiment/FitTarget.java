// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import org.fairlead.sim.calibration.Constants;

/**
 * A published figure that constants are fitted to: of the baseline and of published rules, never of ours.
 *
 * @param contender whose figure
 * @param metric its key
 * @param overBaseline whether the figure is the contender's over the baseline's
 * @param published the paper's
 * @param weight how much its squared error counts
 */
public record FitTarget(String contender, String metric, boolean overBaseline, double published, double weight) {
    /** What contenders reached, in the mean over seeds. */
    public interface Reached {
        double mean(String contender, String metric);
    }

    /** Σ weight · ln²(reached / published). */
    public static double distance(List<FitTarget> aims, String baseline, Reached reached) {
        double sum = 0;
        for (FitTarget aim : aims) {
            double off = Math.log(aim.value(baseline, reached) / aim.published);
            sum += aim.weight * off * off;
        }
        return sum;
    }

    private double value(String baseline, Reached reached) {
        return reached.mean(contender, metric) / (overBaseline ? reached.mean(baseline, metric) : 1);
    }

    /** What was reached of each, a line for people. */
    public static List<String> lines(List<FitTarget> aims, String baseline, Reached reached) {
        return aims.stream()
                .map(aim -> aim.contender + ", " + aim.metric + (aim.overBaseline ? " over " + baseline : "") + ": "
                        + NumberPhrases.text(aim.value(baseline, reached)) + ", published "
                        + NumberPhrases.text(aim.published))
                .toList();
    }

    /** A setting's constants after a fit. */
    public record Fitted(String setting, Constants constants) {}
}
