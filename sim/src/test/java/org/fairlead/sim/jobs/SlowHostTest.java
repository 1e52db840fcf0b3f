// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.Slowdown;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One of twelve hosts has a tenth of its processors, or of its disk, left. Jobs read blocks of 16 MB, compute for about a second, shuffle, and compute again. */
@Tag("long")
class SlowHostTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 16_000_000;
    private static final int MAPS = 48;
    private static final int REDUCES = 24;
    private static final int SLOW_HOST = 3;
    private static final List<Double> UNLIKE = List.of(0.9, 1.1, 1.0, 0.8, 1.2, 1.05, 0.95);
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private static Cluster cluster(Slowdown... slow) {
        Topology topology = Topologies.tree(new Topology.Builder("twelve"), 4, 3, 125 * MB, 2)
                .build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts()
                .forEach(host -> machines.add(new Cluster.Machine(
                        host.index(), 2, 0, 2, List.of(new Cluster.Disk(100 * MB, 0.05, 0.5)), true, -1)));
        return new Cluster(
                "twelve",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 3),
                new Cluster.Costs(1, 1, 0.05, 1, 0.1, 0.02, 0.005, 0.1, 0.02, 0.005, 0.01, 0, 0, 1.054, 0),
                List.of(),
                Cluster.USUAL_GUARANTEES,
                List.of(slow));
    }

    private static Slowdown processors(double share) {
        return new Slowdown(host(), Slowdown.Part.PROCESSORS, share, 0, INFINITE, INFINITE, 0);
    }

    private static int host() {
        return cluster().machines().get(SLOW_HOST).host();
    }

    private static Stage stage(int tasks, Stage.Input input, double seconds, Stage.Output output, Integer... parents) {
        return new Stage(
                tasks, input, 0, seconds, output, List.of(parents), List.of(), List.of(), Optional.empty(), UNLIKE);
    }

    private static Job job(int number, double everySeconds) {
        Stage maps = stage(MAPS, new Stage.Input.Blocks(MAPS * BLOCK), 1, new Stage.Output.Shuffle(200_000_000));
        Stage reduces = stage(REDUCES, new Stage.Input.Shuffle(List.of()), 1, new Stage.Output.None(), 0);
        return new Job("j" + number, "test", "default", number * everySeconds, List.of(maps, reduces));
    }

    private static Workload jobs(int count, double everySeconds) {
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            jobs.add(job(number, everySeconds));
        }
        return new Workload("w", List.of(), jobs);
    }

    private static Policies ours(AssignerOptions.SlowHosts slowHosts) {
        return Policies.of("p", "fairlead", "random", "bandwidth")
                .with(AssignerOptions.USUAL.with(
                        AssignerOptions.USUAL.prediction().with(slowHosts)));
    }

    private static JobsOutcome run(Cluster cluster, Workload workload, Policies policies) {
        JobsOutcome outcome = JobSimulation.run(
                cluster, workload, policies, 1, new JobSimulation.Options(0, false, false, 0), RunObserver.NONE);
        assertThat(outcome.complete()).isTrue();
        return outcome;
    }

    private static double meanSeconds(JobsOutcome outcome) {
        return outcome.jobs().stream()
                .mapToDouble(JobsOutcome.JobResult::seconds)
                .average()
                .orElseThrow();
    }

    /** Of the time that stock loses by slow hosts, the share that is not lost. */
    private static double regained(Workload workload, Slowdown... slow) {
        return regained(AssignerOptions.SlowHosts.AVOIDED, workload, slow);
    }

    private static double regained(AssignerOptions.SlowHosts slowHosts, Workload workload, Slowdown... slow) {
        Policies stock = JobSimulationTest.stock("stock-spark");
        double without = meanSeconds(run(cluster(), workload, stock));
        double lost = meanSeconds(run(cluster(slow), workload, stock)) - without;
        double ours = meanSeconds(run(cluster(slow), workload, ours(slowHosts))) - without;
        return 1 - ours / lost;
    }

    /** Jobs of one stage that reads nothing. */
    private static Workload generating(double seconds, Stage.Output output) {
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < 30; number++) {
            Stage only = stage(MAPS, new Stage.Input.None(), seconds, output);
            jobs.add(new Job("j" + number, "test", "default", number * 10, List.of(only)));
        }
        return new Workload("w", List.of(), jobs);
    }

    @Test
    void mostOfWhatASlowProcessorCostsIsRegained() {
        assertThat(regained(jobs(30, 12), processors(0.1))).isGreaterThan(0.5);
    }

    @Test
    void withFurtherAttemptsMoreThanTwoThirdsAre() {
        assertThat(regained(AssignerOptions.SlowHosts.COPIED, jobs(30, 12), processors(0.1)))
                .isGreaterThan(0.65);
    }

    @Test
    void tasksThatReadNothingAvoidASlowProcessorToo() {
        assertThat(regained(generating(1, new Stage.Output.None()), processors(0.1)))
                .isGreaterThan(0.6);
    }

    @Test
    void tasksAvoidADiskThatIsSlowToTakeTheirOutput() {
        Slowdown disk = new Slowdown(host(), Slowdown.Part.DISKS, 0.1, 0, INFINITE, INFINITE, 0);

        // 0.58 to 0.63 by when exactly the host is known
        assertThat(regained(generating(0.3, new Stage.Output.Shuffle(2_400_000_000L)), disk))
                .isGreaterThan(0.55);
    }

    @Test
    void whatTasksWriteAvoidsASlowDiskToo() {
        Slowdown disk = new Slowdown(host(), Slowdown.Part.DISKS, 0.1, 0, INFINITE, INFINITE, 0);
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < 30; number++) {
            Stage maps = stage(MAPS, new Stage.Input.None(), 0.3, new Stage.Output.Shuffle(2_400_000_000L));
            Stage writes = stage(
                    REDUCES,
                    new Stage.Input.Shuffle(List.of()),
                    0.3,
                    new Stage.Output.Files(REDUCES * BLOCK, BLOCK, 3),
                    0);
            jobs.add(new Job("j" + number, "test", "default", number * 20, List.of(maps, writes)));
        }
        Workload writing = new Workload("w", List.of(), jobs);
        Policies anywhere = ours(AssignerOptions.SlowHosts.AVOIDED);
        Policies favored = anywhere.with(new Policies.Replicas("random", "bandwidth", true));
        double without = meanSeconds(run(cluster(), writing, anywhere));
        Policies stock = JobSimulationTest.stock("stock-spark");
        double lost = meanSeconds(run(cluster(disk), writing, stock)) - meanSeconds(run(cluster(), writing, stock));
        assertThat(meanSeconds(run(cluster(disk), writing, favored)) - without).isLessThan(0.65 * lost);
        assertThat(meanSeconds(run(cluster(), writing, favored))).isEqualTo(without);
    }

    @Test
    void aHostThatIsSlowAgainAndAgainIsAvoidedWhileItIs() {
        Slowdown slow = new Slowdown(host(), Slowdown.Part.PROCESSORS, 0.1, 30, INFINITE, 60, 60);

        assertThat(regained(generating(1, new Stage.Output.None()), slow)).isGreaterThan(0.3);
    }

    @Test
    void withoutPacesTasksGoThereAsBefore() {
        Workload workload = jobs(20, 12);

        assertThat(meanSeconds(run(cluster(processors(0.1)), workload, ours(AssignerOptions.SlowHosts.ALIKE))))
                .isGreaterThan(1.5
                        * meanSeconds(
                                run(cluster(processors(0.1)), workload, ours(AssignerOptions.SlowHosts.AVOIDED))));
    }

    /** A job each four minutes, for 24 hours. */
    @Test
    void inADayWithoutAFaultNoHostIsAvoided() {
        Workload workload = jobs(24 * 15, 240);
        JobsOutcome paced = run(cluster(), workload, ours(AssignerOptions.SlowHosts.AVOIDED));
        JobsOutcome alike = run(cluster(), workload, ours(AssignerOptions.SlowHosts.ALIKE));
        JobsOutcome copied = run(cluster(), workload, ours(AssignerOptions.SlowHosts.COPIED));

        assertThat(paced.jobs()).isEqualTo(alike.jobs());
        assertThat(copied.counts().speculative()).isZero();
    }
}
