// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/** Decides which hosts get the replicas of a new block, and says whether a given choice keeps the rules. */
public interface ReplicaPlacer {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * @param bandwidth what is known and committed; the choice itself is not committed here
     * @param nowNanos on the clock of the bandwidth's view
     * @param seed decides among equals; the same arguments give the same choice
     */
    Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed);

    /**
     * Which rules {@code targets} would break as an answer to {@code request}; empty when none: the number asked for, each
     * once and not among the chosen, each eligible, fault domains spanned when the candidates allow it.
     *
     * <p>A NameNode asks it of replicas that stand, as of targets for a block without any, for each block that was written. Of what it says is broken, HDFS makes
     * one more copy, where {@link #select} says, if the rules are kept with it, and then removes one as Hadoop's own rule says: a rule that allows no such
     * repair leaves the block listed as misplaced.
     */
    default List<String> validate(PlacementRequest request, List<Host> targets, Topology topology) {
        return RackRule.broken(topology.routes(), request, targets);
    }

    /**
     * Reports that a choice was carried out, so that a placer can keep storage in balance; not for a choice that only was looked at.
     * Safe for threads.
     */
    default void placed(PlacementRequest request, List<Host> targets) {}
}
