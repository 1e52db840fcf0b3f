// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * By how much longer than predicted at their launch tasks took, in nanoseconds. Those that had most of their input on their host are told from those that fetched it, since one hangs on computing and the other on the network; and
 * the first of a stage from those that began when others had ended, since before that nobody knows what they compute. The newest {@value #KEPT} count. Not safe for threads.
 */
public final class PredictionExcess {
    private static final int KEPT = 256;
    private static final double MOST = 0.5;

    private final Deque<Sample> samples = new ArrayDeque<>();
    /** Since the last task ended: each look-ahead asks for each task that runs. */
    private final Map<Like, OptionalDouble> medians = new HashMap<>();

    /** What tasks have in common. */
    private record Like(Input input, boolean first) {}

    private enum Input {
        UNKNOWN,
        NEAR,
        FAR;

        static Input of(double missingShare) {
            return Double.isNaN(missingShare) ? UNKNOWN : missingShare > MOST ? FAR : NEAR;
        }
    }

    private record Sample(double missingShare, boolean first, double nanos) {
        boolean isLike(Input input) {
            return input == Input.UNKNOWN || (input == Input.FAR) == (missingShare > MOST);
        }
    }

    /**
     * A task has ended; one of which nothing was predicted says nothing.
     *
     * @param missingShare of its input when it began, from 0 to 1; NaN where nobody knows
     * @param first whether no task of its stage had ended when it began
     * @param nanos that it took longer than predicted, below 0 where it was faster; NaN where nothing was predicted
     */
    void add(double missingShare, boolean first, double nanos) {
        if (Double.isFinite(nanos)) {
            medians.clear();
            samples.addLast(new Sample(missingShare, first, nanos));
            if (samples.size() > KEPT) {
                samples.removeFirst();
            }
        }
    }

    /**
     * The median of its like; where none of these has ended, of those whose input lay alike; else of all. Empty before any has.
     *
     * @param missingShare of a task's input, from 0 to 1; NaN where nobody knows
     * @param first whether no task of its stage has ended
     */
    OptionalDouble median(double missingShare, boolean first) {
        return medians.computeIfAbsent(new Like(Input.of(missingShare), first), this::median);
    }

    private OptionalDouble median(Like asked) {
        OptionalDouble like = median(each -> each.first == asked.first && each.isLike(asked.input));
        if (like.isEmpty()) {
            like = median(each -> each.isLike(asked.input));
        }
        return like.isPresent() ? like : median(each -> true);
    }

    private OptionalDouble median(Predicate<Sample> counts) {
        return Medians.of(
                samples.stream().filter(counts).mapToDouble(Sample::nanos).toArray());
    }
}
