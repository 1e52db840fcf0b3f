// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file is written block by block over an idle network, which is measured meanwhile. Its blocks share hosts with those before them nearly as often as stock's: a task
 * that reads across a block's border finds both beside it. Nearly: what keeps storage even has some of them part.
 */
class ConsecutiveBlocksTest {
    private static final long REPORT_NANOS = 250_000_000L;
    private static final long PAUSE_NANOS = 8_000_000L;
    private static final double C = 1.25e6;
    private static final long BLOCK = 1 << 20;
    private static final double WIRE_SHARE = 1.054;
    private static final int BLOCKS = 300;

    /**
     * @param learnt the mean of blocks that were closed there before, as a share of the block size
     * @param lagMillis by which each hop of a pipeline is behind the one before, since sockets and queues keep so much
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1.0, 0",
        "1, 0.4, 0",
        "2, 1.0, 0",
        "2, 0.4, 0",
        "1, 1.0, 60",
        "2, 1.0, 60",
        "1, 0.4, 100",
        "2, 0.4, 100"
    })
    void blocksOfAFileShareHostsAsOftenAsStocks(int roots, double learnt, long lagMillis) {
        Topology topology = Topologies.multiRooted(new Topology.Builder("racks"), 4, 2, roots, C, 2 * C / roots)
                .build();
        double stock = shared(topology, new RandomPlacer(), learnt, lagMillis);
        double ours = shared(topology, new PipelinePlacer(), learnt, lagMillis);

        assertThat(ours).as("of 3 hosts; stock %.2f", stock).isBetween(0.65 * stock, 1.4 * stock);
    }

    /** Hosts that a block has in common with the one before, in the mean. */
    private static double shared(Topology topology, ReplicaPlacer placer, double learnt, long lagMillis) {
        Measured network = new Measured(topology);
        Situation hosts = new Situation(topology, link -> 0);
        EvenSplit paths = new EvenSplit(topology.routes());
        Random ecmp = new Random(1);
        Host writer = topology.host("h1");
        long expected = Math.round(learnt * BLOCK);
        Set<Host> before = Set.of();
        int shared = 0;
        for (int block = 0; block < BLOCKS; block++) {
            PlacementRequest request = hosts.request(Optional.of(writer), List.of(), 3, 2);
            List<Host> targets = ((Placement.Chosen)
                            placer.select(request, network.model.availableBandwidth(), network.nowNanos, block))
                    .targets();
            placer.placed(request, targets);
            hosts.store(targets);
            List<Host> pipeline = new ArrayList<>(targets);
            pipeline.add(0, writer);
            long number = network.model.commit(
                    Transfer.along(paths, pipeline, TrafficClass.REPLICATION, expected, C)
                            .upTo(BLOCK),
                    network.nowNanos);
            long lagNanos = lagMillis * 1_000_000;
            long nanos = (long) (WIRE_SHARE * BLOCK / C * 1e9);
            for (int hop = 1; hop < pipeline.size(); hop++) {
                List<Link> path = pathOf(topology, pipeline.subList(hop - 1, hop + 1), ecmp);
                network.carry(path, network.nowNanos + (hop - 1) * lagNanos, nanos);
            }
            network.goOn(nanos + (pipeline.size() - 2) * lagNanos + PAUSE_NANOS);
            network.model.finish(number, network.nowNanos);
            Set<Host> now = new HashSet<>(targets);
            // The writer has a replica of each block: it is not among those that are chosen.
            shared += (int) now.stream()
                    .filter(before::contains)
                    .filter(host -> !host.equals(writer))
                    .count();
            before = now;
        }
        return (double) shared / BLOCKS;
    }

    /** Two racks have one host that stores; such hosts fit into few pipelines. */
    @Test
    void aHostAloneInItsRackStoresItsEvenShare() {
        Topology topology = Topologies.multiRooted(new Topology.Builder("uneven"), 4, 2, 2, C, C)
                .build();

        double ours = ofLoneHosts(topology, new PipelinePlacer());

        System.out.printf("hosts alone in their racks: %.1f of 14 blocks, even 7.0%n", ours);
        assertThat(ours).as("of 14 blocks with 3 replicas on 6 hosts").isGreaterThan(0.9 * 14 * 3 / 6);
    }

    /** Of the blocks of a small file, how many the hosts h2 and h6 store in the mean, each alone in its rack. */
    private static double ofLoneHosts(Topology topology, ReplicaPlacer placer) {
        Measured network = new Measured(topology);
        Situation hosts = new Situation(topology, link -> 0);
        hosts.refused.add(topology.host("h1").index());
        hosts.refused.add(topology.host("h5").index());
        int files = 100;
        int found = 0;
        for (int block = 0; block < 14 * files; block++) {
            PlacementRequest request = hosts.request(Optional.of(topology.host("h1")), List.of(), 3, 2);
            List<Host> targets = ((Placement.Chosen)
                            placer.select(request, network.model.availableBandwidth(), network.nowNanos, block))
                    .targets();
            placer.placed(request, targets);
            hosts.store(targets);
            found += (int) targets.stream()
                    .filter(host -> Set.of("h2", "h6").contains(host.name()))
                    .count();
            network.goOn(REPORT_NANOS);
        }
        return found / 2.0 / files;
    }

    private static List<Link> pathOf(Topology topology, List<Host> pipeline, Random ecmp) {
        List<Link> links = new ArrayList<>();
        for (int i = 1; i < pipeline.size(); i++) {
            if (!pipeline.get(i).equals(pipeline.get(i - 1))) {
                var paths = topology.paths(pipeline.get(i - 1), pipeline.get(i));
                links.addAll(paths.get(ecmp.nextInt(paths.size())).links());
            }
        }
        return links;
    }

    private record Carrying(Link link, long fromNanos, long toNanos) {}

    /** Links whose counters are read at intervals, and the model that is shown them. */
    private static final class Measured {
        final FairShareLoadModel model;
        private final Topology topology;
        private final LinkLoads loads;
        private final double[] carried;
        private final List<Carrying> carrying = new ArrayList<>();
        private long nowNanos = 0;
        private long nextNanos = 0;

        Measured(Topology topology) {
            this.topology = topology;
            model = new FairShareLoadModel(topology, REPORT_NANOS);
            loads = new LinkLoads(topology, REPORT_NANOS);
            carried = new double[topology.links().size()];
            report();
        }

        void carry(List<Link> links, long fromNanos, long nanos) {
            links.forEach(link -> carrying.add(new Carrying(link, fromNanos, fromNanos + nanos)));
        }

        void goOn(long nanos) {
            for (long end = nowNanos + nanos; nowNanos < end; ) {
                long until = Math.min(end, nextNanos);
                for (Carrying one : carrying) {
                    long busy = Math.max(0, Math.min(until, one.toNanos) - Math.max(nowNanos, one.fromNanos));
                    carried[one.link.index()] += C * busy / 1e9;
                }
                nowNanos = until;
                if (nowNanos == nextNanos) {
                    report();
                }
            }
            carrying.removeIf(one -> one.toNanos <= nowNanos);
        }

        private void report() {
            for (Link link : topology.links()) {
                loads.measured(link.index(), carried[link.index()] * 1e9 / REPORT_NANOS, nowNanos, Origin.SWITCH);
                carried[link.index()] = 0;
            }
            model.observe(loads.view(nowNanos), nowNanos);
            nextNanos += REPORT_NANOS;
        }
    }
}
