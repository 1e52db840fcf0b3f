// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** What it costs in exactness that flows are put together, and that rates are solved at steps: shuffles of 300 maps on 300 hosts. */
class AggregationTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 64_000_000;
    private static final int MAPS = 300;

    private static Cluster cluster(double oversubscription) {
        Topology topology = Topologies.tree(new Topology.Builder("300"), 15, 20, 125 * MB, oversubscription)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host ->
                        new Cluster.Machine(host.index(), 2, 0, 4, List.of(new Cluster.Disk(200 * MB, 0, 1)), true, -1))
                .toList();
        // Spark: with heartbeats a job's time jumps by one of them.
        return new Cluster(
                "300",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 3),
                JobSimulationTest.FREE,
                List.of());
    }

    private static Workload shuffle(int reduces, List<Double> parts) {
        long bytes = MAPS * BLOCK;
        Stage map = new Stage(
                MAPS,
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
        return new Workload("shuffle", List.of(), List.of(new Job("j", "test", "default", 0, List.of(map, reduce))));
    }

    private static double seconds(Cluster cluster, Workload workload, JobSimulation.Options options) {
        return JobSimulation.run(
                        cluster, workload, JobSimulationTest.stock("stock-spark"), 1, options, RunObserver.NONE)
                .endSeconds();
    }

    private static double meanError(JobSimulation.Options reference, JobSimulation.Options options) {
        List<Double> errors = new ArrayList<>();
        for (double oversubscription : new double[] {1, 10}) {
            Cluster cluster = cluster(oversubscription);
            for (List<Double> parts : List.of(List.<Double>of(), List.of(1.0, 2.0, 4.0))) {
                for (int reduces : new int[] {12, 40}) {
                    Workload workload = shuffle(reduces, parts);
                    errors.add(
                            Math.abs(seconds(cluster, workload, options) / seconds(cluster, workload, reference) - 1));
                }
            }
        }
        return errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    @Test
    void putTogetherTheyAreWithinOnePercentInTheMean() {
        assertThat(meanError(new JobSimulation.Options(0, true, false, 0), JobSimulation.Options.EXACT))
                .isLessThan(0.01);
    }

    @Test
    void withHotPartitionsTheyAreWithinTwoPercent() {
        JobSimulation.Options apart = new JobSimulation.Options(0, true, false, 0);
        for (double exponent : new double[] {1, 2, 3}) {
            List<Double> parts = new ArrayList<>();
            for (int rank = 1; rank <= 40; rank++) {
                parts.add(Math.pow(rank, -exponent));
            }
            Workload workload = shuffle(40, parts);
            double exact = seconds(cluster(1), workload, apart);

            assertThat(seconds(cluster(1), workload, JobSimulation.Options.EXACT))
                    .as("exponent %s", exponent)
                    .isBetween(0.98 * exact, 1.02 * exact);
        }
    }

    @Test
    void aStepOfATenthOfASecondCostsLittleMore() {
        assertThat(meanError(JobSimulation.Options.EXACT, new JobSimulation.Options(0.1, false, false, 0)))
                .isLessThan(0.015);
    }
}
