// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.net.NetworkTopology;
import org.fairlead.core.placement.Candidates;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.ClusterState;
import org.fairlead.hdfs.DecisionCounters;
import org.fairlead.hdfs.DecisionRuntime;
import org.fairlead.hdfs.NameNodeRuntimes;
import org.fairlead.hdfs.cluster.EligibleDatanodes;
import org.fairlead.hdfs.guard.PoolOutcome;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says whether replicas keep the rules of the placer in force ({@link ReplicaPlacer#validate}), beside Hadoop's own rule: both have to be kept. Hadoop's alone
 * decides in a process without our plug-in, such as the Balancer's; while the mode is off or observes; where our racks are not Hadoop's, or hosts are unknown or
 * bear several of the DataNodes; and where ours fails.
 *
 * <p>Hadoop asks under its lock, for each block that was written: a placer with a rule of its own is asked on a decision thread within the budget, the
 * common rule at once.
 */
final class PlacementCheck {
    private static final Logger LOG = LoggerFactory.getLogger(PlacementCheck.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    private static final ClassValue<Boolean> OWN_RULE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> placer) {
            try {
                return !placer.getMethod("validate", PlacementRequest.class, List.class, Topology.class)
                        .isDefault();
            } catch (NoSuchMethodException e) {
                return true;
            }
        }
    };

    private final DecisionRuntime runtime;
    private final ClusterState state;
    private final boolean striped;

    private PlacementCheck(DecisionRuntime runtime, ClusterState state, boolean striped) {
        this.runtime = runtime;
        this.state = state;
        this.striped = striped;
    }

    /** Hadoop says that the rule is kept, and ours is broken. */
    private record Broken(List<String> rules) implements BlockPlacementStatus {
        @Override
        public boolean isPlacementPolicySatisfied() {
            return false;
        }

        @Override
        public String getErrorDescription() {
            return "Fairlead: " + String.join("; ", rules);
        }

        @Override
        public int getAdditionalReplicasRequired() {
            return 1;
        }
    }

    /**
     * @param replicas where they are; null or empty for none
     * @param striped of an erasure-coded file
     * @param stock Hadoop's own answer
     */
    static BlockPlacementStatus verify(
            NetworkTopology cluster, DatanodeInfo[] replicas, boolean striped, BlockPlacementStatus stock) {
        if (replicas == null || replicas.length == 0 || !stock.isPlacementPolicySatisfied()) {
            return stock;
        }
        try {
            List<String> broken = of(cluster, striped)
                    .map(check -> check.brokenBy(Arrays.asList(replicas)))
                    .orElse(List.of());
            return broken.isEmpty() ? stock : new Broken(broken);
        } catch (Throwable t) {
            report(t);
            return stock;
        }
    }

    /**
     * Whether a replica may be moved: as Hadoop's own rule says, and only if ours is not broken by it that was kept before.
     *
     * @param stock Hadoop's own answer
     */
    static boolean allowsMove(
            NetworkTopology cluster,
            Collection<DatanodeInfo> replicas,
            DatanodeInfo source,
            DatanodeInfo target,
            boolean striped,
            boolean stock) {
        if (!stock) {
            return false;
        }
        try {
            Optional<PlacementCheck> check = of(cluster, striped);
            if (check.isEmpty()) {
                return true;
            }
            List<DatanodeInfo> moved = new ArrayList<>(replicas);
            moved.replaceAll(replica -> replica.equals(source) ? target : replica);
            return check.get().brokenBy(moved).isEmpty()
                    || !check.get().brokenBy(replicas).isEmpty();
        } catch (Throwable t) {
            report(t);
            return true;
        }
    }

    private static Optional<PlacementCheck> of(NetworkTopology cluster, boolean striped) {
        return NameNodeRuntimes.of(cluster)
                .filter(runtime -> runtime.modes().write() != Mode.OFF)
                .flatMap(runtime -> runtime.state()
                        .filter(state -> state.table().racksAgree())
                        .map(state -> new PlacementCheck(runtime, state, striped)));
    }

    /** What is broken and counts. */
    private List<String> brokenBy(Collection<DatanodeInfo> replicas) {
        List<Host> hosts = new ArrayList<>(replicas.size());
        for (DatanodeInfo replica : replicas) {
            Optional<Host> host = state.table().host(replica);
            if (host.isEmpty() || hosts.contains(host.get())) {
                return List.of();
            }
            hosts.add(host.get());
        }
        Optional<List<String>> broken = broken(hosts);
        if (broken.isEmpty()) {
            count(DecisionCounters.Checked.LEFT_TO_STOCK);
            return List.of();
        }
        if (broken.get().isEmpty()) {
            count(DecisionCounters.Checked.KEPT);
            return List.of();
        }
        HdfsModes modes = runtime.modes();
        // The same replicas get the same answer each time: else HDFS would copy to and fro.
        boolean counts = modes.enforced(modes.write(), new HashSet<>(hosts).hashCode());
        count(counts ? DecisionCounters.Checked.BROKEN : DecisionCounters.Checked.OBSERVED);
        return counts ? broken.get() : List.of();
    }

    private Optional<List<String>> broken(List<Host> hosts) {
        if (!OWN_RULE.get(state.placer().getClass())) {
            return Optional.of(validate(hosts));
        }
        PoolOutcome<List<String>> outcome = runtime.pool().decide(() -> validate(hosts));
        return outcome instanceof PoolOutcome.Decided<List<String>> decided
                ? Optional.of(decided.value())
                : Optional.empty();
    }

    private List<String> validate(List<Host> hosts) {
        int domains = Math.min(
                striped ? hosts.size() : 2,
                Math.min(hosts.size(), state.topology().racks().size()));
        PlacementRequest request = new PlacementRequest(
                Optional.empty(), List.of(), hosts.size(), runtime.blockBytes(), domains, candidates(hosts));
        return List.copyOf(Objects.requireNonNull(state.placer().validate(request, hosts, state.topology())));
    }

    /** Hosts that could take a replica, and those that have one, whatever their state. */
    private Candidates candidates(List<Host> holders) {
        Set<Integer> holding = new HashSet<>();
        holders.forEach(host -> holding.add(host.index()));
        EligibleDatanodes others =
                new EligibleDatanodes(state.table(), new BitSet(), runtime.blockBytes(), Optional.empty());
        return new Candidates() {
            @Override
            public boolean eligible(int host) {
                return holding.contains(host) || others.eligible(host);
            }

            @Override
            public long storedReplicas(int host) {
                return others.storedReplicas(host);
            }
        };
    }

    private void count(DecisionCounters.Checked what) {
        runtime.figures().checked(what);
    }

    private static void report(Throwable t) {
        RARE_LOG.warn(t.getClass().getName(), "A placement could not be checked on our side; Hadoop's rule decided", t);
    }
}
