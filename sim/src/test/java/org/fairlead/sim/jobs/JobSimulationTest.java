// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.task.Locality;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Small systems whose times can be worked out by hand. Links carry 100 MB/s, two racks of two, up-links 100 MB/s; MB = 10^6. */
class JobSimulationTest {
    static final double MB = 1e6;
    static final long BLOCK = 100_000_000;
    static final JobSimulation.Options KEEP = new JobSimulation.Options(0, false, true, 0);

    static final Cluster.Costs FREE = new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);

    static Cluster cluster(Cluster.Framework framework, Cluster.Costs costs, int slots, Cluster.Disk disk) {
        Topology topology = Topologies.tree(new Topology.Builder("small"), 2, 2, 100 * MB, 2)
                .build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts()
                .forEach(host -> machines.add(new Cluster.Machine(
                        host.index(),
                        slots,
                        framework == Cluster.Framework.HADOOP ? slots : 0,
                        slots * 2,
                        List.of(disk),
                        true,
                        -1)));
        return new Cluster("small", topology, machines, framework, new Cluster.FileSystem(BLOCK, 3), costs, List.of());
    }

    static Cluster spark(int slots) {
        return cluster(Cluster.Framework.SPARK, FREE, slots, new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
    }

    static Policies stock(String assigner) {
        return Policies.of("stock", assigner, "random", "stock");
    }

    static Stage stage(int tasks, Stage.Input input, double perByte, Stage.Output output, Integer... parents) {
        return new Stage(tasks, input, perByte, 0, output, List.of(parents), List.of(), List.of());
    }

    private static Stage on(String host, Stage.Input input, Stage.Output output, Integer... parents) {
        return new Stage(1, input, 0, 0, output, List.of(parents), List.of(host), List.of());
    }

    static Workload workload(Stage... stages) {
        return new Workload("w", List.of(), List.of(new Job("j", "test", "default", 0, List.of(stages))));
    }

    static JobsOutcome run(Cluster cluster, Workload workload) {
        String assigner = cluster.framework() == Cluster.Framework.SPARK ? "stock-spark" : "stock-hadoop";
        return JobSimulation.run(cluster, workload, stock(assigner), 1, KEEP, RunObserver.NONE);
    }

    @Test
    void aWriterSendsThroughOnePipeline() {
        // 250 MB in blocks of 100, 100, 50: each crosses two machines' links at 100 MB/s, all hops at once.
        Workload workload = workload(on("h1", new Stage.Input.None(), new Stage.Output.Files((long) (250 * MB), 0, 3)));
        JobsOutcome outcome = run(spark(1), workload);
        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(2.5, within(1e-9));
        assertThat(outcome.blocks()).hasSize(3);
        assertThat(outcome.storedReplicas().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(9);
        assertThat(outcome.storedReplicas().get(0))
                .as("the writer's own copies")
                .isEqualTo(3);
    }

    @Test
    void theSlowestDiskOfThePipelineBoundsIt() {
        Cluster cluster = cluster(Cluster.Framework.SPARK, FREE, 1, new Cluster.Disk(50 * MB, 0, 1));
        Workload workload = workload(on("h1", new Stage.Input.None(), new Stage.Output.Files(BLOCK, 0, 3)));
        assertThat(run(cluster, workload).jobs().get(0).seconds()).isCloseTo(2, within(1e-9));
    }

    @Test
    void aBlockCostsItsSetUpAndItsEnd() {
        Cluster.Costs costs = new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, 0.5, 0.02, 0.03, 0, 0, 0, 1, 0);
        Cluster cluster = cluster(Cluster.Framework.SPARK, costs, 1, new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
        Workload workload = workload(on("h1", new Stage.Input.None(), new Stage.Output.Files(BLOCK, 0, 3)));
        JobsOutcome outcome = run(cluster, workload);
        assertThat(outcome.blocks().get(0).finishSeconds()
                        - outcome.blocks().get(0).startSeconds())
                .isCloseTo(1.05, within(1e-9));
        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(1.55, within(1e-9));
    }

    @Test
    void aSetUpThatComputesTakesLongerWhereProcessorsAreBusy() {
        Cluster.Costs costs = new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, 0, 0.02, 0, 0, 0, 0, 1, 0.2);
        Cluster apart = cluster(Cluster.Framework.SPARK, costs, 1, new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
        List<Cluster.Machine> sharing = apart.machines().stream()
                .map(each -> new Cluster.Machine(each.host(), 1, 0, 2, each.disks(), true, 0))
                .toList();
        Cluster cluster = new Cluster(
                "small", apart.topology(), sharing, apart.framework(), apart.fileSystem(), costs, List.of());
        Stage.Output file = new Stage.Output.Files(BLOCK, 0, 3);
        Stage write = new Stage(1, new Stage.Input.None(), 0, 0, file, List.of(), List.of("h1"), List.of(0.5));
        Stage compute = new Stage(
                1, new Stage.Input.None(), 0, 10, new Stage.Output.None(), List.of(), List.of("h1"), List.of());
        JobsOutcome.BlockWritten alone = run(cluster, workload(write)).blocks().get(0);
        assertThat(alone.firstByteSeconds() - alone.startSeconds()).isCloseTo(0.22, within(1e-9));
        // One of the two processors computes: the set-up's turns come half as often.
        JobsOutcome.BlockWritten beside =
                run(cluster, workload(write, compute)).blocks().get(0);
        assertThat(beside.firstByteSeconds() - beside.startSeconds()).isCloseTo(0.42, within(1e-9));
        assertThat(beside.finishSeconds() - beside.firstByteSeconds()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aReaderOfWhatAnEarlierStageWroteReadsItsOwnReplica() {
        Stage write = on("h1", new Stage.Input.None(), new Stage.Output.Files(BLOCK, 0, 1));
        Stage near = on("h1", new Stage.Input.File("j/0"), new Stage.Output.None(), 0);
        Stage far = on("h4", new Stage.Input.File("j/0"), new Stage.Output.None(), 1);
        JobsOutcome outcome = run(spark(1), workload(write, near, far));
        assertThat(outcome.counts().bytesLocal()).isEqualTo(BLOCK);
        assertThat(outcome.counts().bytesRemote()).isEqualTo(BLOCK);
        assertThat(outcome.jobs().get(0).seconds())
                .as("nothing, nothing, a second")
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void computingOverlapsReading() {
        // 100 MB at 40 ns a byte: 4 s of a processor, while the network would bring it in one.
        Stage map = stage(1, new Stage.Input.Blocks(BLOCK), 40e-9, new Stage.Output.None());
        assertThat(run(spark(1), workload(map)).jobs().get(0).seconds()).isCloseTo(4, within(1e-9));
    }

    @Test
    void aShuffleTakesWhatItsBusiestLinkTakes() {
        // Four maps, one a machine, 100 MB each; four reduces of 100 MB, of which 25 are on the same machine and 50
        // come from the other rack:
        // 2 × 50 MB cross each up-link: 1 s. Each down-link takes 75 MB: 0.75 s, so the up-links are what it waits for.
        Stage map = stage(4, new Stage.Input.Blocks(4 * BLOCK), 0, new Stage.Output.Shuffle(4 * BLOCK));
        Stage reduce = stage(4, new Stage.Input.Shuffle(List.of()), 0, new Stage.Output.None(), 0);
        JobsOutcome outcome = run(spark(1), workload(map, reduce));
        double mapsEnd = outcome.tasks().stream()
                .filter(JobsOutcome.Attempted::reads)
                .mapToDouble(JobsOutcome.Attempted::finishSeconds)
                .max()
                .orElseThrow();
        Map<Integer, Long> mapsOn = new HashMap<>();
        outcome.tasks().stream()
                .filter(JobsOutcome.Attempted::reads)
                .forEach(task -> mapsOn.merge(task.host(), 1L, Long::sum));
        if (mapsOn.values().stream().allMatch(count -> count == 1)) {
            assertThat(outcome.jobs().get(0).seconds() - mapsEnd).isCloseTo(1, within(1e-6));
        } else {
            assertThat(outcome.jobs().get(0).seconds() - mapsEnd).isGreaterThanOrEqualTo(1 - 1e-6);
        }
    }

    @Test
    void inHadoopATaskIsLaunchedAndEndsWithAHeartbeat() {
        Cluster cluster = cluster(Cluster.Framework.HADOOP, FREE, 2, new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1));
        Stage map = stage(8, new Stage.Input.Blocks(8 * BLOCK), 0, new Stage.Output.Shuffle(8 * BLOCK));
        Stage reduce = stage(2, new Stage.Input.Shuffle(List.of(3.0, 1.0)), 0, new Stage.Output.None(), 0);
        JobsOutcome outcome = run(cluster, workload(map, reduce));
        for (JobsOutcome.Attempted task : outcome.tasks()) {
            double beats = task.finishSeconds() - task.launchSeconds();
            assertThat(beats).isCloseTo(Math.rint(beats), within(1e-9));
        }
        assertThat(outcome.tasks()).hasSize(10);
    }

    @Test
    void aMapWhoseOutputDoesNotFitItsBufferMovesItOnceMoreEachWay() {
        Cluster.Costs costs = new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0);
        Workload workload = workload(stage(1, new Stage.Input.Blocks(BLOCK), 0, new Stage.Output.Shuffle(BLOCK)));
        Cluster.Disk disk = new Cluster.Disk(100 * MB, 0, 1);
        double written = run(cluster(Cluster.Framework.SPARK, FREE, 1, disk), workload)
                .jobs()
                .get(0)
                .seconds();
        double spilled = run(cluster(Cluster.Framework.SPARK, costs, 1, disk), workload)
                .jobs()
                .get(0)
                .seconds();
        assertThat(written).isCloseTo(2, within(1e-6));
        assertThat(spilled).isCloseTo(4, within(1e-6));
    }

    @Test
    void whatIsBroadcastIsFetchedOnceByEachHost() {
        // 100 MB leave h1 for each of the other three, over its link of 100 MB/s; then two tasks of 10 s after each
        // other.
        Stage eight = new Stage(
                8,
                new Stage.Input.None(),
                0,
                10,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of(),
                Optional.of(new Stage.Broadcast((long) (100 * MB), "h1")));
        JobsOutcome outcome = run(spark(1), workload(eight));
        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(23, within(1e-6));
        assertThat(outcome.tasks().stream()
                        .mapToDouble(JobsOutcome.Attempted::finishSeconds)
                        .min()
                        .orElseThrow())
                .as("on h1 itself")
                .isCloseTo(10, within(1e-6));
    }

    @Test
    void memoryHoldsWhatWasReadOrWritten() {
        Cluster slow = cluster(Cluster.Framework.SPARK, FREE, 1, new Cluster.Disk(50 * MB, 0, 1));
        List<Cluster.Machine> caching = slow.machines().stream()
                .map(each -> new Cluster.Machine(each.host(), 1, 0, 2, each.disks(), true, -1, true))
                .toList();
        Cluster cached = new Cluster(
                "cached", slow.topology(), caching, slow.framework(), slow.fileSystem(), slow.costs(), List.of());
        Workload.StoredFile file = new Workload.StoredFile("in", BLOCK, 0, 1, List.of("h1"));
        Stage.Input in = new Stage.Input.File("in");
        Stage sample = stage(1, in, 1e-9, new Stage.Output.None());
        Stage sort = stage(1, in, 1e-9, new Stage.Output.Shuffle(BLOCK), 0);
        Stage write = stage(1, new Stage.Input.Shuffle(List.of()), 0, new Stage.Output.Files(BLOCK, 0, 1), 1);
        Workload workload = new Workload(
                "w", List.of(file), List.of(new Job("j", "test", "default", 0, List.of(sample, sort, write))));
        // 2 s from the disk; from memory 0.1 s of computing. All else is on h1, too.
        assertThat(run(cached, workload).jobs().get(0).seconds()).isCloseTo(2.1, within(1e-6));
        // Read twice and written, fetched, and written, each at 50 MB/s.
        assertThat(run(slow, workload).jobs().get(0).seconds()).isCloseTo(10, within(1e-6));
    }

    @Test
    void aStoredFileLiesWhereItsWritersAre() {
        Workload.StoredFile file = new Workload.StoredFile("in", 3 * BLOCK, 0, 1, List.of("h1", "h3"));
        Stage scan = stage(4, new Stage.Input.File("in"), 0, new Stage.Output.None());
        Job job = new Job("j", "test", "default", 0, List.of(scan));
        JobsOutcome outcome = run(spark(2), new Workload("w", List.of(file), List.of(job)));
        // Each wrote a block and a half.
        assertThat(outcome.tasks()).allMatch(task -> task.locality() == Locality.HOST);
        assertThat(outcome.tasks().stream().map(JobsOutcome.Attempted::host).distinct())
                .hasSize(2);
        assertThat(outcome.counts().bytesLocal()).isCloseTo(3 * BLOCK, within(1.0));
    }

    @Test
    void anIdleClusterRunsTasksWhereTheirInputIs() {
        Stage map = stage(1, new Stage.Input.Blocks(BLOCK), 0, new Stage.Output.None());
        JobsOutcome outcome = run(spark(2), workload(map));
        assertThat(outcome.tasks().get(0).locality()).isEqualTo(Locality.HOST);
    }

    @Test
    void evenFlowsBetweenTwoHostsMayBeOne() {
        Stage map = stage(6, new Stage.Input.Blocks(6 * BLOCK), 0, new Stage.Output.Shuffle(6 * BLOCK));
        Stage reduce = stage(8, new Stage.Input.Shuffle(List.of()), 0, new Stage.Output.None(), 0);
        Workload workload = workload(map, reduce);
        double apart = JobSimulation.run(
                        spark(2),
                        workload,
                        stock("stock-spark"),
                        1,
                        new JobSimulation.Options(0, true, false, 0),
                        RunObserver.NONE)
                .endSeconds();
        assertThat(run(spark(2), workload).endSeconds()).isCloseTo(apart, within(1e-6));
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        Stage map = stage(30, new Stage.Input.Blocks(30 * BLOCK), 5e-9, new Stage.Output.Shuffle(10 * BLOCK));
        Stage reduce = stage(5, new Stage.Input.Shuffle(List.of()), 5e-9, new Stage.Output.Files(10 * BLOCK, 0, 0), 0);
        assertThat(run(spark(2), workload(map, reduce))).isEqualTo(run(spark(2), workload(map, reduce)));
    }

    @Test
    void backgroundTrafficTakesItsPartOfALink() {
        Cluster quiet = spark(1);
        int link = quiet.topology().routes().upLink(quiet.machines().get(0).host());
        Cluster loaded = new Cluster(
                "loaded",
                quiet.topology(),
                quiet.machines(),
                quiet.framework(),
                quiet.fileSystem(),
                quiet.costs(),
                List.of(new Cluster.BackgroundLoad(link, 0, 75 * MB)));
        Workload workload = workload(on("h1", new Stage.Input.None(), new Stage.Output.Files(BLOCK, 0, 3)));
        assertThat(run(loaded, workload).jobs().get(0).seconds()).isCloseTo(4, within(1e-9));
    }
}
