// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathDemand;
import org.fairlead.core.network.path.PathPlanner;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
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

/** A plan of the paths of many host pairs in a fat tree of 1,024 hosts: the first, and one more while all are held. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 3)
public class PathPlanBenchmark {
    private static final long SECOND = 1_000_000_000L;
    private static final double RATE = 1.25e9;

    @Param("10000")
    public int pairs;

    @Param({"fairlead", "most-available", "hedera"})
    public String planner;

    private PathPlanner paths;
    private FairShareLoadModel model;
    private List<PathDemand> demands;
    private PathPlan first;

    @Setup
    public void start() {
        Topology topology =
                Topologies.fatTree(new Topology.Builder("fat tree"), 16, RATE).build();
        Random random = new Random(1);
        LinkLoads loads = new LinkLoads(topology, SECOND);
        topology.links()
                .forEach(link -> loads.measured(link.index(), RATE * 0.5 * random.nextDouble(), SECOND, Origin.SWITCH));
        model = new FairShareLoadModel(topology, SECOND);
        model.observe(loads.view(SECOND), SECOND);
        Map<FlowUnit, PathDemand> units = new LinkedHashMap<>();
        List<Host> hosts = topology.hosts();
        while (units.size() < pairs) {
            int from = hosts.get(random.nextInt(hosts.size())).index();
            int to = hosts.get(random.nextInt(hosts.size())).index();
            int count = topology.routes().inner(from, to).count();
            if (from != to) {
                FlowUnit unit = new FlowUnit(from, to, TrafficClass.SHUFFLE);
                units.put(
                        unit,
                        new PathDemand(
                                unit,
                                1e9,
                                1,
                                RATE,
                                PathChoice.NETWORK,
                                new PathChoice(random.nextInt(count)),
                                RATE / 10));
            }
        }
        demands = new ArrayList<>(units.values());
        paths = PathPlanners.named(planner, topology, 1);
        first = paths.plan(demands, model.availableBandwidth(), PathPlan.NONE, SECOND);
    }

    /** Nothing is held yet. */
    @Benchmark
    public PathPlan first() {
        return paths.plan(demands, model.availableBandwidth(), PathPlan.NONE, SECOND);
    }

    /** All are held, and free to move. */
    @Benchmark
    public PathPlan next() {
        return paths.plan(demands, model.availableBandwidth(), first, 2 * SECOND);
    }
}
