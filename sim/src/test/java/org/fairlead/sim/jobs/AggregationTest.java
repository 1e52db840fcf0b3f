package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.Watcher;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** What it costs in exactness that flows are put together, and that rates are solved at steps: 300 hosts, 15 racks, 10 : 1. */
class AggregationTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 64_000_000;

    private static Cluster cluster() {
        Topology topology = Topologies.tree(new Topology.Builder("300"), 15, 20, 125 * MB, 10)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host ->
                        new Cluster.Machine(host.index(), 2, 2, 4, List.of(new Cluster.Disk(200 * MB, 0, 1)), true, -1))
                .toList();
        Cluster.Costs costs = new Cluster.Costs(1, 1, 0.05, 1, 0.1, 0.1, 0.1, 0.5, 0.02, 0.005, 0.01, 0, 1.054);
        return new Cluster(
                "300",
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK, 3),
                costs,
                List.of());
    }

    /** Two wide shuffles that overlap, one of them with unlike parts, and small ones beside them. */
    private static Workload workload() {
        List<Job> jobs = new ArrayList<>();
        jobs.add(job("even", 0, 300, 40, List.of()));
        jobs.add(job("unlike", 10, 200, 40, List.of(1.0, 2.0, 4.0)));
        for (int i = 0; i < 6; i++) {
            jobs.add(job("small" + i, 10.0 + 5 * i, 8, 4, List.of()));
        }
        return new Workload("shuffles", List.of(), jobs);
    }

    private static Job job(String name, double at, int maps, int reduces, List<Double> parts) {
        long bytes = maps * BLOCK;
        Stage map = new Stage(
                maps,
                new Stage.Input.Blocks(bytes),
                2e-8,
                0,
                new Stage.Output.Shuffle(bytes),
                List.of(),
                List.of(),
                List.of());
        Stage reduce = new Stage(
                reduces,
                new Stage.Input.Shuffle(parts),
                1e-8,
                0,
                new Stage.Output.Files(bytes / 10, 0, 0),
                List.of(0),
                List.of(),
                List.of());
        return new Job(name, "test", "default", at, List.of(map, reduce));
    }

    private static double mean(JobSimulation.Options options) {
        Policies stock = new Policies("stock", "stock-hadoop", "random", "stock", "fair", List.of(), "none", false, 1);
        return JobSimulation.run(cluster(), workload(), stock, 1, options, Watcher.NONE).jobs().stream()
                .mapToDouble(JobsOutcome.JobResult::seconds)
                .average()
                .orElseThrow();
    }

    @Test
    void putTogetherTheyAreWithinOnePercent() {
        double apart = mean(new JobSimulation.Options(0, true, false, 0));
        assertThat(mean(JobSimulation.Options.EXACT) / apart).isCloseTo(1, within(0.01));
    }

    @Test
    void aStepOfATenthOfASecondCostsOnePercentMore() {
        double exact = mean(JobSimulation.Options.EXACT);
        double stepped = mean(new JobSimulation.Options(0.1, false, false, 0));
        assertThat(stepped / exact).isBetween(0.99, 1.01);
    }
}
