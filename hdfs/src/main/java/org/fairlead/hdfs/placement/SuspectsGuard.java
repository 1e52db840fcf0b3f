// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.fairlead.hdfs.AvoidedHosts;
import org.fairlead.hdfs.ClusterState;
import org.fairlead.hdfs.DecisionCounters;
import org.fairlead.hdfs.DecisionRuntime;
import org.fairlead.protocol.plugin.Mode;

/**
 * Keeps suspected hosts out of what Hadoop's own code chooses, also where it decides alone: they are excluded as a client excludes a DataNode that it saw fail. Where
 * that leaves too few, Hadoop is asked again without us.
 */
final class SuspectsGuard {
    private final Optional<DecisionRuntime> runtime;
    private final WriteRequest request;
    private final AvoidedHosts avoidance;

    private SuspectsGuard(Optional<DecisionRuntime> runtime, WriteRequest request, AvoidedHosts avoidance) {
        this.runtime = runtime;
        this.request = request;
        this.avoidance = avoidance;
    }

    static SuspectsGuard none(WriteRequest request) {
        return new SuspectsGuard(Optional.empty(), request, AvoidedHosts.NONE);
    }

    static SuspectsGuard of(Optional<DecisionRuntime> runtime, WriteRequest request) {
        Optional<ClusterState> state = runtime.flatMap(DecisionRuntime::state);
        if (state.isEmpty() || runtime.get().modes().write() == Mode.OFF) {
            return none(request);
        }
        if (request.byClient()) {
            runtime.get()
                    .health()
                    .excludedByClient(state.get().table(), request.path(), request.writer(), request.excluded());
        }
        return new SuspectsGuard(runtime, request, avoidance(runtime));
    }

    /** Of a request whose excluded nodes are not a client's alone, so they say nothing of failures: what it favored and got is among them. */
    static SuspectsGuard besideFavored(Optional<DecisionRuntime> runtime, WriteRequest request) {
        return new SuspectsGuard(runtime, request, avoidance(runtime));
    }

    /** Of the next request. */
    static AvoidedHosts avoidance(Optional<DecisionRuntime> runtime) {
        return runtime.flatMap(
                        here -> here.state().map(state -> AvoidedHosts.of(here, state, DecisionCounters.Kind.WRITE)))
                .orElse(AvoidedHosts.NONE);
    }

    AvoidedHosts avoidance() {
        return avoidance;
    }

    DatanodeStorageInfo[] choose(PlacementSeam.Stock stock) {
        if (!avoidance.isEnforced()) {
            if (!avoidance.isEmpty()) {
                count(DecisionCounters.Avoided.OBSERVED);
            }
            return stock.choose(request.excluded());
        }
        Set<Node> original = request.excluded() == null ? new HashSet<>() : new HashSet<>(request.excluded());
        Set<Node> without = avoidance.with(request.excluded());
        Set<Node> added = new HashSet<>(without);
        DatanodeStorageInfo[] chosen = stock.choose(without);
        if (chosen.length >= request.replicas()) {
            count(DecisionCounters.Avoided.ENFORCED);
            if (request.excluded() != null) {
                // Who asks may look at what Hadoop has excluded meanwhile.
                without.removeAll(added);
                request.excluded().addAll(without);
            }
            return chosen;
        }
        count(DecisionCounters.Avoided.TOO_FEW);
        PlannedTargets.clear();
        return stock.choose(original);
    }

    private void count(DecisionCounters.Avoided what) {
        runtime.ifPresent(here -> here.figures().avoided(DecisionCounters.Kind.WRITE, what));
    }
}
