// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.BandwidthSelector;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrder;
import org.fairlead.core.placement.ReadRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Transfer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One decision, while another thread brings a new view each second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 4, time = 5)
public class PlacementBenchmark {
    /** Transfers of ours that run at any time. */
    private static final int RUNNING = 2_000;

    @Param({"3000", "10000"})
    public int hosts;

    @Param({"fairlead", "sinbad", "random"})
    public String policy;

    private LargeCluster cluster;
    private ReplicaPlacer placer;
    private BandwidthSelector selector;
    private Thread reporter;
    private volatile boolean stopped;
    private long number;
    private final long[] running = new long[RUNNING];

    @Setup
    public void start() {
        cluster = new LargeCluster(hosts);
        placer = Placers.named(policy);
        selector = new BandwidthSelector();
        report();
        reporter = new Thread(this::reportEachSecond, "reporter");
        reporter.setDaemon(true);
        reporter.start();
    }

    private void report() {
        long now = System.nanoTime();
        cluster.report(now);
        ClusterView view = cluster.view(now);
        cluster.model.observe(view, now);
    }

    private void reportEachSecond() {
        while (!stopped) {
            try {
                TimeUnit.SECONDS.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            report();
        }
    }

    @TearDown
    public void stop() throws InterruptedException {
        stopped = true;
        reporter.interrupt();
        reporter.join();
    }

    /** A new block's targets, chosen and committed, and an older transfer's end. */
    @Benchmark
    public Placement place() {
        long now = System.nanoTime();
        number++;
        PlacementRequest request = cluster.newBlock(number);
        Placement placement = placer.select(request, cluster.model.availableBandwidth(), now, number);
        if (placement instanceof Placement.Chosen chosen) {
            placer.placed(request, chosen.targets());
            List<Host> hops = new ArrayList<>(chosen.targets());
            hops.add(0, request.writer().orElseThrow());
            int place = (int) (number % RUNNING);
            cluster.model.finish(running[place], now);
            running[place] = cluster.model.commit(
                    Transfer.along(
                            new EvenSplit(cluster.topology.routes()),
                            hops,
                            TrafficClass.REPLICATION,
                            request.bytes(),
                            chosen.bytesPerSecond()),
                    now);
        }
        return placement;
    }

    /** The order of three replicas for a reader on another host. */
    @Benchmark
    public ReadOrder order() {
        number++;
        List<Host> all = cluster.topology.hosts();
        int at = (int) Long.remainderUnsigned(number * 0x9E3779B97F4A7C15L, all.size() - 50);
        ReadRequest request = new ReadRequest(
                Optional.of(all.get(at)), List.of(all.get(at + 7), all.get(at + 30), all.get(at + 31)), 128 << 20);
        return selector.order(request, cluster.model.availableBandwidth(), System.nanoTime(), number);
    }
}
