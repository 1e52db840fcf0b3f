// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Transfer;

/**
 * The small cluster as a fluid: 4 racks of 3 hosts, links of 12.5 and 18.75 MB/s, others' traffic that never yields, ours in
 * max-min fair shares of the rest. Each host writes blocks of 8 MB one after the other; every link is counted each 0.25 s.
 */
final class FluidCluster {
    static final long SECOND = 1_000_000_000L;
    static final long INTERVAL = SECOND / 4;
    static final double BLOCK = 8e6;

    enum Loaded {
        HOSTS,
        RACKS
    }

    /** @param moveEveryNanos how long a set of hot spots stays */
    record Load(Loaded what, double share, double leaves, long moveEveryNanos) {}

    private static final class Write {
        final Host writer;
        final int[] path;
        final double[] usage;
        final long number;
        final long startNanos;
        double left = BLOCK;
        double rate;

        Write(Host writer, List<Link> links, long number, long startNanos) {
            this.writer = writer;
            int[] all = links.stream().mapToInt(Link::index).toArray();
            path = Arrays.stream(all).distinct().toArray();
            usage = Arrays.stream(path)
                    .mapToDouble(link ->
                            Arrays.stream(all).filter(other -> other == link).count())
                    .toArray();
            this.number = number;
            this.startNanos = startNanos;
        }
    }

    final Topology topology = Topologies.multiRooted(new Topology.Builder("fluid"), 4, 3, 1, 12.5e6, 18.75e6)
            .build();
    private final String policy;
    private final Load load;
    private final int blocks;
    private final Random hotSpots;
    private final Random seeds;
    private final double[] background = new double[topology.links().size()];
    private final double[] counted = new double[background.length];
    private final List<Write> writes = new ArrayList<>();
    private final int[] done = new int[topology.nodes().size()];
    private final LinkLoads loads = new LinkLoads(topology, INTERVAL);
    private final ReplicaPlacer placer;
    private final LoadModel model;
    private long now;
    private double blockSeconds;
    private int blocksDone;

    FluidCluster(String policy, Load load, int blocks, long seed) {
        this.policy = policy;
        this.load = load;
        this.blocks = blocks;
        hotSpots = new Random(seed);
        seeds = new Random(seed + 1);
        PlacementPolicy named = Placers.policy(policy);
        placer = named.factory().get();
        model = LoadModels.make(
                named.loadModel(),
                new LoadModelSetting(topology, INTERVAL, 0, (long) BLOCK, () -> (link, from, to) -> background[link]));
    }

    /** Mean time of a block over runs that differ in the set of hot spots, seconds. */
    static double meanBlockSeconds(String policy, Load load, int blocks, int runs) {
        double sum = 0;
        for (int run = 0; run < runs; run++) {
            sum += new FluidCluster(policy, load, blocks, 1000 + run).run();
        }
        return sum / runs;
    }

    double run() {
        heat();
        for (int i = 0; i < 12; i++) {
            advance(INTERVAL);
            report();
        }
        topology.hosts().forEach(this::write);
        long nextReport = now + INTERVAL / 2;
        long nextMove = now + load.moveEveryNanos();
        while (!writes.isEmpty()) {
            share();
            long next = Math.min(nextReport, nextMove);
            for (Write write : writes) {
                next = Math.min(next, now + Math.max(1, (long) Math.ceil(write.left / write.rate * SECOND)));
            }
            advance(next - now);
            for (Write write : List.copyOf(writes)) {
                if (write.left <= 1e-3) {
                    end(write);
                }
            }
            if (now == nextMove) {
                heat();
                nextMove += load.moveEveryNanos();
            }
            if (now == nextReport) {
                report();
                nextReport += INTERVAL;
            }
        }
        return blockSeconds / blocksDone;
    }

    private void heat() {
        Arrays.fill(background, 0);
        List<String> racks = new ArrayList<>(topology.racks().keySet());
        Collections.shuffle(racks, hotSpots);
        List<Host> hosts = new ArrayList<>(topology.hosts());
        Collections.shuffle(hosts, hotSpots);
        if (load.what() == Loaded.HOSTS) {
            hosts.subList(0, (int) Math.round(load.share() * hosts.size())).forEach(host -> heat(host.name()));
        } else {
            racks.subList(0, (int) Math.round(load.share() * racks.size()))
                    .forEach(rack -> heat(rack.replace('r', 'e'), "c1"));
        }
    }

    private void heat(String host) {
        topology.links().stream()
                .filter(link ->
                        link.from().name().equals(host) || link.to().name().equals(host))
                .forEach(link -> background[link.index()] = (1 - load.leaves()) * link.bytesPerSecond());
    }

    private void heat(String edge, String core) {
        topology.links().stream()
                .filter(link -> Set.of(link.from().name(), link.to().name()).equals(Set.of(edge, core)))
                .forEach(link -> background[link.index()] = (1 - load.leaves()) * link.bytesPerSecond());
    }

    private void write(Host writer) {
        PlacementRequest request =
                new PlacementRequest(Optional.of(writer), List.of(), 3, (long) BLOCK, 2, new Candidates() {
                    @Override
                    public boolean eligible(int host) {
                        return true;
                    }

                    @Override
                    public long storedReplicas(int host) {
                        return 0;
                    }
                });
        long seed = seeds.nextLong();
        Placement.Chosen chosen = (Placement.Chosen) placer.select(request, model.availableBandwidth(), now, seed);
        List<Host> hops = new ArrayList<>(List.of(writer));
        hops.addAll(chosen.targets());
        Transfer transfer = Transfer.along(
                new EvenSplit(topology.routes()),
                hops,
                TrafficClass.REPLICATION,
                (long) BLOCK,
                chosen.bytesPerSecond());
        writes.add(new Write(writer, transfer.links(), model.commit(transfer, now), now));
    }

    private void end(Write write) {
        writes.remove(write);
        model.finish(write.number, now);
        blockSeconds += (now - write.startNanos) / (double) SECOND;
        blocksDone++;
        if (++done[write.writer.index()] < blocks) {
            write(write.writer);
        }
    }

    private void share() {
        double[] capacities = new double[background.length];
        Arrays.setAll(capacities, link -> topology.links().get(link).bytesPerSecond() - background[link]);
        double[] caps = new double[writes.size()];
        Arrays.fill(caps, Double.POSITIVE_INFINITY);
        double[] rates = MaxMinFairRates.of(
                capacities,
                writes.stream().map(write -> write.path).toList(),
                writes.stream().map(write -> write.usage).toList(),
                caps);
        for (int i = 0; i < rates.length; i++) {
            writes.get(i).rate = rates[i];
        }
    }

    private void advance(long nanos) {
        double seconds = nanos / (double) SECOND;
        for (int link = 0; link < counted.length; link++) {
            counted[link] += background[link] * seconds;
        }
        for (Write write : writes) {
            double moved = Math.min(write.left, write.rate * seconds);
            write.left -= moved;
            for (int i = 0; i < write.path.length; i++) {
                counted[write.path[i]] += write.usage[i] * moved;
            }
        }
        now += nanos;
    }

    private void report() {
        for (int link = 0; link < counted.length; link++) {
            loads.measured(link, counted[link] * SECOND / INTERVAL, now, Origin.SWITCH);
            counted[link] = 0;
        }
        model.observe(loads.view(now), now);
    }

    @Override
    public String toString() {
        return policy + " " + load;
    }
}
