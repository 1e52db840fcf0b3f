// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.List;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Makes plans of which host pair and class takes which of its equal-cost paths, from the view, what is requested and the last plan. The same arguments give the same
 * plan. No path of a plan has a link that is down or unknown. Of one thread.
 */
public interface PathPlanner {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * @param demands one for each unit
     * @param last its own last plan; {@link PathPlan#NONE} before the first
     * @param nowNanos on the clock of the view
     */
    PathPlan plan(List<PathDemand> demands, AvailableBandwidth bandwidth, PathPlan last, long nowNanos);

    /** Nanoseconds between two plans where nothing new is requested. */
    long roundNanos();

    /** Whether it plans as soon as something new is requested, and not in its rounds alone. */
    boolean plansRequests();

    /** For so long since it was last given one, a unit keeps its path. */
    long holdNanos();
}
