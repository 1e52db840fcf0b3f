// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.PathSelectors;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.RunObserver;

/**
 * What a simulation costs by hosts and flows, at a fixed load: a JSON line a run.
 *
 * <pre>
 *   ScaleCurve [largest number of flows, 1000000 by default] [hosts ...; 100 1000 10000 by default]
 * </pre>
 *
 * Each run: racks of 20 hosts of 125 MB/s under two roots, 2:1 oversubscribed, ECMP; Poisson arrivals between random hosts, sizes spread
 * evenly over 1 KB to 10 MB on a logarithmic scale, so that the links between racks are half loaded; 10^4 flows up to the largest number, by
 * tens. Seconds are of the run alone, without drawing the flows.
 */
public final class ScaleCurve {
    private static final double HOST_RATE = 125e6;
    private static final int HOSTS_PER_RACK = 20;
    private static final double LOAD = 0.5;

    private ScaleCurve() {}

    public static void main(String[] arguments) {
        int largest = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int[] hosts = {100, 1_000, 10_000};
        if (arguments.length > 1) {
            hosts = new int[arguments.length - 1];
            for (int i = 0; i < hosts.length; i++) {
                hosts[i] = Integer.parseInt(arguments[i + 1]);
            }
        }
        measure(100, 100_000, false);
        for (int size : hosts) {
            for (long flows = 10_000; flows <= largest; flows *= 10) {
                measure(size, (int) flows, true);
            }
        }
    }

    private static void measure(int hosts, int count, boolean print) {
        double uplink = HOSTS_PER_RACK * HOST_RATE / 4;
        Topology topology = Topologies.multiRooted(
                        new Topology.Builder("scale"), hosts / HOSTS_PER_RACK, HOSTS_PER_RACK, 2, HOST_RATE, uplink)
                .build();
        FlowTable flows = draw(topology, count);
        FlowSimulation.Options options = new FlowSimulation.Options(SharingRule.MAX_MIN, false, false, List.of());
        long start = System.nanoTime();
        FlowOutcome outcome = FlowSimulation.run(
                topology, flows, PathSelectors.named("ecmp", topology, 1), options, RunObserver.NONE);
        double seconds = (System.nanoTime() - start) / 1e9;
        Runtime runtime = Runtime.getRuntime();
        double last = 0;
        for (int flow = 0; flow < outcome.flows(); flow++) {
            last = Math.max(last, outcome.finishSeconds(flow));
        }
        if (print) {
            System.out.printf(
                    Locale.ROOT,
                    "{\"hosts\": %d, \"flows\": %d, \"seconds\": %.3f, \"eventsPerSecond\": %.0f, \"heapBytes\": %d, \"simulatedSeconds\": %.3f}%n",
                    hosts,
                    count,
                    seconds,
                    2 * count / seconds,
                    runtime.totalMemory() - runtime.freeMemory(),
                    last);
        }
    }

    private static FlowTable draw(Topology topology, int count) {
        Random random = new Random(1);
        int hosts = topology.hosts().size();
        double mean = (1e7 - 1e3) / Math.log(1e7 / 1e3);
        // nearly all flows leave their rack, whose up-links carry half of what its hosts could send
        double flowsPerSecond = LOAD * hosts * HOST_RATE / 2 / mean;
        FlowTable flows = new FlowTable();
        double now = 0;
        for (int i = 0; i < count; i++) {
            now -= Math.log(1 - random.nextDouble()) / flowsPerSecond;
            int source = random.nextInt(hosts);
            int destination = (source + 1 + random.nextInt(hosts - 1)) % hosts;
            flows.add(
                    Integer.toString(i),
                    topology.hosts().get(source).index(),
                    topology.hosts().get(destination).index(),
                    now,
                    1e3 * Math.pow(1e4, random.nextDouble()));
        }
        return flows;
    }
}
