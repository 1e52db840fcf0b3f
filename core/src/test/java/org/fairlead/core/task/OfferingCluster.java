// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;

/** Hosts h1, h2, ... in racks r1, r2, ..., whose loads, waits and running tasks a test sets as it likes. */
public final class OfferingCluster
        implements SchedulingContext, Slots, MapOutputFetches, BroadcastFetches, SlowSourceReads {
    public static final long SECOND = 1_000_000_000L;
    public static final double LINK = 125e6;

    public final Topology topology;
    public final double[] waits;
    public final double[] besides;
    public final double[] toReceive;
    public final double[] toSend;
    public final double[] toRead;
    public final double[] ahead;
    public final double[] readRates;
    public final double[] paces;
    public final int[] free;
    public final NodeStatus[] statuses;
    public int slots = 4;
    /** Hosts by index that have none. */
    public final Set<Integer> withoutSlots = new HashSet<>();

    public int running = 10;
    public int pendingBesides;
    public double betweenLaunches;
    public double betweenHeartbeats;
    private ToDoubleFunction<Link> share = link -> 0;
    private FairShareLoadModel model;

    public OfferingCluster(Topology topology) {
        this.topology = topology;
        int nodes = topology.nodes().size();
        waits = new double[nodes];
        besides = new double[nodes];
        toReceive = new double[nodes];
        toSend = new double[nodes];
        toRead = new double[nodes];
        ahead = new double[nodes];
        readRates = new double[nodes];
        Arrays.fill(readRates, Double.POSITIVE_INFINITY);
        paces = new double[nodes];
        Arrays.fill(paces, 1);
        free = new int[nodes];
        Arrays.fill(free, 1);
        statuses = new NodeStatus[nodes];
        Arrays.fill(statuses, NodeStatus.NONE);
        report(0);
    }

    /** Racks of so many hosts, links of 125 MB/s, rack links twice oversubscribed. */
    public static OfferingCluster ofRacks(int racks, int hosts) {
        return new OfferingCluster(Topologies.tree(new Topology.Builder("tree"), racks, hosts, LINK, 2)
                .build());
    }

    /** @param used share of each link that others use */
    public OfferingCluster loaded(ToDoubleFunction<Link> used) {
        share = used;
        report(0);
        return this;
    }

    /** Everything is measured anew at a moment. */
    public void report(long nowNanos) {
        LinkLoads loads = new LinkLoads(topology, SECOND);
        for (Link link : topology.links()) {
            loads.measured(link.index(), share.applyAsDouble(link) * link.bytesPerSecond(), nowNanos, Origin.SWITCH);
        }
        for (Host host : topology.hosts()) {
            loads.status(host.index(), statuses[host.index()]);
        }
        model = new FairShareLoadModel(topology, SECOND);
        model.observe(loads.view(nowNanos), nowNanos);
    }

    public void disk(String host, double busy, double bytesPerSecond) {
        statuses[h(host)] = new NodeStatus(bytesPerSecond, 0, busy, 0);
        report(0);
    }

    public int h(String host) {
        return topology.host(host).index();
    }

    public Routes routes() {
        return topology.routes();
    }

    public TaskSet maps() {
        return new TaskSet(1, InputKind.BLOCKS, routes());
    }

    public TaskSet reduces() {
        return new TaskSet(2, InputKind.SHUFFLE, routes());
    }

    public void add(TaskSet tasks, int task, double bytes, String... hosts) {
        tasks.add(task, Arrays.stream(hosts).mapToInt(this::h).toArray(), bytes);
    }

    public Offer offer(String host) {
        return new Offer(h(host), 1, false, InputKind.BLOCKS);
    }

    /** Of a slot that is predicted to become free. */
    public Offer foreseen(String host) {
        return new Offer(h(host), 1, false, InputKind.BLOCKS, true);
    }

    @Override
    public Slots slots() {
        return this;
    }

    @Override
    public MapOutputFetches mapOutput() {
        return this;
    }

    @Override
    public BroadcastFetches broadcasts() {
        return this;
    }

    @Override
    public BlockReads blockReads() {
        return this;
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return Optional.of(this);
    }

    @Override
    public AvailableBandwidth network() {
        return model.availableBandwidth();
    }

    @Override
    public int slots(int host, InputKind kind) {
        return withoutSlots.contains(host) ? 0 : slots;
    }

    @Override
    public int freeSlots(int host, InputKind kind) {
        return free[host];
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int pendingBesides() {
        return pendingBesides;
    }

    @Override
    public double secondsToFreeSlot(int host, InputKind kind) {
        return waits[host];
    }

    @Override
    public double secondsBetweenLaunches() {
        return betweenLaunches;
    }

    @Override
    public double secondsBetweenHeartbeats() {
        return betweenHeartbeats;
    }

    @Override
    public double pace(int host) {
        return paces[host];
    }

    @Override
    public double bytesBesides(int host) {
        return besides[host];
    }

    @Override
    public double bytesToReceive(int host) {
        return toReceive[host];
    }

    @Override
    public double bytesToSend(int host) {
        return toSend[host];
    }

    @Override
    public double readRate(int source) {
        return readRates[source];
    }

    @Override
    public double bytesToRead(int source) {
        return toRead[source];
    }

    @Override
    public double bytesAhead(int source) {
        return ahead[source];
    }
}
