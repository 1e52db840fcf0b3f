// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Finds the constants with the least distance to what they are fitted to.
 *
 * <p><b>Goals.</b> A fit that anybody can follow and repeat: the same start gives the same constants.
 *
 * <p><b>Constraints.</b> A trial costs simulations, so there are no derivatives, and few trials; each constant stays in its range.
 *
 * <p><b>Algorithm.</b> Each constant in turn is moved up and down by a step, which is kept when the distance falls. After a pass that changed
 * something, all move once more as they did in it together, which follows a valley between constants that make up for each other. When a whole
 * pass changes nothing all steps are halved. This is begun from where the constants are and, if asked to, from a quarter and from half of their ranges,
 * and the nearest of the ends counts. Every trial should use the same seeds, so that a difference has one cause.
 *
 * <p><b>Example.</b> From 20 ms in 0 to 200 ms with a first step of an eighth of the range: 45 ms and 0 ms are tried, then, if neither is nearer,
 * 32.5 and 7.5 ms, and so on for six halvings: to 0.4 ms.
 *
 * <p><b>Source.</b> R. Hooke, T. A. Jeeves, "Direct Search" Solution of Numerical and Statistical Problems, J. ACM 8(2), 1961.
 */
public final class CoordinateSearch {
    private static final double FIRST_STEP = 1 / 8.0;

    private final int halvings;
    private final List<Double> starts;
    private final Distance distance;
    private final Consumer<String> progress;

    /** How far constants are from what they are fitted to; 0 when all agrees. */
    public interface Distance {
        double of(Constants constants) throws InterruptedException;
    }

    private record Found(Constants constants, double distance) {}

    /**
     * @param halvings of the first step, an eighth of a range
     * @param starts shares of the ranges, 0 to 1, from which the search is begun besides from where constants are
     * @param progress takes a line whenever steps are halved
     */
    public CoordinateSearch(int halvings, List<Double> starts, Distance distance, Consumer<String> progress) {
        this.halvings = halvings;
        this.starts = List.copyOf(starts);
        this.distance = distance;
        this.progress = progress;
    }

    /** @return the best that was tried; {@code start} when nothing was better */
    public Constants fit(Constants start) throws InterruptedException {
        Found given = new Found(start, distance.of(start));
        List<String> names = touching(given);
        Found best = from(given, names);
        for (double share : starts) {
            Constants other = start;
            for (String name : names) {
                Constant.Range range = start.all().get(name).fit().orElseThrow();
                other = other.with(name, range.least() + share * (range.most() - range.least()));
            }
            best = nearer(best, from(new Found(other, distance.of(other)), names));
        }
        return best.constants();
    }

    private Found from(Found start, List<String> names) throws InterruptedException {
        Found best = start;
        double step = FIRST_STEP;
        for (int halving = 0; halving <= halvings; ) {
            Found before = best;
            for (String name : names) {
                best = along(best, name, step);
            }
            if (best.distance() < before.distance()) {
                best = nearer(best, onward(before.constants(), best.constants(), names));
            } else {
                progress.accept(String.format(
                        Locale.ROOT, "steps of 1/%.0f of the ranges: sum of squares %.5f", 1 / step, best.distance()));
                step /= 2;
                halving++;
            }
        }
        return best;
    }

    private Found along(Found best, String name, double step) throws InterruptedException {
        for (int direction : new int[] {1, -1}) {
            Constants trial = moved(best.constants(), name, direction * step);
            if (trial.value(name) != best.constants().value(name)) {
                Found tried = new Found(trial, distance.of(trial));
                if (tried.distance() < best.distance()) {
                    return tried;
                }
            }
        }
        return best;
    }

    /** As far again, in the direction in which a pass moved all constants together. */
    private Found onward(Constants from, Constants to, List<String> names) throws InterruptedException {
        Constants trial = to;
        for (String name : names) {
            trial = bounded(trial, name, 2 * to.value(name) - from.value(name));
        }
        return new Found(trial, distance.of(trial));
    }

    private static Found nearer(Found one, Found other) {
        return other.distance() < one.distance() ? other : one;
    }

    /** Constants that matter at all here; the others are left as they are. */
    private List<String> touching(Found start) throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (String name : start.constants().fitted()) {
            if (distance.of(moved(start.constants(), name, FIRST_STEP)) != start.distance()
                    || distance.of(moved(start.constants(), name, -FIRST_STEP)) != start.distance()) {
                names.add(name);
            }
        }
        return names;
    }

    private static Constants moved(Constants from, String name, double shareOfRange) {
        Constant.Range range = from.all().get(name).fit().orElseThrow();
        return bounded(from, name, from.value(name) + shareOfRange * (range.most() - range.least()));
    }

    private static Constants bounded(Constants from, String name, double value) {
        Constant.Range range = from.all().get(name).fit().orElseThrow();
        return from.with(name, Math.min(range.most(), Math.max(range.least(), value)));
    }
}
