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
 * <p><b>Algorithm.</b> Coordinate search: each constant in turn is moved up and down by a step, which is kept when the distance falls; when a
 * whole pass changes nothing all steps are halved. Every trial should use the same seeds, so that a difference has one cause.
 *
 * <p><b>Example.</b> From 20 ms in 0 to 200 ms with a first step of an eighth of the range: 45 ms and 0 ms are tried, then, if neither is nearer,
 * 32.5 and 7.5 ms, and so on for six halvings: to 0.4 ms.
 */
public final class CoordinateSearch {
    private static final double FIRST_STEP = 1 / 8.0;

    private final int halvings;
    private final Distance distance;
    private final Consumer<String> progress;

    /** How far constants are from what they are fitted to; 0 when all agrees. */
    public interface Distance {
        double of(Constants constants) throws InterruptedException;
    }

    /**
     * @param halvings of the first step, an eighth of a range
     * @param progress takes a line whenever steps are halved
     */
    public CoordinateSearch(int halvings, Distance distance, Consumer<String> progress) {
        this.halvings = halvings;
        this.distance = distance;
        this.progress = progress;
    }

    /** @return the best that was tried; {@code start} when nothing was better */
    public Constants fit(Constants start) throws InterruptedException {
        Constants best = start;
        double least = distance.of(best);
        double step = FIRST_STEP;
        List<String> names = touching(start, least);
        for (int halving = 0; halving <= halvings; ) {
            double before = least;
            for (String name : names) {
                for (int direction : new int[] {1, -1}) {
                    Constants trial = moved(best, name, direction * step);
                    double tried = trial.value(name) == best.value(name) ? least : distance.of(trial);
                    if (tried < least) {
                        least = tried;
                        best = trial;
                        break;
                    }
                }
            }
            if (least >= before) {
                progress.accept(String.format(
                        Locale.ROOT, "steps of 1/%.0f of the ranges: sum of squares %.5f", 1 / step, least));
                step /= 2;
                halving++;
            }
        }
        return best;
    }

    /** Constants that matter at all here; the others are left as they are. */
    private List<String> touching(Constants start, double least) throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (String name : start.fitted()) {
            if (distance.of(moved(start, name, FIRST_STEP)) != least
                    || distance.of(moved(start, name, -FIRST_STEP)) != least) {
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
}
