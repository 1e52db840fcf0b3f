// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.experiment.ExperimentResult.Line;
import org.fairlead.sim.experiment.ExperimentResult.Sensitivity;

/**
 * Varies frozen constants one after the other, while the others stay: do the contenders still stand as they stood?
 *
 * @param table the key of the table that they belong to
 * @param contenders their names, the baseline first
 * @param factors of the frozen value, rising; with 1 among them
 */
public record Sensitivities(
        String table, List<String> contenders, List<Double> factors, long firstSeed, int seeds, Batch batch) {
    public Sensitivities {
        contenders = List.copyOf(contenders);
        factors = List.copyOf(factors);
    }

    /** One run's value of the metric that decides. */
    public interface Trial {
        double run(Constants constants, String contender, long seed);
    }

    /** One for each constant; a run with all of them as frozen serves for all. */
    public List<Sensitivity> of(Constants frozen, Trial trial) {
        List<Supplier<Double>> runs = new ArrayList<>();
        add(runs, frozen, trial);
        for (String name : frozen.all().keySet()) {
            for (double factor : factors) {
                if (factor != 1) {
                    add(runs, frozen.with(name, factor * frozen.value(name)), trial);
                }
            }
        }
        List<Double> ended = batch.all(table + ", sensitivity", runs);
        int point = contenders.size() * seeds;
        List<Sensitivity> all = new ArrayList<>();
        int next = point;
        for (String name : frozen.all().keySet()) {
            List<Integer> starts = new ArrayList<>();
            for (double factor : factors) {
                starts.add(factor == 1 ? 0 : next);
                next += factor == 1 ? 0 : point;
            }
            all.add(sensitivity(frozen, name, ended, starts));
        }
        return all;
    }

    private void add(List<Supplier<Double>> runs, Constants constants, Trial trial) {
        for (String contender : contenders) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> trial.run(constants, contender, seed));
            }
        }
    }

    /** @param starts where the runs of each value begin */
    private Sensitivity sensitivity(Constants frozen, String name, List<Double> ended, List<Integer> starts) {
        List<Line> lines = new ArrayList<>();
        for (int contender = 1; contender < contenders.size(); contender++) {
            List<Double> ratios = new ArrayList<>();
            for (int start : starts) {
                ratios.add(sum(ended, start + contender * seeds) / sum(ended, start));
            }
            lines.add(new Line(contenders.get(contender), ratios));
        }
        double value = frozen.value(name);
        return new Sensitivity(
                table,
                name,
                frozen.all().get(name).unit(),
                factors.stream().map(factor -> factor * value).toList(),
                value,
                lines);
    }

    private double sum(List<Double> ended, int from) {
        return ended.subList(from, from + seeds).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
