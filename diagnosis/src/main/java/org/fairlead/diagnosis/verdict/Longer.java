// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.Collection;
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
     * The factor by which those that are asked about took longer than others comes off each of them; none where they took no longer.
     *
     * @param others that they are compared with; who is neither counts not at all
     * @param crowding how many times as long the others of a sample take then
     * @return whether they took longer
     */
    <T> boolean takeOff(
            Collection<List<T>> samples,
            Predicate<T> asked,
            Predicate<T> others,
            ToIntFunction<T> task,
            ToDoubleFunction<T> seconds,
            ToDoubleFunction<T> expected,
            ToDoubleFunction<List<T>> crowding) {
        double took = 0;
        double would = 0;
        for (List<T> sample : samples) {
            double othersTook = 0;
            double othersExpected = 0;
            for (T each : sample) {
                othersTook += others.test(each) ? seconds.applyAsDouble(each) : 0;
                othersExpected += others.test(each) ? expected.applyAsDouble(each) : 0;
            }
            if (othersExpected > 0) {
                double pace = crowding.applyAsDouble(sample) * othersTook / othersExpected;
                for (T each : sample) {
                    took += asked.test(each) ? seconds.applyAsDouble(each) : 0;
                    would += asked.test(each) ? expected.applyAsDouble(each) * pace : 0;
                }
            }
        }
        if (took <= would) {
            return false;
        }
        for (List<T> sample : samples) {
            for (T each : sample) {
                if (asked.test(each)) {
                    left[task.applyAsInt(each)] -= (1 - would / took) * MILLIS * seconds.applyAsDouble(each);
                }
            }
        }
        return true;
    }

    /** Those that are asked about take so many times as long, by sample. */
    <T> void lengthen(
            Collection<List<T>> samples,
            Predicate<T> asked,
            ToIntFunction<T> task,
            ToDoubleFunction<T> seconds,
            ToDoubleFunction<List<T>> times) {
        for (List<T> sample : samples) {
            double more = times.applyAsDouble(sample) - 1;
            for (T each : sample) {
                left[task.applyAsInt(each)] += asked.test(each) ? more * MILLIS * seconds.applyAsDouble(each) : 0;
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
