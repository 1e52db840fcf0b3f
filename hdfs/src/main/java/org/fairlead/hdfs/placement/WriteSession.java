// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.Candidate;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Transfer;
import org.fairlead.hdfs.AvoidedHosts;
import org.fairlead.hdfs.ClusterState;
import org.fairlead.hdfs.Decision;
import org.fairlead.hdfs.DecisionCounters;
import org.fairlead.hdfs.DecisionRuntime;
import org.fairlead.hdfs.cluster.EligibleDatanodes;
import org.fairlead.hdfs.guard.PoolOutcome;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.hdfs.transfer.StartedTransfer;
import org.fairlead.protocol.plugin.Mode;

/**
 * One block's placement from the request to what came of it. {@link #begin} plans the whole pipeline once; the policy then lets
 * Hadoop's own code take the planned DataNodes one by one, under its own checks; {@link #finished} looks at what was chosen in
 * the end and reserves what the transfer will use.
 *
 * <p>Ours are: new blocks, further replicas and re-replication, all on one storage type. Not ours: small blocks, favored nodes,
 * {@code NO_LOCAL_WRITE} and {@code NO_LOCAL_RACK}, mixed storage types, and the one replica that stays with its writer.
 */
final class WriteSession {
    /** By identity: nothing reserved yet, and stock has not decided either. */
    private static final OptionalLong PENDING = OptionalLong.of(Long.MIN_VALUE);

    private record Planned(Placement placement, OptionalLong committed, List<Host> pipeline) {}

    private final DecisionRuntime runtime;
    private final ClusterState state;
    private final WriteRequest request;
    private final HdfsModes modes;
    private final long seed;
    private final long startNanos;
    private final long bytes;
    private final Optional<Host> writer;
    private final List<Host> fixed;
    private final AvoidedHosts avoidance;
    private Optional<Planned> planned = Optional.empty();
    private DecisionCounters.Outcome outcome = DecisionCounters.Outcome.NOT_OURS;
    private boolean enforced;
    private long durationNanos;

    private WriteSession(
            DecisionRuntime runtime,
            ClusterState state,
            WriteRequest request,
            HdfsModes modes,
            Optional<Host> writer,
            List<Host> fixed,
            long bytes,
            AvoidedHosts avoidance) {
        this.avoidance = avoidance;
        this.runtime = runtime;
        this.state = state;
        this.request = request;
        this.modes = modes;
        this.writer = writer;
        this.fixed = fixed;
        this.bytes = bytes;
        this.seed = runtime.nextSeed();
        this.startNanos = runtime.time().nanoTime();
    }

    /** Empty when the request is none of ours; then it is counted already. */
    static Optional<WriteSession> begin(DecisionRuntime runtime, WriteRequest request, AvoidedHosts avoidance) {
        HdfsModes modes = runtime.modes();
        if (modes.write() == Mode.OFF) {
            return Optional.empty();
        }
        Optional<ClusterState> state = runtime.state();
        if (state.isEmpty()) {
            runtime.figures().count(DecisionCounters.Kind.WRITE, DecisionCounters.Outcome.UNKNOWN_HOST);
            return Optional.empty();
        }
        long bytes = runtime.sizes().of(request.path(), request.blockBytes());
        Optional<Optional<StorageType>> storage = storageType(request);
        if (bytes < runtime.settings().threshold() || special(request) || storage.isEmpty()) {
            runtime.figures().count(DecisionCounters.Kind.WRITE, DecisionCounters.Outcome.NOT_OURS);
            return Optional.empty();
        }
        return begin(runtime, state.get(), request, modes, bytes, storage.get(), avoidance);
    }

    private static Optional<WriteSession> begin(
            DecisionRuntime runtime,
            ClusterState state,
            WriteRequest request,
            HdfsModes modes,
            long bytes,
            Optional<StorageType> storage,
            AvoidedHosts avoidance) {
        List<Host> fixed = new ArrayList<>();
        for (DatanodeStorageInfo replica : request.chosen()) {
            Optional<Host> host = state.table().host(replica.getDatanodeDescriptor());
            if (host.isEmpty()) {
                runtime.figures().count(DecisionCounters.Kind.WRITE, DecisionCounters.Outcome.UNKNOWN_HOST);
                return Optional.empty();
            }
            fixed.add(host.get());
        }
        Optional<Host> writer = state.table().host(request.writer());
        BitSet excluded = excluded(state, request.excluded());
        avoidance.addTo(excluded);
        EligibleDatanodes candidates = new EligibleDatanodes(state.table(), excluded, request.blockBytes(), storage);
        int additional = request.additional();
        if (!request.localFirst()) {
            writer.ifPresent(host -> excluded.set(host.index()));
        }
        boolean local = fixed.isEmpty()
                && request.localFirst()
                && request.writer() instanceof DatanodeDescriptor
                && writer.isPresent()
                && candidates.eligible(writer.get().index());
        if (local) {
            fixed.add(writer.get());
            additional--;
        }
        WriteSession session =
                new WriteSession(runtime, state, request, modes, writer, List.copyOf(fixed), bytes, avoidance);
        if (additional > 0) {
            int domains = domains(state, request, fixed.size() + additional);
            session.plan(new PlacementRequest(writer, fixed, additional, bytes, domains, candidates));
        }
        return Optional.of(session);
    }

    private static int domains(ClusterState state, WriteRequest request, int replicas) {
        int wanted = request.striped() ? replicas : Math.min(2, replicas);
        return Math.max(1, Math.min(wanted, state.topology().racks().size()));
    }

    private void plan(PlacementRequest ask) {
        boolean count = modes.enforced(modes.write(), seed);
        AtomicReference<OptionalLong> reserved = new AtomicReference<>(PENDING);
        PoolOutcome<Planned> verdict = runtime.pool().decide(() -> decide(ask, count, reserved));
        durationNanos = runtime.time().nanoTime() - startNanos;
        runtime.figures().took(DecisionCounters.Kind.WRITE, durationNanos);
        if (verdict instanceof PoolOutcome.Decided<Planned> decided) {
            planned = Optional.of(decided.value());
            boolean chosen = decided.value().placement() instanceof Placement.Chosen;
            enforced = chosen && count;
            outcome = !chosen
                    ? DecisionCounters.Outcome.LEFT_TO_STOCK
                    : enforced ? DecisionCounters.Outcome.ENFORCED : DecisionCounters.Outcome.OBSERVED;
        } else if (verdict instanceof PoolOutcome.Failed<Planned> failed) {
            OptionalLong late = reserved.getAndSet(OptionalLong.empty());
            if (late.isPresent() && !late.equals(PENDING)) {
                state.model().finish(late.getAsLong(), runtime.time().nanoTime());
            }
            outcome = DecisionCounters.Outcome.valueOf(failed.failure().name());
        }
    }

    /** On a decision thread: chooses, and reserves at once what will count, so that the next decision sees it. */
    private Planned decide(PlacementRequest ask, boolean count, AtomicReference<OptionalLong> reserved) {
        long now = runtime.time().nanoTime();
        if (newBlock() && !redirect()) {
            runtime.ledger().nextBlock(request.path(), now);
        }
        AvailableBandwidth bandwidth = state.model().availableBandwidth();
        Placement placement = state.placer().select(ask, bandwidth, now, seed);
        if (!(placement instanceof Placement.Chosen chosen)) {
            return new Planned(placement, OptionalLong.empty(), fixed);
        }
        List<Host> pipeline = new ArrayList<>(fixed);
        pipeline.addAll(chosen.targets());
        if (!count || redirect()) {
            return new Planned(placement, OptionalLong.empty(), pipeline);
        }
        OptionalLong number = OptionalLong.of(state.model().commit(transfer(pipeline, chosen.bytesPerSecond()), now));
        if (!reserved.compareAndSet(PENDING, number)) {
            // Stock has decided meanwhile.
            state.model().finish(number.getAsLong(), now);
        } else {
            state.placer().placed(ask, chosen.targets());
        }
        return new Planned(placement, number, pipeline);
    }

    /** WebHDFS asks where to send a client, before there is any block; nothing is written by that. */
    private boolean redirect() {
        return request.chosen() == Collections.<DatanodeStorageInfo>emptyList();
    }

    private boolean newBlock() {
        return request.chosen().isEmpty() && !redirect();
    }

    /** What the data crosses: from the writer through the pipeline, or from the source of a lost replica to its new homes. */
    private Transfer transfer(List<Host> pipeline, double bytesPerSecond) {
        List<Host> hops = new ArrayList<>();
        writer.ifPresent(hops::add);
        boolean repair = !request.chosen().isEmpty();
        List<Host> travelled =
                repair ? pipeline.subList(Math.min(fixed.size(), pipeline.size()), pipeline.size()) : pipeline;
        hops.addAll(travelled);
        return state.transfer(hops, TrafficClass.REPLICATION, bytes, bytesPerSecond)
                .upTo(request.blockBytes());
    }

    /** The DataNodes that Hadoop should try first; none when stock decides. */
    List<DatanodeDescriptor> targets() {
        if (!enforced || planned.isEmpty() || !(planned.get().placement() instanceof Placement.Chosen chosen)) {
            return List.of();
        }
        List<DatanodeDescriptor> datanodes = new ArrayList<>();
        for (Host host : chosen.targets()) {
            state.table().datanode(host).ifPresent(datanodes::add);
        }
        return datanodes;
    }

    /** Whether this is one of the few decisions for which stock is asked as well. */
    boolean asksStock() {
        return enforced && runtime.stockSamples().admits(startNanos);
    }

    /**
     * @param actual what was chosen in the end, in pipeline order
     * @param stock what stock would have chosen; empty when it was not asked
     */
    void finished(DatanodeStorageInfo[] actual, DatanodeStorageInfo[] stock) {
        List<Host> pipeline = hosts(actual);
        if (enforced && !pipeline.containsAll(targetsOf(planned.orElseThrow()))) {
            outcome = DecisionCounters.Outcome.ADJUSTED;
        }
        runtime.figures().count(DecisionCounters.Kind.WRITE, outcome);
        follow(pipeline);
        planned.ifPresent(plan -> runtime.record(() -> decision(plan, enforced ? hosts(stock) : pipeline)));
    }

    private List<Host> targetsOf(Planned plan) {
        return plan.pipeline().subList(fixed.size(), plan.pipeline().size());
    }

    private void follow(List<Host> pipeline) {
        OptionalLong committed = planned.map(Planned::committed).orElse(OptionalLong.empty());
        double rate = planned.map(Planned::placement)
                .filter(Placement.Chosen.class::isInstance)
                .map(placement -> ((Placement.Chosen) placement).bytesPerSecond())
                .orElse(0.0);
        if (outcome != DecisionCounters.Outcome.ENFORCED && committed.isPresent()) {
            state.model().finish(committed.getAsLong(), runtime.time().nanoTime());
            committed = OptionalLong.empty();
        }
        if (pipeline.isEmpty() || redirect()) {
            return;
        }
        boolean compared = newBlock() && modes.write() == Mode.CANARY && planned.isPresent();
        runtime.ledger()
                .begin(new StartedTransfer(
                        newBlock() ? request.path() : "",
                        state.model(),
                        committed,
                        transfer(pipeline, rate),
                        startNanos,
                        enforced,
                        compared));
    }

    private Decision decision(Planned plan, List<Host> stock) {
        List<Host> chosen = plan.placement() instanceof Placement.Chosen ? plan.pipeline() : List.of();
        List<Candidate> considered = plan.placement().considered();
        return new Decision(
                runtime.time().currentTimeMillis(),
                DecisionCounters.Kind.WRITE,
                request.path(),
                writer.map(Host::name).orElse(""),
                modes.write(),
                state.placer().name(),
                enforced,
                chosen,
                considered,
                reason(plan),
                stock,
                durationNanos);
    }

    private String reason(Planned plan) {
        String words = avoidance.words(startNanos);
        return words.isEmpty() ? plan.placement().reason() : plan.placement().reason() + "; " + words;
    }

    private List<Host> hosts(DatanodeStorageInfo[] storages) {
        List<Host> hosts = new ArrayList<>(storages.length);
        for (DatanodeStorageInfo storage : storages) {
            state.table().host(storage.getDatanodeDescriptor()).ifPresent(hosts::add);
        }
        return hosts;
    }

    private static boolean special(WriteRequest request) {
        return request.flags() != null
                && (request.flags().contains(AddBlockFlag.NO_LOCAL_WRITE)
                        || request.flags().contains(AddBlockFlag.NO_LOCAL_RACK));
    }

    /**
     * Outer: empty when the replicas go to storages of different types, which is not ours. Inner: the type that DataNodes have to
     * be filtered by; empty for plain disks.
     */
    private static Optional<Optional<StorageType>> storageType(WriteRequest request) {
        List<StorageType> types = request.storagePolicy()
                .chooseStorageTypes((short) (request.chosen().size() + request.additional()));
        if (types.isEmpty() || types.stream().distinct().count() > 1) {
            return Optional.empty();
        }
        StorageType type = types.get(0);
        return type == StorageType.PROVIDED || type == StorageType.RAM_DISK
                ? Optional.empty()
                : Optional.of(Optional.of(type).filter(other -> other != StorageType.DISK));
    }

    private static BitSet excluded(ClusterState state, Set<Node> nodes) {
        BitSet excluded = new BitSet();
        if (nodes != null) {
            for (Node node : nodes) {
                state.table().host(node).ifPresent(host -> excluded.set(host.index()));
            }
        }
        return excluded;
    }
}
