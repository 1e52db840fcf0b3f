// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LinkCount;
import org.fairlead.testbed.network.LinkCounters;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/**
 * Which equal-cost path switches choose, seen by TCP connections to a port that nobody listens at: one packet there, one back.
 * Packets of one 5-tuple have to take one path whichever socket sent them, and 5-tuples have to be spread over all paths (RFC
 * 2992). A switch that hashes what the sending socket noted on a packet, as Linux may between virtual interfaces, does neither.
 */
final class PathProbes {
    /** From one pod of a fat tree to another: four paths, one over each core switch. */
    private static final String FROM = "h1";

    private static final String TO = "h13";
    private static final double BYTES_PER_SECOND = 12.5e6;

    private static final int CLOSED_PORT = 9;
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 400;
    private static final int SOCKETS_OF_ONE_TUPLE = 16;
    private static final double LEAST_SHARE = 0.18;
    private static final double GREATEST_SHARE = 0.32;

    private final Fabric fabric;
    private final LinkCounters counters;
    private final List<Switch> cores;

    private PathProbes(Fabric fabric, LinkCounters counters) {
        this.fabric = fabric;
        this.counters = counters;
        cores = fabric.topology().switches().stream()
                .filter(node -> node.name().startsWith("c"))
                .toList();
    }

    /** @throws IOException if the network cannot be built or probed */
    static SelftestResult.PathChoice run(long seed) throws IOException {
        Topology topology = Topologies.fatTree(new Topology.Builder("fat tree"), 4, BYTES_PER_SECOND)
                .build();
        NetworkPlan plan = new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, seed));
        try (Fabric fabric = Fabric.create(plan);
                LinkCounters counters = fabric.counters()) {
            return new PathProbes(fabric, counters).choice();
        }
    }

    private SelftestResult.PathChoice choice() throws IOException {
        long[] ofOne = packets(IntStream.generate(() -> FIRST_PORT).limit(SOCKETS_OF_ONE_TUPLE));
        long[] ofAll = packets(IntStream.range(FIRST_PORT, FIRST_PORT + PORTS));
        int paths = (int)
                IntStream.range(0, ofOne.length).filter(core -> ofOne[core] > 0).count();
        double sum =
                IntStream.range(0, ofAll.length).mapToLong(core -> ofAll[core]).sum();
        List<Double> shares = IntStream.range(0, ofAll.length)
                .mapToObj(core -> ofAll[core] / sum)
                .toList();
        boolean even = shares.stream().allMatch(share -> share >= LEAST_SHARE && share <= GREATEST_SHARE);
        // kernels before 6.11 have one seed for all switches: consecutive ones then choose alike
        boolean within = paths == 1 && (even || !Fabric.hasHashSeeds());
        return new SelftestResult.PathChoice(
                "fat tree of 16 hosts",
                SOCKETS_OF_ONE_TUPLE,
                paths,
                PORTS,
                shares,
                SelftestResult.Verdict.of(true, within, false));
    }

    /** Packets that reached each core switch while one connection was tried from each of these ports. */
    private long[] packets(IntStream ports) throws IOException {
        long[] before = arrived();
        InetSocketAddress to = new InetSocketAddress(fabric.address(TO), CLOSED_PORT);
        try {
            fabric.callOn(FROM, () -> {
                for (int port : ports.toArray()) {
                    knock(port, to);
                }
                return null;
            });
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("paths cannot be probed: " + e.getMessage(), e);
        }
        long[] after = arrived();
        return IntStream.range(0, after.length)
                .mapToLong(core -> after[core] - before[core])
                .toArray();
    }

    private void knock(int port, InetSocketAddress to) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(fabric.address(FROM), port));
            socket.connect(to, 2_000);
            throw new IOException("somebody listens at port " + CLOSED_PORT + " of " + TO);
        } catch (ConnectException refused) {
            // as expected: the packet has been there and back
        }
    }

    /** Packets from the sender's pod, by core switch; what comes back arrives from the other pod. */
    private long[] arrived() throws IOException {
        List<LinkCount> counts = counters.read();
        return cores.stream()
                .mapToLong(core -> fabric.topology().links().stream()
                        .filter(link -> link.to().equals(core) && isFirstPod(link))
                        .mapToLong(link -> counts.get(link.index()).packets())
                        .sum())
                .toArray();
    }

    private static boolean isFirstPod(Link link) {
        return List.of("a1", "a2").contains(link.from().name());
    }
}
