// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.Set;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.ClusterView;
import org.fairlead.sim.jobs.outcome.PathCounts;

/** Says which path a leg of a transfer takes when it begins, and may move those that run. */
interface PathRule {
    /** The path of a leg that begins: a number below how many there are. Asked only where its class is kept and there is a choice. */
    int choose(RunningTransfer.Leg leg);

    /** A transfer has begun. */
    default void begun(RunningTransfer transfer) {}

    /** A transfer has ended, or is about to be taken away. */
    default void left(RunningTransfer transfer) {}

    /** Transfers of a unit are to come, whose class is kept. */
    default void requested(PathRequest request) {}

    /** Nothing is to come of what was requested for an attempt any more. */
    default void withdrawn(long attempt) {}

    /** What was measured reaches whoever decides. */
    default void observed(ClusterView view) {}

    /** When it wants to act next; infinite for never. */
    default double nextSeconds() {
        return Double.POSITIVE_INFINITY;
    }

    /** Its time has come. */
    default void act() {}

    /**
     * What it keeps now.
     *
     * @param classes whose paths it is asked for
     */
    default Steering steering(Set<TrafficClass> classes) {
        return Steering.NONE;
    }

    /** What it did. */
    default PathCounts counts() {
        return PathCounts.NONE;
    }
}
