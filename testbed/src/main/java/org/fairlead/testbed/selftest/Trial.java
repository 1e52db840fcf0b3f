package org.fairlead.testbed.selftest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LinkCount;
import org.fairlead.testbed.network.LinkCounters;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.traffic.FlowBytes;
import org.fairlead.testbed.traffic.PlannedFlow;
import org.fairlead.testbed.traffic.TrafficGenerator;
import org.fairlead.testbed.traffic.TrafficPlan;

/**
 * What flows and links carried over some seconds in the steady state.
 *
 * @param received each flow's payload, in bytes per second, in the order of the flows
 * @param carried each link's wire rate, in bytes per second, by link index
 * @param busyShare of all processors
 */
record Trial(List<Double> received, List<Double> carried, double busyShare) {
    static Trial run(
            Topology topology, Queueing queueing, long seed, List<? extends PlannedFlow> flows, int warmUp, int seconds)
            throws IOException, InterruptedException {
        NetworkPlan plan = new NetworkPlan(topology, FabricOptions.of(queueing, seed));
        try (Fabric fabric = Fabric.create(plan);
                LinkCounters counters = fabric.counters();
                TrafficGenerator traffic = TrafficGenerator.start(new TrafficPlan(topology, flows), fabric)) {
            TimeUnit.SECONDS.sleep(warmUp);
            ProcessorTime busyBefore = ProcessorTime.now();
            List<LinkCount> linksBefore = counters.read();
            long start = System.nanoTime();
            List<FlowBytes> flowsBefore = traffic.progress();
            TimeUnit.SECONDS.sleep(seconds);
            List<FlowBytes> flowsAfter = traffic.progress();
            double elapsed = (System.nanoTime() - start) / 1e9;
            List<LinkCount> linksAfter = counters.read();
            double busy = ProcessorTime.now().busyShareSince(busyBefore);
            List<Double> received = new ArrayList<>();
            for (int i = 0; i < flowsBefore.size(); i++) {
                received.add((flowsAfter.get(i).received() - flowsBefore.get(i).received()) / elapsed);
            }
            List<Double> carried = new ArrayList<>();
            for (int i = 0; i < linksBefore.size(); i++) {
                LinkCount before = linksBefore.get(i);
                LinkCount after = linksAfter.get(i);
                carried.add((after.bytes() - before.bytes()) / ((after.atNanos() - before.atNanos()) / 1e9));
            }
            return new Trial(received, carried, busy);
        }
    }
}
