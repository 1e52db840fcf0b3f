// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.workload.ClusterHandles;

/**
 * Has whatever was just started for a contender work until its code is compiled, so that no round is measured on it before: also where
 * its cluster had made room for another's.
 */
final class WarmUps {
    private final int rounds;
    private final Predicate<Contender> isReady;
    private final BiFunction<Contender, Progress, ClusterHandles> start;
    private final BiConsumer<ClusterHandles, String> work;

    /**
     * @param isReady whether everything that a contender works on runs already
     * @param start what a contender works on; started when it does not run yet
     * @param work a round of a name
     */
    WarmUps(
            int rounds,
            Predicate<Contender> isReady,
            BiFunction<Contender, Progress, ClusterHandles> start,
            BiConsumer<ClusterHandles, String> work) {
        this.rounds = rounds;
        this.isReady = isReady;
        this.start = start;
        this.work = work;
    }

    /** What a contender works on, started and warm. */
    ClusterHandles warm(Contender contender, Progress progress) {
        boolean isCold = !isReady.test(contender);
        ClusterHandles handles = start.apply(contender, progress);
        for (int i = 1; isCold && i <= rounds; i++) {
            progress.step(contender.name() + ": warm-up " + i + " of " + rounds);
            work.accept(handles, "warm-up-" + i);
        }
        return handles;
    }
}
