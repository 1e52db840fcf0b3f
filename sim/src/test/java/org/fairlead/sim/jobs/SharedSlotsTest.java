// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.sim.jobs.JobSimulationTest.BLOCK;
import static org.fairlead.sim.jobs.JobSimulationTest.FREE;
import static org.fairlead.sim.jobs.JobSimulationTest.KEEP;
import static org.fairlead.sim.jobs.JobSimulationTest.MB;
import static org.fairlead.sim.jobs.JobSimulationTest.cluster;
import static org.fairlead.sim.jobs.JobSimulationTest.run;
import static org.fairlead.sim.jobs.JobSimulationTest.spark;
import static org.fairlead.sim.jobs.JobSimulationTest.stage;
import static org.fairlead.sim.jobs.JobSimulationTest.stock;
import static org.fairlead.sim.jobs.JobSimulationTest.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Which jobs and applications get which slots of the small systems of {@link JobSimulationTest}. */
class SharedSlotsTest {
    private static Cluster withBackground(Cluster idle, Cluster.BackgroundLoad... loads) {
        return new Cluster(
                idle.name(),
                idle.topology(),
                idle.machines(),
                idle.framework(),
                idle.fileSystem(),
                idle.costs(),
                List.of(loads));
    }

    private static int upLink(String host) {
        Topology topology = spark(1).topology();
        return topology.routes().upLink(topology.host(host).index());
    }

    @Test
    void fairSharesCountMapsAndReducesApart() {
        // Job 0: maps, then four reduces that take all reduce slots for long, and 24 tasks on slots for maps.
        Stage first = stage(4, new Stage.Input.Blocks(4 * BLOCK), 0, new Stage.Output.Shuffle(4 * BLOCK));
        Stage reduces = new Stage(
                4,
                new Stage.Input.Shuffle(List.of()),
                0,
                1000,
                new Stage.Output.None(),
                List.of(0),
                List.of(),
                List.of());
        Stage more = new Stage(
                24,
                new Stage.Input.Blocks(24 * BLOCK),
                0,
                10,
                new Stage.Output.None(),
                List.of(0),
                List.of(),
                List.of());
        Stage others = new Stage(
                8, new Stage.Input.Blocks(8 * BLOCK), 0, 10, new Stage.Output.None(), List.of(), List.of(), List.of());
        Workload workload = new Workload(
                "w",
                List.of(),
                List.of(
                        new Job("a", "test", "default", 0, List.of(first, reduces, more)),
                        new Job("b", "test", "default", 20, List.of(others))));
        Policies fair =
                Policies.of("fair", "stock-hadoop", "random", "stock").with(Policies.Slots.USUAL.jobOrder("fair"));
        Cluster cluster = cluster(Cluster.Framework.HADOOP, FREE, 1, new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
        JobsOutcome outcome = JobSimulation.run(cluster, workload, fair, 1, KEEP, RunObserver.NONE);
        double begin = outcome.tasks().stream()
                .filter(task -> task.job() == 1)
                .mapToDouble(JobsOutcome.Attempted::launchSeconds)
                .min()
                .orElseThrow();
        // Half of the four slots; counted together, the reduces of job 0 would give it none.
        assertThat(outcome.tasks().stream().filter(task -> task.job() == 1 && task.launchSeconds() < begin + 10))
                .hasSize(2);
    }

    @Test
    void noSlotHasTwoTasksAtATime() {
        Stage map = stage(40, new Stage.Input.Blocks(40 * BLOCK), 5e-9, new Stage.Output.Shuffle(10 * BLOCK));
        Stage reduce = stage(12, new Stage.Input.Shuffle(List.of()), 5e-9, new Stage.Output.Files(10 * BLOCK, 0, 0), 0);
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            Cluster cluster = cluster(framework, FREE, 2, new Cluster.Disk(80 * MB, 0.2, 0.3));
            JobsOutcome outcome = run(cluster, workload(map, reduce));
            assertThat(outcome.complete()).isTrue();
            assertThat(outcome.tasks()).hasSize(52);
            Map<List<Integer>, List<JobsOutcome.Attempted>> bySlot = new HashMap<>();
            outcome.tasks().forEach(task -> bySlot.computeIfAbsent(
                            List.of(task.host(), task.slot()), unused -> new ArrayList<>())
                    .add(task));
            bySlot.values().forEach(tasks -> {
                tasks.sort((a, b) -> Double.compare(a.launchSeconds(), b.launchSeconds()));
                for (int i = 1; i < tasks.size(); i++) {
                    assertThat(tasks.get(i).launchSeconds())
                            .isGreaterThanOrEqualTo(tasks.get(i - 1).finishSeconds());
                }
            });
        }
    }

    @Test
    void eachApplicationHasAllSlotsForItself() {
        Stage four =
                new Stage(4, new Stage.Input.None(), 0, 10, new Stage.Output.None(), List.of(), List.of(), List.of());
        List<Job> apart = List.of(
                new Job("a/1", "test", "a", "small", 0, List.of(four)),
                new Job("b/1", "test", "b", "small", 0, List.of(four)),
                new Job("b/2", "test", "b", "small", 0, List.of(four)));
        JobsOutcome outcome = run(spark(1), new Workload("w", List.of(), apart));
        assertThat(outcome.jobs())
                .extracting(JobsOutcome.JobResult::finishSeconds)
                .containsExactly(10.0, 10.0, 20.0);
        assertThat(outcome.tasks())
                .filteredOn(task -> task.launchSeconds() < 10)
                .extracting(task -> List.of(task.host(), task.slot()))
                .doesNotHaveDuplicates()
                .hasSize(8);
    }

    @Test
    void applicationsMayDifferInWhoAssignsTheirTasks() {
        // Both blocks lie on h1. Stock waits 3 s for it; so does ours as long as nothing is contended, and no longer
        // than a read takes when something is.
        Workload.StoredFile file = new Workload.StoredFile("in", 2 * BLOCK, 0, 1, List.of("h1"));
        Stage scan = stage(2, new Stage.Input.File("in"), 1e-7, new Stage.Output.None());
        List<Job> apart = List.of(
                new Job("a/1", "test", "a", "default", 0, List.of(scan)),
                new Job("b/1", "test", "b", "default", 0, List.of(scan)));
        Policies mixed = stock("stock-spark").withAssigners(Map.of("b", "fairlead"));
        Workload workload = new Workload("w", List.of(file), apart);
        JobsOutcome idle = JobSimulation.run(spark(1), workload, mixed, 1, KEEP, RunObserver.NONE);
        assertThat(idle.jobs())
                .extracting(JobsOutcome.JobResult::seconds)
                .as("3 s, then 10 s elsewhere")
                .allSatisfy(seconds -> assertThat(seconds).isCloseTo(13, within(0.1)));
        JobsOutcome contended = JobSimulation.run(
                withBackground(spark(1), new Cluster.BackgroundLoad(upLink("h4"), 0, 50 * MB)),
                workload,
                mixed,
                1,
                KEEP,
                RunObserver.NONE);
        assertThat(contended.jobs().get(0).seconds()).isCloseTo(13, within(0.1));
        assertThat(contended.jobs().get(1).seconds())
                .as("once links are measured")
                .isBetween(10.0, 12.1);
    }

    @Test
    void beforeATaskOfTheStageHasEndedItsSlotIsFreeWhenThatWasPredicted() {
        // Both blocks lie on h1, where a scan takes 0.1 s, and 1 s elsewhere: the second waits for the first.
        Stage write = new Stage(
                1,
                new Stage.Input.None(),
                0,
                10,
                new Stage.Output.Files(2 * BLOCK, 0, 1),
                List.of(),
                List.of("h1"),
                List.of());
        Stage scan = stage(2, new Stage.Input.File("j/0"), 1e-9, new Stage.Output.None(), 0);
        Policies ours = Policies.of("ours", "fairlead", "random", "stock");

        JobsOutcome outcome = JobSimulation.run(spark(1), workload(write, scan), ours, 1, KEEP, RunObserver.NONE);

        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(10.2, within(0.01));
    }
}
