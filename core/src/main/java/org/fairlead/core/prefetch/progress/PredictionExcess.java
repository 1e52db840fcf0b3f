// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Deque;
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

    private record Sample(double missingShare, boolean first, double nanos) {
        boolean isLike(double share) {
            return Double.isNaN(share) || (share > MOST) == (missingShare > MOST);
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
        OptionalDouble like = median(each -> each.first == first && each.isLike(missingShare));
        if (like.isEmpty()) {
            like = median(each -> each.isLike(missingShare));
        }
        return like.isPresent() ? like : median(each -> true);
    }

    private OptionalDouble median(Predicate<Sample> counts) {
        return Medians.of(
                samples.stream().filter(counts).mapToDouble(Sample::nanos).toArray());
    }
}
