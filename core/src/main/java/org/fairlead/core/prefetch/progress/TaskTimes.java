// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/** How long tasks of a stage take by what others took, those whose input was on their host apart from those that fetched it. Immutable. */
final class TaskTimes {
    /** What is not known to have been missing or there. */
    static final double UNKNOWN_SHARE = Double.NaN;

    /** Nanoseconds by byte, of tasks with input. */
    private final OptionalDouble any;

    private final OptionalDouble near;
    private final OptionalDouble afar;
    private final OptionalDouble nanos;

    /**
     * What a task took, or is predicted to take.
     *
     * @param missingShare of its input when it began; 0: all was on its host; 1: nothing was
     */
    record Sample(long inputBytes, double nanos, double missingShare) {}

    /**
     * @param ended what tasks took
     * @param running what those that run are predicted to take; they count where none has ended, and where none has whose input was as theirs
     */
    TaskTimes(List<Sample> ended, List<Sample> running) {
        any = byByte(ended, running, share -> true);
        near = byByte(ended, running, share -> share == 0);
        afar = byByte(ended, running, share -> share == 1);
        OptionalDouble whole =
                Medians.of(ended.stream().mapToDouble(Sample::nanos).toArray());
        nanos = whole.isPresent()
                ? whole
                : Medians.of(running.stream().mapToDouble(Sample::nanos).toArray());
    }

    private static OptionalDouble byByte(List<Sample> ended, List<Sample> running, DoublePredicate counts) {
        OptionalDouble found = byByte(ended, counts);
        return found.isPresent() ? found : byByte(running, counts);
    }

    private static OptionalDouble byByte(List<Sample> samples, DoublePredicate counts) {
        return Medians.of(samples.stream()
                .filter(task -> task.inputBytes() > 0 && counts.test(task.missingShare()))
                .mapToDouble(task -> task.nanos() / task.inputBytes())
                .toArray());
    }

    /** Of a task of which so much of the input is missing when it begins; empty if nothing is known of its like. */
    OptionalDouble nanos(long inputBytes, double missingShare) {
        if (inputBytes == 0 || any.isEmpty()) {
            return nanos;
        }
        if (Double.isNaN(missingShare)) {
            return OptionalDouble.of(any.getAsDouble() * inputBytes);
        }
        double there = near.orElse(any.getAsDouble());
        double fetching = Math.max(0, afar.orElse(any.getAsDouble()) - there);
        return OptionalDouble.of((there + fetching * missingShare) * inputBytes);
    }
}
