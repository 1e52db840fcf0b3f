package org.fairlead.cli.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.fairlead.testbed.experiment.Scenario;

/**
 * Finds the constants with which the simulator comes nearest to what was measured in the scenarios made for that, and in no other.
 *
 * <p><b>Algorithm.</b> Least squares of ln(predicted / measured) over all metrics, by coordinate search: each constant in turn is moved up
 * and down by a step, which is kept when the sum falls; when a whole pass changes nothing all steps are halved. Every trial uses the same seeds, so
 * that a difference has one cause.
 *
 * <p><b>Example.</b> From 20 ms in 0 to 200 ms with a first step of an eighth of the range: 45 ms and 0 ms are tried, then, if neither is nearer,
 * 32.5 and 7.5 ms, and so on for six halvings: to 0.4 ms.
 */
final class Calibration {
    private static final double FIRST_STEP = 1 / 8.0;
    private static final int HALVINGS = 6;

    private final Map<Scenario, Measured> scenarios;
    private final Predictor predictor;
    private final Consumer<String> progress;

    Calibration(Map<Scenario, Measured> scenarios, Predictor predictor, Consumer<String> progress) {
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
        Constants best = start;
        double least = distance(best);
        double step = FIRST_STEP;
        List<String> names = touching(start, least);
        for (int halving = 0; halving <= HALVINGS; ) {
            double before = least;
            for (String name : names) {
                for (int direction : new int[] {1, -1}) {
                    Constants trial = moved(best, name, direction * step);
                    double distance = trial.value(name) == best.value(name) ? least : distance(trial);
                    if (distance < least) {
                        least = distance;
                        best = trial;
                        break;
                    }
                }
            }
            if (least >= before) {
                progress.accept(String.format(
                        java.util.Locale.ROOT, "steps of 1/%.0f of the ranges: sum of squares %.5f", 1 / step, least));
                step /= 2;
                halving++;
            }
        }
        return best;
    }

    /** Constants that move any metric of these scenarios; those of Spark do nothing where it does not run. */
    private List<String> touching(Constants start, double least) throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (String name : start.fitted()) {
            if (distance(moved(start, name, FIRST_STEP)) != least
                    || distance(moved(start, name, -FIRST_STEP)) != least) {
                names.add(name);
            }
        }
        return names;
    }

    private static Constants moved(Constants from, String name, double shareOfRange) {
        Constant.Range range = from.all().get(name).fit().orElseThrow();
        double moved = from.value(name) + shareOfRange * (range.most() - range.least());
        return from.with(name, Math.min(range.most(), Math.max(range.least(), moved)));
    }

    private double distance(Constants constants) throws InterruptedException {
        double sum = 0;
        for (Map.Entry<Scenario, Measured> each : scenarios.entrySet()) {
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
