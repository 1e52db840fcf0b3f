package org.fairlead.sim.flows;

import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.Watcher;

/** Runs flows over a topology until all have ended or nothing can go on. */
public final class FlowSimulation {
    /**
     * @param rule how flows share links
     * @param perPair whether the flows of a (source, destination) pair divide one share among them
     * @param disks whether a flow also reads the source's disk and writes the destination's, where the topology limits them
     * @param events link failures and changes of capacity, in any order
     */
    public record Options(SharingRule rule, boolean perPair, boolean disks, List<LinkEvent> events) {}

    private FlowSimulation() {}

    public static FlowOutcome run(
            Topology topology, FlowTable flows, PathSelector paths, Options options, Watcher watcher) {
        boolean wanted = watcher.goOn(0, flows.size());
        if (wanted) {
            throw new UnsupportedOperationException("not built yet");
        }
        return new FlowOutcome(new double[flows.size()], false, 0);
    }
}
