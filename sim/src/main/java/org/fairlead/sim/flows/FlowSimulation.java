// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.RunObserver;

/**
 * Runs flows over a topology until all have ended or nothing can go on. The same input gives the same outcome, to the last bit.
 *
 * <p>At one instant: flows end, links change, flows arrive (in the table's order), a round of path selection. Rates are solved after
 * all of it, and before a round. {@link org.fairlead.sim.engine.Engine} defines time.
 *
 * <ul>
 *   <li>A flow selects its path when it arrives. A selector that looks at loads sees those of the flows that arrived before it at the same instant, too.
 *   <li>When a link of its path goes down, it selects again among what is up. If there is no way, it waits, and tries at each
 *       change of a link. What it has sent stays sent.
 *   <li>From a host to itself no link is crossed; without a limited disk and a cap such a flow ends when it arrives. One without
 *       bytes ends when it arrives.
 *   <li>Rounds are at whole multiples of the selector's period while flows run; a flow that arrives at a round's instant takes part.
 *   <li>Per pair: the flows of a (source, destination) pair have one share of weight 1 of every link. They divide it as
 *       {@link org.fairlead.sim.engine.Engine} says of owners: over several paths by the number of flows on each; on one path by the sharing
 *       rule, with weights, minima and caps, so that what a capped flow leaves goes to the pair's others first.
 * </ul>
 */
public final class FlowSimulation {
    /**
     * @param rule how flows share links
     * @param perPair whether the flows of a (source, destination) pair divide one share among them
     * @param disks whether a flow also reads the source's disk and writes the destination's, where the topology limits them
     * @param events link failures and changes of capacity, in any order; those of one instant apply in the list's order
     */
    public record Options(SharingRule rule, boolean perPair, boolean disks, List<LinkEvent> events) {
        public Options {
            events = List.copyOf(events);
        }
    }

    private FlowSimulation() {}

    public static FlowOutcome run(
            Topology topology, FlowTable flows, PathSelector paths, Options options, RunObserver watcher) {
        return new FlowRun(topology, flows, paths, options).run(watcher);
    }
}
