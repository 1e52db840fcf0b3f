// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.testbed.experiment.Scenario;

/**
 * Finds the constants with which the simulator comes nearest to what was measured in the scenarios made for that, and in no other: least squares
 * of ln(predicted / measured) over all metrics.
 */
final class Calibration {
    private static final int HALVINGS = 6;
    private static final List<Double> STARTS = List.of(0.25, 0.5);

    private final Map<Scenario, MeasuredScenario> scenarios;
    private final Predictor predictor;
    private final Consumer<String> progress;

    Calibration(Map<Scenario, MeasuredScenario> scenarios, Predictor predictor, Consumer<String> progress) {
        this.scenarios = new LinkedHashMap<>(scenarios);
        this.predictor = predictor;
        this.progress = progress;
        for (Scenario scenario : scenarios.keySet()) {
            if (!scenario.name().startsWith(Validation.CALIBRATING)) {
                throw new IllegalArgumentException("constants are fitted to scenarios whose names begin with '"
                        + Validation.CALIBRATING + "', not to " + scenario.name());
            }
        }
    }

    Constants fit(Constants start) throws InterruptedException {
        return new CoordinateSearch(HALVINGS, STARTS, this::distance, progress).fit(start);
    }

    private double distance(Constants constants) throws InterruptedException {
        double sum = 0;
        for (Map.Entry<Scenario, MeasuredScenario> each : scenarios.entrySet()) {
            Scenario scenario = each.getKey();
            for (Map.Entry<String, Map<String, Double>> contender :
                    predictor.predict(scenario, constants).entrySet()) {
                for (Map.Entry<String, Double> metric : contender.getValue().entrySet()) {
                    Optional<Double> measured = each.getValue().mean(contender.getKey(), metric.getKey());
                    if (measured.isPresent()) {
                        double off = Math.log(metric.getValue() / measured.get());
                        sum += off * off;
                    }
                }
            }
        }
        return sum;
    }
}
