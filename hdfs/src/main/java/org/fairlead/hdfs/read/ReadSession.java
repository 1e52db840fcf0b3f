// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.net.Node;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.ReadOrder;
import org.fairlead.core.placement.ReadRequest;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.Transfer;
import org.fairlead.hdfs.AvoidedHosts;
import org.fairlead.hdfs.ClusterState;
import org.fairlead.hdfs.Decision;
import org.fairlead.hdfs.DecisionCounters;
import org.fairlead.hdfs.DecisionRuntime;
import org.fairlead.hdfs.guard.PoolOutcome;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.hdfs.transfer.StartedTransfer;
import org.fairlead.protocol.plugin.Mode;

/** The order of one block's replicas for one reader. */
final class ReadSession {
    /**
     * The last call whose first block was charged, by thread: one call orders ten blocks and more, which its reader reads one
     * after the other; only the first is a flow now.
     */
    private static final ThreadLocal<long[]> CHARGED = ThreadLocal.withInitial(() -> new long[2]);

    private ReadSession() {}

    /** Reorders the first {@code activeLen} of {@code nodes}, or leaves them. */
    static <T extends Node> void order(DecisionRuntime runtime, Node reader, T[] nodes, int activeLen) {
        HdfsModes modes = runtime.modes();
        if (modes.read() == Mode.OFF) {
            return;
        }
        Optional<ClusterState> known = runtime.state();
        AvoidedHosts avoidance = known.map(state -> AvoidedHosts.of(runtime, state, DecisionCounters.Kind.READ))
                .orElse(AvoidedHosts.NONE);
        try {
            orderByRoom(runtime, known, modes, reader, nodes, activeLen, avoidance);
        } finally {
            avoid(runtime, avoidance, nodes, activeLen);
        }
    }

    /** Whoever has ordered them: a replica on a suspected host is the last to be tried. */
    private static <T extends Node> void avoid(
            DecisionRuntime runtime, AvoidedHosts avoidance, T[] nodes, int activeLen) {
        if (avoidance.isEmpty()) {
            return;
        }
        T[] tried = avoidance.isEnforced() ? nodes : nodes.clone();
        if (avoidance.putLast(tried, activeLen)) {
            runtime.figures()
                    .avoided(
                            DecisionCounters.Kind.READ,
                            avoidance.isEnforced()
                                    ? DecisionCounters.Avoided.ENFORCED
                                    : DecisionCounters.Avoided.OBSERVED);
        }
    }

    private static <T extends Node> void orderByRoom(
            DecisionRuntime runtime,
            Optional<ClusterState> known,
            HdfsModes modes,
            Node reader,
            T[] nodes,
            int activeLen,
            AvoidedHosts avoidance) {
        long start = runtime.time().nanoTime();
        Optional<Host> readingHost = known.flatMap(state -> state.table().host(reader));
        List<Host> replicas = known.map(state -> hosts(state, nodes, activeLen)).orElse(List.of());
        if (replicas.size() < activeLen) {
            runtime.figures().count(DecisionCounters.Kind.READ, DecisionCounters.Outcome.UNKNOWN_HOST);
            return;
        }
        if (readingHost.isPresent() && replicas.get(0).equals(readingHost.get())) {
            runtime.figures().count(DecisionCounters.Kind.READ, DecisionCounters.Outcome.NOT_OURS);
            return;
        }
        ClusterState state = known.get();
        long seed = runtime.nextSeed();
        ReadRequest request = new ReadRequest(readingHost, replicas, runtime.blockBytes());
        PoolOutcome<ReadOrder> verdict = runtime.pool().decide(() -> state.selector()
                .order(
                        request,
                        state.model().availableBandwidth(),
                        runtime.time().nanoTime(),
                        seed));
        long duration = runtime.time().nanoTime() - start;
        runtime.figures().took(DecisionCounters.Kind.READ, duration);
        if (verdict instanceof PoolOutcome.Failed<ReadOrder> failed) {
            runtime.figures()
                    .count(
                            DecisionCounters.Kind.READ,
                            DecisionCounters.Outcome.valueOf(failed.failure().name()));
            return;
        }
        ReadOrder order = ((PoolOutcome.Decided<ReadOrder>) verdict).value();
        boolean enforced = order instanceof ReadOrder.Ordered && modes.enforced(modes.read(), seed);
        List<Host> ours = order instanceof ReadOrder.Ordered ordered ? avoidance.last(ordered.replicas()) : List.of();
        if (enforced) {
            apply(nodes, replicas, ours);
        }
        runtime.figures()
                .count(
                        DecisionCounters.Kind.READ,
                        ours.isEmpty()
                                ? DecisionCounters.Outcome.LEFT_TO_STOCK
                                : enforced ? DecisionCounters.Outcome.ENFORCED : DecisionCounters.Outcome.OBSERVED);
        charge(runtime, state, readingHost, enforced ? ours.get(0) : replicas.get(0), order, start, enforced);
        runtime.record(() -> new Decision(
                runtime.time().currentTimeMillis(),
                DecisionCounters.Kind.READ,
                "",
                readingHost.map(Host::name).orElse(""),
                modes.read(),
                state.selector().name(),
                enforced,
                ours,
                order.considered(),
                avoidance.isEmpty() ? order.reason() : order.reason() + "; " + avoidance.words(start),
                replicas,
                duration));
    }

    private static <T extends Node> List<Host> hosts(ClusterState state, T[] nodes, int activeLen) {
        List<Host> hosts = new ArrayList<>(activeLen);
        for (int i = 0; i < activeLen; i++) {
            state.table().host(nodes[i]).ifPresent(hosts::add);
        }
        return hosts;
    }

    /** Puts the nodes into the order of {@code ours}; each host of {@code stock} stands there once, or nothing is changed. */
    private static <T extends Node> void apply(T[] nodes, List<Host> stock, List<Host> ours) {
        T[] before = Arrays.copyOf(nodes, stock.size());
        boolean[] used = new boolean[before.length];
        List<T> ordered = new ArrayList<>(before.length);
        for (Host host : ours) {
            for (int i = 0; i < before.length; i++) {
                if (!used[i] && stock.get(i).equals(host)) {
                    used[i] = true;
                    ordered.add(before[i]);
                    break;
                }
            }
        }
        if (ordered.size() == before.length) {
            for (int i = 0; i < before.length; i++) {
                nodes[i] = ordered.get(i);
            }
        }
    }

    private static void charge(
            DecisionRuntime runtime,
            ClusterState state,
            Optional<Host> reader,
            Host source,
            ReadOrder order,
            long now,
            boolean enforced) {
        if (reader.isEmpty() || !firstOfCall()) {
            return;
        }
        double rate = order instanceof ReadOrder.Ordered ordered ? ordered.bytesPerSecond() : 0;
        Transfer transfer =
                state.transfer(List.of(source, reader.get()), TrafficClass.BLOCK_READ, runtime.blockBytes(), rate);
        runtime.ledger()
                .begin(new StartedTransfer("", state.model(), OptionalLong.empty(), transfer, now, enforced, false));
    }

    private static boolean firstOfCall() {
        byte[] client = Server.getClientId();
        long call = Server.getCallId();
        if (client == null || client.length == 0) {
            return true; // not a remote call
        }
        long who = Arrays.hashCode(client);
        long[] charged = CHARGED.get();
        if (charged[0] == who && charged[1] == call) {
            return false;
        }
        charged[0] = who;
        charged[1] = call;
        return true;
    }
}
