// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * Input that is fetched ahead, worked out by hand: h1 stores and has no slot, h2 has one slot and stores nothing. Blocks of 100 MB, links of 100 MB/s, disks without limit. MB = 10^6.
 */
class PrefetchTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 100_000_000;
    private static final double HALF_A_SECOND = 5e-9;
    private static final double FOUR_SECONDS = 40e-9;
    private static final Offset<Double> EXACT = within(1e-6);
    private static final Offset<Double> BYTES = within(1.0);

    private static Cluster cluster(double jobStartSeconds, double disk, int storing) {
        Topology topology = Topologies.tree(new Topology.Builder("few"), 1, 1 + storing, 100 * MB, 1)
                .build();
        List<Cluster.Disk> disks = List.of(new Cluster.Disk(disk, 0, 1));
        List<Cluster.Machine> machines = new ArrayList<>();
        for (int host = 1; host <= 1 + storing; host++) {
            boolean computes = host == 2;
            machines.add(new Cluster.Machine(
                    topology.host("h" + host).index(), computes ? 1 : 0, 0, 2, disks, !computes, -1));
        }
        return new Cluster(
                "few",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 1),
                new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, jobStartSeconds, 0, 0, 0, 0, 0, 1, 0),
                List.of());
    }

    private static Cluster cluster(double jobStartSeconds) {
        return cluster(jobStartSeconds, Double.POSITIVE_INFINITY, 1);
    }

    private static Stage reads(int tasks, Stage.Input input, double secondsPerByte) {
        return new Stage(tasks, input, secondsPerByte, 0, new Stage.Output.None(), List.of(), List.of(), List.of());
    }

    private static Job job(String name, double submitSeconds, int tasks, double secondsPerByte) {
        return new Job(
                name,
                "test",
                "default",
                submitSeconds,
                List.of(reads(tasks, new Stage.Input.Blocks(tasks * BLOCK), secondsPerByte)));
    }

    private static Policies policies(Prefetch prefetch, String admission, long memory) {
        AssignerOptions.Waits none = new AssignerOptions.Waits(0, 0, false, false);
        return JobSimulationTest.stock("stock-spark")
                .with(AssignerOptions.USUAL.with(none))
                .with(prefetch)
                .with(new Policies.Fetching(admission, memory));
    }

    private static JobsOutcome run(Cluster cluster, Policies policies, Workload workload) {
        return JobSimulation.run(cluster, workload, policies, 1, JobSimulation.Options.EXACT, RunObserver.NONE);
    }

    private static JobsOutcome run(Cluster cluster, Prefetch prefetch, long memory, Job... jobs) {
        return run(cluster, policies(prefetch, "none", memory), new Workload("w", List.of(), List.of(jobs)));
    }

    private static JobsOutcome clairvoyant(Cluster cluster, Job... jobs) {
        return run(cluster, Prefetch.CLAIRVOYANT, 0, jobs);
    }

    private static void isAbout(FetchedBytes bytes, double inTime, double late, double wasted, double cancelled) {
        assertThat(bytes.inTime()).isCloseTo(inTime, BYTES);
        assertThat(bytes.late()).isCloseTo(late, BYTES);
        assertThat(bytes.wasted()).isCloseTo(wasted, BYTES);
        assertThat(bytes.cancelled()).isCloseTo(cancelled, BYTES);
    }

    @Test
    void whatIsThereIsReadAtNoCostOfLinksOrDisks() {
        // The job starts at 2 s. Fetched from 0 to 1 s (from a disk of 50 MB/s: to 2 s); half a second of a processor.
        Job job = job("a", 0, 1, HALF_A_SECOND);

        assertThat(run(cluster(2), Prefetch.OFF, 0, job).endSeconds()).isCloseTo(3, EXACT);
        JobsOutcome there = clairvoyant(cluster(2), job);
        assertThat(there.endSeconds()).isCloseTo(2.5, EXACT);
        isAbout(there.fetched(), 100 * MB, 0, 0, 0);
        assertThat(there.counts().bytesRack())
                .as("where it was stored is told as without")
                .isCloseTo(100 * MB, BYTES);
        assertThat(clairvoyant(cluster(2, 50 * MB, 1), job).endSeconds()).isCloseTo(2.5, EXACT);
    }

    @Test
    void aTaskThatStartsWhileItsInputArrivesWaitsForTheRest() {
        // Launched at 0.6 s, when 60 MB are there; its half second of a processor takes longer than the other 40.
        JobsOutcome joined = clairvoyant(cluster(0.6), job("a", 0, 1, HALF_A_SECOND));

        assertThat(joined.endSeconds()).isCloseTo(1.1, EXACT);
        isAbout(joined.fetched(), 60 * MB, 40 * MB, 0, 0);
        // At 0.4 s 40 MB are there, and it computes faster than the rest comes.
        assertThat(clairvoyant(cluster(0.4), job("a", 0, 1, HALF_A_SECOND)).endSeconds())
                .isCloseTo(1, EXACT);
    }

    @Test
    void laterWavesFindTheirInput() {
        // 4 s of a processor each: the second is fetched while the first runs, the third while the second does.
        Job job = job("a", 0, 3, FOUR_SECONDS);

        JobsOutcome off = run(cluster(0), Prefetch.OFF, 0, job);
        JobsOutcome there = clairvoyant(cluster(0), job);

        assertThat(off.endSeconds()).isCloseTo(12, EXACT);
        assertThat(there.endSeconds()).isCloseTo(12, EXACT);
        isAbout(there.fetched(), 200 * MB, 0, 0, 0);
    }

    @Test
    void theShadowSchedulerSeesLaterWavesByHowFarTasksAre() {
        Job job = job("a", 0, 3, FOUR_SECONDS);

        JobsOutcome shadow = run(cluster(0), Prefetch.SHADOW, 0, job);

        assertThat(shadow.endSeconds()).isCloseTo(12, EXACT);
        isAbout(shadow.fetched(), 200 * MB, 0, 0, 0);
    }

    @Test
    void theShadowSchedulerSeesLaterWavesByWhatHeartbeatsTell() {
        Policies.Fetching told = new Policies.Fetching("none", 0, 4, true, false);

        JobsOutcome shadow = run(
                cluster(0),
                policies(Prefetch.SHADOW, "none", 0).with(told),
                new Workload("w", List.of(), List.of(job("a", 0, 3, FOUR_SECONDS))));

        assertThat(shadow.endSeconds()).isCloseTo(12, EXACT);
        isAbout(shadow.fetched(), 200 * MB, 0, 0, 0);
    }

    @Test
    void theShadowSchedulerSeesAJobThatHasNotStarted() {
        Job job = job("a", 0, 1, HALF_A_SECOND);

        JobsOutcome shadow = run(cluster(2), Prefetch.SHADOW, 0, job);

        assertThat(shadow.endSeconds()).isCloseTo(2.5, EXACT);
        isAbout(shadow.fetched(), 100 * MB, 0, 0, 0);
    }

    /** h1 stores; ten others run two maps each, and ask for one with each heartbeat of 3 s. Jobs start after 3 s. */
    private static Cluster heartbeats() {
        Topology topology = Topologies.tree(new Topology.Builder("beats"), 1, 11, 100 * MB, 1)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(),
                        host.name().equals("h1") ? 0 : 2,
                        host.name().equals("h1") ? 0 : 1,
                        4,
                        List.of(),
                        host.name().equals("h1"),
                        -1))
                .toList();
        return new Cluster(
                "beats",
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK, 1),
                new Cluster.Costs(3, 1, 0.05, 1, 0, 1, 0.2, 3, 0, 0, 0, 0, 0, 1, 0),
                List.of());
    }

    @Test
    void theShadowSchedulerKnowsWhoAsksFirstByHeartbeats() {
        Job[] jobs = {job("a", 0, 3, 0), job("b", 0.7, 4, 0), job("c", 20, 5, 0)};
        for (long seed = 1; seed <= 5; seed++) {
            JobsOutcome outcome = JobSimulation.run(
                    heartbeats(),
                    new Workload("w", List.of(), List.of(jobs)),
                    JobSimulationTest.stock("stock-hadoop").with(Prefetch.SHADOW),
                    seed,
                    JobSimulation.Options.EXACT,
                    RunObserver.NONE);

            assertThat(outcome.requests().all()).isEqualTo(12);
            assertThat(outcome.requests().rightShare()).isEqualTo(1);
            assertThat(outcome.requests().onTimeShare()).isEqualTo(1);
            assertThat(outcome.fetched().wasted()).isZero();
            assertThat(outcome.fetched().inTime()).isPositive();
        }
    }

    @Test
    void memoryThatIsTooSmallFetchesNothing() {
        Job job = job("a", 0, 1, HALF_A_SECOND);
        JobsOutcome none = run(cluster(2), Prefetch.CLAIRVOYANT, 99_000_000, job);

        assertThat(none.endSeconds()).isCloseTo(3, EXACT);
        isAbout(none.fetched(), 0, 0, 0, 100 * MB);
    }

    @Test
    void aMachineHoldsNoMoreThanItsMemory() {
        // Both could be there when the job starts at 3 s; with memory for one the other is fetched only when that has
        // been read.
        Job job = job("a", 0, 2, 0);

        assertThat(clairvoyant(cluster(3), job).endSeconds()).isCloseTo(3, EXACT);
        JobsOutcome one = run(cluster(3), Prefetch.CLAIRVOYANT, 150_000_000, job);
        assertThat(one.endSeconds()).isCloseTo(4, EXACT);
        assertThat(one.fetched().inTime()).isCloseTo(100 * MB, BYTES);
    }

    @Test
    void whatAHostReadBeforeCostsNothingTheSecondTime() {
        Workload.StoredFile file = new Workload.StoredFile("in", BLOCK, BLOCK, 1);
        Workload twice = new Workload(
                "twice",
                List.of(file),
                List.of(
                        new Job("a", "t", "default", 0, List.of(reads(1, new Stage.Input.File("in"), 0))),
                        new Job("b", "t", "default", 5, List.of(reads(1, new Stage.Input.File("in"), 0)))));

        assertThat(run(cluster(0), policies(Prefetch.OFF, "none", 0), twice).endSeconds())
                .isCloseTo(6, EXACT);
        JobsOutcome kept = run(cluster(0), policies(Prefetch.HOT_BLOCK_CACHE, "none", 0), twice);
        assertThat(kept.endSeconds()).isCloseTo(5, EXACT);
        assertThat(kept.fetched()).isEqualTo(new FetchedBytes(0, 0, 0, 0, 100 * MB));
        assertThat(run(cluster(0), policies(Prefetch.HOT_BLOCK_CACHE, "none", 99_000_000), twice)
                        .endSeconds())
                .isCloseTo(6, EXACT);
    }

    /** One slot, blocks on two others: job a reads while the input of b is fetched. Half of that each, if links are shared alike. */
    private static JobsOutcome twoReaders(boolean tasksFirst) {
        Policies policies =
                policies(Prefetch.CLAIRVOYANT, "none", 0).with(new Policies.Fetching("none", 0, 4, true, tasksFirst));
        Workload workload = new Workload("w", List.of(), List.of(job("a", 0, 1, 0), job("b", 0, 1, 0)));
        return run(cluster(0, Double.POSITIVE_INFINITY, 2), policies, workload);
    }

    @Test
    void whereTasksComeFirstWhatIsFetchedAheadTakesNothingOfAFullLink() {
        JobsOutcome alike = twoReaders(false);
        JobsOutcome tasksFirst = twoReaders(true);

        assertThat(alike.jobs().get(0).seconds()).isCloseTo(2, EXACT);
        assertThat(tasksFirst.jobs().get(0).seconds())
                .as("a quarter of a second until the link is known")
                .isBetween(1.0, 1.25);
        assertThat(tasksFirst.endSeconds()).isCloseTo(2, EXACT);
        assertThat(tasksFirst.fetched().fetched()).isCloseTo(alike.fetched().fetched(), BYTES);
    }
}
