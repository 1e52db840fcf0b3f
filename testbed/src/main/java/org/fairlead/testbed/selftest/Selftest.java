// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.traffic.PlannedFlow;
import org.fairlead.testbed.traffic.PlannedFlow.Elastic;
import org.fairlead.testbed.traffic.PlannedFlow.Paced;
import org.fairlead.testbed.traffic.PlannedFlow.Segment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the emulated network on this machine: whether links keep to their rates, whether flows share them as max-min
 * fairness says, and whether equal-cost paths are chosen by the 5-tuple and used alike. Takes under two minutes; runs inside the sandbox.
 */
public final class Selftest {
    private static final Logger LOG = LoggerFactory.getLogger(Selftest.class);

    private static final double MBIT = 1e6 / 8;
    private static final List<Integer> LIMITS_MBIT = List.of(20, 50, 100, 200, 500);
    private static final Set<Integer> REQUIRED_LIMITS_MBIT = Set.of(50, 100, 200);
    private static final double LIMIT_TOLERANCE = 0.02;
    private static final double SHARING_TOLERANCE = 0.03;
    /** Of a full TCP segment, with timestamps: payload over Ethernet frame. */
    private static final double PAYLOAD_SHARE = 1448.0 / 1514;

    private static final long SEED = 1;

    private Selftest() {}

    /**
     * Measures everything, in about 100 seconds.
     *
     * @param progress takes a line for each measurement before it begins
     * @throws IOException if a network cannot be built
     */
    public static SelftestResult run(Consumer<String> progress) throws IOException, InterruptedException {
        long start = System.nanoTime();
        List<SelftestResult.Limit> limits = new ArrayList<>();
        for (String protocol : List.of("tcp", "udp")) {
            progress.accept("link rates with " + protocol);
            limits.addAll(limits(protocol));
        }
        List<SelftestResult.Sharing> sharings = new ArrayList<>();
        Topology even = tree(1);
        Topology narrow = tree(3);
        sharings.add(sharing(progress, "12 hosts, full bandwidth", even, Queueing.FAIR));
        sharings.add(sharing(progress, "12 hosts, up-links 3:1", narrow, Queueing.FAIR));
        sharings.add(sharing(progress, "11 hosts, uneven racks, 2.5:1", uneven(), Queueing.FAIR));
        sharings.add(sharing(progress, "6 hosts along a parking lot", parkingLot(), Queueing.FAIR));
        sharings.add(sharing(progress, "12 hosts, full bandwidth", even, Queueing.FIFO));
        sharings.add(sharing(progress, "12 hosts, up-links 3:1", narrow, Queueing.FIFO));
        progress.accept("balance of equal-cost paths");
        List<SelftestResult.Balance> balances = List.of(balance());
        progress.accept("which path a 5-tuple takes");
        List<SelftestResult.PathChoice> choices = List.of(PathProbes.run(SEED));
        return new SelftestResult((System.nanoTime() - start) / 1e9, limits, sharings, balances, choices);
    }

    static Topology tree(double oversubscription) {
        return Topologies.tree(new Topology.Builder("tree"), 4, 3, 100 * MBIT, oversubscription)
                .build();
    }

    /** Racks of 5, 3, 2 and 1 hosts, with up-links that do not follow their sizes. */
    static Topology uneven() {
        Topology.Builder builder = new Topology.Builder("uneven").switchNode("c1");
        int[] sizes = {5, 3, 2, 1};
        int[] uplinks = {200, 80, 60, 100};
        int host = 0;
        for (int rack = 0; rack < sizes.length; rack++) {
            String edge = "e" + (rack + 1);
            builder.switchNode(edge).cable(edge, "c1", uplinks[rack] * MBIT);
            for (int i = 0; i < sizes[rack]; i++) {
                host++;
                builder.host("h" + host, "r" + (rack + 1)).cable("h" + host, edge, 100 * MBIT);
            }
        }
        return builder.build();
    }

    /** Switches in a row, two hosts at each: flows share from one to three links. */
    static Topology parkingLot() {
        Topology.Builder builder = new Topology.Builder("parking lot");
        for (int i = 1; i <= 3; i++) {
            builder.switchNode("s" + i);
            for (String host : List.of("a" + i, "b" + i)) {
                builder.host(host, "r" + i).cable(host, "s" + i, 100 * MBIT);
            }
        }
        return builder.cable("s1", "s2", 60 * MBIT).cable("s2", "s3", 40 * MBIT).build();
    }

    /** All rates at once, each between two hosts of its own. */
    static List<SelftestResult.Limit> limits(String protocol) throws IOException, InterruptedException {
        Topology.Builder builder = new Topology.Builder("limits");
        for (int mbit : LIMITS_MBIT) {
            String edge = "s" + mbit;
            builder.switchNode(edge);
            for (String host : List.of("a" + mbit, "b" + mbit)) {
                builder.host(host, "r" + mbit).cable(host, edge, mbit * MBIT);
            }
        }
        Topology topology = builder.build();
        List<PlannedFlow> flows = new ArrayList<>();
        for (int mbit : LIMITS_MBIT) {
            Host from = topology.host("a" + mbit);
            Host to = topology.host("b" + mbit);
            Segment above = new Segment(0, Double.POSITIVE_INFINITY, 1.2 * mbit * MBIT);
            flows.add(
                    protocol.equals("udp")
                            ? new Paced(from.name(), from, to, List.of(above))
                            : new Elastic(from.name(), from, to, 1, 0, Double.POSITIVE_INFINITY));
        }
        SelftestTrial trial = SelftestTrial.run(
                topology,
                Queueing.FAIR,
                SEED,
                flows,
                one -> REQUIRED_LIMITS_MBIT.stream()
                        .mapToDouble(mbit -> Math.abs(achieved(topology, one, mbit) / (mbit * MBIT) - 1))
                        .max()
                        .orElseThrow(),
                LIMIT_TOLERANCE);
        List<SelftestResult.Limit> limits = new ArrayList<>();
        for (int mbit : LIMITS_MBIT) {
            double achieved = achieved(topology, trial, mbit);
            double error = achieved / (mbit * MBIT) - 1;
            limits.add(new SelftestResult.Limit(
                    protocol,
                    mbit * MBIT,
                    achieved,
                    error,
                    trial.busyShare(),
                    trial.stalledShare(),
                    SelftestResult.Verdict.of(
                            REQUIRED_LIMITS_MBIT.contains(mbit),
                            Math.abs(error) <= LIMIT_TOLERANCE,
                            // nothing that a machine does makes a link faster than it was set
                            error < 0 && trial.explains(-error - LIMIT_TOLERANCE))));
        }
        LOG.info("{}: {}", protocol, limits);
        return limits;
    }

    private static double achieved(Topology topology, SelftestTrial trial, int mbit) {
        Link last = topology.links().stream()
                .filter(link -> link.to().name().equals("b" + mbit))
                .findFirst()
                .orElseThrow();
        return trial.carried().get(last.index());
    }

    private static List<Elastic> allToAll(Topology topology) {
        List<Elastic> flows = new ArrayList<>();
        for (Host from : topology.hosts()) {
            for (Host to : topology.hosts()) {
                if (!from.equals(to)) {
                    String name = from.name() + "->" + to.name();
                    flows.add(new Elastic(name, from, to, 1, 0, Double.POSITIVE_INFINITY));
                }
            }
        }
        return flows;
    }

    /** Needs a topology with one path between any two hosts, so that the ideal is known. */
    static SelftestResult.Sharing sharing(Consumer<String> progress, String name, Topology topology, Queueing queueing)
            throws IOException, InterruptedException {
        progress.accept("sharing: " + name + ", " + queueing.text());
        List<Elastic> flows = allToAll(topology);
        List<int[]> paths = flows.stream()
                .map(flow -> topology.paths(flow.from(), flow.to()).get(0).links().stream()
                        .mapToInt(Link::index)
                        .toArray())
                .toList();
        double[] capacities =
                topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray();
        double[] ideal = MaxMinFairRates.of(capacities, paths);
        boolean required = queueing == Queueing.FAIR;
        SelftestTrial trial = SelftestTrial.run(
                topology,
                queueing,
                SEED,
                flows,
                one -> Shares.of(one, ideal).meanError,
                required ? SHARING_TOLERANCE : Double.POSITIVE_INFINITY);
        Shares shares = Shares.of(trial, ideal);
        SelftestResult.Sharing result = new SelftestResult.Sharing(
                name,
                queueing.text(),
                ideal.length,
                shares.meanError,
                shares.worstError,
                shares.jain,
                shares.utilization,
                trial.busyShare(),
                trial.stalledShare(),
                SelftestResult.Verdict.of(
                        required,
                        shares.meanError <= SHARING_TOLERANCE,
                        trial.explains(shares.meanError - SHARING_TOLERANCE)));
        LOG.info("{}", result);
        return result;
    }

    /** Of goodput / ideal over all flows: mean and greatest distance from 1, Jain's index, mean. */
    private record Shares(double meanError, double worstError, double jain, double utilization) {
        static Shares of(SelftestTrial trial, double[] ideal) {
            double sumError = 0;
            double worst = 0;
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < ideal.length; i++) {
                double ratio = trial.received().get(i) / (ideal[i] * PAYLOAD_SHARE);
                sumError += Math.abs(ratio - 1);
                worst = Math.max(worst, Math.abs(ratio - 1));
                sum += ratio;
                squares += ratio * ratio;
            }
            return new Shares(sumError / ideal.length, worst, sum * sum / (ideal.length * squares), sum / ideal.length);
        }
    }

    private static SelftestResult.Balance balance() throws IOException, InterruptedException {
        int roots = 2;
        Topology topology = Topologies.multiRooted(
                        new Topology.Builder("two roots"), 4, 3, roots, 100 * MBIT, 75 * MBIT)
                .build();
        List<Elastic> flows = allToAll(topology);
        SelftestTrial trial = SelftestTrial.run(topology, Queueing.FAIR, SEED, flows, one -> 0, 0);
        double sum = 0;
        List<Switch> edges = topology.switches().stream()
                .filter(node -> node.name().startsWith("e"))
                .toList();
        for (Switch edge : edges) {
            List<Double> uplinks = topology.linksFrom(edge).stream()
                    .filter(link -> link.to() instanceof Switch)
                    .map(link -> trial.carried().get(link.index()))
                    .collect(Collectors.toList());
            sum += uplinks.stream().mapToDouble(rate -> rate).max().orElse(0)
                    / uplinks.stream().mapToDouble(rate -> rate).sum();
        }
        return new SelftestResult.Balance(
                "12 hosts, 2 roots", roots, flows.size(), sum / edges.size(), trial.busyShare());
    }
}
