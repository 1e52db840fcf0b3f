// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** By how much some of what was seen took longer than the rest of its samples, taken off the tasks' times. */
final class Longer {
    /** A task never takes less than this share of what it took. */
    private static final double LEAST_LEFT = 0.02;

    private static final double MILLIS = 1000;

    private final double[] millis;
    private final double[] left;

    /** @param millis of all tasks, which stay as they are */
    Longer(double[] millis) {
        this.millis = millis;
        left = millis.clone();
    }

    /**
     * The factor by which those that are asked about took longer comes off each of them; none where they took no longer.
     *
     * @param crowding how many times as long the others of a sample then take as they did
     */
    <T> void takeOff(
            Collection<List<T>> samples,
            Predicate<T> asked,
            ToIntFunction<T> task,
            ToDoubleFunction<T> seconds,
            ToDoubleFunction<T> expected,
            ToDoubleFunction<List<T>> crowding) {
        double took = 0;
        double would = 0;
        List<Double> longer = new ArrayList<>();
        for (List<T> sample : samples) {
            double times = crowding.applyAsDouble(sample);
            longer.add(times);
            double others = 0;
            double othersExpected = 0;
            for (T each : sample) {
                others += asked.test(each) ? 0 : seconds.applyAsDouble(each);
                othersExpected += asked.test(each) ? 0 : expected.applyAsDouble(each);
            }
            if (othersExpected > 0) {
                for (T each : sample) {
                    took += asked.test(each) ? seconds.applyAsDouble(each) : 0;
                    would += asked.test(each) ? expected.applyAsDouble(each) * times * others / othersExpected : 0;
                }
            }
        }
        if (took <= would) {
            return;
        }
        double less = 1 - would / took;
        Iterator<Double> times = longer.iterator();
        for (List<T> sample : samples) {
            double more = times.next() - 1;
            for (T each : sample) {
                double change = asked.test(each) ? -less : more;
                left[task.applyAsInt(each)] += change * MILLIS * seconds.applyAsDouble(each);
            }
        }
    }

    /** What is left of all tasks' times, in milliseconds. */
    double[] left() {
        double[] bounded = left.clone();
        for (int i = 0; i < bounded.length; i++) {
            bounded[i] = Math.max(bounded[i], LEAST_LEFT * millis[i]);
        }
        return bounded;
    }
}
