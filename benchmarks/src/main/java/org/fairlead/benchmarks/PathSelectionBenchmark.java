// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.flow.path.HederaOptions;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.flow.path.PathSelectors;
import org.fairlead.core.flow.pattern.TrafficPattern;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;

/**
 * Throughput of path selections on fat trees, as a share of what the hosts' links allow, and the processor time of a round (its first ones include
 * compilation).
 *
 * <p>Each host sends one endless flow: {@code stride(i)}, host x to host x + i, or a random permutation without fixed points, a new one
 * per seed. Flows are placed one after the other; then come rounds; the max-min fair rates after the last count. Each link carries what
 * a host's does, so the ideal is one link's rate per flow.
 *
 * <p>Prints a table, and as its last line the same as JSON. Arguments, all optional: {@code k=16,32 seeds=20 rounds=1 selectors=ecmp,hedera
 * patterns=stride:4,stride:8,stride:N/2,stride:N/4+1,random moves=100 steps=100000}.
 */
public final class PathSelectionBenchmark {
    private static final double RATE = 1.25e9;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private PathSelectionBenchmark() {}

    public static void main(String[] arguments) {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "k", "16,32",
                "seeds", "20",
                "rounds", "1",
                "selectors", "ecmp,most-available,hedera-gff,hedera-published,hedera",
                "patterns", "stride:4,stride:8,stride:N/2,stride:N/4+1,random",
                "moves", Integer.toString(HederaOptions.USUAL.movesPerFlow()),
                "steps", Integer.toString(HederaOptions.USUAL.steps())));
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || !options.containsKey(parts[0])) {
                throw new IllegalArgumentException("unknown argument '" + argument + "'; accepted: " + options);
            }
            options.put(parts[0], parts[1]);
        }
        HederaOptions usual = HederaOptions.USUAL;
        HederaOptions hedera = new HederaOptions(
                usual.roundSeconds(),
                usual.elephantShare(),
                Integer.parseInt(options.get("steps")),
                usual.coldness(),
                Integer.parseInt(options.get("moves")));
        int seeds = Integer.parseInt(options.get("seeds"));
        int rounds = Integer.parseInt(options.get("rounds"));
        List<String> rows = new ArrayList<>();
        for (String k : options.get("k").split(",")) {
            FatTreeTrial trial = new FatTreeTrial(Integer.parseInt(k), hedera);
            for (String pattern : options.get("patterns").split(",")) {
                double[] ecmp = new double[seeds];
                for (String selector : options.get("selectors").split(",")) {
                    rows.add(trial.row(pattern, selector, seeds, rounds, ecmp));
                }
            }
        }
        System.out.println("[" + String.join(", ", rows) + "]");
    }

    /** One fat tree. */
    private static final class FatTreeTrial {
        private final Topology topology;
        private final HederaOptions hedera;
        private final double[] capacities;
        private final int k;

        FatTreeTrial(int k, HederaOptions hedera) {
            this.k = k;
            this.hedera = hedera;
            topology = Topologies.fatTree(new Topology.Builder("fat tree"), k, RATE)
                    .build();
            capacities =
                    topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray();
        }

        String row(String pattern, String selector, int seeds, int rounds, double[] ecmp) {
            double sum = 0;
            double least = 1;
            double ratio = 0;
            double roundMillis = 0;
            double mostMillis = 0;
            for (int seed = 0; seed < seeds; seed++) {
                Placed placed = new Placed(capacities, flows(pattern, seed));
                PathSelector paths = PathSelectors.named(selector, topology, seed, hedera);
                placed.arrive(paths);
                for (int round = 0; round < rounds && paths.roundSeconds() > 0; round++) {
                    double millis = placed.round(paths);
                    roundMillis += millis / rounds / seeds;
                    mostMillis = Math.max(mostMillis, millis);
                }
                double share = placed.share();
                if (selector.equals("ecmp")) {
                    ecmp[seed] = share;
                }
                sum += share;
                least = Math.min(least, share);
                ratio += share / ecmp[seed] / seeds;
            }
            System.out.printf(
                    Locale.ROOT,
                    "k=%d %-13s %-17s mean %.4f least %.4f  x ecmp %.3f  round %.0f ms, most %.0f ms%n",
                    k,
                    pattern,
                    selector,
                    sum / seeds,
                    least,
                    ratio,
                    roundMillis,
                    mostMillis);
            return String.format(
                    Locale.ROOT,
                    "{\"k\": %d, \"hosts\": %d, \"pattern\": \"%s\", \"selector\": \"%s\", \"seeds\": %d, \"rounds\": %d, "
                            + "\"mean_share\": %.6f, \"least_share\": %.6f, \"mean_over_ecmp\": %.6f, \"round_cpu_ms\": %.3f, \"round_cpu_ms_most\": %.3f}",
                    k,
                    topology.hosts().size(),
                    pattern,
                    selector,
                    seeds,
                    rounds,
                    sum / seeds,
                    least,
                    ratio,
                    roundMillis,
                    mostMillis);
        }

        private List<TrafficPattern.Pair> flows(String pattern, long seed) {
            int hosts = topology.hosts().size();
            TrafficPattern named =
                    switch (pattern) {
                        case "random" -> TrafficPattern.randomBijective();
                        case "stride:N/2" -> TrafficPattern.stride(hosts / 2);
                        case "stride:N/4+1" -> TrafficPattern.stride(hosts / 4 + 1);
                        default -> TrafficPattern.stride(Integer.parseInt(pattern.substring("stride:".length())));
                    };
            return named.draw(topology, topology.hosts(), new Random(seed));
        }
    }

    /** Flows with their paths, and what the links see of them. */
    private static final class Placed implements LinkState {
        private final double[] capacities;
        private final int[] sources;
        private final int[] destinations;
        private final int[][] paths;
        private final int[] flowsOn;
        private final double[] load;
        private double[] rates;

        Placed(double[] capacities, List<TrafficPattern.Pair> flows) {
            this.capacities = capacities;
            sources = flows.stream().mapToInt(flow -> flow.from().index()).toArray();
            destinations = flows.stream().mapToInt(flow -> flow.to().index()).toArray();
            paths = new int[sources.length][];
            flowsOn = new int[capacities.length];
            load = new double[capacities.length];
        }

        void arrive(PathSelector selector) {
            for (int flow = 0; flow < paths.length; flow++) {
                paths[flow] = selector.select(flow, sources[flow], destinations[flow], this)
                        .orElseThrow();
                for (int link : paths[flow]) {
                    flowsOn[link]++;
                    load[link] = capacities[link]; // one endless flow fills it
                }
            }
            share();
        }

        /** @return milliseconds of processor time that the selector took */
        double round(PathSelector selector) {
            List<PathSelector.RunningFlow> running = new ArrayList<>();
            for (int flow = 0; flow < paths.length; flow++) {
                running.add(new Running(flow, sources[flow], destinations[flow], rates[flow], paths[flow]));
            }
            long start = CLOCK.getCurrentThreadCpuTime();
            List<PathSelector.Move> moves = selector.round(running, this);
            double millis = (CLOCK.getCurrentThreadCpuTime() - start) / 1e6;
            for (PathSelector.Move move : moves) {
                paths[(int) move.flow()] = move.links();
            }
            share();
            return millis;
        }

        double share() {
            rates = MaxMinFairRates.of(capacities, Arrays.asList(paths));
            Arrays.fill(load, 0);
            Arrays.fill(flowsOn, 0);
            for (int flow = 0; flow < paths.length; flow++) {
                for (int link : paths[flow]) {
                    load[link] += rates[flow];
                    flowsOn[link]++;
                }
            }
            return Arrays.stream(rates).sum() / (RATE * rates.length);
        }

        @Override
        public double capacity(int link) {
            return capacities[link];
        }

        @Override
        public double load(int link) {
            return load[link];
        }

        @Override
        public int flows(int link) {
            return flowsOn[link];
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // handed on within a round, never compared
    private record Running(long flow, int source, int destination, double bytesPerSecond, int[] links)
            implements PathSelector.RunningFlow {
        @Override
        public int hops() {
            return links.length;
        }

        @Override
        public int link(int hop) {
            return links[hop];
        }
    }
}
