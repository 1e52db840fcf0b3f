// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.Transfer;

/** Prints, as JSON, how much heap the topology, its routes, the view and the models of a large cluster keep. */
public final class Memory {
    private static final int DECISIONS = 50_000;
    private static final int RUNNING = 5_000;

    private Memory() {}

    public static void main(String[] arguments) throws InterruptedException {
        int hosts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        decideIn(new LargeCluster(100), 1_000);
        long before = used();
        LargeCluster cluster = new LargeCluster(hosts);
        long afterTopology = used();
        ReplicaPlacer placer = decideIn(cluster, DECISIONS);
        long after = used();
        System.out.printf(
                "{\"hosts\": %d, \"topologyAndModelsBytes\": %d, \"allBytes\": %d, \"decisions\": %d, \"transfers\": %d, \"policy\": \"%s\"}%n",
                cluster.topology.hosts().size(),
                afterTopology - before,
                after - before,
                DECISIONS,
                RUNNING,
                placer.name());
    }

    private static ReplicaPlacer decideIn(LargeCluster cluster, int decisions) {
        ReplicaPlacer placer = Placers.named("fairlead");
        long[] running = new long[RUNNING];
        for (int i = 0; i < decisions; i++) {
            long now = i * 1_000_000L;
            if (i % 1000 == 0) {
                cluster.report(now);
                cluster.model.observe(cluster.view(now), now);
            }
            PlacementRequest request = cluster.newBlock(i);
            Placement placement = placer.select(request, cluster.model.availableBandwidth(), now, i);
            if (placement instanceof Placement.Chosen chosen) {
                placer.placed(request, chosen.targets());
                List<Host> hops = new ArrayList<>(chosen.targets());
                hops.add(0, request.writer().orElseThrow());
                cluster.model.finish(running[i % RUNNING], now);
                running[i % RUNNING] = cluster.model.commit(
                        Transfer.along(
                                new EvenSplit(cluster.topology.routes()),
                                hops,
                                TrafficClass.REPLICATION,
                                request.bytes(),
                                chosen.bytesPerSecond()),
                        now);
            }
        }
        return placer;
    }

    private static long used() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
