// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.FairShareLoadModel;
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
import org.openjdk.jmh.annotations.Warmup;

/** A new view of a large cluster, and what a load model makes of it while transfers of ours run. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 3)
public class ViewBenchmark {
    @Param("10000")
    public int hosts;

    @Param({"0", "5000"})
    public int transfers;

    private LargeCluster cluster;
    private FairShareLoadModel model;
    private long now;

    @Setup
    public void start() {
        cluster = new LargeCluster(hosts);
        model = cluster.model;
        Random random = new Random(2);
        for (int i = 0; i < transfers; i++) {
            var all = cluster.topology.hosts();
            var hops = java.util.List.of(
                    all.get(random.nextInt(hosts)), all.get(random.nextInt(hosts)), all.get(random.nextInt(hosts)));
            model.commit(
                    Transfer.along(
                            new EvenSplit(cluster.topology.routes()), hops, TrafficClass.REPLICATION, 1L << 40, 5e7),
                    0);
        }
        now = LargeCluster.SECOND;
        cluster.report(now);
    }

    /** All reports are in; the view is made. */
    @Benchmark
    public ClusterView view() {
        return cluster.view(now);
    }

    /** Every host's report is taken, the view is made and the load model takes it in. */
    @Benchmark
    public ClusterView reportViewAndObserve() {
        now += LargeCluster.SECOND / 1000;
        cluster.report(now);
        ClusterView view = cluster.view(now);
        model.observe(view, now);
        return view;
    }
}
