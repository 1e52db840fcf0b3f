// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * What could have been fetched ahead, worked out by hand: h1 stores and has no slot, h2 has one slot and stores nothing. Blocks of 100 MB, links of 100 MB/s; a task that
 * computes 40 ns a byte takes 25 MB/s of them for 4 s. MB = 10^6.
 */
class ForesightTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 100_000_000;
    private static final double SLOW = 40e-9;
    private static final Offset<Double> EXACT = within(1e-3);

    private static Cluster cluster(double jobStartSeconds, double disk, Cluster.BackgroundLoad... background) {
        Topology topology =
                Topologies.tree(new Topology.Builder("two"), 1, 2, 100 * MB, 1).build();
        List<Cluster.Disk> disks = List.of(new Cluster.Disk(disk, 0, 1));
        return new Cluster(
                "two",
                topology,
                List.of(
                        new Cluster.Machine(topology.host("h1").index(), 0, 0, 2, disks, true, -1),
                        new Cluster.Machine(topology.host("h2").index(), 1, 0, 2, disks, false, -1)),
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 1),
                new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, jobStartSeconds, 0, 0, 0, 0, 0, 1, 0),
                List.of(background));
    }

    private static Cluster cluster(double jobStartSeconds) {
        return cluster(jobStartSeconds, Double.POSITIVE_INFINITY);
    }

    private static Stage reads(int tasks, double secondsPerByte, Integer... parents) {
        return new Stage(
                tasks,
                new Stage.Input.Blocks(tasks * BLOCK),
                secondsPerByte,
                0,
                new Stage.Output.None(),
                List.of(parents),
                List.of(),
                List.of());
    }

    private static Stage computes(double seconds, Integer... parents) {
        return new Stage(
                1, new Stage.Input.None(), 0, seconds, new Stage.Output.None(), List.of(parents), List.of(), List.of());
    }

    private static Job job(String name, double submitSeconds, Stage... stages) {
        return new Job(name, "test", "default", submitSeconds, List.of(stages));
    }

    private static JobsOutcome run(Cluster cluster, Prefetch prefetch, Job... jobs) {
        AssignerOptions.Waits none = new AssignerOptions.Waits(0, 0, false, false);
        Policies policies = JobSimulationTest.stock("stock-spark")
                .with(AssignerOptions.USUAL.with(none))
                .with(prefetch);
        return JobSimulation.run(
                cluster,
                new Workload("w", List.of(), List.of(jobs)),
                policies,
                1,
                JobSimulation.Options.EXACT,
                RunObserver.NONE);
    }

    private static LeadBytes leads(Cluster cluster, Job... jobs) {
        return run(cluster, Prefetch.OFF, jobs).leads();
    }

    @Test
    void aLaterWaveWaitsForItsStagesEarlierTasks() {
        // The first at 0 s, without a lead; the others at 4 and 8 s, when the links have had 75 MB/s left for so long.
        LeadBytes leads = leads(cluster(0), job("a", 0, reads(3, SLOW)));

        assertThat(leads.inTime(LeadCause.LATER_WAVE)).isCloseTo(200 * MB, EXACT);
        assertThat(leads.noLead()).isCloseTo(100 * MB, EXACT);
        assertThat(leads.remoteBytes()).isCloseTo(300 * MB, EXACT);
    }

    @Test
    void aLeadIsTooShortWhereThePathHasLessLeftThanTheBlock() {
        // 70 MB/s for 10/7 s each: until the second task 42.9 MB are left, until the third 85.7, until the fourth
        // 128.6.
        LeadBytes leads = leads(cluster(0), job("a", 0, reads(4, 1 / (70 * MB))));

        assertThat(leads.late(LeadCause.LATER_WAVE)).isCloseTo(200 * MB, EXACT);
        assertThat(leads.tooShort()).isCloseTo(200 * MB, EXACT);
        assertThat(leads.inTime(LeadCause.LATER_WAVE)).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void whatBackgroundTrafficTakesIsNotLeft() {
        // 60 MB/s of others' and 25 of the task's leave 15: 60 MB in 4 s, 120 in 8 s.
        Topology topology = cluster(0).topology();
        int link = topology.routes().upLink(topology.host("h1").index());
        Cluster.BackgroundLoad others = new Cluster.BackgroundLoad(link, 0, 60 * MB);
        LeadBytes leads = leads(cluster(0, Double.POSITIVE_INFINITY, others), job("a", 0, reads(3, SLOW)));

        assertThat(leads.late(LeadCause.LATER_WAVE)).isCloseTo(100 * MB, EXACT);
        assertThat(leads.inTime(LeadCause.LATER_WAVE)).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void aStageQueuesWhileAnotherHasTheSlot() {
        JobsOutcome outcome = run(cluster(0), Prefetch.OFF, job("a", 0, reads(1, SLOW)), job("b", 1, reads(1, SLOW)));
        LeadBytes leads = outcome.leads();

        // Known at 1 s, launched at 4: 225 MB were left.
        assertThat(outcome.jobs()).extracting(JobsOutcome.JobResult::farBytes).containsExactly(100 * MB, 100 * MB);
        assertThat(outcome.jobs())
                .extracting(JobsOutcome.JobResult::inTimeBytes)
                .containsExactly(0.0, 100 * MB);
        assertThat(leads.inTime(LeadCause.QUEUE)).isCloseTo(100 * MB, EXACT);
        assertThat(leads.noLead()).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void aStageThatIsNotSubmittedWaitsForItsParents() {
        LeadBytes leads = leads(cluster(0), job("a", 0, computes(5), reads(1, SLOW, 0)));

        assertThat(leads.inTime(LeadCause.PARENTS)).isCloseTo(100 * MB, EXACT);
        assertThat(leads.remoteBytes()).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void ofTwoThingsThatATaskWaitedForTheLongerMadeItsLead() {
        // 5 s for the parent; then none, 4 and 8 s for the stage's own tasks.
        LeadBytes leads = leads(cluster(0), job("a", 0, computes(5), reads(3, SLOW, 0)));

        assertThat(leads.inTime(LeadCause.PARENTS)).isCloseTo(200 * MB, EXACT);
        assertThat(leads.inTime(LeadCause.LATER_WAVE)).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void aTaskWithAFreeSlotHasTheLeadOfItsJobsStart() {
        assertThat(leads(cluster(2), job("a", 0, reads(1, SLOW))).inTime(LeadCause.OFFER))
                .isCloseTo(100 * MB, EXACT);
        assertThat(leads(cluster(0.5), job("a", 0, reads(1, SLOW))).late(LeadCause.OFFER))
                .as("50 MB in half a second")
                .isCloseTo(100 * MB, EXACT);
        assertThat(leads(cluster(0), job("a", 0, reads(1, SLOW))).noLead()).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void laterBlocksOfATaskHaveTheTimeUntilItComesToThem() {
        // Half a second leaves 50 MB; the 4 s of the first block 300 more.
        Stage two = new Stage(
                1,
                new Stage.Input.Blocks(2 * BLOCK),
                SLOW,
                0,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of());
        LeadBytes leads = leads(cluster(0.5), job("a", 0, two));

        assertThat(leads.late(LeadCause.OFFER)).isCloseTo(100 * MB, EXACT);
        assertThat(leads.inTime(LeadCause.OFFER)).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void theSourcesDisksAreAPartOfThePath() {
        assertThat(leads(cluster(1.5, 50 * MB), job("a", 0, reads(1, 0))).late(LeadCause.OFFER))
                .as("75 MB in 1.5 s")
                .isCloseTo(100 * MB, EXACT);
        assertThat(leads(cluster(2.5, 50 * MB), job("a", 0, reads(1, 0))).inTime(LeadCause.OFFER))
                .as("125 MB in 2.5 s")
                .isCloseTo(100 * MB, EXACT);
    }

    @Test
    void whatAJobWritesItselfIsKnownWhenItIsWritten() {
        // Written on h1 at 6 s; the reader also waits for a stage that ends at 10: 400 MB are left, from the submission
        // it were 1000.
        for (long bytes : new long[] {5 * BLOCK, 3 * BLOCK}) {
            Stage write = new Stage(
                    1,
                    new Stage.Input.None(),
                    0,
                    0,
                    new Stage.Output.Files(bytes, bytes, 1),
                    List.of(),
                    List.of("h1"),
                    List.of(6.0));
            Stage read = new Stage(
                    1, new Stage.Input.File("a/0"), 0, 0, new Stage.Output.None(), List.of(0, 1), List.of(), List.of());
            LeadBytes leads = leads(cluster(0), job("a", 0, write, computes(10), read));

            double inTime = bytes < 4 * BLOCK ? bytes : 0;
            assertThat(leads.remoteBytes()).isCloseTo((double) bytes, EXACT);
            assertThat(leads.inTime(LeadCause.PARENTS)).isCloseTo(inTime, EXACT);
            assertThat(leads.late(LeadCause.PARENTS)).isCloseTo(bytes - inTime, EXACT);
        }
    }

    @Test
    void nobodyKnowsOfTasksOutsideOfTheFrameworksSlots() {
        Stage client = new Stage(
                1,
                new Stage.Input.Blocks(BLOCK),
                0,
                0,
                new Stage.Output.None(),
                List.of(),
                List.of("h2"),
                List.of(5.0));

        assertThat(leads(cluster(0), job("a", 0, client)).noLead()).isCloseTo(100 * MB, EXACT);
    }

    @Test
    void whatCouldHaveBeenFetchedAheadCostsNoNetworkUnderTheBound() {
        // 5 ns a byte: half a second of a processor, and a second of the link.
        Job job = job("a", 0, reads(1, 5e-9));

        assertThat(run(cluster(2), Prefetch.OFF, job).endSeconds()).isCloseTo(3, within(1e-6));
        JobsOutcome bound = run(cluster(2), Prefetch.BOUND, job);
        assertThat(bound.endSeconds()).isCloseTo(2.5, within(1e-6));
        assertThat(bound.leads().inTime(LeadCause.OFFER)).isCloseTo(100 * MB, EXACT);
        assertThat(bound.counts().bytesRack())
                .as("where it was stored is told as without")
                .isCloseTo(100 * MB, EXACT);
        assertThat(run(cluster(0.5), Prefetch.BOUND, job).endSeconds())
                .as("a lead too short")
                .isCloseTo(1.5, within(1e-6));
    }

    @Test
    void inPartsTheBoundCountsWhatALeadTooShortWasEnoughFor() {
        // 5 ns a byte: half a second of a processor, and a second of the link.
        Job job = job("a", 0, reads(1, 5e-9));

        JobsOutcome inParts = run(cluster(0.5), Prefetch.BOUND_IN_PARTS, job);

        assertThat(inParts.endSeconds())
                .as("half of it is there after 0.5 s, the other half takes as long")
                .isCloseTo(1, within(1e-3));
        assertThat(inParts.leads().allInTime()).as("not as a whole").isZero();
        assertThat(run(cluster(2), Prefetch.BOUND_IN_PARTS, job).endSeconds())
                .isEqualTo(run(cluster(2), Prefetch.BOUND, job).endSeconds());
        assertThat(run(cluster(0), Prefetch.BOUND_IN_PARTS, job).endSeconds())
                .as("without a lead nothing is there")
                .isEqualTo(run(cluster(0), Prefetch.OFF, job).endSeconds());
    }

    @Test
    void theBoundCostsNoDiskOfTheSourceEither() {
        // Disks of 50 MB/s take 2 s for a block; the second task waits 2 s, in which they have nothing left, the third
        // one sees no more.
        Job first = job("a", 0, reads(2, 0));
        Job second = job("b", 30, reads(1, 0));

        JobsOutcome off = run(cluster(3, 50 * MB), Prefetch.OFF, first, second);
        JobsOutcome bound = run(cluster(3, 50 * MB), Prefetch.BOUND, first, second);

        assertThat(off.endSeconds()).isCloseTo(35, within(1e-6));
        assertThat(bound.endSeconds()).isCloseTo(33, within(1e-6));
        assertThat(bound.leads().allInTime()).isCloseTo(300 * MB, EXACT);
    }

    @Test
    void theBoundIsNeverSlower() {
        for (double start : new double[] {0, 1, 3}) {
            for (double perByte : new double[] {0, 5e-9, SLOW}) {
                Job[] jobs = {job("a", 0, reads(3, perByte)), job("b", 1, computes(2), reads(2, perByte, 0))};
                JobsOutcome off = run(cluster(start), Prefetch.OFF, jobs);
                JobsOutcome bound = run(cluster(start), Prefetch.BOUND, jobs);
                JobsOutcome inParts = run(cluster(start), Prefetch.BOUND_IN_PARTS, jobs);

                for (int job = 0; job < jobs.length; job++) {
                    assertThat(bound.jobs().get(job).seconds())
                            .isLessThanOrEqualTo(off.jobs().get(job).seconds() + 1e-9);
                    assertThat(inParts.jobs().get(job).seconds())
                            .isLessThanOrEqualTo(bound.jobs().get(job).seconds() + 1e-9);
                }
            }
        }
    }
}
